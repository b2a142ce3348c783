"""Language models that write conclusions."""

import explanans.learn.neural  # noqa: F401 - says what to install where torch is missing
