"""The least that has the words of a claim: word for word, shortened, in one clause, across clauses, or reported."""

import pytest

from explanans.entailment.claims.aggregation import CloseReader, Holding, with_closest
from explanans.language.parser import shared_parser
from explanans.structures.verdicts import NliScores, Status

NOTES = (
    "Slugs are most active at night and after rain.",
    "Compost is ready after nine months, and leaf mould after two years.",
    "Some gardeners say that coffee grounds drive ants away.",
    "The chapel was burnt by soldiers.",
    "Ice sinks.",
    "That is not true.",
    "An old belief:",
    "Iron floats.",
    "The old bridge was built of wood.",
    "The burghers rebuilt it in stone.",
)
SUPPORTED, CONTRADICTED, UNKNOWN = NliScores(0.9, 0.05, 0.05), NliScores(0.1, 0.8, 0.1), NliScores(0.1, 0.2, 0.7)


@pytest.mark.parametrize(
    ("claim", "holding", "numbers", "texts"),
    [
        ("Leaf mould is ready after two years.", Holding.STATED, (1,), ()),
        ("Slugs are most active at night.", Holding.SHORTENED, (0,), (NOTES[0][:-1],)),
        ("Soldiers burnt the chapel.", Holding.WHOLE, (3,), (NOTES[3][:-1],)),
        ("Coffee grounds drive ants away.", Holding.BOUND, (2,), (NOTES[2][:-1],)),
        (
            "The burghers rebuilt the old bridge in stone.",
            Holding.LEANING,
            (8, 9),
            ("The burghers rebuilt the old bridge in stone",),
        ),
        ("Ice sinks.", Holding.TAKEN_BACK, (4, 5), ()),
        ("Iron floats.", Holding.ANNOUNCED, (6, 7), ()),
        (
            "Compost is ready after two years.",
            Holding.CROSSED,
            (1,),
            ("Leaf mould is ready after two years", NOTES[1][:-1].replace("mould", "mould is ready")),
        ),
    ],
)
def test_how_a_sentence_has_the_words(
    claim: str, holding: Holding, numbers: tuple[int, ...], texts: tuple[str, ...]
) -> None:
    found = CloseReader(shared_parser).find(NOTES, range(len(NOTES)), claim)
    assert found is not None
    assert (found.holding, found.numbers, found.texts) == (holding, numbers, texts)


def test_no_sentence_has_them() -> None:
    assert CloseReader(shared_parser).find(NOTES, range(len(NOTES)), "Frogs jump into ponds.") is None


def test_neighbours_do_not_outweigh_a_clause_that_says_it() -> None:
    assert with_closest(CONTRADICTED, [SUPPORTED], Holding.SHORTENED) == SUPPORTED
    assert with_closest(SUPPORTED, [UNKNOWN], Holding.BOUND) == UNKNOWN


def test_an_exact_conflict_around_stands() -> None:
    conflict = NliScores(0.06, 0.9, 0.04)
    assert with_closest(conflict, [SUPPORTED], Holding.SHORTENED) == conflict


def test_what_clauses_say_only_together_is_not_supported() -> None:
    found = with_closest(CONTRADICTED, [UNKNOWN, SUPPORTED], Holding.CROSSED)
    assert (found.supported, found.contradicted) == (0.1, 0.8)
    assert with_closest(SUPPORTED, [SUPPORTED, SUPPORTED], Holding.CROSSED).status is not Status.SUPPORTED
