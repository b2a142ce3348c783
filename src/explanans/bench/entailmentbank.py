"""Entailment trees on EntailmentBank: every system in both modes, released predictions, and published figures."""

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from explanans import __version__
from explanans.bench.published import ENTAILMENTBANK
from explanans.bench.tree_systems import SYSTEMS, Setting, maker
from explanans.codecs import entailmentbank
from explanans.datasets.locate import find
from explanans.evaluate.trees.measure import CORRECTED, OFFICIAL, Rules
from explanans.evaluate.trees.report import evaluate_trees, predicted
from explanans.exceptions import InputError
from explanans.files import read_lines
from explanans.problem import Prediction, Problem
from explanans.processes import process_pool
from explanans.progress import track
from explanans.report import Interval, Report

DATA_SET = "entailmentbank"
TASKS = (1, 2, 3)
_RELEASED = {1: "task1", 2: "task2", 3: "task3_v2"}
_MODELS = {"T5_11B": "T5-11B", "T5_large": "T5-large"}


@dataclass(frozen=True, slots=True)
class ModeFigures:
    """How good trees are in one mode, in percent; see ``TreeReport``.

    Attributes:
        leaves_f1: F1 of the leaves.
        leaves_all_correct: The share of trees whose leaves are all correct.
        steps_f1: F1 of the steps.
        steps_f1_interval: Its 95% bootstrap interval.
        steps_all_correct: The share of trees whose steps are all correct.
        conclusions_f1: F1 of the conclusions by the name of the similarity.
        overall: The share of trees that are all correct, by the name of the similarity.
        overall_all_predicted: The same as the paper's tables count it.
    """

    leaves_f1: float
    leaves_all_correct: float
    steps_f1: float
    steps_f1_interval: Interval
    steps_all_correct: float
    conclusions_f1: dict[str, float]
    overall: dict[str, float]
    overall_all_predicted: dict[str, float]


@dataclass(frozen=True, slots=True)
class TreeSystemFigures:
    """How good the trees of a system are, and at what cost.

    Attributes:
        official: In the mode of the released scorer.
        corrected: In the mode without its faults.
        restructured_f1: F1 of the steps when steps that split or merge gold ones count.
        restructured_all_correct: The share of trees that are the gold tree but for split steps.
        milliseconds_per_tree: The median time of a tree; None for released predictions.
        train_seconds: The time that making the system took; None for released predictions.
    """

    official: ModeFigures
    corrected: ModeFigures
    restructured_f1: float
    restructured_all_correct: float
    milliseconds_per_tree: float | None
    train_seconds: float | None


@dataclass(frozen=True, slots=True)
class EntailmentBankBench:
    """The figures of every system, beside published ones.

    Attributes:
        dataset: The data set.
        task: The task, 1 to 3.
        split: The split; what is trained is trained on ``train``.
        trees: How many problems it has.
        systems: Figures by the name of the system.
        published: What others have published, in percent, each with its source.
        signature: What reproduces the figures.
    """

    dataset: str
    task: int
    split: str
    trees: int
    systems: dict[str, TreeSystemFigures]
    published: dict[str, dict[str, float | str]]
    signature: str


def bench_entailmentbank(
    data: Path | None, task: int, split: str = "dev", systems: Sequence[str] = (), *, seed: int = 0
) -> EntailmentBankBench:
    """Build the trees of a task by every system, and measure them and the predictions that the authors released.

    Each system runs in a process of its own, so that its time is its own.

    Args:
        data: The folder of the data sets; where None, see ``datasets.locate.data_folder``.
        task: The task: 1 gives the leaves, 2 adds distractors, 3 gives what the authors' retriever found.
        split: The split to build trees for.
        systems: Names of systems, as ``tree_systems.maker`` takes them; all of ``SYSTEMS`` where there are none.
        seed: Seeds training and bootstrap.

    Raises:
        InputError: The data set, the task, the split or a system is not there.
    """
    folder = find(DATA_SET, data)
    problems = read_problems(folder, task, split)
    for name in systems:
        maker(name)
    figures = {name: _measured(problems, found, seed) for name, found in released(folder, task, split, problems)}
    names = tuple(systems) or tuple(sorted(SYSTEMS))
    for name in track(names, "Systems", len(names)):
        with process_pool(1) as pool:
            figures[name] = pool.submit(_figures, folder, task, split, name, seed).result()
    signature = f"data:{DATA_SET}|task:{task}|split:{split}|seed:{seed}|version:{__version__}"
    published = ENTAILMENTBANK[task]
    return EntailmentBankBench(DATA_SET, task, split, len(problems), figures, published, signature)


