"""Beams: section 4 of Goyal & Durrett 2020, worked out on a few words."""

from collections.abc import Iterable, Iterator

from tests.train.recipes.reading import Reader, read

from explanans.parse import Parse
from explanans.train.recipes.beam import Original, from_beams

SENTENCE = "Cats=cat/NOUN/NNS/2/nsubj chase/VERB/VBP/0/root mice=mouse/NOUN/NNS/2/obj"
GOLD = "Cats=cat/NOUN/NNS/2/nsubj hunt/VERB/VBP/0/root mice=mouse/NOUN/NNS/2/obj"
BEST = "Cats=cat/NOUN/NNS/2/nsubj hunt/VERB/VBP/0/root rats=rat/NOUN/NNS/2/obj"
LAST = (
    "Rats=rat/NOUN/NNS/2/nsubj hunt/VERB/VBP/0/root rats=rat/NOUN/NNS/2/obj",
    "Cats=cat/NOUN/NNS/2/nsubj chase/VERB/VBP/0/root dogs=dog/NOUN/NNS/2/obj",
    "Dogs=dog/NOUN/NNS/0/root",
)


class Fixed:
    """A generator whose every beam is the same."""

    name = "fixed"

    def __init__(self, *beam: str) -> None:
        self._beam = tuple(read(line).text for line in beam)

    def beams(self, sentences: Iterable[Parse]) -> Iterator[tuple[str, ...]]:
        return (self._beam for _ in sentences)


def made(gold: Parse | None, *beam: str) -> dict[str, dict[str, bool]]:
    """Return the labels of each claim, by the child of the arc."""
    examples = from_beams([Original(read(SENTENCE), "d", gold)], Fixed(*beam), Reader(*beam), "beam")
    return {
        example.claim.text: {example.claim.tokens[arc.child].text: label for arc, label in example.labels.items()}
        for example in examples
    }


def test_known_arcs_are_supported_new_ones_of_the_last_are_not_and_those_of_the_best_are_not_known() -> None:
    assert made(read(GOLD), BEST, SENTENCE, *LAST) == {
        "Cats hunt rats": {"Cats": True},
        "Rats hunt rats": {"Rats": False},
        "Cats chase dogs": {"Cats": True, "dogs": False},
    }


def test_without_a_gold_paraphrase_the_sentence_alone_counts() -> None:
    assert made(None, BEST, SENTENCE, *LAST) == {
        "Rats hunt rats": {"Rats": False},
        "Cats chase dogs": {"Cats": True, "dogs": False},
    }


def test_a_short_beam_has_no_bottom() -> None:
    assert not made(None, BEST, *LAST)
