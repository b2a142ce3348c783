"""The generator that works by rules, and the fluency that orders its beams."""

import math

import pytest
from tests.train.recipes.reading import Flat, read

from explanans.train.recipes.beam import BOTTOM
from explanans.train.recipes.rewriting.fluency import Fluency
from explanans.train.recipes.rewriting.rewriter import BEAM, Rewriter
from explanans.train.recipes.synonym import Synonym
from explanans.train.recipes.synonyms import Synonyms

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
    assert BOTTOM < len(beam()) <= BEAM
    assert len(set(beam())) == len(beam())
    assert read(LONG).text not in beam()
    rules = {"The cats hunt the mice in the garden.", "The mice are chased by the cats in the garden."}
    assert rules <= set(beam()) | set(beam(1)) | set(beam(2))
