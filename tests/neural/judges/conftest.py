"""Networks that are small enough to be made in a test: classifiers, and language models."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer, models, pre_tokenizers
from tokenizers.processors import TemplateProcessing
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForSequenceClassification,
)

from tests.small_networks import random_network, written

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
WORDS = "ice floats sinks is cold a frog green the iron heavy . what says , : ;".split()


def tokenizer(longest: int = 0) -> PreTrainedTokenizerFast:
    """Return a tokenizer of few words and all letters, that marks pairs as BERT's does."""
    letters = [chr(number) for number in range(33, 127)]
    pieces = dict.fromkeys((*SPECIAL, *WORDS, *letters, *(f"##{letter}" for letter in letters)))
    made = Tokenizer(models.WordPiece({piece: number for number, piece in enumerate(pieces)}, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    limit = {"model_max_length": longest} if longest else {}
    return PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]", **limit
    )


def sizes(longest: int) -> dict[str, Any]:
    """Return how large the networks are: two layers, 32 numbers wide."""
    return {
        "vocab_size": len(tokenizer()),
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 64,
        "max_position_embeddings": longest,
    }


def classifier(folder: Path, labels: Sequence[str], longest: int = 40, *, roberta: bool = False) -> Path:
    """Write a classifier with random weights and return its folder."""
    config: Any
    kind: Any
    config, kind = (
        (RobertaConfig, RobertaForSequenceClassification) if roberta else (BertConfig, BertForSequenceClassification)
    )
    named = dict(enumerate(labels))
    configuration = config(
        **sizes(longest),
        id2label=named,
        label2id={name: number for number, name in named.items()},
        initializer_range=0.5,
        pad_token_id=1 if roberta else 0,
    )
    return written(random_network(kind, configuration), tokenizer(), folder)


def language_model(folder: Path, longest: int = 400, template: str = "") -> Path:
    """Write a language model with random weights and return its folder."""
    configuration = LlamaConfig(**sizes(longest), initializer_range=0.5)
    reads = tokenizer()
    reads.bos_token = "[CLS]"
    reads.chat_template = template or None
    return written(random_network(LlamaForCausalLM, configuration), reads, folder)
