"""Beams: section 4 of Goyal & Durrett 2020, worked out on a few words."""

import math
from collections.abc import Iterable, Iterator

import pytest

from explanans.lab.recipes.beams import BEAM_SIZE, BOTTOM, Fluency, Original, Rewriter, from_beams
from explanans.lab.recipes.rewording import Synonym, Synonyms
from explanans.structures.syntax import Parse
from tests.lab.recipes.reading import Flat, NliClassifier, read

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
    examples = from_beams([Original(read(SENTENCE), "d", gold)], Fixed(*beam), NliClassifier(*beam), "beam")
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


CATS = "The/DET/DT/2/det cats=cat/NOUN/NNS/3/nsubj chase/VERB/VBP/0/root the/DET/DT/5/det mice=mouse/NOUN/NNS/3/obj"
LONG = f"{CATS} in/ADP/IN/8/case the/DET/DT/8/det garden/NOUN/NN/3/obl +./PUNCT/./3/punct"


def test_fluency_is_the_mean_log_probability_of_tags_and_function_words() -> None:
    fluency = Fluency([read("the/DET/DT/2/det cat/NOUN/NN/0/root")])
    # every trigram, bigram is certain; each of the three symbols, one word in three; chance, one of four symbols
    assert fluency(read("the/DET/DT/2/det dog/NOUN/NN/0/root")) == pytest.approx(math.log(0.6 + 0.3 + 0.03 + 0.0025))
    assert fluency(read("dog/NOUN/NN/0/root the/DET/DT/1/det")) < fluency(read("the/DET/DT/2/det dog/NOUN/NN/0/root"))


def test_beams_are_of_different_paraphrases_and_always_the_same() -> None:
    def beam(seed: int = 0) -> tuple[str, ...]:
        rewriter = Rewriter(Synonym(Synonyms([("VERB", ("chase", "hunt"))])), Fluency([read(LONG)]), Flat(), seed)
        (texts,) = rewriter.beams([read(LONG)])
        return texts

    assert beam() == beam() != beam(1)
    assert BOTTOM < len(beam()) <= BEAM_SIZE
    assert len(set(beam())) == len(beam())
    assert read(LONG).text not in beam()
    rules = {"The cats hunt the mice in the garden.", "The mice are chased by the cats in the garden."}
    assert rules <= set(beam()) | set(beam(1)) | set(beam(2))
