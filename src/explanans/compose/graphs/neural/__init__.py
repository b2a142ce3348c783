"""Networks that draw explanation graphs, or tell support from counter (Saha et al. 2021, section 7)."""

import explanans.learn.neural  # noqa: F401 - says what to install where torch is missing
