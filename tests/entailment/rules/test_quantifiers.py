"""Of how many something is said, in a claim and in its premises."""

from collections.abc import Callable

import pytest

from explanans.entailment.rules.evidence import Evidence
from explanans.entailment.rules.finding import Kind, Outcome
from explanans.entailment.rules.pair import facts
from explanans.entailment.rules.quantifiers import Share, compare_shares
from explanans.language.analysis import AnalyzedSentence

Compare = Callable[[str, str], Evidence]


@pytest.mark.parametrize(
    ("text", "word", "share"),
    [
        ("All employees wear a badge.", "employees", Share.ALL),
        ("Every employee wears a badge.", "employee", Share.ALL),
        ("Almost all employees wear a badge.", "employees", Share.MOST),
        ("Not all of the bread is shaped by hand.", "bread", Share.NOT_ALL),
        ("The insurance does not cover all damage.", "damage", Share.NOT_ALL),
        ("The shop did not sell any loaves.", "loaves", Share.NONE),
        ("A few employees wear a badge.", "employees", Share.SOME),
        ("Few employees wear a badge.", "employees", Share.FEW),
        ("Only a few employees wear a badge.", "employees", Share.PART),
        ("Only some employees wear a badge.", "employees", Share.PART),
        ("Two of the three men believed Jeanne.", "men", Share.PART),
        ("Three of the three men believed Jeanne.", "men", Share.ALL),
        ("Every loaf is shaped by hand except the baguettes.", "loaf", Share.PART),
        ("A third of the roof is covered with plants.", "roof", Share.PART),
        ("The shop never closes at noon.", "closes", Share.NONE),
        ("The shop usually closes at noon.", "closes", Share.MOST),
        ("The third roof is covered with plants.", "roof", None),
        ("Employees wear a badge.", "Employees", None),
    ],
)
def test_the_share_that_a_sentence_names(
    read: Callable[[str], AnalyzedSentence], text: str, word: str, share: Share | None
) -> None:
    found = facts(read(text))
    said = {found.analysis.words[number].text: one for number, (one, _) in found.shares.items()}
    assert said.get(word) == share


@pytest.mark.parametrize(
    ("premise", "claim", "outcome"),
    [
        (Share.ALL, Share.SOME, Outcome.AGREES),
        (Share.ALL, Share.MOST, Outcome.AGREES),
        (Share.SOME, Share.ALL, Outcome.MISSING),
        (Share.SOME, Share.PART, Outcome.MISSING),
        (Share.NONE, Share.SOME, Outcome.CONFLICTS),
        (Share.SOME, Share.NONE, Outcome.CONFLICTS),
        (Share.PART, Share.ALL, Outcome.CONFLICTS),
        (Share.PART, Share.NOT_ALL, Outcome.AGREES),
        (Share.MOST, Share.ALL, Outcome.CONFLICTS),
        (Share.MOST, Share.FEW, Outcome.CONFLICTS),
        (Share.NOT_ALL, Share.NONE, Outcome.MISSING),
    ],
)
def test_shares_are_compared(premise: Share, claim: Share, outcome: Outcome) -> None:
    assert compare_shares(claim, premise) is outcome


@pytest.mark.parametrize("share", Share)
def test_a_share_agrees_with_itself(share: Share) -> None:
    assert compare_shares(share, share) is Outcome.AGREES


def outcome(evidence: Evidence, kind: Kind = Kind.QUANTIFIER) -> list[Outcome]:
    """Return what came of quantifiers."""
    return [finding.status for finding in evidence.findings if finding.kind == kind]


@pytest.mark.parametrize(
    ("premise", "claim", "status"),
    [
        ("Some employees wear a badge.", "All employees wear a badge.", Outcome.MISSING),
        ("All employees wear a badge.", "Some employees wear a badge.", Outcome.AGREES),
        ("No employees wear a badge.", "Some employees wear a badge.", Outcome.CONFLICTS),
        ("Most members pay by card.", "Few members pay by card.", Outcome.CONFLICTS),
        ("Most members pay by card.", "All members pay by card.", Outcome.CONFLICTS),
        ("Every student gets a locker.", "Only some students get a locker.", Outcome.CONFLICTS),
        ("One of the two donkeys has worms.", "Both donkeys have worms.", Outcome.CONFLICTS),
        ("The insurance does not cover all damage.", "The insurance covers all damage.", Outcome.CONFLICTS),
        ("The shop sometimes closes at noon.", "The shop always closes at noon.", Outcome.MISSING),
        ("The shop always closes at noon.", "The shop sometimes closes at noon.", Outcome.AGREES),
        ("The shop never closes at noon.", "The shop often closes at noon.", Outcome.CONFLICTS),
        ("The shop rarely closes at noon.", "The shop usually closes at noon.", Outcome.CONFLICTS),
        ("Everyone paid the fee.", "Nobody paid the fee.", Outcome.CONFLICTS),
        ("Everyone paid the fee.", "Someone paid the fee.", Outcome.AGREES),
        ("Nobody has to use the slide.", "Everyone has to use the slide.", Outcome.CONFLICTS),
        ("Nobody was hurt.", "Somebody was hurt.", Outcome.CONFLICTS),
        ("The tenant may not sublet the whole flat.", "The whole flat may not be sublet.", Outcome.AGREES),
    ],
)
def test_quantifiers_of_sentences(compare: Compare, premise: str, claim: str, status: Outcome) -> None:
    assert outcome(compare(premise, claim)) == [status]


def test_somebody_is_excepted_of_whom_nothing_is_said(compare: Compare) -> None:
    assert outcome(compare("Nobody but Ann was hurt.", "Somebody was hurt.")) == []


@pytest.mark.parametrize(
    ("premise", "claim", "status"),
    [
        ("At most ten people came.", "Twelve people came.", Outcome.CONFLICTS),
        ("A room costs at least 40 euros.", "A room costs 30 euros.", Outcome.CONFLICTS),
        ("More than 30 people came.", "At least 25 people came.", Outcome.AGREES),
    ],
)
def test_bounds_of_numbers(compare: Compare, premise: str, claim: str, status: Outcome) -> None:
    assert outcome(compare(premise, claim), Kind.NUMBER) == [status]
