"""Networks of one's own as judges: classifiers that are fine-tuned for inference, and language models."""

import explanans.learn.neural  # noqa: F401 - says what to install where torch is missing
