"""A language model of Llama's kind with the words of a few steps: two layers, 64 numbers wide; and the steps."""

from pathlib import Path

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from explanans.learn.neural.pretrained import quiet
from explanans.train.conclusions import GoldStep

_THINGS = (
    ("frog", "amphibian", "has moist skin"),
    ("robin", "bird", "has feathers"),
    ("oak", "tree", "has roots"),
    ("shark", "fish", "has gills"),
)
STEPS = tuple(
    GoldStep((f"a {one} is a kind of {kind}", f"a {kind} {does}"), f"a {one} {does}", f"it helps that a {one} {does}")
    for one, kind, does in _THINGS
)
_WORDS = "To show : Facts - So , to toad slimy"


def language_model(folder: Path) -> Path:
    """Write a language model with random weights and return its folder."""
    texts = " ".join((_WORDS, *(text for step in STEPS for text in (*step.premises, step.conclusion, step.hypothesis))))
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
