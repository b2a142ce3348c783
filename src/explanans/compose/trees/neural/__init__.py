"""EntailmentWriters: networks that write entailment trees (Dalvi et al. 2021, section 5)."""

import explanans.learn.neural  # noqa: F401 - says what to install where torch is missing
