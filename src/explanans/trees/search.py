"""The shipped prover: choose leaves, find the best joins, and word each conclusion."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from explanans.errors import InputError
from explanans.learning.boosted_trees import predict
from explanans.learning.language_reader import LanguageReader
from explanans.learning.model import label_of
from explanans.registry import name_of, takes
from explanans.structures.explanations import ScoredFact
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem, Step
from explanans.trees.conclusions.concluder import Concluder, ConclusionModel
from explanans.trees.conclusions.conclusion import WRITERS, Conclusion, ConclusionWriter, conclude
from explanans.trees.joins import Derivation, Masks, best, whole
from explanans.trees.language_relevance import LanguageLeaves
from explanans.trees.leaves import Sets
from explanans.trees.model import SearchModel, propose
from explanans.trees.premises import Premises
from explanans.trees.problem_matrix import Matrix, ProblemMatrix
from explanans.trees.prover import PROVERS, Proof, Prover
from explanans.trees.terms import read

MOST_PREMISES = 25
"""Maximum number of premises that are compared; of more, those nearest to the hypothesis."""

MOST_LEAVES = 20
"""The largest tree of EntailmentBank has 17 leaves."""


class LeafChoices(NamedTuple):
    """Options for the choice of leaves.

    Attributes:
        belief: How probable a leaf each is; shape (premises,).
        sets: Sets of them, the likeliest to be the leaves first; shape (sets, premises).
    """

    premises: tuple[Fact, ...]
    belief: Matrix
    sets: Sets

    def leaves(self) -> Iterator[tuple[Fact, ...]]:
        """Yield choices of leaves, the likeliest first."""
        for held in self.sets:
            chosen = np.flatnonzero(held)
            kept = np.sort(chosen[np.argsort(-self.belief[chosen], kind="stable")][:MOST_LEAVES])
            yield tuple(self.premises[number] for number in kept.tolist())


@dataclass(frozen=True, slots=True)
class ScoredTree:
    """A tree with its score.

    Attributes:
        score: How much better than nothing the search thinks of it; comparable among trees of the same leaves only.
    """

    tree: EntailmentTree
    score: float


class TreeSearch:
    """Finds entailment trees with a trained model.

    Args:
        model: The model; the one that comes with the package if None.
        concluder: The writer of conclusions; the one that comes with the package if None.
        name: Its name in signatures.
        reader: A language model that reads the most probable leaves; None for none.
        weights: How its readings are weighed; as the model that comes with the package does if None.

    Attributes:
        name: Its name in signatures.
        writer: The writer of conclusions.
    """

    def __init__(
        self,
        model: SearchModel | None = None,
        concluder: ConclusionWriter | None = None,
        name: str = "search",
        *,
        reader: LanguageReader | None = None,
        weights: LanguageLeaves | None = None,
    ) -> None:
        self._model = model or SearchModel.shipped()
        self.writer = concluder or Concluder()
        self.name = name
        self._reader = reader
        self._weights = weights

    def reading(self, reader: LanguageReader | None) -> "TreeSearch":
        """Return the same search with a language model that reads the most probable leaves; None for none."""
        return TreeSearch(self._model, self.writer, self.name, reader=reader, weights=self._weights)

    @classmethod
    def open(cls, folder: Path) -> "TreeSearch":
        """Return a search with models of the user.

        Args:
            folder: The folder that ``explanans lab train trees`` made.

        Raises:
            InputError: The folder holds no such models, or they are of another format or damaged.
        """
        concluder = Concluder(ConclusionModel.load(folder / "conclusions"))
        return cls(SearchModel.load(folder / "search"), concluder, f"search({folder.resolve().name})")

    def prove(self, problem: Problem, count: int = 1) -> Proof:
        """Return trees for a problem, and how probable a leaf each premise is; 1 if all are known to be leaves.

        Args:
            problem: The hypothesis and the premises; a gold tree is not looked at.
            count: How many trees are wanted; there may be fewer.

        Raises:
            InputError: All of more premises are to be leaves than a tree may have.
        """
        if problem.all_leaves or len(problem.premises) < 2:
            trees = self.trees(problem, count)
            leaves = tuple(ScoredFact(premise, 1.0) for premise in problem.premises)
            return Proof(tuple(found.tree for found in trees), leaves)
        choices = self.choices(problem)
        trees = self._trees_from(problem, choices.leaves(), count)
        scored = (ScoredFact(*item) for item in zip(choices.premises, choices.belief.tolist(), strict=True))
        few, many = len(choices.premises), len(problem.premises)
        unweighed = (
            f"Only {few} of the {many:,} premises were weighed: those that share most words with the hypothesis."
        )
        return Proof(
            tuple(found.tree for found in trees),
            tuple(sorted(scored, key=lambda item: -item.score)),
            unweighed if few < many else "",
        )

    def trees(self, problem: Problem, count: int = 1) -> list[ScoredTree]:
        """Return distinct trees for a problem, the best first; none if there are fewer than two premises.

        The leaves that are most likely right come first, with all the ways to join them that are worth it, then
        further choices of leaves.

        Args:
            problem: The hypothesis and the premises; a gold tree is not looked at.
            count: How many trees are wanted; there may be fewer.

        Raises:
            InputError: All of more premises are to be leaves than a tree may have.
        """
        if problem.all_leaves and len(problem.premises) > MOST_LEAVES:
            found = f"{len(problem.premises)} premises, all to be leaves of one tree"
            raise InputError(f"{problem.id}: {found}; accepted: {MOST_LEAVES} or fewer")
        if len(problem.premises) < 2:
            return []
        choices = iter([problem.premises]) if problem.all_leaves else self.choices(problem).leaves()
        return self._trees_from(problem, choices, count)

    def choices(self, problem: Problem) -> LeafChoices:
        """Return which premises may be leaves.

        Args:
            problem: The hypothesis and the premises, two or more; of many, those nearest to it are weighed.
        """
        near = nearest(problem)
        premises = Premises.of(replace(problem, premises=near), self._model.weights)
        reader = self._reader

        def refined(belief: Matrix) -> Matrix:
            if reader is None:
                return belief
            return (self._weights or LanguageLeaves.shipped()).refined(reader, problem, premises.texts, belief)

        sets, belief = self._model.leaves.choose(premises, refined)
        return LeafChoices(near, belief, sets)

    def _trees_from(self, problem: Problem, choices: Iterable[tuple[Fact, ...]], count: int) -> list[ScoredTree]:
        """Return distinct trees over choices of two leaves or more, in the order of the choices."""
        found: list[ScoredTree] = []
        for leaves in choices:
            wanted = count - len(found)
            if wanted <= 0:
                break
            # Where several trees are asked for, one choice of leaves is not to crowd out all others.
            found += self._of_leaves(problem, leaves, max(1, (wanted + 1) // 2))
        return found

    def _of_leaves(self, problem: Problem, leaves: Sequence[Fact], count: int) -> list[ScoredTree]:
        texts = [leaf.text for leaf in leaves]
        view = ProblemMatrix.of(problem.hypothesis, texts, self._model.weights, self._model.precedents)
        joins, columns = propose(view, self._model.proposer)
        scores = np.sum([predict(joiner, columns) for joiner in self._model.joiners], axis=0)
        return [
            ScoredTree(self._tree(problem, leaves, joins, derivation), derivation.score)
            for derivation in best(len(leaves), joins, scores, count)
        ]

    def _tree(self, problem: Problem, leaves: Sequence[Fact], joins: Masks, derivation: Derivation) -> EntailmentTree:
        """Return a tree with its conclusions in words."""
        names = {1 << place: leaf.id for place, leaf in enumerate(leaves)}
        texts = {leaf.id: leaf.text for leaf in leaves}
        taken = set(texts) | {ROOT}
        heads = whole(joins)
        steps: list[Step] = []
        for number in derivation.joins:
            premises = tuple(names[part] for part in sorted(filter(None, joins[number].tolist())))
            last = number == derivation.joins[-1]
            conclusion = self._concluded([texts[name] for name in premises], problem.hypothesis, last=last)
            name, text = (ROOT, problem.hypothesis) if last else (_name(len(steps) + 1, taken), conclusion.text)
            names[int(heads[number])] = name
            texts[name] = text
            taken.add(name)
            steps.append(Step(premises, name, text, conclusion.inference))
        return EntailmentTree(problem.hypothesis, tuple(leaves), tuple(steps), problem.id)

    def _concluded(self, premises: Sequence[str], hypothesis: str, *, last: bool) -> Conclusion:
        """Return the conclusion of premises; in the last step the hypothesis, or a rule's conclusion."""
        if last and not isinstance(self.writer, Concluder):
            return Conclusion(hypothesis, "")
        return conclude(self.writer, premises, hypothesis)


