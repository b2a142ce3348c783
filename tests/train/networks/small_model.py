"""A language model of Llama's kind with the words of a few lessons: two layers, 64 numbers wide."""

from pathlib import Path

import torch
from tests.train.networks.small_reader import LESSONS
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from explanans.learn.neural.pretrained import quiet

TEXT = "ice floats in water . iron sinks in water ."
_PROMPTS = "Text : Label Claim Verdict Write a text . supported contradicted unknown"


def language_model(folder: Path) -> Path:
    """Write a language model with random weights and return its folder."""
    texts = " ".join(text for item in LESSONS for text in (*item.premises, *(claim.text for claim in item.claims)))
    return write_model(" ".join((_PROMPTS, TEXT, texts)), folder)


def write_model(texts: str, folder: Path) -> Path:
    """Write a language model with random weights that knows the words of some texts, and return its folder."""
    words = dict.fromkeys(("<unk>", "</s>", *texts.split()))
    made = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    configuration = LlamaConfig(
        vocab_size=len(words),
        hidden_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=128,
        max_position_embeddings=512,
        initializer_range=0.2,
        bos_token_id=None,
        eos_token_id=1,
    )
    with torch.random.fork_rng(), quiet():
        torch.manual_seed(0)
        LlamaForCausalLM(configuration).save_pretrained(folder)
    PreTrainedTokenizerFast(tokenizer_object=made, unk_token="<unk>", eos_token="</s>").save_pretrained(folder)
    return folder
