"""Networks with random weights, small enough to be made in a test."""

from collections.abc import Callable
from pathlib import Path

import pytest
from transformers import BertForSequenceClassification, BertModel

from tests.small_networks import bert, bert_tokenizer, random_network, written

TOKENIZER = bert_tokenizer("( ) ; . rain mud sun is a causes not bad wet good".split())

Maker = Callable[..., Path]


@pytest.fixture
def make_network(tmp_path: Path) -> Maker:
    """Return what makes a folder with a network: an encoder, or a classifier with the labels that are given."""

    def make(*labels: str) -> Path:
        named = labels or ("LABEL_0", "LABEL_1")
        configuration = bert(
            TOKENIZER,
            hidden_size=16,
            intermediate_size=32,
            initializer_range=0.5,
            id2label=dict(enumerate(named)),
            label2id={label: number for number, label in enumerate(named)},
        )
        kind = BertForSequenceClassification if labels else BertModel
        return written(random_network(kind, configuration), TOKENIZER, tmp_path / ("-".join(labels) or "encoder"))

    return make
