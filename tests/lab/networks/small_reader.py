"""An encoder of BERT's kind with the words of a few lessons, to make readers of."""

from pathlib import Path

from transformers import BertModel

from explanans.lab.datasets.labels import UNSUPPORTED
from explanans.lab.judge.examples import Mark, TrainingClaim, TrainingExample
from explanans.structures.verdicts import Status
from tests.small_networks import bert, bert_tokenizer, random_network, written

SUPPORTED, CONTRADICTED, UNKNOWN = (frozenset((status,)) for status in Status)
THINGS = ("ice", "wood", "cork", "wax", "iron", "stone")
DEEDS = {"floats": "sinks", "sinks": "floats"}


def lesson(number: int) -> TrainingExample:
    """Return a lesson: what floats and what sinks."""
    thing, other = THINGS[number % 6], THINGS[(number + 1) % 6]
    deed = ("floats", "sinks")[number % 2]
    wrong = f"{thing} {DEEDS[deed]} ."
    marks = (Mark(len(thing) + 1, len(thing) + 1 + len(DEEDS[deed]), Status.CONTRADICTED),)
    claims = (
        TrainingClaim(f"{thing} {deed} .", SUPPORTED, ()),
        TrainingClaim(wrong, CONTRADICTED, marks),
        TrainingClaim(f"{other} {deed} .", UNKNOWN),
        TrainingClaim(f"{other} is old .", UNSUPPORTED),
    )
    return TrainingExample((f"{thing} {deed} in water .",), claims)


LESSONS = tuple(lesson(number) for number in range(12))


def encoder(folder: Path, positions: int = 512, marks: tuple[str, str] = ("[CLS]", "[SEP]")) -> Path:
    """Write an encoder with random weights and return its folder: two layers, 32 numbers wide."""
    texts = " ".join(text for item in LESSONS for text in (*item.premises, *(claim.text for claim in item.claims)))
    tokenizer = bert_tokenizer(texts.split(), marks)
    configuration = bert(tokenizer, max_position_embeddings=positions, initializer_range=0.2)
    return written(random_network(BertModel, configuration), tokenizer, folder)
