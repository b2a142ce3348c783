"""Ellipsis: what a clause without a verb borrows: a verb, what it says it of, the unit of a number, and their forms."""

import pytest

from explanans.entailment.rules.clauses import clauses

from .conftest import read


@pytest.mark.parametrize(
    ("sentence", "last"),
    [
        ("The water is heated to 24 degrees, and the paddling pool to 30", "The paddling pool is heated to 30 degrees"),
        ("A day ticket costs four euros, and a season ticket sixty-five", "A season ticket costs sixty-five euros"),
        ("A cup of tea costs two euros and a piece of cake three", "A piece of cake costs three euros"),
        ("Anna is 12 years old and Ben 9", "Ben is 9 years old"),
        ("The lake is twelve metres deep and the pond only two", "The pond is only two metres deep"),
        ("Bread keeps for five days, rolls for one", "Rolls keep for one day"),
        ("The train leaves at 8:15 and the bus at 9", "The bus leaves at 9"),
        ("Adults pay ten euros, children five and students seven", "Students pay seven euros"),
        ("A full plot costs 48 euros a year, a half plot 26", "A half plot costs 26 euros a year"),
    ],
)
def test_a_number_borrows_its_unit(sentence: str, last: str) -> None:
    assert clauses(read(sentence))[-1].text == last


@pytest.mark.parametrize(
    ("sentence", "last"),
    [
        ("The front light is white and the rear light red", "The rear light is red"),
        ("Tighten the stem with five newton metres and the clamp with six", "Tighten the clamp with six newton metres"),
        ("In summer this takes four hours, in winter seven", "In winter this takes seven hours"),
        ("The grey bin is emptied every two weeks and the green one every week", "The green one is emptied every week"),
        (
            "The red line runs every ten minutes and the blue line every fifteen",
            "The blue line runs every fifteen minutes",
        ),
        ("The tower was built by Anna Kohl and the walls by Peter Lang", "The walls were built by Peter Lang"),
        ("Sugar is added in spring, syrup in autumn", "Syrup is added in autumn"),
        ("The washers in the basement cost one euro, the dryers two euros", "The dryers cost two euros"),
    ],
)
def test_a_clause_borrows_a_verb_that_agrees(sentence: str, last: str) -> None:
    assert clauses(read(sentence))[-1].text == last
