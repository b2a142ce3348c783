"""Rankers on transformer encoders, fine-tuned and run on the CPU."""

import explanans.learn.neural  # noqa: F401 - says what to install where torch is missing
