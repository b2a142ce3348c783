"""Features of steps."""

import numpy as np
import pytest

from explanans.entailment.steps.features import GROUPS, NAMES, columns
from explanans.entailment.steps.step import TermStatistics

WORDS = TermStatistics({"frog": 3.0, "skin": 1.0}, {"frog": 2}, {"frog have": 2})
PREMISES = ("a frog is a kind of amphibian", "amphibians have moist skin")


def feature(name: str, conclusion: str, premises: tuple[str, ...] = PREMISES) -> float:
    return float(columns([(premises, conclusion)], WORDS)[0, NAMES.index(name)])


@pytest.mark.parametrize(
    ("name", "conclusion", "value"),
    [
        ("covered", "a frog has moist skin", 1.0),
        ("covered", "a frog has skin and teeth", 4 / 7),
        ("new", "a green frog has dry skin", 2),
        ("shared_kept", "a frog has moist skin", 0.0),
        ("unshared_kept", "a frog has moist skin", 1.0),
        ("kept_least", "a frog jumps", 0.0),
        ("own_least", "frogs are amphibians", 0.0),
        ("denial_new", "a frog does not have moist skin", 1),
        ("denials_odd", "a frog does not have moist skin", 1),
        ("turned_denial", "a frog does not have moist skin", 2),
        ("numbers_new", "two frogs have skin", 1),
        ("opposite_new", "a frog has dry skin", 0),
        ("same_opening", "a frog jumps", 1),
        ("pairs_strange", "a frog has skin", 1),
        ("pieces", "a frog has moist skin", 0),
        ("loose", "a frog eats flies", 2),
        ("drafted", "a frog has moist skin", 1.0),
        ("undrafted", "a frog has moist skin", 0),
        ("swap_gain", "a frog has moist skin", -3),
        ("swap_gain", "skin has moist frog", 4),
        ("swaps", "skin has moist frog", 1),
    ],
)
def test_known_values(name: str, conclusion: str, value: float) -> None:
    assert feature(name, conclusion) == pytest.approx(value)


def test_opposites_are_seen_where_a_premise_has_the_other_word() -> None:
    premises = ("heat causes the volume to increase", "a balloon has volume")
    assert feature("opposite_new", "heat causes a balloon to decrease", premises) == 1
    assert feature("opposite_turned", "the volume will decrease", premises) == 1
    assert feature("opposite_new", "heat causes a balloon to increase", premises) == 0


def test_turned_pairs() -> None:
    assert feature("turned", "skin has moist amphibians") > feature("turned", "amphibians have moist skin") == 0


def test_the_order_of_premises_says_nothing() -> None:
    steps = [(PREMISES, "a frog has moist skin"), (PREMISES[::-1], "a frog has moist skin")]
    first, second = columns(steps, WORDS)
    np.testing.assert_allclose(first, second)


@pytest.mark.parametrize("conclusion", ["", "the", "…", "if", "a frog", "not", "if then"])
@pytest.mark.parametrize("premises", [PREMISES, ("",), ("if", "then", "the of a")])
def test_whatever_is_written_has_features(premises: tuple[str, ...], conclusion: str) -> None:
    assert np.isfinite(columns([(premises, conclusion)], WORDS)).all()


def test_every_feature_has_one_name_and_a_definition() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert all(feature.definition for group in GROUPS.values() for feature in group)
    assert columns([], WORDS).shape == (0, len(NAMES))


def test_endless_texts_and_steps_take_no_endless_time() -> None:
    text = " ".join(f"word{number}" for number in range(100_000))
    assert feature("premises", text, (text,) * 3) == 3
    many = tuple(f"premise {number} holds" for number in range(300))
    assert feature("drafted", "premise 299 holds and premise 5 holds", many) > 0
