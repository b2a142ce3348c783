"""An encoder of BERT's kind with the words of a few lessons, to make readers of."""

from pathlib import Path

import torch
from tokenizers import BertWordPieceTokenizer
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from explanans.judged import UNSUPPORTED
from explanans.train.judge.lessons import Lesson, Mark, TaughtClaim
from explanans.verdict import Status

torch.set_num_threads(1)  # several stall one another where the cores are busy

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
SUPPORTED, CONTRADICTED, UNKNOWN = (frozenset((status,)) for status in Status)
THINGS = ("ice", "wood", "cork", "wax", "iron", "stone")
DEEDS = {"floats": "sinks", "sinks": "floats"}


def lesson(number: int) -> Lesson:
    """Return a lesson: what floats and what sinks."""
    thing, other = THINGS[number % 6], THINGS[(number + 1) % 6]
    deed = ("floats", "sinks")[number % 2]
    wrong = f"{thing} {DEEDS[deed]} ."
    marks = (Mark(len(thing) + 1, len(thing) + 1 + len(DEEDS[deed]), Status.CONTRADICTED),)
    claims = (
        TaughtClaim(f"{thing} {deed} .", SUPPORTED, ()),
        TaughtClaim(wrong, CONTRADICTED, marks),
        TaughtClaim(f"{other} {deed} .", UNKNOWN),
        TaughtClaim(f"{other} is old .", UNSUPPORTED),
    )
    return Lesson((f"{thing} {deed} in water .",), claims)


LESSONS = tuple(lesson(number) for number in range(12))


def encoder(folder: Path, positions: int = 512, marks: tuple[str, str] = ("[CLS]", "[SEP]")) -> Path:
    """Write an encoder with random weights and return its folder: two layers, 32 numbers wide."""
    texts = " ".join(text for item in LESSONS for text in (*item.premises, *(claim.text for claim in item.claims)))
    vocabulary = {word: number for number, word in enumerate(dict.fromkeys((*SPECIAL, *marks, *texts.split())))}
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=BertWordPieceTokenizer(vocabulary)._tokenizer,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token=marks[0],
        sep_token=marks[1],
        mask_token="[MASK]",
    )
    configuration = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=positions,
        initializer_range=0.2,
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        BertModel(configuration).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
