"""Networks with random weights, small enough to be made in a test."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import torch
from tokenizers import BertWordPieceTokenizer
from transformers import BertConfig, BertForSequenceClassification, BertModel, PreTrainedTokenizerFast

torch.set_num_threads(1)  # several stall one another where the cores are busy

WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] ( ) ; . rain mud sun is a causes not bad wet good"

Maker = Callable[..., Path]


def configuration(labels: Sequence[str]) -> BertConfig:
    return BertConfig(
        vocab_size=len(WORDS.split()),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        initializer_range=0.5,
        id2label=dict(enumerate(labels)),
        label2id={label: number for number, label in enumerate(labels)},
    )


@pytest.fixture
def make_network(tmp_path: Path) -> Maker:
    """Return what makes a folder with a network: an encoder, or a classifier with the labels that are given."""

    def make(*labels: str) -> Path:
        folder = tmp_path / ("-".join(labels) or "encoder")
        vocabulary = {word: number for number, word in enumerate(WORDS.split())}
        tokenizer = PreTrainedTokenizerFast(
            tokenizer_object=BertWordPieceTokenizer(vocabulary)._tokenizer,
            pad_token="[PAD]",
            unk_token="[UNK]",
            cls_token="[CLS]",
            sep_token="[SEP]",
            mask_token="[MASK]",
        )
        with torch.random.fork_rng():
            torch.manual_seed(0)
            kind = BertForSequenceClassification if labels else BertModel
            kind(configuration(labels or ("LABEL_0", "LABEL_1"))).save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        return folder

    return make
