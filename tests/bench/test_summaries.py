"""Right summaries before wrong ones, on pairs whose figures are known, and on the real ones."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.bench.summaries import bench_summaries, by_arcs, figures, gram_precision, misjudged, read_pairs
from explanans.codecs.summary_pairs import SummaryPair
from explanans.exceptions import InputError
from explanans.parse import Arc, Parse
from explanans.verify.arcs.checker import ArcChecker
from explanans.verify.arcs.scorer import open_scorer
from explanans.verify.parsers.parser import open_parser

PAIRS = [
    SummaryPair("The old dog bit the young man.", "The dog bit the man.", "The man bit the dog."),
    SummaryPair("The old dog bit the young man.", "The young man slept.", "The dog bit the young man."),
    SummaryPair("Rain fell in spain.", "Rain fell.", "Rain fell."),
]


class FirstWord:
    """Scores the arcs of a claim by whether its first content word is the source's."""

    name = "first word"

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        return np.full(len(arcs), float(source[0].tokens[2].text == claim.tokens[1].text))


class ByLength:
    """Scores the arcs of a claim by its length."""

    name = "length"

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        return np.full(len(arcs), len(claim.text) / 100)


def test_wins_count_one_and_ties_a_half() -> None:
    found = figures(PAIRS, lambda _, claim: -len(claim), 0)
    assert (found.accuracy, found.ties) == (2 / 3, 2 / 3)  # a tie, a win and a tie
    assert found.interval[0] <= found.accuracy <= found.interval[1]


@pytest.mark.parametrize(
    ("claim", "size", "share"),
    [("The dog bit.", 1, 1.0), ("the dog barked", 1, 2 / 3), ("man dog", 2, 0.0), ("dog", 2, 1.0), ("", 1, 1.0)],
)
def test_gram_precision(claim: str, size: int, share: float) -> None:
    assert gram_precision("the dog bit the man", claim, size) == pytest.approx(share)


def test_scorers_stand_beside_counts_of_words() -> None:
    bench = bench_summaries(PAIRS, [FirstWord(), open_scorer("majority")], open_parser(), {"long": lambda _, c: len(c)})
    assert (bench.pairs, bench.sources) == (3, 2)
    assert list(bench.systems) == [
        *("1-gram precision", "2-gram precision", "3-gram precision", "first word", "majority", "long")
    ]
    assert bench.systems["first word"].accuracy == pytest.approx((1 + 0 + 0.5) / 3)
    assert (bench.systems["majority"].accuracy, bench.systems["majority"].ties) == (0.5, 1.0)
    assert all("2020" in str(row["source"]) for row in bench.published.values())


def test_a_claim_without_arcs_comes_last() -> None:
    rate = by_arcs(open_scorer("majority"), open_parser())
    assert rate("The dog bit the man.", "yes") == -1 < rate("The dog bit the man.", "the dog barked.")


def test_the_worst_misjudged_come_first() -> None:
    shown = misjudged(PAIRS[:2], ArcChecker(ByLength(), open_parser()), 1)
    assert [(item.is_right, item.verdict.claim) for item in shown] == [
        (True, "The dog bit the man."),
        (False, "The dog bit the young man."),
    ]
    assert shown[1].verdict.arcs[0].score == 0.26


def test_published_baselines_are_reached_on_the_real_pairs(data_folder: Path) -> None:
    if not (data_folder / "factuality").is_dir():
        pytest.skip(f"no summary pairs in {data_folder}")
    pairs = read_pairs(data_folder / "factuality")
    grams = [figures(pairs, lambda s, c, n=size: gram_precision(s, c, n), 0).accuracy for size in (1, 2, 3)]  # type: ignore[misc]
    assert grams == pytest.approx([0.628, 0.660, 0.701], abs=0.001)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"summary_pairs\.json"):
        read_pairs(tmp_path)
