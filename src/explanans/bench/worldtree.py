"""Explanation regeneration on WorldTree: every ranker, with its cost."""

import resource
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from explanans import __version__
from explanans.bench.published import WORLDTREE
from explanans.codecs.worldtree import decode_questions
from explanans.datasets.locate import find
from explanans.evaluate.rankings.report import evaluate_rankings
from explanans.exceptions import InputError
from explanans.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.processes import process_pool
from explanans.progress import track
from explanans.question import Question
from explanans.rank.ranker import Ranker, open_ranker, rank, ranker_names
from explanans.ranking import Ranking


@dataclass(frozen=True, slots=True)
class SystemFigures:
    """How well a ranker does, and at what cost.

    Attributes:
        map: Mean average precision over all questions.
        map_flagged: The same over the questions that the TextGraphs 2020 scorer keeps.
        interval: The 95% bootstrap interval of ``map``.
        map_overlap_0: Mean average precision of the gold facts that share no content lemma with question and answer.
        milliseconds_per_item: The median time of a complete ranking, on one thread.
        peak_mib: The most memory that the process held, in MiB.
    """

    map: float
    map_flagged: float | None
    interval: tuple[float, float]
    map_overlap_0: float
    milliseconds_per_item: float
    peak_mib: float


@dataclass(frozen=True, slots=True)
class WorldTreeBench:
    """The figures of every system, beside published ones.

    Attributes:
        dataset: The data set.
        split: The split that was ranked; what is trained was trained on ``train``.
        systems: Figures by the name of the ranker.
        published: What others have published, each with its source.
        signature: What reproduces the figures.
    """

    dataset: str
    split: str
    systems: dict[str, SystemFigures]
    published: dict[str, dict[str, float | str]]
    signature: str


def default_systems() -> tuple[str, ...]:
    """Return the rankers that need neither an extra nor labels that the data set lacks."""
    return tuple(name for name in ranker_names() if name not in {"bi-encoder", "cross-encoder", "graded"})


def bench_worldtree(
    data: Path | None, split: str = "dev", systems: Sequence[str] = (), *, seed: int = 0
) -> WorldTreeBench:
    """Rank every fact of WorldTree for the questions of a split, by every system.

    Each system runs in a process of its own on one thread, so that its time and memory are its own.

    Args:
        data: The folder of the data sets; where None, see ``datasets.locate.data_folder``.
        split: The split to rank.
        systems: Names of rankers, as ``open_ranker`` takes them; ``default_systems`` where there are none.
        seed: Seeds the bootstrap.

    Raises:
        InputError: The data set, the split or a ranker is not there.
    """
    folder = find("worldtree-v2.1", data)
    _questions(folder, split)
    names = tuple(systems) or default_systems()
    figures = {}
    for name in track(names, "Systems", len(names)):
        with process_pool(1) as pool:
            figures[name] = pool.submit(_figures, folder, split, name, seed).result()
    signature = f"data:worldtree-v2.1|split:{split}|seed:{seed}|version:{__version__}"
    return WorldTreeBench("worldtree-v2.1", split, figures, WORLDTREE, signature)


def _questions(folder: Path, split: str) -> list[Question]:
    path = folder / "questions" / f"questions.{split}.tsv"
    if not path.exists():
        found = ", ".join(sorted(file.name.split(".")[1] for file in path.parent.glob("questions.*.tsv")))
        raise InputError(f"{path}: no such split; accepted: {found}")
    return list(decode_questions(read_lines(path), str(path)))


def _figures(folder: Path, split: str, name: str, seed: int) -> SystemFigures:
    knowledge = KnowledgeBase.open(folder)
    ranker = open_ranker(name, knowledge)
    times: list[float] = []
    facts = {fact.id: fact for fact in knowledge.facts}
    questions = _questions(folder, split)
    report = evaluate_rankings(questions, _ranked(ranker, knowledge, questions, times), facts, seed=seed)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return SystemFigures(
        map=report["map"] or 0.0,
        map_flagged=report["map_flagged"],
        interval=report.scores["map"].interval or (0.0, 0.0),
        map_overlap_0=report.breakdown["overlap"]["0"].values["map"] or 0.0,
        milliseconds_per_item=round(statistics.median(times), 3),
        peak_mib=round(peak / (2**20 if sys.platform == "darwin" else 2**10), 1),
    )


def _ranked(
    ranker: Ranker, knowledge: KnowledgeBase, questions: Sequence[Question], times: list[float]
) -> Iterator[Ranking]:
    for question in questions:
        started = time.perf_counter()
        ranking = rank(ranker, knowledge, question)
        times.append((time.perf_counter() - started) * 1000)
        yield ranking
