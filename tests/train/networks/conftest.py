"""Fixtures of the rooms whose networks are trained here."""

from tests.compose.trees.neural.conftest import tiny_encoder, tiny_llama, tiny_t5
from tests.rank.neural.conftest import knowledge, minilm, tiny

__all__ = ["knowledge", "minilm", "tiny", "tiny_encoder", "tiny_llama", "tiny_t5"]
