"""Fixtures of the rooms whose networks are learnt here."""

from tests.neural.trees.conftest import tiny_encoder, tiny_llama, tiny_t5

__all__ = ["tiny_encoder", "tiny_llama", "tiny_t5"]
