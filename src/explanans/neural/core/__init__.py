"""Pretrained weights, checkpoints, encoders and constrained decoding, shared by all neural parts."""
