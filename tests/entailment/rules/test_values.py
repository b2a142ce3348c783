"""Values of a claim beside those of its premises."""

from collections.abc import Callable

import pytest

from explanans.entailment.rules.evidence import Evidence
from explanans.entailment.rules.finding import Finding, Outcome

Compare = Callable[[str, str], Evidence]


def of_value(evidence: Evidence) -> Finding:
    """Return the finding of the only value of a claim."""
    (finding,) = (one for one in evidence.findings if one.kind.value in {"number", "date"})
    return finding


@pytest.mark.parametrize(
    ("premise", "claim", "why"),
    [
        ("The water is heated to 24 degrees.", "The water is heated to 30 degrees.", "30 degrees against 24 degrees"),
        ("The hall holds 49 bells.", "The hall holds 94 bells.", "94 against 49"),
        ("The pool is open from May to September.", "The pool is open in January.", "January against May to September"),
        ("The talk lasts 40 minutes.", "The talk lasts 40 hours.", "40 hours against 40 minutes"),
    ],
)
def test_a_different_value_is_named(compare: Compare, premise: str, claim: str, why: str) -> None:
    finding = of_value(compare(premise, claim))
    assert finding.status is not Outcome.AGREES
    assert finding.why == why


@pytest.mark.parametrize(
    ("premises", "claim"),
    [
        ("A ticket costs 4 euros.", "Three tickets cost 12 euros."),
        ("Two dogs and three cats live here.", "Five pets live here."),
        ("The mill burnt down in 1897. | It was rebuilt 6 years later.", "The mill was rebuilt in 1903."),
    ],
)
def test_a_value_that_can_be_computed_is_no_conflict(compare: Compare, premises: str, claim: str) -> None:
    assert not [finding for finding in compare(premises, claim).findings if finding.status is Outcome.CONFLICTS]


def test_a_value_of_another_kind_is_no_counterpart(compare: Compare) -> None:
    finding = of_value(compare("The tunnel is three hours away.", "The van is four metres high."))
    assert (finding.status, finding.premise) == (Outcome.MISSING, None)
