"""Explanations one can check."""

__version__ = "0.1.0"
