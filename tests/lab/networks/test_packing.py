"""Rows of premises and claims: what sees what, how they are grouped, and what is lowered."""

from math import log

import numpy as np
import pytest
import torch

from explanans.lab.datasets.labels import UNSUPPORTED
from explanans.lab.judge.examples import TrainingClaim
from explanans.lab.networks.packing import Batch, Packed, Sight, groups, status_loss
from explanans.structures.verdicts import Status

SUPPORTED = frozenset((Status.SUPPORTED,))
SURE = TrainingClaim("Ice floats.", SUPPORTED)
UNSURE = TrainingClaim("Ice is cold.", SUPPORTED, None, (0.5, 0.25, 0.25))


def row(*claims: TrainingClaim, weight: float = 1.0, is_sequence: bool = False) -> Packed:
    """Return two tokens of premises, and two of each claim."""
    packed = Packed.of([7, 8], weight, is_sequence=is_sequence)
    for claim in claims:
        packed.add(claim, [5, 6], [-100, 0], 1)
    return packed


def test_each_claim_stands_as_if_it_followed_the_premises() -> None:
    packed = row(SURE, UNSURE)
    assert packed.positions == [0, 1, 2, 3, 2, 3]
    assert packed.segments == [0, 0, 1, 1, 2, 2]
    assert packed.starts == [3, 5]
    assert packed.shares == [(0, 0, 0), (0.5, 0.25, 0.25)]


def test_claims_see_premises_and_themselves_only() -> None:
    segments = torch.from_numpy(Batch.of([row(SURE, UNSURE), row(SURE)]).segments)
    seen = Sight.of(segments).bias[0, 0] == 0
    assert seen.int().tolist()[0] == [1, 1, 0, 0, 0, 0]
    assert seen.int().tolist()[2] == [1, 1, 1, 1, 0, 0]
    assert seen.int().tolist()[5] == [1, 1, 0, 0, 1, 1]
    before = Sight.of(segments, causal=True)
    assert (before.bias[0, 0] == 0).int().tolist()[2] == [1, 1, 1, 0, 0, 0]
    assert (before.bias[1, 0] == 0).int().tolist()[5] == [0, 0, 0, 0, 0, 1]  # what is padded sees itself
    assert before.own[0].int().tolist()[2] == [0, 0, 1, 1, 0, 0]


def test_in_a_sequence_claims_see_those_before_them() -> None:
    packed = row(SURE, UNSURE, is_sequence=True)
    assert packed.positions == [0, 1, 2, 3, 4, 5]
    batch = Batch.of([packed, row(SURE, UNSURE)])
    segments, sequences = torch.from_numpy(batch.segments), torch.from_numpy(batch.sequences)
    found = Sight.of(segments, causal=True, sequences=sequences)
    seen = found.bias[:, 0] == 0
    assert seen[0].int().tolist()[5] == [1, 1, 1, 1, 1, 1]
    assert seen[0].int().tolist()[3] == [1, 1, 1, 1, 0, 0]
    assert seen[1].int().tolist()[5] == [1, 1, 0, 0, 1, 1]
    assert found.own[0].int().tolist()[5] == [0, 0, 0, 0, 1, 1]


def test_rows_of_like_length_are_together_and_none_is_lost() -> None:
    lengths = np.array([10, 100, 12, 90, 300, 11])
    found = groups(lengths, 200, np.random.default_rng(0))
    assert sorted(map(sorted, found)) == [[0, 2, 5], [1, 3], [4]]


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ((SURE,), log(4)),
        ((TrainingClaim("Ice sinks.", UNSUPPORTED),), log(4 / 3)),
        ((SURE, TrainingClaim("Ice is.", frozenset(Status))), log(4)),  # what may be anything does not count
        ((UNSURE,), 0.5 * log(4) + 0.25 * log(2) + 0.25 * log(4)),
        ((SURE, UNSURE), (log(4) + 0.75 * log(4) + 0.25 * log(2)) / 2),
    ],
)
def test_what_is_lowered(claims: tuple[TrainingClaim, ...], expected: float) -> None:
    logits = torch.tensor([0.25, 0.5, 0.25]).log().expand(len(claims), 3)
    assert float(status_loss(logits, Batch.of([row(*claims)]))) == pytest.approx(expected)


def test_claims_count_by_their_weight() -> None:
    logits = torch.tensor([[0.5, 0.25, 0.25], [0.125, 0.375, 0.5]]).log()
    loss = status_loss(logits, Batch.of([row(SURE, weight=3.0), row(SURE)]))
    assert float(loss) == pytest.approx((3 * log(2) + log(8)) / 4)
