"""Rankers on transformer encoders, fine-tuned and run on the best device there is."""
