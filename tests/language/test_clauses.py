"""Clauses: how sentences are divided, which subject a clause shares, and what is left whole."""

import pytest

from explanans.language.analysis import AnalyzedSentence, analyze
from explanans.language.clauses import clauses
from explanans.language.parser import shared_parser


def read(text: str) -> AnalyzedSentence:
    """Return the analysis of a sentence by the parser that ships."""
    return analyze(next(shared_parser().parse([text])))


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        (
            "Anna Kohl led the repair; Peter Lang drew the plans",
            ["Anna Kohl led the repair", "Peter Lang drew the plans"],
        ),
        (
            "Lack of sleep, red wine, stress and skipped meals can set off an attack",
            ["Lack of sleep, red wine, stress and skipped meals can set off an attack"],
        ),
        (
            "A mild fever is harmless, but a fever with a rash: see a doctor at once",
            ["A mild fever is harmless", "A fever with a rash: see a doctor at once"],
        ),
        (
            "The building was a railway station until 1987 and became a library in 1991",
            ["The building was a railway station until 1987", "The building became a library in 1991"],
        ),
        (
            "Salt is added at the end, because it makes the skins tough",
            ["Salt is added at the end", "It makes the skins tough"],
        ),
        (
            "The bridge was built in 1934 and renovated in 1998",
            ["The bridge was built in 1934", "The bridge was renovated in 1998"],
        ),
    ],
)
def test_clauses_stand_for_themselves(sentence: str, found: list[str]) -> None:
    assert [clause.text for clause in clauses(read(sentence))] == found


@pytest.mark.parametrize(
    "sentence",
    [
        "If the summer is wet, potatoes get blight",
        "Some gardeners say that coffee grounds drive ants away",
        "It is not true that the library sells old books",
        "Maps and atlases cannot be borrowed",
        "The bridge has eleven arches, of which two were blown up in 1945",
        "According to one chronicle, a ghost walks on the bridge at night",
        "Herons eat fish, frogs and mice",
        "Slugs are most active at night and after rain",
        "The pool opens in May and closes in September",
        "Water boils at 100 degrees and freezes at 0",
        "The shop sells bread and rolls on Sundays",
        "Mix the flour with the water and the salt",
        "Parking is free for guests and two euros for others",
        "Compost is ready after nine months, and leaf mould after two years",
        "Books may be kept for four weeks and journals for ten days",
    ],
)
def test_what_is_one_clause_is_left_whole(sentence: str) -> None:
    assert [clause.text for clause in clauses(read(sentence))] == [sentence]


def test_own_words_follow_one_another() -> None:
    reading = read("Beans need a pole, peas need a trellis, and Anna Kohl built the shed but Peter Lang drew the plans")
    found = clauses(reading)
    edges = [number for clause in found for number in (clause.first, clause.last)]
    assert len(found) == 4
    assert edges == sorted(edges)
    assert all(set(range(clause.first, clause.last + 1)) <= set(clause.words) for clause in found)
