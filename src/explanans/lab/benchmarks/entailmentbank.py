"""Entailment trees on EntailmentBank: every system in both modes, released predictions, and published figures."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from explanans.errors import InputError
from explanans.evaluation.trees.measure import CORRECTED, OFFICIAL, Rules
from explanans.evaluation.trees.report import evaluate_trees, predicted
from explanans.lab.benchmarks.benchmark import Benchmark, Record, System, Table, drawn, run_apart, sign
from explanans.lab.benchmarks.published import ENTAILMENTBANK
from explanans.lab.benchmarks.retrieval import Retriever, similar_sentences
from explanans.lab.datasets.splits import released_trees, tree_problems
from explanans.lab.training.language_leaves import train as train_language_leaves
from explanans.lab.training.retrieved_leaves import retrieved_lessons, train_retrieved_leaves
from explanans.learning.language_model import installed
from explanans.learning.language_reader import PREMISES, LanguageReader
from explanans.rendering.tree_report import tree_record
from explanans.runtime.progress import track
from explanans.structures.trees import ROOT, EntailmentTree, Prediction, Problem, Step
from explanans.trees.model import SearchModel
from explanans.trees.search import TreeSearch

if TYPE_CHECKING:
    from explanans.neural.trees.writer import Writer

RETRIEVAL = 3
"""The task whose premises are retrieved from a corpus."""
_WRITER = "writer:"
_READING = "search-smollm2"
"""The system that needs the language model."""
DATA_SET = "entailmentbank"
_SIMILARITY = "chrf++"
_OF_SINGLE_TREES = {"figures", "malformed", "comparison"}


TreeSystem = Callable[[Problem], EntailmentTree]
"""Turns a problem, whose gold tree it is not shown, into a tree whose leaves are facts."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The surroundings that a system is made in.

    Attributes:
        task: The task: 1 gives the leaves, 2 adds distractors, 3 gives what the authors' retriever found.
        train: The training problems of the task, with their trees.
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
        seed: Seeds what is drawn at random.
        gold: The gold leaves of problems by their ids, where our retriever is to give nothing that is like them.
    """

    task: int
    train: Sequence[Problem]
    data: Path | None
    seed: int
    gold: Mapping[str, Sequence[str]] = field(default_factory=dict)


def one_step(problem: Problem) -> EntailmentTree:
    """Return the tree that concludes the hypothesis from all premises at once.

    Example:
        >>> from explanans.structures.facts import Fact
        >>> facts = (Fact("sent1", "ice is a solid"), Fact("sent2", "heat melts a solid"), Fact("sent3", "it is hot"))
        >>> [step.premises for step in one_step(Problem("q1", "heat melts ice", facts)).steps]
        [('sent1', 'sent2', 'sent3')]
    """
    names = tuple(premise.id for premise in problem.premises)
    step = Step(names, ROOT, problem.hypothesis)
    return EntailmentTree(problem.hypothesis, problem.premises, (step,) if names else (), problem.id)


def chain(problem: Problem) -> EntailmentTree:
    """Return the tree that joins the first two premises with "and", what follows with the third, and so on.

    Example:
        >>> from explanans.structures.facts import Fact
        >>> facts = (Fact("sent1", "ice is a solid"), Fact("sent2", "heat melts a solid"), Fact("sent3", "it is hot"))
        >>> [(step.premises, step.text) for step in chain(Problem("q1", "heat melts ice", facts)).steps]
        [(('sent1', 'sent2'), 'ice is a solid and heat melts a solid'), (('int1', 'sent3'), 'heat melts ice')]
    """
    if len(problem.premises) < 2:
        return one_step(problem)
    first, *others = problem.premises
    name, text, steps = first.id, first.text, []
    for number, other in enumerate(others, 1):
        last = number == len(others)
        premises = (name, other.id)
        name, text = (ROOT, problem.hypothesis) if last else (f"int{number}", f"{text} and {other.text}")
        steps.append(Step(premises, name, text))
    return EntailmentTree(problem.hypothesis, problem.premises, tuple(steps), problem.id)


def shipped_search(setting: Setting, reader: LanguageReader | None = None) -> TreeSystem:
    """Return the search for trees that comes with the package, which was trained on the training split.

    Args:
        reader: A language model that reads premises; None for none.
    """
    if setting.task == RETRIEVAL:
        return _retrieving(setting, reader)
    return _searching(TreeSearch(reader=reader), setting.task)


def reading_search(setting: Setting) -> TreeSystem:
    """Return the same search, with the installed language model.

    Raises:
        InputError: The language model is not installed.
    """
    return shipped_search(setting, LanguageReader.shipped(PREMISES))


def _retrieving(setting: Setting, reader: LanguageReader | None) -> TreeSystem:
    """Return a search over sentences that our ranker retrieves, with leaves chosen as training problems teach it."""
    # All that it retrieves is of one corpus, so that how often a sentence was a leaf in training gives nothing away.
    retriever = Retriever.of(setting.data, setting.train)

    def retrieved(problem: Problem) -> Problem:
        return retriever.retrieved(problem, gold=setting.gold.get(problem.id, ()))

    given = list(map(retrieved, setting.train))
    model = SearchModel.shipped()
    lessons = retrieved_lessons(given, model.weights, seed=setting.seed)
    leaves = train_retrieved_leaves(lessons, given, setting.seed)
    weights = train_language_leaves(given, lessons, reader, setting.seed) if reader else None
    search = TreeSearch(replace(model, leaves=leaves), reader=reader, weights=weights)
    build = _searching(search, setting.task)
    return lambda problem: build(retrieved(problem))


def _searching(search: TreeSearch, task: int) -> TreeSystem:
    def build(problem: Problem) -> EntailmentTree:
        found = search.prove(replace(problem, all_leaves=task == 1)).trees
        return found[0] if found else one_step(problem)

    return build


SYSTEMS: dict[str, Callable[[Setting], TreeSystem]] = {
    "chain": lambda _: chain,
    "one-step": lambda _: one_step,
    "search": shipped_search,
    _READING: reading_search,
}
"""The maker of each system; its time is the system's training time."""


