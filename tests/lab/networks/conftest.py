"""Fixtures of the rooms whose networks are trained here."""

from tests.lab.networks.started_reader import started, training
from tests.neural.retrieval.conftest import knowledge, minilm, tiny
from tests.neural.trees.conftest import tiny_encoder, tiny_llama, tiny_t5

__all__ = ["knowledge", "minilm", "started", "tiny", "tiny_encoder", "tiny_llama", "tiny_t5", "training"]
