"""An encoder of BERT's kind with the words of a few lessons, to make readers of."""

from pathlib import Path

from tests.small_networks import bert, bert_tokenizer, random_network, written
from transformers import BertModel

from explanans.judged import UNSUPPORTED
from explanans.train.judge.lessons import Lesson, Mark, TaughtClaim
from explanans.verdict import Status

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
    tokenizer = bert_tokenizer(texts.split(), marks)
    configuration = bert(tokenizer, max_position_embeddings=positions, initializer_range=0.2)
    return written(random_network(BertModel, configuration), tokenizer, folder)
