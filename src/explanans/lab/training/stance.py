"""Train the judge of stances: out of fold, by topics of beliefs, and pairs for inference that teach it before."""

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explanans.graphs.concepts import telling
from explanans.graphs.links import LinkCounts
from explanans.graphs.stance import FEATURES, WORD_NAMES, StanceModel, columns_with_graphs
from explanans.lab.datasets.splits import labelled_pairs
from explanans.lab.judge.curriculum import parted
from explanans.lab.judge.examples import of_sentences
from explanans.lab.judge.premises import by_digest
from explanans.lab.judge.written import SHIPPED, lessons_of, read_claims
from explanans.lab.training.graphs import FOLDS, belief_folds, digest, growth
from explanans.learning.boosted_trees import Rows, grow
from explanans.learning.embedder import Embedder
from explanans.learning.model import Origin
from explanans.structures.graphs import ExplanationGraph, Stance
from explanans.structures.labels import LabelledPair
from explanans.structures.verdicts import Status

PARTS = {"snli": 0.75}
"""The share of each data set among the first pairs; the rest are claims about sentences of our judged texts."""
OWN, WRITTEN = "texts", "written"
"""The group of those, and of claims that a language model wrote, which come where the first are too few."""
_LAST = "conjnli"
"""The group of rule-generated pairs, also used only if the others are too few."""
_SURE = 0.8
"""Minimum probability of the status of a generated claim."""
_LONGEST = 400
"""Characters that the premises of a written claim have at most."""
_DECIDED = {frozenset((Status.SUPPORTED,)): Stance.SUPPORT, frozenset((Status.CONTRADICTED,)): Stance.COUNTER}
TOPICS = 53
"""Number of topics in the training split (Saha et al. 2021, section 4)."""
_ROUNDS = 20
_HELD_OUT = 10
"""Every how many topics one is held out."""
GROWTH = growth(trees=110, leaves=7, rate=0.04)
"""Chosen on the training split of ExplaGraphs by cross-validation."""


def inference_pairs(data: Path | None, count: int, seed: int, *, decided: bool = False) -> list[LabelledPair]:
    """Return pairs that teach what follows from what.

    They are of SNLI and of our judged texts; where these are too few, claims that a language model wrote come too, and
    where these are, pairs of ConjNLI.

    Args:
        data: The folder of the data sets; if None, see ``catalogue.data_folder``.
        count: The maximum number to draw; if 0, the data sets need not be there.

    Returns:
        Pairs whose group is where they come from.
    """
    if not count:
        return []
    chance = random.Random(seed)  # noqa: S311 - not for secrets

    def drawn(pairs: Iterable[LabelledPair], most: int) -> list[LabelledPair]:
        taken = [pair for pair in pairs if not decided or pair.statuses in _DECIDED]
        return chance.sample(taken, min(most, len(taken)))

    found = [
        pair._replace(group=part)
        for part, share in PARTS.items()
        for pair in drawn(labelled_pairs(data, part, "train"), round(count * share))
    ]
    found += drawn(_own(), round(count * (1 - sum(PARTS.values()))))
    if len(found) < count:
        found += drawn(_written(data), count - len(found))
    if len(found) < count:
        last = drawn(labelled_pairs(data, _LAST, "train"), count - len(found))
        found += [pair._replace(group=_LAST) for pair in last]
    return found


def sources(pairs: Iterable[LabelledPair]) -> tuple[str, ...]:
    """Return where pairs come from, each source once."""
    return tuple(dict.fromkeys(pair.group for pair in pairs))


def _own() -> list[LabelledPair]:
    return [
        LabelledPair(lesson.premises, claim.text, claim.statuses, OWN)
        for lesson in of_sentences(parted()[0], 1.0)
        for claim in lesson.claims
    ]


def _written(data: Path | None) -> list[LabelledPair]:
    return [
        LabelledPair(lesson.premises, claim.text, claim.statuses, WRITTEN)
        for lesson in lessons_of(read_claims(SHIPPED), by_digest(data, parted()[0]))
        if sum(map(len, lesson.premises)) <= _LONGEST
        for claim in lesson.claims
        if claim.shares and max(claim.shares) >= _SURE
    ]


