"""A language model of Llama's kind with the words of a few lessons: two layers, 64 numbers wide."""

from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast

from tests.lab.networks.small_reader import LESSONS
from tests.small_networks import llama, random_network, written

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
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=made, unk_token="<unk>", eos_token="</s>")
    return written(random_network(LlamaForCausalLM, llama(tokenizer, max_position_embeddings=512)), tokenizer, folder)
