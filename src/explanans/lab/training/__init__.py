"""Training of boosted models."""