def read_problems(folder: Path, task: int, split: str) -> list[Problem]:
    """Return the problems of a task, with their gold trees.

    Args:
        folder: The folder of the data set.
        task: The task; the trees of task 3 are those of task 1.
        split: The split.

    Raises:
        InputError: There is no such task or split.
    """
    if task not in TASKS:
        raise InputError(f"task {task}: no such task; accepted: 1, 2, 3")
    path = folder / "dataset" / f"task_{task}" / f"{split}.jsonl"
    if not path.is_file():
        found = ", ".join(sorted(file.stem for file in path.parent.glob("*.jsonl"))) or "none is there"
        raise InputError(f"{path}: no such split; accepted: {found}")
    problems = list(entailmentbank.decode(read_lines(path), str(path)))
    return list(entailmentbank.with_gold(problems, read_problems(folder, 1, split))) if task == 3 else problems


def released(folder: Path, task: int, split: str, problems: Sequence[Problem]) -> list[tuple[str, list[Prediction]]]:
    """Return the predictions that the authors released for a split, by the name of the model; none for most splits.

    Args:
        folder: The folder of the data set.
        task: The task.
        split: The split.
        problems: Its problems.

    Raises:
        FormatError: There are not as many predictions as problems.
    """
    return [
        (name, list(entailmentbank.read(path, read_lines, problems)))
        for model, name in _MODELS.items()
        for path in sorted((folder / "predictions" / _RELEASED[task] / model).glob(f"{split}.*.tsv"))
    ]


def _figures(folder: Path, task: int, split: str, name: str, seed: int) -> TreeSystemFigures:
    problems, train = read_problems(folder, task, split), read_problems(folder, task, "train")
    started = time.perf_counter()
    system = maker(name)(Setting(task, train, folder.parent, seed))
    train_seconds = time.perf_counter() - started
    times, predictions = [], []
    for problem in problems:
        shown = replace(problem, tree=None)
        started = time.perf_counter()
        tree = system(shown)
        times.append((time.perf_counter() - started) * 1000)
        predictions.append(predicted(problem, tree))
    measured = _measured(problems, predictions, seed)
    return replace(
        measured, milliseconds_per_tree=round(statistics.median(times), 3), train_seconds=round(train_seconds, 1)
    )


def _measured(problems: Sequence[Problem], predictions: Sequence[Prediction], seed: int) -> TreeSystemFigures:
    official, corrected = (
        evaluate_trees(problems, predictions, Rules(mode, lenient=True), seed=seed) for mode in (OFFICIAL, CORRECTED)
    )
    return TreeSystemFigures(
        official=_mode(official),
        corrected=_mode(corrected),
        restructured_f1=_percent(corrected["restructured.f1"]),
        restructured_all_correct=_percent(corrected["restructured.exact"]),
        milliseconds_per_tree=None,
        train_seconds=None,
    )


def _mode(report: Report) -> ModeFigures:
    low, high = report.scores["steps.f1"].interval or (0.0, 0.0)
    names = report.details.thresholds
    return ModeFigures(
        leaves_f1=_percent(report["leaves.f1"]),
        leaves_all_correct=_percent(report["leaves.exact"]),
        steps_f1=_percent(report["steps.f1"]),
        steps_f1_interval=(_percent(low), _percent(high)),
        steps_all_correct=_percent(report["steps.exact"]),
        conclusions_f1={name: _percent(report[f"intermediates.{name}.f1"]) for name in names},
        overall={name: _percent(report[f"overall.{name}.exact"]) for name in names},
        overall_all_predicted={name: _percent(report[f"overall.{name}.all_predicted"]) for name in names},
    )


def _percent(value: float | None) -> float:
    return round(100 * (value or 0.0), 2)
