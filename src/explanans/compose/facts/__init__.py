"""Networks that write whole explanations, fact by fact (Jansen et al. 2021, section 6.1)."""

import explanans.learn.neural  # noqa: F401 - says what to install where torch is missing
