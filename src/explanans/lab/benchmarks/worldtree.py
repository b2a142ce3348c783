"""Explanation regeneration on WorldTree: every ranker, with its cost."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path

from explanans.evaluation.rankings.report import evaluate_rankings
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.benchmarks.benchmark import Benchmark, Record, System, Table, drawn, run_apart, sign
from explanans.lab.benchmarks.published import WORLDTREE
from explanans.lab.datasets.locate import find
from explanans.lab.datasets.splits import worldtree_questions
from explanans.retrieval.ranker import open_ranker, rank, ranker_names
from explanans.runtime.progress import track
from explanans.structures.questions import Question
from explanans.structures.rankings import Ranking

DATA_SET = "worldtree-v2.1"


def default_systems() -> tuple[str, ...]:
    """Return the rankers that need neither an extra nor labels that the data set lacks."""
    return tuple(name for name in ranker_names() if name not in {"bi-encoder", "cross-encoder", "graded"})


def bench_worldtree(
    data: Path | None, split: str = "dev", systems: Sequence[str] = (), *, sample: int = 0, seed: int = 0
) -> Benchmark:
    """Rank every fact of WorldTree for the questions of a split, by every system, on one thread.

    Each system has ``map`` over all questions, ``map_flagged`` over those that the TextGraphs 2020 scorer keeps, the
    95% bootstrap ``interval`` of the first, and ``map_overlap_0``: that of the gold facts that share no content lemma
    with question and answer, None if there are none.

    Args:
        data: The folder of the data sets; if None, see ``datasets.locate.data_folder``.
        systems: Names of rankers, as ``open_ranker`` takes them; ``default_systems`` if there are none.
        sample: How many questions are drawn, for systems that take long; 0 for all.

    Raises:
        InputError: The data set, the split or a ranker is not there.
    """
    folder, questions = find(DATA_SET, data), drawn(worldtree_questions(data, split), sample, seed)
    measure = partial(_measures, folder, questions, seed)
    names = tuple(systems) or default_systems()
    found = {}
    for name in track(names, "Systems", len(names)):
        run = run_apart(partial(_ranker, folder, name), questions, measure)
        found[name] = System(run.measured, run.cost)
    options = {"sample": sample} if sample else {}
    return Benchmark(DATA_SET, split, found, WORLDTREE, sign(data=DATA_SET, split=split, **options, seed=seed))


_knowledge = cache(KnowledgeBase.open)
"""The facts of a folder, which the process of a system opens once."""


def _ranker(folder: Path, name: str) -> Callable[[Question], Ranking]:
    return partial(rank, open_ranker(name, _knowledge(folder)), _knowledge(folder))


def _measures(folder: Path, questions: Sequence[Question], seed: int, rankings: Iterator[Ranking]) -> Record:
    facts = {fact.id: fact for fact in _knowledge(folder).facts}
    report = evaluate_rankings(questions, rankings, facts, seed=seed)
    unlike = report.breakdown["overlap"].get("0")
    return {
        "map": report["map"],
        "map_flagged": report["map_flagged"],
        "interval": report.scores["map"].interval,
        "map_overlap_0": unlike.values["map"] if unlike else None,
    }


def tables(bench: Benchmark) -> Iterator[Table]:
    """Yield the tables of the benchmark."""
    rows = []
    for name, system in sorted(bench.systems.items(), key=lambda item: float(item[1].measures["map"])):
        found, cost = system.measures, system.cost
        low, high = found["interval"]
        rows.append(
            (
                name,
                f"{found['map']:.4f}",
                f"{low:.3f}–{high:.3f}",
                "–" if found["map_flagged"] is None else f"{found['map_flagged']:.4f}",
                "–" if found["map_overlap_0"] is None else f"{found['map_overlap_0']:.4f}",
                f"{cost.milliseconds_per_item:.1f}",
                f"{cost.peak_mib:.0f}",
            )
        )
    yield Table(("system", "MAP", "95% interval", "flagged", "overlap 0", "ms", "MiB"), rows)
    published = [(name, f"{row['map']:.4f}", row["source"]) for name, row in bench.published.items()]
    yield Table(("published", "MAP", "source"), published)
