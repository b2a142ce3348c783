from collections.abc import Callable

import numpy as np
import pytest

from explanans.entailment.rules.evidence import NAMES, Evidence, features
from explanans.entailment.rules.finding import Finding, Kind, Outcome

Compare = Callable[[str, str], Evidence]


def found(evidence: Evidence, kind: Kind) -> list[Outcome]:
    """Return what came out of one kind."""
    return [finding.status for finding in evidence.findings if finding.kind == kind]


def conflicts(evidence: Evidence) -> list[Finding]:
    """Return the findings that are conflicts."""
    return [finding for finding in evidence.findings if finding.status == Outcome.CONFLICTS]


@pytest.mark.parametrize(
    ("premise", "claim", "kind"),
    [
        ("The Berlin Wall fell in 1989.", "The Berlin Wall fell in 1961.", Kind.DATE),
        ("Books can be ordered two days ahead.", "Books can be ordered three days ahead.", Kind.NUMBER),
        ("Leftover bait has been banned since 2012.", "Leftover bait has been banned since 1850.", Kind.DATE),
        (
            "The warranty does not cover damage caused by limescale.",
            "The warranty covers damage caused by limescale.",
            Kind.NEGATION,
        ),
        ("Bicycles may stand in the cellar but not in the hall.", "Bicycles may stand in the hall.", Kind.NEGATION),
        ("Tickets are sold at the till but not on the website.", "Tickets are sold on the website.", Kind.NEGATION),
        ("Members may borrow books but not films.", "Members may borrow films.", Kind.NEGATION),
        (
            "Smoking is allowed on the balcony but smoking is not allowed in the stairwell.",
            "Smoking is allowed in the stairwell.",
            Kind.NEGATION,
        ),
        ("Eggs should not be washed, because water enters.", "Eggs should be washed.", Kind.NEGATION),
        ("The bill rose last year.", "The bill fell last year.", Kind.ANTONYM),
        ("The rye is cheaper than the spelt.", "The spelt is cheaper than the rye.", Kind.COMPARISON),
    ],
)
def test_a_minimal_change_conflicts(compare: Compare, premise: str, claim: str, kind: Kind) -> None:
    assert kind in {finding.kind for finding in conflicts(compare(premise, claim))}


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("The dog chased the postman.", "The postman was chased by the dog."),
        ("Felix sold the bakery to Marta.", "Marta bought the bakery from Felix."),
        ("Twelve people came.", "A dozen people came."),
        ("The library is open on weekdays and closed on Sundays.", "The library is not open on Sundays."),
        ("The film lasts 90 minutes.", "The film lasts an hour and a half."),
        ("Drones have no sting and are driven out in autumn.", "Drones in autumn are driven out."),
        ("The landlord pays for repairs above 100 euros.", "The landlord pays for a repair of 300 euros."),
        ("Bicycles may stand in the cellar but not in the hall.", "Bicycles may stand in the cellar."),
        ("Wear a veil at all times; gloves are optional.", "Gloves need not be worn."),
        ("Jumping from the side is forbidden, except at the deep end.", "You may jump from the side at the deep end."),
        ("It was built in 1924.", "It was built in the 1920s."),
        ("The council accepted the plan.", "The council did not reject the plan."),
        ("Herons eat fish; Anna Kohl met Peter Lang.", "Peter Lang met Anna Kohl."),
        ("The rye is cheaper than the spelt.", "The spelt is dearer than the rye."),
        ("All loaves are shaped by hand.", "Some loaves are shaped by hand."),
        ("Toasters did best, with 31 of 36 repaired.", "Five toasters could not be repaired."),
        (
            "Drinks may be taken into the hall, but no food may be taken into the hall.",
            "Food may not be taken into the hall.",
        ),
        (
            "Smoking is allowed on the balcony but smoking is not allowed in the stairwell.",
            "Smoking is not allowed in the stairwell.",
        ),
        ("Before you purée the soup, take out half of the carrots.", "Some of the carrots are not puréed."),
        ("One adult may look after at most three children.", "One adult may not look after five children."),
    ],
)
def test_the_same_in_other_words_does_not_conflict(compare: Compare, premise: str, claim: str) -> None:
    assert not conflicts(compare(premise, claim))


def test_two_denials_agree(compare: Compare) -> None:
    evidence = compare("The council accepted the plan.", "The council did not reject the plan.")
    assert found(evidence, Kind.ANTONYM) == [Outcome.AGREES]


def test_a_number_without_its_like_is_missing(compare: Compare) -> None:
    evidence = compare("The dog bit the postman.", "The dog bit seven postmen.")
    assert found(evidence, Kind.NUMBER) == [Outcome.MISSING]


@pytest.mark.parametrize(
    ("premise", "claim", "kind"),
    [
        ("A ferry crossed the river in May 1866.", "A ferry crossed the river in 1866.", Kind.DATE),
        ("The shop opens at 2 pm.", "The shop opens at 14:00.", Kind.DATE),
        ("A ticket costs two dollars.", "A ticket costs 200 cents.", Kind.NUMBER),
        ("Films may be kept for one week.", "Films may be kept for seven days.", Kind.NUMBER),
    ],
)
def test_the_same_value_in_another_measure_agrees(compare: Compare, premise: str, claim: str, kind: Kind) -> None:
    assert found(compare(premise, claim), kind) == [Outcome.AGREES]


def test_who_does_something_together_is_not_swapped(compare: Compare) -> None:
    assert not conflicts(
        compare("The frogs live in the pond near the newts.", "The newts live in the pond near the frogs.")
    )


def test_a_finding_says_where_it_stands_and_why(compare: Compare) -> None:
    (finding,) = conflicts(compare("It is old. | The Berlin Wall fell in 1989.", "The Berlin Wall fell in 1961."))
    assert finding.why == "1961 against 1989"
    assert finding.claim == ("1961", 24, 28)
    assert finding.premise == ("1989", 24, 28)
    assert finding.sentence == 1


def test_the_opposite_of_an_occasion_is_no_difference(compare: Compare) -> None:
    occasion = compare("When the hive is too warm, the bees fan their wings.", "The bees cool the hive by fanning.")
    assert found(occasion, Kind.ANTONYM) == []
    assert found(compare("The hive is warm.", "The hive is cool."), Kind.ANTONYM) == [Outcome.CONFLICTS]


def test_what_a_claim_says_itself_is_no_opposite_of_another_word_of_it(compare: Compare) -> None:
    premise = "The kiln must not be opened above 150 degrees, because cold air makes pots crack."
    claim = "The kiln must not be opened while it is hot because cold air makes pots crack."
    assert found(compare(premise, claim), Kind.ANTONYM) == []
    assert found(compare(premise, "Hot air makes pots crack."), Kind.ANTONYM) == [Outcome.CONFLICTS]


def test_features_are_named_and_finite(compare: Compare) -> None:
    found = features(compare("The Berlin Wall fell in 1989.", "The Berlin Wall fell in 1961."))
    assert found.shape == (len(NAMES),)
    assert len(set(NAMES)) == len(NAMES)
    assert found.dtype == np.float32
    assert np.isfinite(found).all()
    by_name = dict(zip(NAMES, found.tolist(), strict=True))
    assert by_name["date_conflicts"] == 1
    assert by_name["unsaid"] == 1


@pytest.mark.parametrize(("premise", "claim"), [("Yes.", "No."), ("!", "?"), ("The dog bit.", "…")])
def test_what_says_nothing_has_features_too(compare: Compare, premise: str, claim: str) -> None:
    assert np.isfinite(features(compare(premise, claim))).all()
