"""The combination of a judge: its features, and probabilities that sum to 1."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from explanans.entailment.judge.combination import NAMES, Observation, describe, probabilities
from explanans.language.values import ValueRelation
from explanans.learning.nli import Piece, Reading
from tests.lab.judge.small import combination

LOGITS = arrays(np.float32, 3, elements=st.floats(-50, 50, width=32))
ROWS = arrays(np.float32, (4, len(NAMES)), elements=st.floats(-9, 9, width=32))


@given(LOGITS)
def test_probabilities_sum_to_one(logits: np.ndarray[tuple[int], np.dtype[np.float32]]) -> None:
    found = probabilities(logits)
    assert found.sum() == pytest.approx(1)
    assert found[logits.argmax()] == found.max()


@given(ROWS)
def test_judgements_sum_to_one(rows: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> None:
    for judgement in combination().judge(list(rows)):
        assert min(judgement) >= 0
        assert sum(judgement) == pytest.approx(1)


def test_nothing_is_judged_of_nothing() -> None:
    assert combination().judge([]) == []


def test_features_of_an_observation() -> None:
    even, sure = np.zeros(3, dtype=np.float32), np.array([-20, 20, -20], dtype=np.float32)
    reading = Reading(even, (Piece(0, 3, even), Piece(4, 9, sure)))
    values = (ValueRelation.EQUAL, ValueRelation.DIFFERENT, ValueRelation.EQUAL)
    observation = Observation(reading, reading, reading, (0.8, 0.3), values, values[1:], (0.75, 0.5), 2)
    found = dict(zip(NAMES, describe(observation).tolist(), strict=True))
    logs = [found[f"whole_{name}"] for name in ("supported", "contradicted", "unknown")]
    assert logs == pytest.approx([np.log(1 / 3)] * 3)
    assert found["whole_pieces_supported"] == pytest.approx(1 / 6)
    assert found["close_least_supported"] == pytest.approx(0)
    assert found["alone_most_contradicted"] == pytest.approx(1)
    assert (found["claim_pieces"], found["sentences"]) == (2, 2)
    assert (found["nearest"], found["second_nearest"]) == pytest.approx((0.8, 0.3))
    assert [found[f"whole_values_{name}"] for name in ("equal", "different", "none")] == [2, 1, 0]
    assert [found[f"alone_values_{name}"] for name in ("equal", "different", "none")] == [1, 1, 0]
    assert (found["covered"], found["covered_by_one"]) == (0.75, 0.5)


def test_features_of_a_claim_without_subwords_are_finite() -> None:
    silent = Reading(np.zeros(3, dtype=np.float32), ())
    assert np.isfinite(describe(Observation(silent, silent, silent, (0.8,)))).all()
