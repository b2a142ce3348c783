"""What combines: its features, and probabilities that sum to 1."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from explanans.entailment.judge.combination import NAMES, READ, Seen, describe
from explanans.entailment.rules.evidence import evidence
from explanans.language.parser import open_parser
from explanans.learning.nli import Piece, Reading, softmax
from tests.lab.judge.small import combination

LOGITS = arrays(np.float32, 3, elements=st.floats(-50, 50, width=32))
ROWS = arrays(np.float32, (4, len(NAMES)), elements=st.floats(-9, 9, width=32))


@given(LOGITS)
def test_shares_sum_to_one(logits: np.ndarray[tuple[int], np.dtype[np.float32]]) -> None:
    found = softmax(logits)
    assert found.sum() == pytest.approx(1)
    assert found[logits.argmax()] == found.max()


@given(ROWS)
def test_judgements_sum_to_one(rows: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> None:
    for judgement in combination().judge(list(rows)):
        assert min(judgement) >= 0
        assert sum(judgement) == pytest.approx(1)


def test_nothing_is_judged_of_nothing() -> None:
    assert combination().judge([]) == []


def test_the_features_of_a_reading() -> None:
    premise, claim = open_parser().parse(["Ice floats", "Ice sinks"])
    even, sure = np.zeros(3, dtype=np.float32), np.array([-20, 20, -20], dtype=np.float32)
    reading = Reading(even, (Piece(0, 3, even), Piece(4, 9, sure)))
    exact = evidence([premise], claim)
    found = dict(zip(NAMES, describe(Seen(reading, reading, [0.8, 0.3], exact)).tolist(), strict=True))
    assert [found[name] for name in READ[:3]] == pytest.approx([np.log(1 / 3)] * 3)
    assert found["pieces_supported"] == pytest.approx(1 / 6)
    assert found["least_supported"] == pytest.approx(0)
    assert found["most_contradicted"] == pytest.approx(1)
    assert found["claim_pieces"] == 2
    assert (found["close_supported"], found["nearest"]) == pytest.approx((np.log(1 / 3), 0.8))
    assert found["second_nearest"] == pytest.approx(0.3)
    silent = Reading(even, ())
    empty = describe(Seen(silent, silent, [0.8], exact))
    assert np.isfinite(empty).all()
