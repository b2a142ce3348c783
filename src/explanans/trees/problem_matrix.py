"""A problem as matrices of terms, and its precedents: how gold trees joined sentences like those at hand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.learning.sparse import SparseMatrix
from explanans.structures.trees import ROOT, EntailmentTree
from explanans.trees.terms import TermWeights, longest_run, read, traits

_FUNCTION_WORD = 0.7
"""The weight of a function word in comparisons of sentences; a content word has 1 to 9."""
_PAIR_POWER = 4
_LEAF_POWER = 6
"""Exponents of similarity in the weights of precedents."""
_PAIR_PRIOR = 0.05
_LEAF_PRIOR = 0.1
"""Weights of the prior, in precedents."""

SIBLINGS, CLOSENESS, LIKENESS, SIBLING_LIKENESS = range(4)


class Pair(NamedTuple):
    """Two leaves of a gold tree.

    Attributes:
        siblings: 1 if one step joins the two themselves, else 0.
        closeness: 1 if the smallest subtree with both holds nothing else, 0 if it is the whole tree.
    """

    first: int
    second: int
    siblings: int
    closeness: float
    tree: int


class Leaf(NamedTuple):
    """A leaf of a gold tree.

    Attributes:
        last: 1 if the last step uses it, else 0.
    """

    sentence: int
    last: int
    tree: int


class PrecedentScores(NamedTuple):
    """The word of precedents on some sentences.

    Attributes:
        pairs: How often pairs like these were siblings, how close they were, how alike the nearest pair is, and the
            nearest pair of siblings; shape (4, sentences, sentences).
        last: How often the last step used sentences like these; shape (sentences,).
        support: How much precedent there is for that; shape (sentences,).
    """

    pairs: NDArray[np.float64]
    last: NDArray[np.float64]
    support: NDArray[np.float64]


@dataclass(frozen=True)
class Precedents:
    """The leaves of gold trees, from which the search for other trees learns.

    Attributes:
        sentences: The numbers of the terms of each sentence.
        pairs: All pairs of leaves of one tree.
    """

    terms: tuple[str, ...]
    sentences: tuple[tuple[int, ...], ...]
    pairs: tuple[Pair, ...]
    leaves: tuple[Leaf, ...]

    @classmethod
    def of(cls, trees: Iterable[tuple[int, EntailmentTree]]) -> "Precedents":
        """Collect the precedents of gold trees; one with fewer than three leaves leaves no choice and sets none."""
        numbers: dict[str, int] = {}
        pairs: list[Pair] = []
        leaves: list[Leaf] = []
        for number, tree in trees:
            names = [leaf.id for leaf in tree.leaves]
            if len(names) < 3:
                continue
            ids = {leaf.id: numbers.setdefault(leaf.text, len(numbers)) for leaf in tree.leaves}
            held = _leaf_sets(tree)
            last = set(tree.steps[-1].premises)
            leaves += (Leaf(ids[name], int(name in last), number) for name in names)
            for first, second in combinations(names, 2):
                common = [step for step in tree.steps if {first, second} <= held[step.conclusion]]
                if common:
                    step = min(common, key=lambda step: len(held[step.conclusion]))
                    closeness = 1 - (len(held[step.conclusion]) - 2) / (len(names) - 2)
                    siblings = int({first, second} <= set(step.premises))
                    pairs.append(Pair(ids[first], ids[second], siblings, closeness, number))
        words = [sorted(set(read(text).terms)) for text in numbers]
        terms = {name: place for place, name in enumerate(sorted({name for names in words for name in names}))}
        sentences = tuple(tuple(terms[name] for name in names) for names in words)
        return cls(tuple(terms), sentences, tuple(pairs), tuple(leaves))

    @cached_property
    def _columns(self) -> tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.intp], NDArray[np.float64]]:
        pairs = np.array(self.pairs, dtype=np.float64).reshape(-1, 5)
        leaves = np.array(self.leaves, dtype=np.float64).reshape(-1, 3)
        return pairs[:, :2].astype(np.intp), pairs[:, 2:4], leaves[:, 0].astype(np.intp), leaves[:, 1]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.terms)}

    def hiding(self, trees: frozenset[int]) -> "Precedents":
        """Return the precedents but for those of some trees."""
        return Precedents(
            self.terms,
            self.sentences,
            tuple(pair for pair in self.pairs if pair.tree not in trees),
            tuple(leaf for leaf in self.leaves if leaf.tree not in trees),
        )

    def outlook(self, texts: Sequence[str], weights: TermWeights) -> PrecedentScores:
        """Return the precedents' scores of sentences: an average weighted by similarity."""
        count = len(texts)
        ends, said, leaves, last = self._columns
        usual = said.mean(axis=0) if len(said) else np.array([0.2, 0.3])
        pairs = np.zeros((4, count, count))
        likeness = self._likeness(texts, weights)
        first, second = likeness[:, ends[:, 0]], likeness[:, ends[:, 1]]
        for one, other in combinations(range(count), 2):
            alike = np.maximum(first[one] * second[other], first[other] * second[one])
            near = alike**_PAIR_POWER
            judged = (near @ said + _PAIR_PRIOR * usual) / (near.sum() + _PAIR_PRIOR)
            nearest = alike.max(initial=0.0), (alike * said[:, 0]).max(initial=0.0)
            pairs[:, one, other] = pairs[:, other, one] = (*judged, *nearest)
        near = likeness[:, leaves] ** _LEAF_POWER
        usual_last = last.mean() if len(last) else 0.5
        support = near.sum(axis=1)
        return PrecedentScores(pairs, (near @ last + _LEAF_PRIOR * usual_last) / (support + _LEAF_PRIOR), support)

    def _likeness(self, texts: Sequence[str], weights: TermWeights) -> NDArray[np.float64]:
        """Return the cosines of texts and precedents' sentences; shape (texts, sentences)."""
        values = self._values(weights)
        vectors = np.zeros((len(texts), len(self.terms)))
        for vector, sentence in zip(vectors, map(read, texts), strict=True):
            telling = set(sentence.telling)
            value = {
                name: weights.weight(name) if name in telling else _FUNCTION_WORD
                for name in sorted(set(sentence.terms))
            }
            length = float(np.sqrt(sum(number**2 for number in value.values()))) or 1.0
            for name, number in value.items():
                if name in self._numbers:
                    vector[self._numbers[name]] = number / length
        known = np.flatnonzero(vectors.any(axis=0))
        return (values[known].T @ vectors[:, known].T).T

    def _values(self, weights: TermWeights) -> SparseMatrix:
        """Return the precedents' sentences as unit vectors; shape (terms, sentences)."""
        if self._kept.get("weights") is not weights:
            value = np.array(
                [weights.weight(name) if name in weights.frequency else _FUNCTION_WORD for name in self.terms]
            )
            starts = np.cumsum([0, *map(len, self.sentences)])
            columns = np.array([number for numbers in self.sentences for number in numbers], dtype=np.int32)
            lengths = np.sqrt(np.add.reduceat(value[columns] ** 2, starts[:-1])) if len(columns) else np.ones(0)
            data = value[columns] / np.repeat(lengths, np.diff(starts))
            unit = SparseMatrix(data, columns, starts, (len(self.sentences), len(self.terms)))
            self._kept.update(weights=weights, vectors=unit.T)
        found: SparseMatrix = self._kept["vectors"]
        return found

    @cached_property
    def _kept(self) -> dict[str, Any]:
        """The last weights that were asked about, and the sentences as vectors by them."""
        return {}


