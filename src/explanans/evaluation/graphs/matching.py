"""Alignment of predicted and gold graphs: edit distance by an integer program, edges as sentences, and graph F1."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import floor

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linear_sum_assignment, milp
from scipy.sparse import csr_array

from explanans.evaluation.similarity import ngrams, sentence_bleu
from explanans.language.tokens import content_lemmas, stem
from explanans.structures.graphs import Edge, Relation

SECONDS = 10.0
"""Default time limit of one program, in seconds."""

Ends = tuple[int, int]
"""Indices of the source and the target node of an edge."""


@dataclass(frozen=True, slots=True)
class Gains:
    """Gains of aligning nodes and edges of two graphs; all at least 0.

    Attributes:
        nodes: The gain of each pair of nodes; shape (nodes of the first graph, nodes of the second).
        first: The ends of the first graph's edges, without duplicates.
        second: The ends of the second graph's edges, without duplicates.
        edges: The gain of each pair of edges; shape (edges of the first graph, edges of the second).
    """

    nodes: NDArray[np.float64]
    first: Sequence[Ends]
    second: Sequence[Ends]
    edges: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Alignment:
    """A one-to-one alignment of nodes of two graphs.

    Attributes:
        gain: Total gain of nodes and edges.
        bound: Upper bound of the gain; ``gain`` if the alignment is optimal.
    """

    pairs: tuple[Ends, ...]
    gain: float
    bound: float


def align(gains: Gains, seconds: float = SECONDS, step: float = 0.0) -> Alignment:
    """Return the alignment of two graphs with the highest gain, or the best one found in time.

    Args:
        step: Common divisor of all gains, which saves work; 0 if there is none.

    Example:
        >>> same = np.array([[1.0, 0.0], [0.0, 1.0]])
        >>> align(Gains(same, [(0, 1)], [(0, 1)], np.array([[1.0]]))).gain
        3.0
    """
    most = float(gains.nodes.max(axis=1, initial=0).sum() + gains.edges.max(axis=1, initial=0).sum())
    if most <= 0:
        return Alignment((), 0.0, 0.0)
    program = _Program(gains)
    gap = 0.99 * step / most if step else 1e-9
    solved = milp(
        -program.costs,
        integrality=program.integral,
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(program.matrix, ub=program.limits),
        options={"time_limit": seconds, "mip_rel_gap": gap},
    )
    found = [_assignment(gains)]
    if solved.x is not None:
        found.append(program.pairs(solved.x))
    pairs = max(found, key=lambda pairs: _gain(gains, pairs))
    gain = _gain(gains, pairs)
    if solved.status == 0:
        return Alignment(pairs, gain, gain)
    bound = solved.mip_dual_bound
    return Alignment(pairs, gain, min(most, most if bound is None else max(gain, -float(bound))))


def _assignment(gains: Gains) -> tuple[Ends, ...]:
    """Return the best alignment of nodes without edges, the result if time runs out at once."""
    rows, columns = linear_sum_assignment(gains.nodes, maximize=True)
    return tuple(zip(rows.tolist(), columns.tolist(), strict=True))


def _gain(gains: Gains, pairs: Iterable[Ends]) -> float:
    other = dict(pairs)
    numbers = {ends: number for number, ends in enumerate(gains.second)}
    gain = sum(float(gains.nodes[pair]) for pair in other.items())
    for number, (source, target) in enumerate(gains.first):
        aligned = numbers.get((other.get(source, -1), other.get(target, -1)))
        if aligned is not None:
            gain += float(gains.edges[number, aligned])
    return gain


class _Program:
    """The integer program of an alignment.

    Attributes:
        costs: The gain of each variable: all pairs of nodes, then the pairs of edges that gain something.
        integral: 1 for the pairs of nodes; those of edges then are 0 or 1 by themselves.
        matrix: The left sides of the constraints; shape (constraints, variables).
    """

    def __init__(self, gains: Gains) -> None:
        self._shape = rows, columns = gains.nodes.shape
        count = rows * columns
        number = np.arange(count).reshape(rows, columns)
        edges = np.argwhere(gains.edges > 0)
        self.costs = np.concatenate((gains.nodes.ravel(), gains.edges[tuple(edges.T)]))
        self.integral = np.repeat((1, 0), (count, len(edges)))
        groups: dict[tuple[str, int, int, int], list[int]] = {}
        for variable, (first, second) in enumerate(edges.tolist(), count):
            for end in (0, 1):
                here, there = gains.first[first][end], gains.second[second][end]
                groups.setdefault(("first", end, first, int(number[here, there])), []).append(variable)
                groups.setdefault(("second", end, second, int(number[here, there])), []).append(variable)
        entries = [(line, variable, 1) for line, lot in enumerate((*number, *number.T)) for variable in lot.tolist()]
        for line, ((_, _, _, pair), variables) in enumerate(groups.items(), rows + columns):
            entries.append((line, pair, -1))
            entries.extend((line, variable, 1) for variable in variables)
        lines, places, values = zip(*entries, strict=True)
        total = rows + columns + len(groups)
        self.matrix = csr_array((values, (lines, places)), shape=(total, len(self.costs)))
        self.limits = np.repeat((1.0, 0.0), (rows + columns, len(groups)))

    def pairs(self, values: NDArray[np.float64]) -> tuple[Ends, ...]:
        """Return the aligned nodes of a solution."""
        rows, columns = self._shape
        chosen = np.argwhere(values[: rows * columns].reshape(rows, columns) > 0.5)
        return tuple((row, column) for row, column in chosen.tolist())


LARGEST = 17
"""Number of nodes and edges of the largest graph, a chain of eight edges (Saha et al. 2021, released scorer)."""


@dataclass(frozen=True, slots=True)
class EditDistance:
    """Return how many nodes and edges have to be added, deleted or renamed to turn one graph into another.

    Attributes:
        high: A sequence as long as this is known; equal to ``low`` where the distance is exact.
        normaliser: Divisor of the released scorer: the larger of 17 and the size of the gold graph.
    """

    low: int
    high: int
    normaliser: int

    @property
    def exact(self) -> bool:
        """Return whether the distance is exact."""
        return self.low == self.high

    @property
    def normalised(self) -> float:
        """The upper bound of the distance over the normaliser, at most 1.

        The released scorer breaks off at a distance above the normaliser, which graphs of more than eight edges can
        have.
        """
        return min(1.0, self.high / self.normaliser)

    @property
    def normalised_low(self) -> float:
        """The lower bound of the distance over the normaliser, at most 1."""
        return min(1.0, self.low / self.normaliser)


def edit_distance(gold: Sequence[Edge], predicted: Sequence[Edge], seconds: float = SECONDS) -> EditDistance:
    """Return the edit distance of two graphs (Abu-Aisheh et al. 2015; Saha et al. 2021, section 6).

    Each addition, deletion or renaming of a node or an edge costs 1. Concepts are equal when they are the same in lower
    case. As in the released scorer, of several edges from one concept to another the last counts.

    Aligned nodes or edges save one edit of two, and both where their names are equal, so that the distance is the
    number of all nodes and edges less the highest gain of an alignment.

    Args:
        seconds: Time limit; after it, the distance is bounded from both sides.

    Example:
        >>> from explanans.structures.graphs import Relation
        >>> rain = Edge("rain", Relation.CAUSES, "mud")
        >>> edit_distance([rain], [rain]).high, edit_distance([rain], [rain._replace(target="joy")]).high
        (0, 1)
    """
    first, second = _lower(gold), _lower(predicted)
    nodes, others = _nodes(first), _nodes(second)
    gains = Gains(
        1.0 + np.equal.outer(np.array(nodes, dtype=object), np.array(others, dtype=object)),
        [(nodes.index(source), nodes.index(target)) for source, target in first],
        [(others.index(source), others.index(target)) for source, target in second],
        1.0 + np.equal.outer(np.array([*first.values()], dtype=object), np.array([*second.values()], dtype=object)),
    )
    alignment = align(gains, seconds, step=1.0)
    total = len(nodes) + len(others) + len(first) + len(second)
    low = total - floor(alignment.bound + 1e-6)
    return EditDistance(low, total - round(alignment.gain), len(nodes) + len(first) + LARGEST)


def _lower(edges: Iterable[Edge]) -> dict[tuple[str, str], str]:
    return {(edge.source.lower(), edge.target.lower()): edge.relation.value for edge in edges}


def _nodes(edges: Iterable[tuple[str, str]]) -> list[str]:
    return list(dict.fromkeys(concept for ends in edges for concept in ends))


Similarity = Callable[[Sequence[str], Sequence[str]], NDArray[np.float64]]
"""Takes predicted and gold sentences; returns the similarity of each pair, shape (predicted, gold), each 0 or more."""


@dataclass(frozen=True, slots=True)
class Match:
    """The similarity of two sets of edges; all from 0 to 1.

    Attributes:
        precision: The similarity of the best matching, over the number of predicted edges.
        recall: The similarity over the number of gold edges.
    """

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; 0 if both are 0."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both > 0 else 0.0


def match_edges(gold: Sequence[Edge], predicted: Sequence[Edge], similarity: Similarity) -> Match:
    """Match the edges of two graphs one to one so that they are as similar as can be (Saha et al. 2021, section 6).

    Args:
        gold: The gold edges; at least one.
        predicted: The predicted edges; if there are none, precision and recall are 0.

    Example:
        >>> from explanans.structures.graphs import Relation
        >>> gold = [Edge("rain", Relation.CAUSES, "mud"), Edge("mud", Relation.IS_A, "soft soil")]
        >>> match_edges(gold, gold[:1], bleu)
        Match(precision=1.0, recall=0.5)
    """
    if not predicted:
        return Match(0.0, 0.0)
    scores = similarity([sentence(edge) for edge in predicted], [sentence(edge) for edge in gold])
    total = float(scores[linear_sum_assignment(scores, maximize=True)].sum())
    return Match(total / len(predicted), total / len(gold))


def sentence(edge: Edge) -> str:
    """Return an edge as the sentence that is compared, in lower case.

    Example:
        >>> from explanans.structures.graphs import Relation
        >>> sentence(Edge("Rain", Relation.CAUSES, "mud"))
        'rain; causes; mud'
    """
    return f"{edge.source}; {edge.relation}; {edge.target}".lower()


def bleu(predicted: Sequence[str], gold: Sequence[str]) -> NDArray[np.float64]:
    """Return the BLEU of each predicted against each gold sentence; shape (predicted, gold).

    As in the released scorer, semicolons are words and there is no smoothing; see ``sentence_bleu``.
    """
    candidates, references = ([re.findall(r";|[^;\s]+", text) for text in texts] for texts in (predicted, gold))
    return np.array([[sentence_bleu(words, others) for others in references] for words in candidates])


def rouge(predicted: Sequence[str], gold: Sequence[str]) -> NDArray[np.float64]:
    """Return the precision of ROUGE-2 of each predicted against each gold sentence; shape (predicted, gold).

    As in the released scorer, this is the share of the predicted sentence's pairs of neighbouring words that the gold
    one has too (Lin 2004, section 2), over words of ASCII letters and digits, stemmed if they have more than three
    characters.
    """
    candidates, references = ([ngrams(_stems(text), 2) for text in texts] for texts in (predicted, gold))
    return np.array(
        [[(words & others).total() / max(1, words.total()) for others in references] for words in candidates]
    )


def _stems(text: str) -> list[str]:
    return [stem(word) if len(word) > 3 else word for word in re.findall(r"[a-z0-9]+", text)]


SAME_SIDE = 0.5
"""Similarity of two different relations of the same polarity."""


def graph_f1(gold: Sequence[Edge], predicted: Sequence[Edge], seconds: float = SECONDS) -> Match:
    """Return the best alignment of two graphs by the similarity of concepts and relations.

    As in Smatch (Cai & Knight 2013), nodes and edges count alike under the best alignment of the nodes. Two aligned
    concepts match by the share of content lemmas that they have in common (Dice 1945), and fully if they are the
    same in lower case. Two edges between aligned concepts match as well as the worse of their ends, fully if they have
    the same relation, by half if they have another one of the same polarity, and not at all if one denies what the
    other asserts. Function words alone are worth nothing.

    Args:
        gold: The edges of the gold graph; at least one.
        predicted: The edges of the other graph; if there are none, precision and recall are 0.

    Example:
        >>> rain = Edge("heavy rain", Relation.CAUSES, "mud")
        >>> graph_f1([rain], [rain]).f1
        1.0
        >>> round(graph_f1([rain], [Edge("rains", Relation.NOT_CAUSES, "mud")]).f1, 3)
        0.556
    """
    if not predicted:
        return Match(0.0, 0.0)
    nodes, others = concepts(gold), concepts(predicted)
    first, second = _by_ends(gold, nodes), _by_ends(predicted, others)
    similar = np.array([[concept_similarity(concept, other) for other in others] for concept in nodes])
    gains = Gains(similar, [*first], [*second], _edge_gains(first, second, similar))
    gain = align(gains, seconds).gain
    return Match(gain / (len(others) + len(second)), gain / (len(nodes) + len(first)))


def concept_similarity(first: str, second: str) -> float:
    """Return how similar two concepts are, from 0 to 1.

    Example:
        >>> round(concept_similarity("heavy rain", "rains"), 3), concept_similarity("not the", "the")
        (0.667, 0.0)
    """
    if first == second:
        return 1.0
    words, others = Counter(content_lemmas(first)), Counter(content_lemmas(second))
    total = words.total() + others.total()
    return 2 * (words & others).total() / total if total else 0.0


def relation_similarity(first: Relation, second: Relation) -> float:
    """Return how similar two relations are: 1 for the same, 0 if one denies what the other may assert, else half.

    Example:
        >>> [relation_similarity(Relation.CAUSES, other) for other in (Relation.IS_A, Relation.NOT_CAUSES)]
        [0.5, 0.0]
    """
    if first is second:
        return 1.0
    return SAME_SIDE if _denies(first) == _denies(second) else 0.0


def _denies(relation: Relation) -> bool:
    return relation is Relation.ANTONYM_OF or "not" in relation.split()


def concepts(edges: Sequence[Edge]) -> list[str]:
    """Return the concepts that edges join, in lower case, each once, in order."""
    return list(dict.fromkeys(concept.lower() for edge in edges for concept in (edge.source, edge.target)))


def _by_ends(edges: Sequence[Edge], concepts: Sequence[str]) -> dict[tuple[int, int], Relation]:
    """Return the relation between each pair of concepts; of several from one to the other the last counts."""
    numbers = {concept: number for number, concept in enumerate(concepts)}
    return {(numbers[edge.source.lower()], numbers[edge.target.lower()]): edge.relation for edge in edges}


def _edge_gains(
    first: dict[tuple[int, int], Relation], second: dict[tuple[int, int], Relation], similar: NDArray[np.float64]
) -> NDArray[np.float64]:
    return np.array(
        [
            [
                min(similar[source, there], similar[target, thither]) * relation_similarity(relation, other)
                for (there, thither), other in second.items()
            ]
            for (source, target), relation in first.items()
        ]
    )
