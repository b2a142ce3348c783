"""Multiple-choice questions of WorldTree: judges, and the score of the best fact, beside the right answers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from explanans.entailment.judge.base import DEFAULT
from explanans.evaluation.answers import evaluate_answers
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.benchmarks.benchmark import Benchmark, Record, System, Table, percent, percents, run_apart, sign
from explanans.lab.benchmarks.worldtree import DATA_SET
from explanans.lab.datasets.locate import find
from explanans.lab.datasets.splits import worldtree_questions
from explanans.pipeline.answering import Answerer
from explanans.pipeline.explainer import Explainer
from explanans.retrieval.ranker import Ranker, open_ranker, ranker_names, score
from explanans.runtime.progress import track
from explanans.structures.explanations import JudgedAnswer, JudgedAnswers
from explanans.structures.questions import Question
from explanans.structures.verdicts import Status

SYSTEMS = (DEFAULT, "bm25")
"""The systems that are measured if none is named."""

_FEWEST = 2

Answer = Callable[[Question], JudgedAnswers]


def bench_answers(
    data: Path | None, split: str = "dev", systems: Sequence[str] = (), most: int | None = None, *, seed: int = 0
) -> Benchmark:
    """Answer the questions of a split that have two choices or more, by every system, on one thread.

    Each system has the ``accuracy``, where a tie shares the point, its 95% bootstrap ``interval``, and ``pairs``: the
    share of the wrong choices that stand below the right one. The benchmark has the number of ``questions``.

    Args:
        data: The folder of the data sets; if None, see ``datasets.locate.data_folder``.
        systems: Names of judges, as ``open_judge`` takes them, which judge and explain every choice; and of rankers,
            which give each choice the score of its best fact; `SYSTEMS` if there are none.
        most: The number of questions to answer, evenly spaced over the split; all if None.

    Raises:
        InputError: The data set, the split or a system is not there.
    """
    folder = find(DATA_SET, data)
    asked = [item for item in worldtree_questions(data, split) if len(item.choices) >= _FEWEST]
    questions = asked if most is None else asked[:: max(1, -(-len(asked) // most))]
    found = {}
    for name in track(tuple(systems) or SYSTEMS, "Systems", len(systems) or len(SYSTEMS)):
        run = run_apart(partial(_system, folder, name), questions, partial(_measures, questions, seed))
        found[name] = System(run.measured, run.cost)
    signature = sign(data=DATA_SET, split=split, questions=len(questions), seed=seed)
    return Benchmark(DATA_SET, split, found, {}, signature, {"questions": len(questions)})


_knowledge = cache(KnowledgeBase.open)


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


def _measures(questions: Sequence[Question], seed: int, answers: Iterator[JudgedAnswers]) -> Record:
    report = evaluate_answers(questions, answers, seed=seed)
    points = report.scores["accuracy"]
    return {
        "accuracy": percent(points.value or 0.0),
        "interval": percents(points.interval) if points.interval else None,
        "pairs": percent(report["pairs"] or 0.0),
    }


def tables(bench: Benchmark) -> Iterator[Table]:
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