def nearest(problem: Problem, most: int = MOST_PREMISES) -> tuple[Fact, ...]:
    """Return the premises that share most with the hypothesis, its question and its answer, in their own order.

    Args:
        most: The maximum number of premises to return.
    """
    if len(problem.premises) <= most:
        return problem.premises
    sought = set(read(problem.hypothesis).telling)
    asked = set(read(problem.question).telling) | set(read(problem.answer).telling)

    def nearness(number: int) -> tuple[float, int]:
        terms = set(read(problem.premises[number].text).telling)
        share = (len(terms & sought) + 0.3 * len(terms & asked)) / (len(terms) + len(sought) + 1)
        return -share, number

    return tuple(
        problem.premises[number] for number in sorted(sorted(range(len(problem.premises)), key=nearness)[:most])
    )


def _name(number: int, taken: set[str]) -> str:
    """Return the name of a conclusion that no premise has."""
    name = f"int{number}"
    while name in taken:
        name += "'"
    return name


def tree_search(reader: LanguageReader | None = None) -> TreeSearch:
    """Return the search that comes with the package.

    Args:
        reader: A language model that reads the most probable leaves; None for none.
    """
    return _search(reader)


@lru_cache(maxsize=2)
def _search(reader: LanguageReader | None) -> TreeSearch:
    return TreeSearch(reader=reader)


@takes("FOLDER")
def search(folder: str = "") -> TreeSearch:
    """Return the search with the models of a folder; see ``TreeSearch.open``.

    Args:
        folder: The folder; the models are those that come with the package where empty.
    """
    return TreeSearch.open(Path(folder)) if folder else tree_search()


@takes("FOLDER")
def trained(folder: str) -> Prover:
    """Return the prover of a folder made by ``lab train trees`` or ``lab train writer``.

    Raises:
        InputError: The folder holds neither.
        MissingExtraError: It holds a writer, and the extra ``neural`` is not installed.
    """
    if label_of(Path(folder)).network:
        return PROVERS.open(f"writer:{folder}")
    return TreeSearch.open(Path(folder))


@takes("WRITER")
def worded(writer: str) -> TreeSearch:
    """Return the search that comes with the package, with another writer of conclusions.

    Args:
        writer: The name of the writer; see ``WRITERS``.

    Raises:
        InputError: There is no such writer.
    """
    opened = WRITERS.open(writer)
    return TreeSearch(concluder=opened, name=f"search({name_of(opened)})")
