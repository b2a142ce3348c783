"""Rankers on transformer encoders, fine-tuned and run on the best device there is."""

import explanans.learn.neural  # noqa: F401 - says what to install where torch is missing
