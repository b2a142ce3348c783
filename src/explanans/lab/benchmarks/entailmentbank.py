"""Entailment trees on EntailmentBank: every system in both modes, released predictions, and published figures."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from explanans.errors import InputError
from explanans.evaluation.trees.measure import CORRECTED, OFFICIAL, Rules
from explanans.evaluation.trees.report import evaluate_trees, predicted
from explanans.lab.benchmarks.benchmark import Benchmark, Record, System, Table, drawn, run_apart, sign
from explanans.lab.benchmarks.published import ENTAILMENTBANK
from explanans.lab.benchmarks.retrieval import similar_sentences
from explanans.lab.benchmarks.tree_systems import RETRIEVAL, SYSTEMS, Setting, maker
from explanans.lab.datasets.splits import released_trees, tree_problems
from explanans.rendering.tree_report import tree_record
from explanans.runtime.progress import track
from explanans.structures.trees import EntailmentTree, Prediction, Problem

DATA_SET = "entailmentbank"
_SIMILARITY = "chrf++"
_OF_SINGLE_TREES = {"figures", "malformed", "comparison"}


def bench_entailmentbank(  # noqa: PLR0913 - all but the first two are seldom needed
    data: Path | None,
    task: int,
    split: str = "dev",
    systems: Sequence[str] = (),
    *,
    without_similar: bool = False,
    sample: int = 0,
    seed: int = 0,
) -> Benchmark:
    """Build the trees of a task by every system, and measure them and the predictions that the authors released.

    Each system has what ``evaluate trees`` gives in the official mode, without what it gives of single trees, and under
    ``corrected`` the same in the corrected mode. Where sentences are left out, the benchmark tells of those that are
    ``similar``, see ``retrieval.similar_sentences``.

    Args:
        data: The folder of the data sets; if None, see ``datasets.locate.data_folder``.
        task: The task: 1 gives the leaves, 2 adds distractors, 3 gives what the authors' retriever found.
        systems: Names of systems, as ``tree_systems.maker`` takes them; all of ``SYSTEMS`` if there are none.
        without_similar: Whether our retriever, in task 3, leaves out what is like a gold leaf of the problem and is
            none (section 4); what the authors' retriever found is as released.
        sample: How many problems are drawn; 0 for all.

    Raises:
        InputError: The data set, the task, the split or a system is not there, or something is to be left out of a task
            without retrieval.
    """
    if without_similar and task != RETRIEVAL:
        raise InputError(f"task {task}: has no corpus to leave similar sentences out of; accepted: task {RETRIEVAL}")
    every, train = tree_problems(data, task, split), tree_problems(data, task, "train")
    problems = drawn(every, sample, seed)
    names = tuple(systems) or tuple(sorted(SYSTEMS))
    for name in names:
        maker(name)
    wanted = {problem.id for problem in problems}
    found = {
        name: System(_measures(problems, [item for item in predictions if item.problem in wanted], seed))
        for name, predictions in released_trees(data, task, split, every)
    }
    posed = [replace(problem, tree=None) for problem in problems]
    setting = Setting(task, train, data, seed, _gold([*every, *train]) if without_similar else {})
    for name in track(names, "Systems", len(names)):
        run = run_apart(partial(_made, name, setting), posed, list)
        trees = [predicted(problem, tree) for problem, tree in zip(problems, run.measured, strict=True)]
        found[name] = System(_measures(problems, trees, seed), run.cost)
    left_out = {"without": "similar"} if without_similar else {}
    signature = sign(data=DATA_SET, task=task, split=split, **left_out, seed=seed)
    more: dict[str, object] = {"task": task, "trees": len(problems)}
    if without_similar:
        more["similar"] = similar_sentences(data, problems)
    return Benchmark(DATA_SET, split, found, ENTAILMENTBANK[task], signature, more)


def _gold(problems: Iterable[Problem]) -> dict[str, list[str]]:
    """Return the gold leaves by the ids of the problems, of which a few occur twice."""
    found: dict[str, list[str]] = {}
    for problem in problems:
        found.setdefault(problem.id, []).extend(leaf.text for leaf in (problem.tree.leaves if problem.tree else ()))
    return found


def _made(name: str, setting: Setting) -> Callable[[Problem], EntailmentTree]:
    return maker(name)(setting)


def _measures(problems: Sequence[Problem], predictions: Sequence[Prediction], seed: int) -> Record:
    official, corrected = (
        tree_record(evaluate_trees(problems, predictions, Rules(mode, lenient=True), seed=seed))
        for mode in (OFFICIAL, CORRECTED)
    )
    official["corrected"] = corrected
    for record in (official, corrected):
        for name in _OF_SINGLE_TREES:
            del record[name]
    return official


def tables(bench: Benchmark) -> Iterator[Table | str]:
    """Yield the tables of the benchmark, with a note on sentences that are left out."""
    ranked = sorted(bench.systems.items(), key=lambda item: float(item[1].measures["steps"]["f1"]))
    task = f"Task {bench.more['task']}"
    columns = ("system", "leaves", "steps", "95%", "concl.", "overall")
    official = [(name, *_cells(system.measures, "all_predicted")) for name, system in ranked]
    yield Table(columns, official, f"{task}, official mode")
    corrected = [(name, *_cells(system.measures["corrected"], "exact")) for name, system in ranked]
    yield Table(columns, corrected, f"{task}, corrected mode")
    rows = []
    for name, system in ranked:
        milliseconds, seconds = system.cost.milliseconds_per_item, system.cost.train_seconds
        rows.append(
            (
                name,
                _both(system.measures["corrected"]["restructured"]),
                "–" if milliseconds is None else f"{milliseconds:.1f}",
                "–" if seconds is None else f"{seconds:.0f}",
            )
        )
    yield Table(("system", "restructured", "ms a tree", "training, s"), rows, task)
    if similar := bench.more.get("similar"):
        yield (
            f"{similar['sentences']} sentences of the corpus are like a gold leaf and are none, "
            f"{similar['per_problem']:.1f} a tree; our retriever leaves them out. "
            f"{similar['released']:.1f}% of them are in what the authors' retriever found, as released.\n"
        )
    published = [
        (
            name,
            f"{row['leaves']['f1']}/{row['leaves']['exact']}",
            f"{row['steps']['f1']}/{row['steps']['exact']}",
            str(row["intermediates"]["bleurt"]["f1"]),
            str(row["overall"]["bleurt"]["all_predicted"]),
            row["source"],
        )
        for name, row in bench.published.items()
    ]
    note = f"F1/all correct; conclusions are compared by {_SIMILARITY} here, by BLEURT in what was published"
    yield Table(("system", "leaves", "steps", "concl.", "overall", "source"), published, "Published", note)


def _cells(figures: Record, overall: str) -> tuple[str, ...]:
    low, high = figures["steps"]["f1_interval"]
    return (
        _both(figures["leaves"]),
        _both(figures["steps"]),
        f"{low:.1f}–{high:.1f}",
        f"{figures['intermediates'][_SIMILARITY]['f1']:.1f}",
        f"{figures['overall'][_SIMILARITY][overall]:.1f}",
    )


def _both(figures: Record) -> str:
    return f"{figures['f1']:.2f}/{figures['exact']:.2f}"
