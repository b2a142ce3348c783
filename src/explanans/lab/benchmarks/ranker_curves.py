"""Learning curves of rankers on WorldTree: how good each is with ever more of the training questions' explanations."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random

from explanans.evaluation.rankings.report import evaluate_rankings
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.benchmarks.benchmark import Benchmark, Cost, System, Table, run_apart, sign
from explanans.lab.benchmarks.worldtree import DATA_SET
from explanans.lab.datasets.locate import find
from explanans.lab.datasets.splits import worldtree_questions
from explanans.retrieval.ranker import open_ranker, rank
from explanans.runtime.progress import track
from explanans.structures.questions import Question
from explanans.structures.rankings import Ranking

SHARES = (0.0625, 0.125, 0.25, 0.5, 1.0)
"""Shares of the training questions with an explanation; each set contains the smaller ones."""

SYSTEMS = ("tfidf", "unification", "paths", "stacked")


def bench_curves(
    data: Path | None, split: str = "dev", systems: Sequence[str] = (), *, limit: int | None = None, seed: int = 0
) -> Benchmark:
    """Rank the facts for the questions of a split by every system, with ever more training questions at hand.

    Each system has ``curve``: the ``map`` by the number of training questions whose explanations it may learn from.
    Those that come trained, such as ``stacked``, have learnt their trees from all of them; what grows for these is what
    they look up. The questions are drawn once, so that each number holds those before it.

    Args:
        data: The folder of the data sets; if None, see ``datasets.locate.data_folder``.
        systems: Names of rankers, as ``open_ranker`` takes them; ``SYSTEMS`` if there are none.
        limit: The approximate maximum number of questions to rank; all if None.

    Raises:
        InputError: The data set, the split or a ranker is not there.
    """
    folder, questions = find(DATA_SET, data), worldtree_questions(data, split)
    asked = questions[:: max(1, len(questions) // limit)] if limit else questions
    names = tuple(systems) or SYSTEMS
    counts = _counts(len(KnowledgeBase.open(folder).questions))
    found = {}
    for name in track(names, "Systems", len(names)):
        curve, cost = {}, Cost()
        for count in counts:
            run = run_apart(partial(_ranker, folder, name, count, seed), asked, partial(_map, asked))
            curve[str(count)], cost = run.measured, run.cost
        found[name] = System({"curve": curve}, cost)
    signature = sign(data=DATA_SET, split=split, questions=len(asked), seed=seed)
    return Benchmark(DATA_SET, split, found, {}, signature, {"training_questions": list(counts)})


def _counts(questions: int) -> tuple[int, ...]:
    return tuple(max(1, round(share * questions)) for share in SHARES)


def _ranker(folder: Path, name: str, count: int, seed: int) -> Callable[[Question], Ranking]:
    """Return a ranker trained on ``count`` training questions; called in the process of the system."""
    whole = KnowledgeBase.open(folder)
    taught = list(whole.questions)
    Random(seed).shuffle(taught)  # noqa: S311 - nothing secret is drawn
    knowledge = KnowledgeBase.of(whole.facts, folder.name, taught[:count])
    return partial(rank, open_ranker(name, knowledge), knowledge)


def _map(questions: Sequence[Question], rankings: Iterator[Ranking]) -> float:
    return evaluate_rankings(questions, rankings)["map"] or 0.0


def tables(bench: Benchmark) -> Iterator[Table]:
    """Yield the table of the curves."""
    counts = [str(count) for count in bench.more["training_questions"]]
    rows = [
        (name, *(f"{system.measures['curve'][count]:.4f}" for count in counts))
        for name, system in bench.systems.items()
    ]
    yield Table(("system", *counts), rows, title="MAP by the number of training questions with an explanation")
