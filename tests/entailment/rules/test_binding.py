from collections.abc import Callable

import pytest

from explanans.entailment.rules import binding
from explanans.entailment.rules.evidence import Evidence

TICKETS = "A day ticket costs five euros, and a season ticket costs sixty euros."
SLIDE = "The slide was built in 2016 and repaired after the storm of 2021."
ROOMS = "The reading room is open from Monday to Friday, and the children's room from Tuesday to Saturday."
FIRING = "Firing costs two euros for a mug and four euros for a bowl."
LOANS = "The library lends books for three weeks and films for one week."
ANNA = "Anna was born in 1950, and her brother was born in 1960."


@pytest.mark.parametrize(
    ("premise", "claim", "why"),
    [
        (TICKETS, "A season ticket costs five euros.", "five against sixty"),
        (TICKETS, "A day ticket costs sixty euros.", "sixty against five"),
        (SLIDE, "The slide was repaired in 2016.", "2016 against 2021"),
        (ANNA, "Anna was born in 1960.", "1960 against 1950"),
        ("Anna was born in 1950 and died in 2010.", "Anna died in 1950.", "1950 against 2010"),
        (LOANS, "The library lends films for three weeks.", "three against one"),
        (
            ROOMS,
            "The children's room is open from Monday to Friday.",
            "Monday to Friday against Tuesday to Saturday",
        ),
        (FIRING, "Firing a bowl costs two euros.", "two against four"),
        (FIRING, "A mug costs four euros.", "four against two"),
    ],
)
def test_the_value_of_another_clause(
    compare: Callable[[str, str], Evidence], premise: str, claim: str, why: str
) -> None:
    (found,) = binding.values(compare(premise, claim))
    assert found.why == why


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        (TICKETS, "A season ticket costs sixty euros."),
        (TICKETS, "A ticket costs five euros."),
        (SLIDE, "The slide was built in 2016."),
        (LOANS, "The library lends films for one week."),
        (FIRING, "Firing a bowl costs four euros."),
        (FIRING, "A mug costs two euros."),
        (LOANS, "The library lends books for three weeks."),
        (ROOMS, "The children's room is open from Tuesday to Saturday."),
        (ROOMS, "The children's room is open on Saturday."),
        ("From Monday to Friday the hall and from Tuesday to Sunday the gym is open.", "The hall opens on Monday."),
        (SLIDE, "The storm was in 2021."),
        (TICKETS, "A season ticket does not cost five euros."),
        (ANNA, "Anna's brother was born in 1960."),
        ("The bus leaves the station at 9:15 and at 10:30.", "The bus leaves the station at 10:30."),
        ("He bought shares in 2007, later selling them in 2010.", "He bought shares, later selling them in 2010."),
    ],
)
def test_the_value_of_the_same_clause(compare: Callable[[str, str], Evidence], premise: str, claim: str) -> None:
    assert not list(binding.values(compare(premise, claim)))


def test_values_of_two_sentences(compare: Callable[[str, str], Evidence]) -> None:
    premises = "A day ticket costs five euros. | A season ticket costs sixty euros."
    (found,) = binding.values(compare(premises, "A season ticket costs five euros."))
    assert (found.why, found.sentence) == ("five against sixty", 1)