def maker(name: str) -> Callable[[Setting], TreeSystem]:
    """Return the factory of a system.

    Args:
        name: One of ``SYSTEMS``, or ``writer:`` and the folder of a writer that ``explanans lab train writer`` made.

    Example:
        >>> maker("chain")(Setting(1, (), Path("datasets"), 0)) is chain
        True
    """
    if name.startswith(_WRITER):
        return lambda setting: _opened_writer(name.removeprefix(_WRITER), setting.task)
    if name not in SYSTEMS:
        accepted = ", ".join((*sorted(SYSTEMS), f"{_WRITER}DIR"))
        raise InputError(f"system {name!r}: no such system; accepted: {accepted}")
    return SYSTEMS[name]


@dataclass(frozen=True, slots=True)
class _Writing:
    """A writer of trees that, like the search, knows if all premises are leaves."""

    writer: "Writer"
    task: int

    def __call__(self, problem: Problem) -> EntailmentTree:
        return self.each([problem])[0]

    def each(self, problems: Sequence[Problem]) -> list[EntailmentTree]:
        return self.writer.each([replace(problem, all_leaves=self.task == 1) for problem in problems])


def _opened_writer(folder: str, task: int) -> TreeSystem:
    from explanans.neural.trees.writer import Writer  # noqa: PLC0415 - networks are an extra

    return _Writing(Writer.open(folder), task)


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
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
        task: The task: 1 gives the leaves, 2 adds distractors, 3 gives what the authors' retriever found.
        systems: Names of systems, as ``maker`` takes them; all of ``SYSTEMS`` if there are none, but for that of the
            language model where it is not installed.
        without_similar: Whether our retriever, in task 3, leaves out what is like a gold leaf of the problem and is
            none (section 4); what the authors' retriever found is as released.
    """
    if without_similar and task != RETRIEVAL:
        raise InputError(f"task {task}: has no corpus to leave similar sentences out of; accepted: task {RETRIEVAL}")
    every, train = tree_problems(data, task, split), tree_problems(data, task, "train")
    problems = drawn(every, sample, seed)
    names = tuple(systems) or tuple(name for name in sorted(SYSTEMS) if name != _READING or installed())
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
