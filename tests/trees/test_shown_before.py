"""What is known of facts by the questions for which they, or like facts, were at hand."""

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.trees.nearness import Nearness
from explanans.trees.shown_before import DISTURBS, HARMLESS, SHOWN, SHOWN_BEFORE, ShownBefore

Vector = NDArray[np.float64]
EAST, NORTH = np.array([1.0, 0.0]), np.array([0.0, 1.0])
NORTH_EAST = np.array([0.6, 0.8])
NAMES = [feature.name for feature in SHOWN_BEFORE]


def rows(
    before: ShownBefore, names: Sequence[str], statement: Vector, facts: Sequence[Vector] = ()
) -> list[dict[str, float]]:
    """Return the features of facts, whose vectors are those of `EAST` unless others are given."""
    vectors = np.array(facts or [EAST] * len(names))
    near = Nearness(np.zeros((len(names), 3)), vectors, statement)
    return [dict(zip(NAMES, row, strict=True)) for row in before.columns(names, near).tolist()]


def test_a_fact_that_was_shown_more_often_has_higher_odds() -> None:
    before = ShownBefore.of(
        [
            (EAST, {"often": (EAST, SHOWN), "never": (EAST, DISTURBS), "fits": (EAST, HARMLESS)}),
            (EAST, {"often": (EAST, SHOWN)}),
        ]
    )
    often, never, fits, new = rows(before, ["often", "never", "fits", "new"], NORTH)
    assert often["shown_before"] > new["shown_before"] > never["shown_before"]
    assert fits["shown_before"] == never["shown_before"]
    assert fits["fit_before"] > never["fit_before"]
    assert new["at_hand_before"] == new["at_hand_near"] == 0


def test_like_questions_count_more() -> None:
    before = ShownBefore.of([(NORTH_EAST, {"f": (EAST, SHOWN)}), (EAST, {"f": (EAST, DISTURBS)})])
    (found,) = rows(before, ["f"], NORTH)
    assert found["shown_near"] > found["shown_before"]


def test_new_facts_are_judged_by_like_ones() -> None:
    before = ShownBefore.of([(NORTH_EAST, {"f": (EAST, SHOWN), "g": (NORTH, DISTURBS)})])
    like_shown, like_other = rows(before, ["new", "newer"], NORTH, [EAST, NORTH])
    assert like_shown["shown_before"] == like_other["shown_before"]
    for name in ("shown_alike", "fit_alike", "nearest_shown"):
        assert like_shown[name] > like_other[name]


def test_what_was_shown_for_the_same_statement_is_not_counted() -> None:
    before = ShownBefore.of([(EAST, {"f": (EAST, SHOWN)}), (NORTH, {"f": (EAST, DISTURBS)})])
    alone = ShownBefore.of([(NORTH, {"f": (EAST, DISTURBS)})])
    assert rows(before, ["f"], EAST) == rows(alone, ["f"], EAST)


def test_where_nothing_is_known_features_have_their_prior_values() -> None:
    (nothing,) = rows(ShownBefore(), ["f"], NORTH)
    assert nothing["at_hand_before"] == nothing["at_hand_near"] == nothing["at_hand_alike"] == 0
    assert nothing["nearest_shown"] == 0
    assert nothing["shown_before"] < nothing["fit_before"] < 0
    of_another = ShownBefore.of([(EAST, {"f": (EAST, SHOWN)})])
    own = [name for name in NAMES if not name.endswith("alike") and name != "nearest_shown"]
    (found,) = rows(of_another, ["other"], NORTH)
    assert [found[name] for name in own] == [nothing[name] for name in own]


def test_it_is_kept_as_json() -> None:
    before = ShownBefore.of(
        [(EAST, {"f": (EAST, SHOWN), "g": (NORTH, DISTURBS)}), (NORTH_EAST, {"f": (EAST, HARMLESS)})]
    )
    read = msgspec.json.decode(msgspec.json.encode(before), type=ShownBefore)
    assert read == before
    assert rows(read, ["f", "h"], NORTH) == rows(before, ["f", "h"], NORTH)
