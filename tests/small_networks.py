"""Networks with random weights, small enough to be made and trained in a test, and their tokenizers."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import torch
from tokenizers import BertWordPieceTokenizer
from transformers import (
    BertConfig,
    LlamaConfig,
    PreTrainedConfig,
    PreTrainedModel,
    PreTrainedTokenizerBase,
    PreTrainedTokenizerFast,
)

from explanans.neural.core.pretrained import quiet

torch.set_num_threads(1)  # several stall one another where the cores are busy

Network = TypeVar("Network", bound=PreTrainedModel)

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def bert_tokenizer(words: Iterable[str], ends: tuple[str, str] = ("[CLS]", "[SEP]")) -> PreTrainedTokenizerFast:
    """Return a tokenizer of BERT's kind that knows some words; its special tokens come first.

    Args:
        words: The words.
        ends: What begins a text, and what ends it.
    """
    vocabulary = {word: number for number, word in enumerate(dict.fromkeys((*SPECIAL, *ends, *words)))}
    return PreTrainedTokenizerFast(
        tokenizer_object=BertWordPieceTokenizer(vocabulary)._tokenizer,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token=ends[0],
        sep_token=ends[1],
        mask_token="[MASK]",
    )


def bert(tokenizer: PreTrainedTokenizerBase, **changes: Any) -> BertConfig:
    """Return how an encoder of BERT's kind is built: two layers, 32 numbers wide, but for changes."""
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
    return BertConfig(**{"vocab_size": len(tokenizer), **sizes, **changes})


def llama(tokenizer: PreTrainedTokenizerBase, **changes: Any) -> LlamaConfig:
    """Return how a language model of Llama's kind is built: two layers, 64 numbers wide, but for changes."""
    sizes = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 128}
    usual = {"initializer_range": 0.2, "bos_token_id": None, "eos_token_id": 1}
    return LlamaConfig(**{"vocab_size": len(tokenizer), **sizes, **usual, **changes})


def random_network(kind: type[Network], configuration: PreTrainedConfig, seed: int = 0) -> Network:
    """Return a network with random weights, the same for the same seed."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return kind(configuration)


def written(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, folder: Path) -> Path:
    """Write a network and its tokenizer into a folder, as a published checkpoint would be, and return the folder."""
    with quiet():
        model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
