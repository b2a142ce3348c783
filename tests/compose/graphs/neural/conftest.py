"""Graphs to learn, and networks with random weights that are small enough for a test."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from tests.compose.trees.neural.conftest import make_bytes, make_pieces, make_t5, make_tokenizer, word_pieces
from transformers import BertConfig, BertModel, PreTrainedTokenizerBase

from explanans.codecs import brackets
from explanans.graph import ExplanationGraph, Relation, Stance

SIGNS = ["(", ")", ";", "-", "'", "a"]
WORDS = [*"zoos help animals save cats food rest".split(), "##s", "##ing", *" ".join(Relation).split()]

TOKENIZERS: dict[str, Callable[[], PreTrainedTokenizerBase]] = {
    "pairs": make_tokenizer,
    "pieces": make_pieces,
    "words": lambda: word_pieces([*SIGNS, *WORDS]),
    "bytes": make_bytes,
}


def graph(stance: Stance, text: str) -> ExplanationGraph:
    return ExplanationGraph("Zoos help.", "Animals rest.", stance, brackets.decode(text, "test"))


GRAPHS = (
    graph(Stance.SUPPORT, "(zoos; causes; rest)(zoos; is a; help)(rest; used for; animals)"),
    graph(Stance.COUNTER, "(animals; desires; rest)(rest; not part of; zoos)(zoos; not causes; help)"),
)


@pytest.fixture(scope="session")
def tiny_t5(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a T5 with random weights, as a published checkpoint would be."""
    folder = tmp_path_factory.mktemp("tiny-t5")
    make_t5().save_pretrained(folder)
    make_tokenizer().save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def tiny_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an encoder with random weights, such as BERT's."""
    folder = tmp_path_factory.mktemp("tiny-encoder")
    tokenizer = TOKENIZERS["words"]()
    configuration = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=140,
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        BertModel(configuration).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
