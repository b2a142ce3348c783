"""Small words that turn what a sentence says."""

import pytest

from explanans.entailment.steps.step import denied, is_denial, is_number, opposite_terms, opposites


def test_opposites_go_both_ways() -> None:
    assert all(word in opposites()[other] for word, others in opposites().items() for other in others)
    assert "decrease" in opposites()["increase"]
    assert all(name not in others for name, others in opposite_terms().items())


@pytest.mark.parametrize(
    ("words", "reached"),
    [
        ("dogs bite", set()),
        ("dogs do not bite", {"bite"}),
        ("dogs don't bite", {"bite"}),
        ("no dog never bites", {"dog"}),
        ("it is not at all in any way big", {"at", "all", "in", "any"}),
    ],
)
def test_a_denial_reaches_a_few_words(words: str, reached: set[str]) -> None:
    split = tuple(words.split())
    assert {word for word, is_denied in zip(split, denied(split), strict=True) if is_denied} == reached


def test_classes_of_words() -> None:
    assert [is_number(word) for word in ("3.5", "twice", "many")] == [True, True, False]
    assert [is_denial(word) for word in ("cannot", "can", "n't")] == [True, False, True]
