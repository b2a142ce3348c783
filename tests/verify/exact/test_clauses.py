"""Clauses: how sentences are divided, what a clause without a verb or a subject borrows, and what is left whole."""

import pytest

from explanans.verify.exact.clauses import clauses

from .conftest import read


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        (
            "Anna Kohl led the repair; Peter Lang drew the plans",
            ["Anna Kohl led the repair", "Peter Lang drew the plans"],
        ),
        (
            "Compost is ready after nine months, and leaf mould after two years",
            ["Compost is ready after nine months", "Leaf mould is ready after two years"],
        ),
        ("Beans need a pole, and peas a trellis", ["Beans need a pole", "Peas need a trellis"]),
        (
            "Strawberries fruit in June, raspberries in July",
            ["Strawberries fruit in June", "Raspberries fruit in July"],
        ),
        (
            "Books may be kept for four weeks and journals for ten days",
            ["Books may be kept for four weeks", "Journals may be kept for ten days"],
        ),
        (
            "The library lends books for three weeks and films for one week",
            ["The library lends books for three weeks", "The library lends films for one week"],
        ),
        (
            "The building was a railway station until 1987 and became a library in 1991",
            ["The building was a railway station until 1987", "The building became a library in 1991"],
        ),
        (
            "Salt is added at the end, because it makes the skins tough",
            ["Salt is added at the end", "It makes the skins tough"],
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
    ],
)
def test_what_is_one_clause_is_left_whole(sentence: str) -> None:
    assert [clause.text for clause in clauses(read(sentence))] == [sentence]


def test_own_words_follow_one_another() -> None:
    reading = read("Beans need a pole, peas a trellis, and Anna Kohl built the shed but Peter Lang drew the plans")
    found = clauses(reading)
    edges = [number for clause in found for number in (clause.first, clause.last)]
    assert len(found) == 4
    assert edges == sorted(edges)
    assert all(set(range(clause.first, clause.last + 1)) <= set(clause.words) for clause in found)
