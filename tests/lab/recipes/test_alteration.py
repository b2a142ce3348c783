"""Sentences put together anew: punctuation, blanks, capitals, and where words come from."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from explanans.formats import conllu
from explanans.lab.recipes.alteration import Piece, Place, altered, kept
from tests.lab.recipes.reading import read

SENTENCE = read(
    'Then/X/X/0/x +,/X/X/1/x an/X/X/1/x "/X/X/1/x +old/X/X/1/x +"/X/X/1/x man/X/X/1/x (/X/X/1/x +grey/X/X/1/x '
    "+)/X/X/1/x did/X/X/1/x +n't/X/X/1/x sing/X/X/1/x +,/X/X/1/x he/PRON/X/1/x spoke/X/X/1/x +./X/X/1/x"
)


@pytest.mark.parametrize(
    ("gone", "text"),
    [
        (set(), SENTENCE.text),
        ({0}, 'An "old" man (grey) didn\'t sing, he spoke.'),
        ({3, 4}, "Then, a man (grey) didn't sing, he spoke."),
        ({8, 9}, 'Then, an "old" man didn\'t sing, he spoke.'),
        ({14, 15}, 'Then, an "old" man (grey) didn\'t sing.'),
        ({10, 12}, 'Then, an "old" man (grey)n\'t, he spoke.'),
        (set(range(16)), ""),
    ],
)
def test_what_is_left_reads_well(gone: set[int], text: str) -> None:
    rest = [number for number in range(len(SENTENCE.tokens)) if number not in gone]
    assert altered(SENTENCE, kept(SENTENCE, rest)).text == text


def test_a_word_that_moves_from_the_start_loses_its_capital_unless_it_is_a_name() -> None:
    parse = read("Cats/NOUN/NNS/2/nsubj see/VERB/VBP/0/root Ann/PROPN/NNP/2/obj")
    assert altered(parse, kept(parse, [2, 1, 0])).text == "Ann see cats"
    named = read("Ann/PROPN/NNP/2/nsubj sees/VERB/VBZ/0/root cats/NOUN/NNS/2/obj")
    assert altered(named, kept(named, [2, 1, 0])).text == "Cats sees Ann"


def test_places_know_where_words_come_from() -> None:
    parse = read("Cats/NOUN/NNS/2/nsubj see/VERB/VBP/0/root Ann/PROPN/NNP/2/obj")
    claim = altered(parse, [*kept(parse, [2, 1]), Piece("red-hot", None, changed=True), *kept(parse, [0])])
    read_back = read("Ann/X/X/0/x see/X/X/1/x red/X/X/1/x +-/X/X/1/x +hot/X/X/1/x cats/X/X/1/x")
    new = Place(None, changed=True)
    assert claim.places(read_back) == (Place(2, False), Place(1, False), new, new, new, Place(0, False))


def test_words_that_are_parted_otherwise_are_not_known() -> None:
    parse = read("They/X/X/3/x do/X/X/3/x +n't/X/X/3/x sing/X/X/0/x")
    claim = altered(parse, kept(parse, range(4)))
    together = read("They/X/X/3/x don't/X/X/3/x sing/X/X/0/x")
    assert [place.origin for place in claim.places(together)] == [0, None, 3]


def test_words_stand_where_they_are_said_to_whatever_is_left(data_folder: Path) -> None:
    path = data_folder / "ud-english-ewt" / "en_ewt-ud-dev.conllu"
    rng = Random(0)
    for parse in islice(conllu.decode(path.read_text(encoding="utf-8").splitlines(), path.name), 300):
        order = [number for number in range(len(parse.tokens)) if rng.random() < 0.7]
        claim = altered(parse, kept(parse, order))
        for piece, start in zip(claim.pieces, claim.starts, strict=True):
            assert claim.text[start : start + len(piece.text)] == piece.text
        origins = [piece.origin for piece in claim.pieces if piece.origin is not None]
        assert set(origins) <= set(order)
        assert origins == sorted(origins)
