"""Clauses: how sentences are divided, what a clause without a verb or a subject borrows, and what is left whole."""

import pytest

from explanans.entailment.rules.clauses import clauses, filled

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
            "Lack of sleep, red wine, stress and skipped meals can set off an attack",
            ["Lack of sleep, red wine, stress and skipped meals can set off an attack"],
        ),
        (
            "A mild fever is harmless, but a fever with a rash: see a doctor at once",
            ["A mild fever is harmless", "A fever with a rash: see a doctor at once"],
        ),
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
        (
            "The bridge was built in 1934 and renovated in 1998",
            ["The bridge was built in 1934", "The bridge was renovated in 1998"],
        ),
        ("Paper goes into a bin, and glass into a sack", ["Paper goes into a bin", "Glass goes into a sack"]),
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
    ],
)
def test_what_is_one_clause_is_left_whole(sentence: str) -> None:
    assert [clause.text for clause in clauses(read(sentence))] == [sentence]


@pytest.mark.parametrize(
    ("sentence", "whole"),
    [
        ("Ann led the repair; Peter drew the plans", "Ann led the repair; Peter drew the plans"),
        ("She lives here and keeps the keys", "She lives here and keeps the keys"),
        (
            "Bread keeps for five days, rolls for one, and cakes for two weeks",
            "Bread keeps for five days, rolls keep for one day, and cakes keep for two weeks",
        ),
        (
            "Peas are sown in March and cress in May, and both are watered",
            "Peas are sown in March and cress is sown in May, and both are watered",
        ),
        (
            "The museum opened in 1990, and Anna's café in 2001",
            "The museum opened in 1990, and Anna's café opened in 2001",
        ),
    ],
)
def test_a_sentence_is_filled_where_a_verb_is_borrowed(sentence: str, whole: str) -> None:
    assert filled(read(sentence)) == whole


def test_own_words_follow_one_another() -> None:
    reading = read("Beans need a pole, peas a trellis, and Anna Kohl built the shed but Peter Lang drew the plans")
    found = clauses(reading)
    edges = [number for clause in found for number in (clause.first, clause.last)]
    assert len(found) == 4
    assert edges == sorted(edges)
    assert all(set(range(clause.first, clause.last + 1)) <= set(clause.words) for clause in found)
