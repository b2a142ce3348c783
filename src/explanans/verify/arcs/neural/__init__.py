"""Encoders that are fine-tuned to tell which arcs of a claim a source supports (Goyal & Durrett 2020, section 3)."""

import explanans.learn.neural  # noqa: F401 - says what to install where torch is missing
