"""Fine-tuning of networks; needs the extra ``neural``."""

import explanans.neural  # noqa: F401 - raises MissingExtraError without torch
