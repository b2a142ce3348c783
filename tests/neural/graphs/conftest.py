"""Graphs to learn, and networks with random weights that are small enough for a test."""

from collections.abc import Callable
from pathlib import Path

import pytest
from transformers import BertModel, PreTrainedTokenizerBase

from explanans.formats import explagraphs
from explanans.structures.graphs import ExplanationGraph, Relation, Stance
from tests.neural.trees.conftest import make_bytes, make_pieces, make_tokenizer, tiny_t5, word_pieces
from tests.small_networks import bert, random_network, written

__all__ = ["GRAPHS", "TOKENIZERS", "tiny_encoder", "tiny_t5"]

SIGNS = ["(", ")", ";", "-", "'", "a"]
WORDS = [*"zoos help animals save cats food rest".split(), "##s", "##ing", *" ".join(Relation).split()]

TOKENIZERS: dict[str, Callable[[], PreTrainedTokenizerBase]] = {
    "pairs": make_tokenizer,
    "pieces": make_pieces,
    "words": lambda: word_pieces([*SIGNS, *WORDS]),
    "bytes": make_bytes,
}


def graph(stance: Stance, text: str) -> ExplanationGraph:
    return ExplanationGraph("Zoos help.", "Animals rest.", stance, explagraphs.decode_graph(text, "test"))


GRAPHS = (
    graph(Stance.SUPPORT, "(zoos; causes; rest)(zoos; is a; help)(rest; used for; animals)"),
    graph(Stance.COUNTER, "(animals; desires; rest)(rest; not part of; zoos)(zoos; not causes; help)"),
)


@pytest.fixture(scope="session")
def tiny_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an encoder with random weights, such as BERT's."""
    tokenizer = TOKENIZERS["words"]()
    configuration = bert(tokenizer, num_hidden_layers=1, intermediate_size=32, max_position_embeddings=140)
    return written(random_network(BertModel, configuration), tokenizer, tmp_path_factory.mktemp("tiny-encoder"))