def _leaf_sets(tree: EntailmentTree) -> dict[str, frozenset[str]]:
    """Return the leaves that each leaf or conclusion of a tree rests on."""
    held = {leaf.id: frozenset({leaf.id}) for leaf in tree.leaves}
    for step in tree.steps:
        held[step.conclusion] = frozenset[str]().union(*(held.get(name, frozenset()) for name in step.premises))
    if ROOT not in held:
        held[ROOT] = frozenset()
    return held


Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class ProblemMatrix:
    """A hypothesis and the sentences that it is to be shown from.

    Attributes:
        terms: All their telling terms, sorted.
        weights: The weight of each term; shape (terms,).
        held: 1 if a sentence holds a term; shape (sentences, terms).
        subject: 1 if it does before its relation; shape (sentences, terms).
        object: 1 if it does after it; shape (sentences, terms).
        sought: 1 for the terms of the hypothesis; shape (terms,).
        sought_subject: 1 for those before its relation; shape (terms,).
        sought_object: 1 for those after it; shape (terms,).
        places: Where in the hypothesis a term first stands, from 0 to 1; 0.5 for one that does not; shape (terms,).
        traits: 1 if a sentence has a trait; shape (sentences, traits).
        lengths: The words of each sentence; shape (sentences,).
        sentences: The terms of the words of each sentence, in order.
        hypothesis_runs: The longest run that each shares with the hypothesis; shape (sentences,).
    """

    terms: tuple[str, ...]
    weights: Matrix
    held: Matrix
    subject: Matrix
    object: Matrix
    sought: Matrix
    sought_subject: Matrix
    sought_object: Matrix
    places: Matrix
    traits: Matrix
    lengths: Matrix
    sentences: tuple[tuple[str, ...], ...]
    hypothesis_runs: Matrix
    outlook: PrecedentScores

    @classmethod
    def of(cls, hypothesis: str, texts: Sequence[str], weights: TermWeights, precedents: Precedents) -> "ProblemMatrix":
        """Return a problem as matrices."""
        target, sentences = read(hypothesis), [read(text) for text in texts]
        terms = sorted(set(target.telling).union(*(sentence.telling for sentence in sentences)))
        numbers = {name: place for place, name in enumerate(terms)}

        def matrix(rows: Sequence[frozenset[str] | tuple[str, ...]]) -> Matrix:
            found = np.zeros((len(rows), len(terms)))
            for row, names in zip(found, rows, strict=True):
                row[[numbers[name] for name in set(names)]] = 1
            return found

        places = np.full(len(terms), 0.5)
        end = max(1, len(target.telling) - 1)
        for place, name in reversed(list(enumerate(target.telling))):
            places[numbers[name]] = place / end
        sought = matrix([target.telling, target.subject, target.predicate])
        return cls(
            terms=tuple(terms),
            weights=np.array([weights.weight(name) for name in terms]),
            held=matrix([sentence.telling for sentence in sentences]),
            subject=matrix([sentence.subject for sentence in sentences]),
            object=matrix([sentence.predicate for sentence in sentences]),
            sought=sought[0],
            sought_subject=sought[1],
            sought_object=sought[2],
            places=places,
            traits=np.array([traits(text) for text in texts], dtype=np.float64).reshape(len(texts), -1),
            lengths=np.array([len(sentence.terms) for sentence in sentences], dtype=np.float64),
            sentences=tuple(sentence.terms for sentence in sentences),
            hypothesis_runs=np.array([longest_run(sentence.terms, target.terms) for sentence in sentences], float),
            outlook=precedents.outlook(texts, weights),
        )

    @property
    def leaves(self) -> int:
        """The number of sentences."""
        return len(self.held)

    @cached_property
    def runs(self) -> Matrix:
        """The longest run of words that two sentences share; shape (sentences, sentences)."""
        found = np.zeros((self.leaves, self.leaves))
        for one, words in enumerate(self.sentences):
            for other, others in enumerate(self.sentences[:one]):
                found[one, other] = found[other, one] = longest_run(words, others)
        return found


def log_odds(probability: Matrix, least: float) -> Matrix:
    """Return log-odds, none of them infinite.

    Args:
        least: Probabilities closer to 0 or 1 count as this close.
    """
    found: Matrix = np.log(np.clip(probability, least, 1 - least)) - np.log(np.clip(1 - probability, least, 1 - least))
    return found
