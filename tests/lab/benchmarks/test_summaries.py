"""Right summaries before wrong ones, on pairs whose figures are known, and on the real ones."""

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.entailment.arcs.checker import ArcChecker, open_scorer
from explanans.lab.benchmarks.arcs import Encoders
from explanans.lab.benchmarks.factuality import bench_pairs, pair_tables
from explanans.lab.benchmarks.published import SUMMARY_PAIRS
from explanans.lab.benchmarks.summaries import gram_precision, measure_summaries, misjudged, rate_by_arcs, rerank
from explanans.lab.datasets.inference import SummaryPair
from explanans.lab.datasets.splits import pairs_of_summaries
from explanans.language.parser import open_parser
from explanans.structures.syntax import Arc, Parse
from tests.data_sets import present
from tests.lab.benchmarks.judges import Literal

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
    found, _ = rerank(PAIRS, lambda _, claim: -len(claim), 0)
    assert (found["reranking_accuracy"], found["ties"]) == pytest.approx((200 / 3, 200 / 3))  # a tie, a win and a tie
    assert found["interval"][0] <= found["reranking_accuracy"] <= found["interval"][1]


@pytest.mark.parametrize(
    ("claim", "size", "share"),
    [("The dog bit.", 1, 1.0), ("the dog barked", 1, 2 / 3), ("man dog", 2, 0.0), ("dog", 2, 1.0), ("", 1, 1.0)],
)
def test_gram_precision(claim: str, size: int, share: float) -> None:
    assert gram_precision("the dog bit the man", claim, size) == pytest.approx(share)


def test_scorers_stand_beside_counts_of_words() -> None:
    scorers = [FirstWord(), open_scorer("majority")]
    systems, _ = measure_summaries(PAIRS, scorers, open_parser(), {"long": lambda _, claim: len(claim)})
    assert list(systems) == [
        *("1-gram precision", "2-gram precision", "3-gram precision", "first word", "majority", "judge", "long")
    ]
    assert systems["first word"].measures["reranking_accuracy"] == pytest.approx(50)
    majority = systems["majority"].measures
    assert (majority["reranking_accuracy"], majority["ties"]) == (50, 100)
    assert all("2020" in str(row["source"]) for row in SUMMARY_PAIRS.values())


def test_a_claim_without_arcs_comes_last() -> None:
    rate = rate_by_arcs(open_scorer("majority"), open_parser())
    assert rate("The dog bit the man.", "yes") == -1 < rate("The dog bit the man.", "the dog barked.")


def test_the_worst_misjudged_come_first() -> None:
    shown = misjudged(PAIRS[:2], ArcChecker(ByLength(), open_parser()), lambda _, claim: len(claim) / 100, 1)
    assert [(item.is_right, item.verdict.claim) for item in shown] == [
        (True, "The dog bit the man."),
        (False, "The dog bit the young man."),
    ]
    assert shown[1].verdict.arcs[0].score == shown[1].support == 0.26


def test_published_baselines_are_reached_on_the_real_pairs(data_folder: Path) -> None:
    present(data_folder / "factuality")
    pairs = pairs_of_summaries(data_folder)
    found = [rerank(pairs, partial(gram_precision, size=size), 0)[0] for size in (1, 2, 3)]
    assert [item["reranking_accuracy"] for item in found] == pytest.approx([62.8, 66.0, 70.1], abs=0.1)


def test_pairs_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explanans.lab.benchmarks.summaries.open_judge", Literal)
    encoders = Encoders([open_scorer("alignment")], {"mine": lambda _, __: 0.5})
    monkeypatch.setattr("explanans.lab.benchmarks.factuality.open_encoders", lambda *_: encoders)
    path = tmp_path / "mine.json"
    keys = ("article_sent", "correct_sent", "incorrect_sent")
    path.write_text(json.dumps([dict(zip(keys, pair, strict=True)) for pair in PAIRS]))
    bench = bench_pairs(path)
    assert bench.more["summaries"]["pairs"] == 3
    assert bench.systems["majority"].measures["reranking_accuracy"] == 50.0
    assert {"arc-overlap", "alignment", "lexical-match", "mine"} <= bench.systems.keys()
    assert bench.systems["mine"].measures["ties"] == 100.0
    table, published = pair_tables(bench)
    assert len(list(table.rows)) == len(bench.systems)
    assert len(list(published.rows)) == len(SUMMARY_PAIRS)
