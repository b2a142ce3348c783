"""BERTScore by any encoder, against its definition."""

import numpy as np
import pytest
import torch
from transformers import AutoModel, AutoTokenizer

from explanans.errors import InputError
from explanans.evaluation.graphs.matching import match_edges
from explanans.neural.evaluation.bert_score import BertScore
from explanans.structures.graphs import Edge, Relation

from .conftest import Maker

RAIN = Edge("rain", Relation.CAUSES, "mud")
SUN = Edge("sun", Relation.IS_A, "rain")


def test_it_follows_the_definition(make_network: Maker) -> None:
    folder = make_network()
    score = BertScore.open(folder)(["rain; causes; mud"], ["sun is a rain"]).item()
    model, tokenizer = AutoModel.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
    first, second = (
        torch.nn.functional.normalize(model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0], dim=1)
        for text in ("rain; causes; mud", "sun is a rain")
    )
    cosines = (first @ second.T).detach()
    precision = cosines.max(dim=1).values[1:-1].mean()
    recall = cosines.max(dim=0).values[1:-1].mean()
    assert score == pytest.approx(float(2 * precision * recall / (precision + recall)), abs=1e-6)


def test_a_sentence_is_like_itself_and_order_does_not_matter(make_network: Maker) -> None:
    score = BertScore.open(make_network())
    texts = ["rain; causes; mud", "sun; is a; rain", "mud"]
    scores = score(texts, texts)
    assert np.diag(scores) == pytest.approx(1)
    assert scores == pytest.approx(scores.T, abs=1e-6)
    assert scores == pytest.approx(score(texts[::-1], texts)[::-1], abs=1e-6)


def test_edges_are_matched_by_it(make_network: Maker) -> None:
    match = match_edges([RAIN, SUN], [SUN, RAIN], BertScore.open(make_network()))
    assert match.f1 == pytest.approx(1)


def test_the_measure_names_its_encoder(make_network: Maker) -> None:
    folder = make_network()
    assert BertScore.open(folder).name == f"bert_score({folder.name}, layer 2)"


def test_an_encoder_that_is_not_here_is_refused() -> None:
    with pytest.raises(InputError, match="no encoder 'nowhere' on this machine"):
        BertScore.open("nowhere")
