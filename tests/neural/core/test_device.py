"""Every network computes on the best device there is: on one without memory it comes as far as its own numbers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import AutoModel, AutoModelForSequenceClassification

from explanans.neural.core import encoder
from explanans.neural.core.device import at_once, reproducible
from explanans.neural.core.encoder import Encoder
from explanans.neural.core.pretrained import load
from explanans.neural.evaluation import bert_score, sequence_classifier
from explanans.neural.evaluation.bert_score import BertScore
from explanans.neural.evaluation.sequence_classifier import SequenceClassifier
from explanans.neural.graphs import composer
from explanans.neural.graphs.composer import StanceEncoder
from explanans.neural.retrieval import reranker
from explanans.neural.retrieval.reranker import PairScorer
from tests.neural.graphs.conftest import GRAPHS


@pytest.fixture(autouse=True)
def _meta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a device on which nothing is computed but shapes; whatever stays on the processor does not fit to it."""
    for module in (bert_score, encoder, reranker, sequence_classifier, composer):
        monkeypatch.setattr(module, "best_device", lambda: torch.device("meta"))


def encode(folder: Path) -> object:
    return Encoder(*load(AutoModel, folder)).encode(["ice melts"])


def compare(folder: Path) -> object:
    return BertScore(*load(AutoModel, folder), "tiny")(["ice melts"], ["ice"])


def classify(folder: Path) -> object:
    network = load(AutoModelForSequenceClassification, folder, num_labels=2)
    return SequenceClassifier(*network, ("label_0", "label_1"))([("ice", "melts")])


def score(folder: Path) -> object:
    network = load(AutoModelForSequenceClassification, folder, num_labels=1)
    return PairScorer(*network).probabilities("ice", ["melts", "burns"])


def tell(folder: Path) -> object:
    network = load(AutoModelForSequenceClassification, folder, num_labels=2)
    logits = StanceEncoder(*network, with_graph=True).logits(GRAPHS)
    assert logits.shape == (2, 2)
    return logits.cpu()


@pytest.mark.parametrize("asked", [encode, compare, classify, score, tell])
def test_networks_compute_on_the_device(tiny_encoder: Path, asked: Callable[[Path], object]) -> None:
    with pytest.raises((NotImplementedError, RuntimeError), match="meta"):
        asked(tiny_encoder)


def test_a_card_reads_more_at_once() -> None:
    assert at_once(torch.device("cuda"), 32, 1024) == 1024
    assert at_once(torch.device("cpu"), 32, 1024) == at_once(torch.device("meta"), 32, 1024) == 32


def test_memory_is_not_filled_in_vain() -> None:
    filled: Any = torch.utils.deterministic
    with reproducible(0):
        assert torch.are_deterministic_algorithms_enabled()
        assert not filled.fill_uninitialized_memory
    assert filled.fill_uninitialized_memory
    assert not torch.are_deterministic_algorithms_enabled()
