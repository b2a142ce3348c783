"""Encoders with random weights that are small enough for a test, and arcs for them to learn."""

from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers
from tokenizers.processors import TemplateProcessing
from transformers import BertConfig, BertModel, ElectraConfig, ElectraModel, PreTrainedModel, PreTrainedTokenizerFast

from explanans.entailment.arcs.arcs import ArcExample
from explanans.structures.syntax import Arc
from tests.entailment.arcs.conftest import parsed
from tests.small_networks import random_network, written

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
PIECES = "the a old dog cat mouse chas ##ed ##es sleep ##s cannot nsubj obj amod of nmod . , -".split()

CHASE = parsed("The/DET/3/det old/ADJ/3/amod dog/NOUN/4/nsubj chased/VERB/0/root a/DET/6/det cat/NOUN/4/obj")
SLEEP = parsed("the/DET/2/det mouse/NOUN/3/nsubj sleeps/VERB/0/root")
TURNED = parsed("a/DET/2/det cat/NOUN/3/nsubj chases/VERB/0/root the/DET/6/det old/ADJ/6/amod dog/NOUN/3/obj")

OLD, AGENT, PATIENT = Arc(5, 4, "amod"), Arc(2, 1, "nsubj"), Arc(2, 5, "obj")
"""Arcs of ``TURNED``: the dog is old, the cat chases, the dog is chased."""

EXAMPLES = (
    ArcExample((CHASE,), TURNED, {OLD: True, AGENT: False, PATIENT: False}, "exchange", "chase"),
    ArcExample((CHASE,), CHASE, {Arc(3, 2, "nsubj"): True, Arc(3, 5, "obj"): True}, "copy", "chase"),
    ArcExample((CHASE,), SLEEP, {Arc(2, 1, "nsubj"): False}, "other", "sleep"),
    ArcExample((SLEEP, CHASE), SLEEP, {Arc(2, 1, "nsubj"): True}, "copy", "sleep"),
)


def make_tokenizer() -> PreTrainedTokenizerFast:
    """Return a tokenizer as BERT has it, of a few pieces."""
    numbers = {piece: number for number, piece in enumerate([*SPECIAL, *PIECES])}
    tokenizer = Tokenizer(models.WordPiece(numbers, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ends = [(name, numbers[name]) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=ends
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]"
    )


SIZES: dict[str, Any] = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}


def saved(model: PreTrainedModel, folder: Path) -> Path:
    """Write an encoder into a folder, as a published checkpoint would be."""
    return written(model, make_tokenizer(), folder)


@pytest.fixture(scope="session")
def tiny_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an encoder such as BERT, which reads 40 tokens."""
    configuration = BertConfig(vocab_size=len(SPECIAL + PIECES), max_position_embeddings=40, **SIZES)
    return saved(random_network(BertModel, configuration), tmp_path_factory.mktemp("encoder") / "tiny-bert")


@pytest.fixture(scope="session")
def narrow_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an encoder such as ELECTRA (small), whose embeddings are narrower than its states."""
    configuration = ElectraConfig(vocab_size=len(SPECIAL + PIECES), embedding_size=8, **SIZES)
    return saved(random_network(ElectraModel, configuration), tmp_path_factory.mktemp("encoder") / "tiny-electra")
