"""What tells support from counter by words."""

import numpy as np

from explanans.graphs.links import Ties
from explanans.graphs.polarity import orientation
from explanans.graphs.stance import WORD_NAMES, word_columns

_NOTHING = Ties({}, {})


def _column(belief: str, argument: str, name: str, ties: Ties = _NOTHING) -> float:
    return float(word_columns([(belief, argument)], {}, ties)[0, WORD_NAMES.index(name)])


def test_a_denied_polar_word_turns_the_product_round() -> None:
    assert _column("Zoos should be banned.", "Zoos are cruel.", "orientation_product") == 1
    assert _column("Zoos should not be banned.", "Zoos are cruel.", "orientation_product") == -1


def test_shared_words_agree_where_both_assert_them() -> None:
    assert _column("Cats purr.", "Cats purr.", "shared_other_agreement") == 2
    assert _column("Cats purr.", "Cats do not purr.", "shared_other_agreement") == 0


def test_ties_of_gold_graphs_are_counted() -> None:
    ties = Ties({"cage freedom": 3}, {})
    assert _column("Freedom matters.", "Cages rust.", "opposed_words", ties) == np.float32(np.log(4))
    assert _column("Freedom matters.", "Cages rust.", "alike_words", ties) == 0


def test_nothing_to_go_by_is_told_as_nothing() -> None:
    row = word_columns([("x", "y")], {}, _NOTHING)
    assert np.isfinite(row).all()
    assert orientation("x") == 0
    assert word_columns([], {}, _NOTHING).shape == (0, len(WORD_NAMES))
