"""Systems that build entailment trees, by name, each made for one task before it sees a problem."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from explanans.errors import InputError
from explanans.lab.benchmarks.retrieval import Retriever
from explanans.lab.datasets.splits import tree_problems
from explanans.lab.training.trees import train_leaves, train_trees
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step
from explanans.trees.model import SearchModel
from explanans.trees.search import TreeSearch

if TYPE_CHECKING:
    from explanans.neural.trees.writer import Writer

RETRIEVAL = 3
"""The task whose premises are retrieved from a corpus."""

System = Callable[[Problem], EntailmentTree]
"""Turns a problem, whose gold tree it is not shown, into a tree whose leaves are facts."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The surroundings that a system is made in.

    Attributes:
        task: The task: 1 gives the leaves, 2 adds distractors, 3 gives what the authors' retriever found.
        train: The training problems of the task, with their trees.
        data: The folder of the data sets; if None, see ``datasets.locate.data_folder``.
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


def shipped_search(setting: Setting) -> System:
    """Return the search for trees that comes with the package, which was trained on the training split.

    Args:
        setting: See ``Setting``.
    """
    if setting.task == RETRIEVAL:
        return _retrieving(setting)
    return _searching(TreeSearch(), setting.task)


def _retrieving(setting: Setting) -> System:
    """Return a search over sentences that our ranker retrieves, with leaves chosen as training problems teach it.

    All that it retrieves is of one corpus, so that how often a sentence was a leaf in training gives nothing away.
    """
    retriever = Retriever.of(setting.data, setting.train)

    def retrieved(problem: Problem) -> Problem:
        return retriever.retrieved(problem, gold=setting.gold.get(problem.id, ()))

    given = list(map(retrieved, setting.train))
    model = SearchModel.shipped()
    leaves = train_leaves(given, model.weights, seed=setting.seed, frequency=True, ranked=True)
    build = _searching(TreeSearch(replace(model, leaves=leaves)), setting.task)
    return lambda problem: build(retrieved(problem))


def search_with_frequency(setting: Setting) -> System:
    """Return a search trained to tell leaves also by how often sentences are at hand in the training split.

    Nearly half of the gold leaves of task 2 are at hand nowhere else, but hardly any distractor: what knows this finds
    leaves that it could not find elsewhere. In task 1 it makes no difference; in task 3 it is that of ``search``.

    Args:
        setting: See ``Setting``.
    """
    if setting.task == RETRIEVAL:
        return _retrieving(setting)
    problems = tree_problems(setting.data, 2, "train")
    return _searching(TreeSearch(train_trees(problems, seed=setting.seed, with_frequency=True)), setting.task)


def _searching(search: TreeSearch, task: int) -> System:
    def build(problem: Problem) -> EntailmentTree:
        found = search.prove(replace(problem, all_leaves=task == 1)).trees
        return found[0] if found else one_step(problem)

    return build


SYSTEMS: dict[str, Callable[[Setting], System]] = {
    "chain": lambda _: chain,
    "one-step": lambda _: one_step,
    "search": shipped_search,
    "search-with-frequency": search_with_frequency,
}
"""The maker of each system; its time is the system's training time."""

_WRITER = "writer:"


def maker(name: str) -> Callable[[Setting], System]:
    """Return the factory of a system.

    Args:
        name: One of ``SYSTEMS``, or ``writer:`` and the folder of a writer that ``explanans lab train writer`` made.

    Raises:
        InputError: There is no such system.

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
    """A writer of trees that, like the search, knows if all premises are leaves.

    Attributes:
        task: See ``Setting``.
    """

    writer: "Writer"
    task: int

    def __call__(self, problem: Problem) -> EntailmentTree:
        return self.each([problem])[0]

    def each(self, problems: Sequence[Problem]) -> list[EntailmentTree]:
        return self.writer.each([replace(problem, all_leaves=self.task == 1) for problem in problems])


def _opened_writer(folder: str, task: int) -> System:
    from explanans.neural.trees.writer import Writer  # noqa: PLC0415 - networks are an extra

    return _Writing(Writer.open(folder), task)