def as_stances(pairs: Iterable[LabelledPair]) -> list[ExplanationGraph]:
    """Return pairs as beliefs with arguments: premises that support a claim support the belief in it.

    Example:
        >>> [pair] = as_stances([LabelledPair(("Ice floats.",), "Ice sinks.", frozenset((Status.CONTRADICTED,)), "")])
        >>> pair.belief, pair.argument, str(pair.stance)
        ('Ice sinks.', 'Ice floats.', 'counter')
    """
    return [
        ExplanationGraph(pair.claim, " ".join(pair.premises), _DECIDED[pair.statuses], ())
        for pair in pairs
        if pair.statuses in _DECIDED
    ]


def without_a_tenth(
    graphs: Sequence[ExplanationGraph], seed: int
) -> tuple[list[ExplanationGraph], list[ExplanationGraph]]:
    """Return the graphs to learn from, and those of every tenth topic, by which to see how well they are learnt."""
    held = topics(graphs, seed) % _HELD_OUT == _HELD_OUT - 1
    learnt = [graph for graph, out in zip(graphs, held, strict=True) if not out]
    return learnt, [graph for graph, out in zip(graphs, held, strict=True) if out]


def topics(graphs: Sequence[ExplanationGraph], seed: int) -> NDArray[np.intp]:
    """Return the number of the topic of each graph, by its belief and argument; shape (graphs,)."""
    vectors = Embedder.shipped().embed([f"{graph.belief} {graph.argument}" for graph in graphs])
    return clusters(vectors, min(TOPICS, len(graphs)), seed)


def clusters(vectors: NDArray[np.float32], count: int, seed: int) -> NDArray[np.intp]:
    """Return the number of the cluster of each vector, by spherical k-means (Dhillon & Modha 2001); shape (vectors,).

    Args:
        vectors: Vectors of length 1; shape (vectors, width).

    Example:
        >>> vectors = np.array([[1, 0], [0, 1], [0.8, 0.6], [0.6, 0.8]], dtype=np.float32)
        >>> first, second, third, fourth = clusters(vectors, 2, 0).tolist()
        >>> first == third, second == fourth, first == second
        (True, True, False)
    """
    centres = vectors[np.random.default_rng(seed).choice(len(vectors), count, replace=False)]
    found = np.zeros(len(vectors), dtype=np.intp)
    for _ in range(_ROUNDS):
        found = (vectors @ centres.T).argmax(axis=1)
        sums = np.zeros_like(centres)
        np.add.at(sums, found, vectors)
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.where(lengths > 0, sums / np.maximum(lengths, 1e-9), centres)
    return found


def train(graphs: Sequence[ExplanationGraph], *, seed: int) -> StanceModel:
    """Train on gold graphs."""
    columns, weights = out_of_fold(graphs, seed)
    labels = supports(graphs)
    words = grow(Rows(columns[:, : len(WORD_NAMES)], labels), FEATURES["words"], GROWTH, seed)
    graph = grow(Rows(columns, labels), FEATURES["graph"], GROWTH, seed)
    data: dict[str, int | str] = {"graphs": len(graphs), "sha256": digest(graphs)}
    return StanceModel(words, graph, weights, LinkCounts.of(graphs).ties, Origin(data, seed))


def out_of_fold(graphs: Sequence[ExplanationGraph], seed: int) -> tuple[NDArray[np.float32], dict[str, float]]:
    """Return the features of graphs, each by links of other beliefs' graphs, and how telling each lemma is.

    Returns:
        Shape (graphs, features), and weights by lemma.
    """
    numbers = belief_folds(graphs, seed)
    weights = telling(graphs)
    columns = np.zeros((len(graphs), len(FEATURES["graph"])), dtype=np.float32)
    for fold in range(FOLDS):
        ties = LinkCounts.of(graph for graph, number in zip(graphs, numbers, strict=True) if number != fold).ties
        held = np.flatnonzero(numbers == fold)
        columns[held] = columns_with_graphs([graphs[place] for place in held.tolist()], weights, ties)
    return columns, weights


def supports(graphs: Sequence[ExplanationGraph]) -> NDArray[np.intp]:
    """Return 1 for each graph whose argument supports, else 0; shape (graphs,)."""
    return np.array([graph.stance is Stance.SUPPORT for graph in graphs], dtype=np.intp)
