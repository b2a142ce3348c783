"""Local networks as judges: classifiers fine-tuned for inference, and language models."""
