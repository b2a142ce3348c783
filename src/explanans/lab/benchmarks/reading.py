"""A sample of explanations to grade: a sheet for graders, and automatic scores of the same explanations."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from explanans.errors import InputError
from explanans.formats import annotations
from explanans.formats.worldtree import decode_questions
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.benchmarks.benchmark import Benchmark, Cost, Record, System, Table, sign
from explanans.lab.datasets.catalogue import find
from explanans.language.tokens import informative_lemmas
from explanans.pipeline.explainer import Explainer
from explanans.runtime.progress import track
from explanans.structures.explanations import Explanation
from explanans.structures.grading import AutomaticScore, Mark, Part
from explanans.structures.questions import Question
from explanans.structures.trees import ROOT
from explanans.structures.verdicts import Status
from explanans.trees.conclusions.concluder import ConclusionModel
from explanans.trees.conclusions.wellformed import faults
from explanans.trees.missing_links import sought_lemmas

DATA_SETS = {"worldtree": "worldtree-v2.1", "starter": "starter"}
"""The knowledge bases whose questions are drawn, by the names that items start with."""
QUESTIONS = 60
"""Number of sampled questions of each."""
_COLUMNS = ("questions of", "drawn", "trees", "one fact", "no tree", "leaves", "steps on the way", "supported", "ms")


@dataclass(frozen=True, slots=True)
class Sample:
    """Explanations that were drawn to be read.

    Attributes:
        marks: The sheet: every part of every explanation, not graded.
        stand_ins: The automatic scores of the parts.
    """

    benchmark: Benchmark
    marks: tuple[Mark, ...]
    stand_ins: tuple[AutomaticScore, ...]


def bench_reading(
    data: Path | None,
    split: str = "dev",
    systems: Sequence[str] = (),
    *,
    questions: int = QUESTIONS,
    seed: int = 0,
) -> Sample:
    """Draw questions of knowledge bases, explain them as ``explain`` does, and make a sheet for graders.

    The explanations of all knowledge bases are shuffled, and the sheet says nothing of scores, so that grades do not
    follow them.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
    """
    found, systems = {}, systems or tuple(DATA_SETS)
    read: list[tuple[str, Explanation]] = []
    for name in systems:
        if name not in DATA_SETS:
            raise InputError(f"the system {name!r}; accepted: {', '.join(DATA_SETS)}")
        explained = list(_explained(name, data, split, questions, seed))
        found[name] = System(_figures(explained), _cost(explained))
        read += [(f"{name}:{explanation.id}", explanation) for explanation in explained]
    Random(seed).shuffle(read)  # noqa: S311 - not for secrets
    stands = AutomaticScores()
    signature = sign(data="+".join(systems), split=split, questions=questions, seed=seed)
    return Sample(
        Benchmark("reading", split, found, {}, signature),
        tuple(mark for item, explanation in read for mark in annotations.sheet(item, explanation)),
        tuple(stand_in for item, explanation in read for stand_in in stands.of(item, explanation)),
    )


def _explained(name: str, data: Path | None, split: str, count: int, seed: int) -> Iterator[Explanation]:
    folder = find(DATA_SETS[name], data)
    path = folder / "questions" / f"questions.{split}.tsv"
    if not path.is_file():
        raise InputError(f"{path}: there is no such split; accepted: dev or train")
    asked = list(decode_questions(read_lines(path), str(path)))
    # The starter base draws on its training questions, WorldTree on its own; both are found by their folders.
    explainer = Explainer(KnowledgeBase.open("starter" if name == "starter" else folder))
    for question in track(_drawn(asked, count, seed), f"Explaining {name}", min(count, len(asked))):
        yield explainer.explain_question(question)


def _drawn(questions: Sequence[Question], count: int, seed: int) -> list[Question]:
    if count < 1:
        raise InputError(f"{count} questions are asked for; accepted: 1 or more")
    return Random(seed).sample(list(questions), min(count, len(questions)))  # noqa: S311 - not for secrets


class AutomaticScores:
    """Asks programs of explanations what a reader would be asked: the judge, the critic, grammar and a word model."""

    def __init__(self) -> None:
        self._fluency = ConclusionModel.shipped().fluency

    def of(self, item: str, explanation: Explanation) -> Iterator[AutomaticScore]:
        """Yield the automatic scores of each part of an explanation.

        ``support`` is the judge's verdict, ``critic`` how likely a step follows (see ``StepVerdict.follows``),
        ``covered`` the share of the hypothesis's words that a leaf has, ``score`` that of the ranker, ``grammar`` 1 if
        the rules of well-formedness find no fault, and ``fluency`` the log-odds of a word model for each word.
        """
        yield AutomaticScore(item, Part.HYPOTHESIS, "", self._english(explanation.hypothesis))
        support = {"support": explanation.verdict.support} if explanation.verdict else {}
        if explanation.tree is None:
            yield AutomaticScore(item, Part.WHOLE, "", support)
            return
        scores = {fact.id: score for fact, score in explanation.facts}
        for leaf in explanation.tree.leaves:
            if leaf.id in scores:
                yield AutomaticScore(item, Part.LEAF, leaf.id, {"score": scores[leaf.id]})
        for step, verdict in zip(explanation.tree.steps, explanation.verdicts, strict=True):
            critic = {"critic": verdict.follows} if verdict.follows is not None else {}
            if step.conclusion == ROOT:
                yield AutomaticScore(item, Part.ROOT, "", {**critic, **support})
                said = [leaf.text for leaf in explanation.tree.leaves]
                covered = {"covered": _covered(explanation.hypothesis, said)}
                yield AutomaticScore(item, Part.WHOLE, "", {**support, **critic, **covered})
            else:
                yield AutomaticScore(item, Part.STEP, step.conclusion, {**critic, **self._english(step.text)})

    def _english(self, text: str) -> dict[str, float]:
        words = max(1, len(text.split()))
        return {"grammar": float(not faults(text)), "fluency": self._fluency(text).total / words}


def _covered(hypothesis: str, said: Iterable[str]) -> float:
    sought = sought_lemmas(hypothesis)
    known = frozenset[str]().union(*map(informative_lemmas, said))
    return len(sought & known) / len(sought) if sought else 1.0


def _figures(explained: Sequence[Explanation]) -> Record:
    trees = [explanation.tree for explanation in explained if explanation.tree]
    statuses = [explanation.verdict.status for explanation in explained if explanation.verdict]
    return {
        "explanations": len(explained),
        "trees": sum(tree.single is None for tree in trees),
        "single_facts": sum(tree.single is not None for tree in trees),
        "without_tree": len(explained) - len(trees),
        "leaves": sum(len(tree.leaves) for tree in trees),
        "steps_on_the_way": sum(len(tree.steps) - 1 for tree in trees),
        "statuses": {status.value: statuses.count(status) for status in Status},
    }


def _cost(explained: Sequence[Explanation]) -> Cost:
    times = [explanation.milliseconds for explanation in explained if explanation.milliseconds is not None]
    return Cost(round(median(times), 1) if times else None)


def tables(bench: Benchmark) -> Iterator[Table]:
    """Yield the tables of the benchmark."""
    rows = []
    for name, system in bench.systems.items():
        found, cost = system.measures, system.cost.milliseconds_per_item
        counts = ("explanations", "trees", "single_facts", "without_tree", "leaves", "steps_on_the_way")
        supported = str(found["statuses"][Status.SUPPORTED.value])
        rows.append((name, *(str(found[key]) for key in counts), supported, "–" if cost is None else f"{cost:.0f}"))
    yield Table(_COLUMNS, rows)


def lines(marks: Iterable[Mark], path: Path) -> Iterator[str]:
    """Yield the lines of a sheet, in the format that the suffix of its file names."""
    return annotations.encode_marks(marks, as_jsonl=path.suffix == ".jsonl")
