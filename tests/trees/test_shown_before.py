"""What is known of facts by the questions for which they were at hand."""

import msgspec
import numpy as np

from explanans.trees.shown_before import DISTURBS, HARMLESS, SHOWN, SHOWN_BEFORE, ShownBefore

EAST, NORTH = np.array([1.0, 0.0]), np.array([0.0, 1.0])
NORTH_EAST = np.array([0.6, 0.8])
NAMES = [feature.name for feature in SHOWN_BEFORE]


def test_a_fact_that_was_shown_more_often_has_higher_odds() -> None:
    before = ShownBefore.of([(EAST, {"often": SHOWN, "never": DISTURBS, "fits": HARMLESS}), (EAST, {"often": SHOWN})])
    often, never, fits, new = (
        dict(zip(NAMES, row, strict=True)) for row in before.columns(["often", "never", "fits", "new"], NORTH).tolist()
    )
    assert often["shown_before"] > new["shown_before"] > never["shown_before"]
    assert fits["shown_before"] == never["shown_before"]
    assert fits["fit_before"] > never["fit_before"]
    assert new["at_hand_before"] == new["at_hand_near"] == 0


def test_like_questions_count_more() -> None:
    before = ShownBefore.of([(NORTH_EAST, {"f": SHOWN}), (EAST, {"f": DISTURBS})])
    (row,) = before.columns(["f"], NORTH).tolist()
    found = dict(zip(NAMES, row, strict=True))
    assert found["shown_near"] > found["shown_before"]


def test_what_was_shown_for_the_same_statement_is_not_counted() -> None:
    before = ShownBefore.of([(EAST, {"f": SHOWN}), (NORTH, {"f": DISTURBS})])
    alone = ShownBefore.of([(NORTH, {"f": DISTURBS})])
    assert before.columns(["f"], EAST).tolist() == alone.columns(["f"], EAST).tolist()


def test_nothing_is_known_of_facts_that_were_never_at_hand() -> None:
    before = ShownBefore.of([(EAST, {"f": SHOWN})])
    assert before.columns(["other"], NORTH).tolist() == ShownBefore().columns(["other"], NORTH).tolist()


def test_it_is_kept_as_json() -> None:
    before = ShownBefore.of([(EAST, {"f": SHOWN, "g": DISTURBS}), (NORTH_EAST, {"f": HARMLESS})])
    assert msgspec.json.decode(msgspec.json.encode(before), type=ShownBefore) == before
