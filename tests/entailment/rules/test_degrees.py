"""Comparatives by their form, and comparisons that the parser has never seen."""

from collections.abc import Callable

import pytest

from explanans.entailment.rules.evidence import Evidence
from explanans.entailment.rules.finding import Kind, Outcome
from explanans.language.opposites import positive, turned

Compare = Callable[[str, str], Evidence]

OPPOSITES = (
    "short:long tall:low high:low heavy:light big:small large:small wide:narrow broad:narrow thick:thin deep:shallow "
    "old:young old:new fast:slow quick:slow early:late cheap:dear strong:weak hard:soft hot:cold warm:cool warm:cold "
    "wet:dry bright:dark clean:dirty rich:poor good:bad near:far loud:quiet smooth:rough sharp:blunt happy:sad "
    "full:empty sweet:sour steep:flat thin:fat polite:rude fine:coarse"
).split()
"""Ordinary adjectives that have comparatives in -er, with their opposites."""


def comparative(adjective: str) -> str:
    """Return the comparative as English spells it."""
    irregular = {"good": "better", "bad": "worse", "far": "farther"}
    if adjective in irregular:
        return irregular[adjective]
    if adjective.endswith("e"):
        return f"{adjective}r"
    if adjective.endswith("y") and adjective[-2] not in "aeo":
        return f"{adjective[:-1]}ier"
    doubled = (
        len(adjective) < 5 and adjective[-1] in "gtdnm" and adjective[-2] in "aeiou" and adjective[-3] not in "aeo"
    )
    return f"{adjective}{adjective[-1] if doubled else ''}er"


@pytest.mark.parametrize("pair", OPPOSITES)
def test_ordinary_comparatives_are_known_by_their_form(pair: str) -> None:
    one, other = pair.split(":")
    assert (positive(comparative(one)), positive(comparative(other))) == (one, other)
    assert (turned(one, one), turned(one, other), turned(other, one)) == (1, -1, -1)


@pytest.mark.parametrize("word", "river other rather number matter water never over corner letter later_on".split())
def test_other_words_in_er_are_no_comparatives(word: str) -> None:
    assert positive(word) is None


def outcomes(evidence: Evidence) -> set[Outcome]:
    """Return what came of comparisons."""
    return {finding.status for finding in evidence.findings if finding.kind == Kind.COMPARISON}


@pytest.mark.parametrize("pair", OPPOSITES)
def test_the_opposite_comparison_conflicts_and_turned_round_it_agrees(compare: Compare, pair: str) -> None:
    one, other = map(comparative, pair.split(":"))
    premise = f"A worn chain is {one} than a new chain."
    assert outcomes(compare(premise, f"A worn chain is {other} than a new chain.")) == {Outcome.CONFLICTS}
    assert outcomes(compare(premise, f"A new chain is {one} than a worn chain.")) == {Outcome.CONFLICTS}
    assert outcomes(compare(premise, f"A new chain is {other} than a worn chain.")) == {Outcome.AGREES}


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("The rye costs less than the spelt.", "The rye costs more than the spelt."),
        ("The rye is cheaper than the spelt.", "The rye costs more than the spelt."),
        ("Oslo is not as warm as Rome.", "Oslo is warmer than Rome."),
        ("Krag sold fewer bricks than Lom.", "Krag sold more bricks than Lom."),
        ("Repairs take longer in summer than in winter.", "Repairs take longer in winter than in summer."),
    ],
)
def test_comparisons_of_other_forms_conflict(compare: Compare, premise: str, claim: str) -> None:
    assert outcomes(compare(premise, claim)) == {Outcome.CONFLICTS}


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("A worn chain is longer than a new chain.", "A worn chain is greener than a new chain."),
        ("A bus is cheaper than a train.", "A bus is cheaper than a taxi."),
        ("The tank holds more than 40 litres.", "The tank holds more than 30 litres."),
    ],
)
def test_what_is_not_compared_is_left_alone(compare: Compare, premise: str, claim: str) -> None:
    assert not outcomes(compare(premise, claim))
