"""Examples in a file: what encoders read comes back, and what is wrong with a line is told."""

from dataclasses import replace

import pytest

from explanans.entailment.arcs.arcs import ArcExample
from explanans.errors import FormatError
from explanans.lab.recipes.corpus import decode, encode
from explanans.structures.syntax import Arc
from tests.lab.recipes.reading import read

CATS = read("Cats=cat/NOUN/NNS/2/nsubj chase/VERB/VBP/0/root mice=mouse/NOUN/NNS/2/obj +./PUNCT/./2/punct")
MICE = read("Mice=mouse/NOUN/NNS/2/nsubj chase/VERB/VBP/0/root cats=cat/NOUN/NNS/2/obj +./PUNCT/./2/punct")
EXAMPLE = ArcExample((CATS,), MICE, {Arc(1, 0, "nsubj"): False, Arc(1, 2, "obj"): False}, "exchange", "pets")
LINE = encode(EXAMPLE)


def test_what_encoders_read_comes_back() -> None:
    (again,) = decode([LINE], "pets.jsonl")
    assert (again.labels, again.recipe, again.origin) == (EXAMPLE.labels, "exchange", "pets")
    assert [sentence.text for sentence in again.source] == ["Cats chase mice."]
    assert again.claim.text == MICE.text
    assert [(token.text, token.lemma, token.start, token.end) for token in again.claim.tokens] == [
        (token.text, token.lemma, token.start, token.end) for token in MICE.tokens
    ]
    assert [token.lemma for token in again.source[0].tokens] == ["cat", "chase", "mouse"]


def test_recipes_and_their_first_examples_are_taken() -> None:
    lines = [LINE, encode(replace(EXAMPLE, recipe="swap")), LINE, encode(replace(EXAMPLE, origin="other"))]
    assert [example.recipe for example in decode(lines, "x", ["swap"])] == ["swap"]
    assert [(example.recipe, example.origin) for example in decode(lines, "x", limit=2)] == [
        ("exchange", "pets"),
        ("swap", "pets"),
        ("exchange", "pets"),
    ]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (
            "[1, 2]",
            r"pets.jsonl, line 1: Expected `object`.* one JSON object a line, with the keys source, claim, words",
        ),
        (LINE.replace("Cats chase mice.", " "), "line 1: no source; accepted: one sentence or more"),
        (LINE.replace("[0,4]", "[4,4]"), "line 1: a word that is not in the claim; accepted: start and end"),
        (LINE.replace("[15,16]", "[15,99]"), "line 1: a word that is not in the claim"),
        (LINE.replace("[1,0,", "[1,4,"), "line 1: an arc of words that there are not; accepted: numbers from 0 to 3"),
    ],
)
def test_lines_that_are_no_examples(line: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        list(decode([line], "pets.jsonl"))
