"""The ways in which terms cover a cell."""

import pytest

from explanans.patterns.matching import TooManyWaysError, matches
from explanans.patterns.words import Analyzer
from explanans.structures.patterns import CellConstraint, Literal, Variable

X, Y = Variable("x"), Variable("y")


def covers(cell: str, *terms: Literal | Variable) -> list[tuple[str, ...]]:
    """Return what the variables stand for in each match."""
    found = matches(CellConstraint("C", (terms,)), Analyzer().readings(cell))
    return [tuple(" ".join(word for word, *_ in binding.value) for binding in match.bindings) for match in found]


def test_variables_share_the_words_between_them() -> None:
    assert covers("red blue green rocks", X, Y) == [
        *(("red", "blue green rocks"), ("red blue", "green rocks"), ("red blue green", "rocks")),
    ]
    assert covers("red blue rocks", X, Literal("blue"), Y) == [("red", "rocks")]
    assert covers("blue rocks", X, Literal("blue"), Y) == []


def test_optional_terms() -> None:
    assert covers("red rocks", Literal("red", optional=True), X) == [("rocks",), ("red rocks",)]
    assert covers("rocks", Variable("x", optional=True), Literal("rock")) == [()]
    assert covers("", Literal("red", optional=True)) == [()]
    assert covers("", X) == []


def test_what_stands_beside_a_relaxed_literal_may_be_anywhere() -> None:
    relaxed = Literal("rock", relaxed=True)
    constraint = CellConstraint("C", ((relaxed, Literal("melt")),))
    (match,) = matches(constraint, Analyzer().readings("old rocks can slowly melt"))
    assert match.relaxed == 1  # "slowly" stands between; "old" is passed over in search of "rocks"
    assert covers("heat melts old rocks", X, relaxed) == [("heat melts old",), ("heat melts",), ("heat",)][::-1]


def test_each_alternative_and_reading_counts_once() -> None:
    constraint = CellConstraint("C", ((Literal("rock"),), (X,)))
    found = matches(constraint, Analyzer().readings("rock; stone; rock"))
    assert [[binding.value for binding in match.bindings] for match in found] == [[], [(("rock",),)], [(("stone",),)]]


def test_there_is_an_end_to_ways() -> None:
    variables = tuple(Variable(f"x{number}") for number in range(10))
    with pytest.raises(TooManyWaysError, match="more than 10,000 ways to cover a cell"):
        covers(" ".join(["rock"] * 40), *variables)
