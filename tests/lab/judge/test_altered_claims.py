"""Claims whose values, names or words are replaced."""

import pytest

from explanans.lab.datasets.labels import UNSUPPORTED
from explanans.lab.judge.altered_claims import altered_values, altered_words
from explanans.lab.judge.examples import TrainingClaim, TrainingExample
from explanans.language.parser import open_parser
from explanans.language.values import find_values
from explanans.structures.verdicts import Status

SUPPORTED, CONTRADICTED = frozenset((Status.SUPPORTED,)), frozenset((Status.CONTRADICTED,))
TEXT = "The ferry to Vard takes 40 minutes and costs 12 euros. Bicycles cost 3 euros. It was built in 1987."


def with_other_values(claim: str, status: frozenset[Status] = SUPPORTED, seed: int = 0) -> list[TrainingClaim]:
    example = TrainingExample((TEXT,), (TrainingClaim(claim, status),), 1.0)
    return [found for one in altered_values([example], seed) for found in one.claims]


@pytest.mark.parametrize(
    "claim",
    ["The crossing lasts 40 minutes.", "A passenger pays 12 euros.", "The ship dates from 1987.", "It has two decks."],
)
def test_a_supported_claim_stands_beside_itself_with_another_value(claim: str) -> None:
    for seed in range(20):
        plain, changed = with_other_values(claim, seed=seed)
        assert plain == TrainingClaim(claim, SUPPORTED)
        assert changed.statuses == CONTRADICTED
        (before,), (after,) = find_values(claim), find_values(changed.text)
        assert (before.low, before.unit) != (after.low, after.unit)


def test_values_of_the_text_and_others_and_units_take_their_place() -> None:
    texts = {with_other_values("A passenger pays 12 euros.", seed=seed)[1].text for seed in range(40)}
    assert "A passenger pays 3 euros." in texts
    assert "A passenger pays 12 pounds." in texts
    assert "A passenger pays 120 euros." in texts


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("The crossing lasts at least 40 minutes.", SUPPORTED),
        ("It does not cost 40 euros.", SUPPORTED),
        ("The crossing lasts 50 minutes.", CONTRADICTED),
        ("The ferry goes to Vard.", SUPPORTED),
    ],
)
def test_bounds_denials_and_claims_that_do_not_hold_are_passed_over(claim: str, status: frozenset[Status]) -> None:
    assert with_other_values(claim, status) == []


def with_other_words(claim: str, status: frozenset[Status] = SUPPORTED, seed: int = 0) -> list[TrainingClaim]:
    text = ("Anna Berg sold the old mill to Tom Reed in May.", "The baker bought bread and salt.")
    example = TrainingExample(text, (TrainingClaim(claim, status),), 1.0)
    return [found for one in altered_words([example], open_parser(), seed) for found in one.claims]


@pytest.mark.parametrize(
    ("claim", "one_of"),
    [
        ("The mill changed hands in May.", "The mill changed hands in March."),
        ("The seller was Anna Berg.", "The seller was Tom Reed."),
        ("Someone got the mill.", "Someone got the baker."),
    ],
)
def test_another_name_or_word_of_the_premises_takes_the_place_of_one(claim: str, one_of: str) -> None:
    found = [with_other_words(claim, seed=seed) for seed in range(60)]
    assert {plain for plain, _ in found} == {TrainingClaim(claim, SUPPORTED)}
    assert {changed.statuses for _, changed in found} == {UNSUPPORTED}
    assert one_of in {changed.text for _, changed in found}


@pytest.mark.parametrize(
    ("claim", "status"),
    [("Tom did not sell the mill.", SUPPORTED), ("Tom sold the mill.", CONTRADICTED), ("They met.", SUPPORTED)],
)
def test_claims_without_a_word_to_replace_are_passed_over(claim: str, status: frozenset[Status]) -> None:
    assert with_other_words(claim, status) == []
