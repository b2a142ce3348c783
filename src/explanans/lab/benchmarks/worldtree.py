"""Benchmarks on WorldTree: regeneration of explanations, learning curves of rankers, multiple-choice questions."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random

from explanans.entailment.judge.base import DEFAULT
from explanans.evaluation.answers import evaluate_answers
from explanans.evaluation.rankings.report import evaluate_rankings
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.benchmarks.benchmark import (
    Benchmark,
    Cost,
    Record,
    System,
    Table,
    drawn,
    percent,
    percents,
    run_apart,
    sign,
)
from explanans.lab.benchmarks.published import WORLDTREE
from explanans.lab.datasets.catalogue import find
from explanans.lab.datasets.splits import worldtree_questions
from explanans.pipeline.answering import Answerer
from explanans.pipeline.explainer import Explainer
from explanans.retrieval.ranker import Ranker, open_ranker, rank, ranker_names, score
from explanans.runtime.progress import track
from explanans.structures.explanations import JudgedAnswer, JudgedAnswers
from explanans.structures.questions import Question
from explanans.structures.rankings import Ranking
from explanans.structures.verdicts import Status

DATA_SET = "worldtree-v2.1"
SHARES = (0.0625, 0.125, 0.25, 0.5, 1.0)
"""Shares of the training questions with an explanation; each set contains the smaller ones."""
CURVE_SYSTEMS = ("tfidf", "unification", "paths", "stacked")
ANSWER_SYSTEMS = (DEFAULT, "bm25")
"""The systems that are measured if none is named."""
_FEWEST = 2


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
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
        systems: Names of rankers, as ``open_ranker`` takes them; ``default_systems`` if there are none.
        sample: How many questions are drawn, for systems that take long; 0 for all.
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


def bench_curves(
    data: Path | None, split: str = "dev", systems: Sequence[str] = (), *, limit: int | None = None, seed: int = 0
) -> Benchmark:
    """Rank the facts for the questions of a split by every system, with ever more training questions at hand.

    Each system has ``curve``: the ``map`` by the number of training questions whose explanations it may learn from.
    Those that come trained, such as ``stacked``, have learnt their trees from all of them; what grows for these is what
    they look up. The questions are drawn once, so that each number holds those before it.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
        systems: Names of rankers, as ``open_ranker`` takes them; ``SYSTEMS`` if there are none.
        limit: The approximate maximum number of questions to rank; all if None.
    """
    folder, questions = find(DATA_SET, data), worldtree_questions(data, split)
    asked = questions[:: max(1, len(questions) // limit)] if limit else questions
    names = tuple(systems) or CURVE_SYSTEMS
    counts = _counts(len(KnowledgeBase.open(folder).questions))
    found = {}
    for name in track(names, "Systems", len(names)):
        curve, cost = {}, Cost()
        for count in counts:
            run = run_apart(partial(_bounded_ranker, folder, name, count, seed), asked, partial(_map, asked))
            curve[str(count)], cost = run.measured, run.cost
        found[name] = System({"curve": curve}, cost)
    signature = sign(data=DATA_SET, split=split, questions=len(asked), seed=seed)
    return Benchmark(DATA_SET, split, found, {}, signature, {"training_questions": list(counts)})


def _counts(questions: int) -> tuple[int, ...]:
    return tuple(max(1, round(share * questions)) for share in SHARES)


def _bounded_ranker(folder: Path, name: str, count: int, seed: int) -> Callable[[Question], Ranking]:
    """Return a ranker trained on ``count`` training questions; called in the process of the system."""
    whole = KnowledgeBase.open(folder)
    taught = list(whole.questions)
    Random(seed).shuffle(taught)  # noqa: S311 - nothing secret is drawn
    knowledge = KnowledgeBase.of(whole.facts, folder.name, taught[:count])
    return partial(rank, open_ranker(name, knowledge), knowledge)


def _map(questions: Sequence[Question], rankings: Iterator[Ranking]) -> float:
    return evaluate_rankings(questions, rankings)["map"] or 0.0


def curve_tables(bench: Benchmark) -> Iterator[Table]:
    """Yield the table of the curves."""
    counts = [str(count) for count in bench.more["training_questions"]]
    rows = [
        (name, *(f"{system.measures['curve'][count]:.4f}" for count in counts))
        for name, system in bench.systems.items()
    ]
    yield Table(("system", *counts), rows, title="MAP by the number of training questions with an explanation")


Answer = Callable[[Question], JudgedAnswers]


def bench_answers(
    data: Path | None, split: str = "dev", systems: Sequence[str] = (), most: int | None = None, *, seed: int = 0
) -> Benchmark:
    """Answer the questions of a split that have two choices or more, by every system, on one thread.

    Each system has the ``accuracy``, where a tie shares the point, its 95% bootstrap ``interval``, and ``pairs``: the
    share of the wrong choices that stand below the right one. The benchmark has the number of ``questions``.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
        systems: Names of judges, as ``open_judge`` takes them, which judge and explain every choice; and of rankers,
            which give each choice the score of its best fact; `SYSTEMS` if there are none.
        most: The number of questions to answer, evenly spaced over the split; all if None.
    """
    folder = find(DATA_SET, data)
    asked = [item for item in worldtree_questions(data, split) if len(item.choices) >= _FEWEST]
    questions = asked if most is None else asked[:: max(1, -(-len(asked) // most))]
    found = {}
    for name in track(tuple(systems) or ANSWER_SYSTEMS, "Systems", len(systems) or len(ANSWER_SYSTEMS)):
        run = run_apart(partial(_system, folder, name), questions, partial(_answer_measures, questions, seed))
        found[name] = System(run.measured, run.cost)
    signature = sign(data=DATA_SET, split=split, questions=len(questions), seed=seed)
    return Benchmark(DATA_SET, split, found, {}, signature, {"questions": len(questions)})


def _system(folder: Path, name: str) -> Answer:
    knowledge = _knowledge(folder)
    if name in ranker_names():
        return partial(_by_best_fact, open_ranker(name, knowledge), knowledge)
    return partial(_judged, Answerer(Explainer(knowledge, judge=name)))


def _judged(answerer: Answerer, question: Question) -> JudgedAnswers:
    answers = (
        JudgedAnswer(item.key, item.answer, item.verdict.status, item.verdict.support, item.chance)
        for item in answerer.answer(question).answers
    )
    return JudgedAnswers(question.id, tuple(answers))


def _by_best_fact(ranker: Ranker, knowledge: KnowledgeBase, question: Question) -> JudgedAnswers:
    answers = []
    for choice in question.choices:
        best = score(ranker, knowledge, replace(question, key=choice.label)).best(1)
        answers.append(JudgedAnswer(choice.label, choice.text, Status.UNKNOWN, best[0].score if best else 0.0))
    return JudgedAnswers(question.id, tuple(answers))


def _answer_measures(questions: Sequence[Question], seed: int, answers: Iterator[JudgedAnswers]) -> Record:
    report = evaluate_answers(questions, answers, seed=seed)
    points = report.scores["accuracy"]
    return {
        "accuracy": percent(points.value or 0.0),
        "interval": percents(points.interval) if points.interval else None,
        "pairs": percent(report["pairs"] or 0.0),
    }


def answer_tables(bench: Benchmark) -> Iterator[Table]:
    """Yield the table of the benchmark."""
    rows = [
        (
            name,
            f"{item.measures['accuracy']:.1f}%",
            "{:.1f}–{:.1f}%".format(*item.measures["interval"]),
            f"{item.measures['pairs']:.1f}%",
            f"{item.cost.milliseconds_per_item:.1f}",
            f"{item.cost.peak_mib:.0f}",
        )
        for name, item in bench.systems.items()
    ]
    title = f"{bench.more['questions']} questions of several choices"
    yield Table(("system", "accuracy", "95% interval", "pairs", "ms a question", "MiB"), rows, title)
