"""Alignments are the best there are, or bounded."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.evaluation.graphs.matching import Ends, Gains, align

GAIN = st.sampled_from([0.0, 0.25, 0.5, 1.0, 2.0])


@st.composite
def gains(draw: st.DrawFn) -> Gains:
    """Draw two graphs of one to four nodes."""
    sizes = (draw(st.integers(1, 4)), draw(st.integers(1, 4)))
    ends = [
        draw(st.lists(st.tuples(*[st.integers(0, size - 1)] * 2), min_size=1, max_size=5, unique=True))
        for size in sizes
    ]
    matrix = [
        np.array(draw(st.lists(GAIN, min_size=rows * columns, max_size=rows * columns))).reshape(rows, columns)
        for rows, columns in (sizes, (len(ends[0]), len(ends[1])))
    ]
    return Gains(matrix[0], ends[0], ends[1], matrix[1])


def best(gains: Gains) -> float:
    """Return the highest gain over all ways to align nodes."""
    rows, columns = gains.nodes.shape
    targets = [*range(columns), *[-1] * rows]
    return max(gain(gains, dict(enumerate(order))) for order in set(permutations(targets, rows)))


def gain(gains: Gains, other: dict[int, int]) -> float:
    numbers: dict[Ends, int] = {ends: number for number, ends in enumerate(gains.second)}
    total = sum(float(gains.nodes[pair]) for pair in other.items() if pair[1] >= 0)
    for number, (source, target) in enumerate(gains.first):
        aligned = numbers.get((other.get(source, -1), other.get(target, -1)))
        total += 0 if aligned is None else float(gains.edges[number, aligned])
    return total


@settings(max_examples=30)
@given(gains())
def test_no_alignment_gains_more(gains: Gains) -> None:
    found = align(gains)
    assert found.gain == pytest.approx(best(gains))
    assert found.gain == pytest.approx(gain(gains, dict(found.pairs)))
    assert found.bound == found.gain
    assert len({first for first, _ in found.pairs}) == len({second for _, second in found.pairs}) == len(found.pairs)


@pytest.mark.filterwarnings("ignore::scipy.optimize.OptimizeWarning")
def test_where_time_runs_out_the_gain_is_bounded() -> None:
    size = 30
    ring = [(node, (node + 1) % size) for node in range(size)]
    both = [*ring, *((node, (node + 7) % size) for node in range(size))]
    crossed = [*ring, *((node, (node + 11) % size) for node in range(size))]
    same = np.ones((size, size))
    found = align(Gains(same, both, crossed, np.ones((60, 60))), seconds=0.05, step=1.0)
    assert found.gain >= size
    assert found.gain < found.bound <= size + 60
