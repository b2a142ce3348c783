"""Encoders fine-tuned to predict which arcs of a claim a source supports (Goyal & Durrett 2020, section 3)."""
