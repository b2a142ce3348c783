"""Measures that ask a network: similarities of sentences, and classifiers of graphs."""

import explanans.learn.neural  # noqa: F401 - says what to install where torch is missing
