"""Stance models: by words, by a graph, and by a language model that reads belief and argument."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from explanans.formats import explagraphs
from explanans.graphs.links import DENYING, RELATIONS, Ties
from explanans.graphs.polarity import (
    MODALS,
    WordPolarity,
    evaluations,
    lexicon,
    obligation,
    orientation,
    polarity,
    sign,
    signed_lemmas,
)
from explanans.language.sentences import tidy_sentence
from explanans.language.tokens import content_lemmas
from explanans.language.values import canonical, canonical_beside
from explanans.learning.boosted_trees import Booster, predict
from explanans.learning.language_reader import CHOICES, LanguageReader
from explanans.learning.model import BoostedModel, Origin, TrainedModel
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance

_LEAST = 1e-6
"""Probabilities closer to 0 count as this close."""


def word_columns(pairs: Sequence[tuple[str, str]], weights: Mapping[str, float], ties: Ties) -> NDArray[np.float32]:
    """Return the features of beliefs and arguments; shape (pairs, features).

    Args:
        weights: Inverse document frequency of lemmas; missing ones have the maximum.
    """
    rows = [list(_words(belief, argument, weights, ties).values()) for belief, argument in pairs]
    return np.array(rows, dtype=np.float32).reshape(len(pairs), len(WORD_NAMES))


def graph_columns(graphs: Sequence[ExplanationGraph]) -> NDArray[np.float32]:
    """Return the features of graphs; shape (graphs, features).

    Args:
        graphs: Graphs with at least one edge; stance and argument are used only for ``external``.
    """
    rows = [list(_graph(graph).values()) for graph in graphs]
    return np.array(rows, dtype=np.float32).reshape(len(graphs), len(GRAPH_NAMES))


def _words(belief: str, argument: str, weights: Mapping[str, float], ties: Ties) -> dict[str, float]:
    ours, theirs = signed_lemmas(belief), signed_lemmas(argument)
    first, second = dict(ours), dict(theirs)
    shared = [word for word in first if word in second and word not in MODALS]
    agreement = {word: first[word] * second[word] for word in shared}
    rarest = max(weights.values(), default=1.0)
    said = evaluations(belief), evaluations(argument)
    polar, others = ([item.value for item in side if item.value] for side in said)
    ours_total, theirs_total = sum(polar), sum(others)
    our_own, their_own = (_total(item for item in side if item.word not in shared) for side in said)
    our_last, their_last = (side[-1] if side else 0 for side in (polar, others))
    products = [value * other for value in polar for other in others]
    inclination = sign(ours_total) or sign(obligation(ours))
    our_words, their_words = (sum(word not in MODALS for word in side) for side in (first, second))
    counts = [ties.between(word, other) for word in first for other in second if word != other]
    return {
        "belief_polarity": ours_total,
        "argument_polarity": theirs_total,
        "polarity_product": ours_total * theirs_total,
        "polarity_sign_product": sign(ours_total) * sign(theirs_total),
        "belief_polar_words": len(polar),
        "argument_polar_words": len(others),
        "belief_denied": sum(value < 0 for _, value in ours),
        "argument_denied": sum(value < 0 for _, value in theirs),
        "belief_modals": obligation(ours),
        "argument_modals": obligation(theirs),
        "belief_modal_polarity": obligation(ours) * (1 if ours_total >= 0 else -1),
        "belief_last_polar": our_last,
        "argument_last_polar": their_last,
        "last_polar_product": our_last * their_last,
        "argument_first_polar": others[0] if others else 0,
        "belief_orientation": inclination,
        "orientation_product": inclination * sign(theirs_total),
        "orientation_with_modals": inclination * (sign(theirs_total) or sign(obligation(theirs))),
        "own_polarity_product": our_own * their_own,
        "argument_own_polarity": their_own,
        "best_word_product": max(products, default=0),
        "worst_word_product": min(products, default=0),
        "shared": len(shared),
        "shared_weight": sum(weights.get(word, rarest) for word in shared),
        "shared_agreement": sum(weights.get(word, rarest) * value for word, value in agreement.items()),
        "shared_polar_agreement": sum(value for word, value in agreement.items() if word in lexicon()),
        "shared_other_agreement": sum(value for word, value in agreement.items() if word not in lexicon()),
        "belief_shared_share": len(shared) / max(1, our_words),
        "argument_shared_share": len(shared) / max(1, their_words),
        "belief_words": our_words,
        "argument_words": their_words,
        "opposed_words": sum(math.log1p(opposed) for opposed, _ in counts),
        "alike_words": sum(math.log1p(alike) for _, alike in counts),
    }


def _total(said: Iterable[WordPolarity]) -> int:
    return sum(item.value for item in said)


def _graph(graph: ExplanationGraph) -> dict[str, float]:
    belief = graph.belief.lower()
    edges = explagraphs.depth_first(
        [Edge(edge.source.lower(), edge.relation, edge.target.lower()) for edge in graph.edges]
    )
    concepts = list(dict.fromkeys(concept for edge in edges for concept in (edge.source, edge.target)))
    inclination = orientation(graph.belief)
    signs = list(map(_sign, edges))
    ours = {concept for concept in concepts if concept in belief}
    external = [concept for concept in concepts if concept not in ours and concept not in graph.argument.lower()]
    path = _path_sign(edges, ours)
    said = sum(map(polarity, concepts))
    signed = sum(_sign(edge) * polarity(edge.target) for edge in edges)
    entering = [_sign(edge) for edge in edges if edge.target in ours]
    sources, targets = {edge.source for edge in edges}, {edge.target for edge in edges}
    words, held = set(content_lemmas(belief)), {word for concept in concepts for word in content_lemmas(concept)}
    relations = [edge.relation for edge in edges]
    return {
        "edges": len(edges),
        "concepts": len(concepts),
        "denying": signs.count(-1),
        "denying_is_odd": signs.count(-1) % 2,
        "antonyms": relations.count(Relation.ANTONYM_OF),
        "orientation": inclination,
        "path_sign": path,
        "path_sign_orientation": path * inclination,
        "last_sign": signs[-1],
        "last_sign_orientation": signs[-1] * inclination,
        "polarity": said,
        "polarity_orientation": said * inclination,
        "signed_polarity": signed,
        "signed_polarity_orientation": signed * inclination,
        "into_belief": len(entering),
        "into_belief_sign": sum(entering),
        "into_belief_orientation": sum(entering) * inclination,
        "to_end_sign": _end_sign(edges, belief),
        "external": len(external),
        "external_polarity": sum(map(polarity, external)),
        "belief_agreement": _agreement(belief, concepts),
        "belief_concepts": len(ours),
        "belief_concept_polarity": sum(map(polarity, ours)),
        "covered": len(words & held) / max(1, len(words)),
        "roots": len(sources - targets),
        "leaves": len(targets - sources),
        "faults": len(graph.faults()),
        **{relation.replace(" ", "_"): relations.count(relation) for relation in RELATIONS},
    }


def _sign(edge: Edge) -> int:
    """Return -1 for a negative edge, else 1."""
    return -1 if edge.relation in DENYING else 1


def _path_sign(edges: Sequence[Edge], ours: set[str]) -> int:
    """Return the sum of the signs of all paths into the belief; the sign of a path is the product of its edges."""
    signs = {edge.source: 1 for edge in edges}
    total = 0
    for edge in edges:
        signs[edge.target] = signs[edge.source] * _sign(edge)
        total += signs[edge.target] * (edge.target in ours)
    return total


def _end_sign(edges: Sequence[Edge], belief: str) -> int:
    """Return the sign of the edge into the last concept of the belief; 0 if there is none."""
    entering = [(belief.rfind(edge.target), _sign(edge)) for edge in edges if edge.target in belief]
    return max(entering, default=(0, 0))[1]


def _agreement(belief: str, concepts: Sequence[str]) -> int:
    """Return how many lemmas concepts deny or assert as the belief does, less how many they do not."""
    said = dict(signed_lemmas(belief))
    return sum(said[word] * value for concept in concepts for word, value in signed_lemmas(concept) if word in said)


WORD_NAMES = tuple(_words("", "", {}, Ties({}, {})))
"""The names of the features of belief and argument."""
GRAPH_NAMES = tuple(_graph(ExplanationGraph("", "", Stance.SUPPORT, (Edge("", Relation.IS_A, ""),))))
"""The names of the features of a graph."""


FEATURES = {"words": WORD_NAMES, "graph": (*WORD_NAMES, *GRAPH_NAMES)}
"""The names of the features of each of the model's boosted trees."""


class Stances(Protocol):
    """Predicts stances."""

    def supporting(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Return how likely each argument supports its belief; shape (pairs,)."""

    def supporting_by_graph(self, graphs: Sequence[ExplanationGraph]) -> NDArray[np.float64]:
        """Return how likely each argument supports its belief, given a graph whose stance is not looked at.

        Args:
            graphs: The graphs, each with one edge or more.
        """

    def supporting_by_edges(self, graph: ExplanationGraph) -> float:
        """Return how likely the edges of a graph support its belief; neither argument nor stance is looked at."""


@dataclass(frozen=True, slots=True)
class _Parameters:
    weights: dict[str, float]
    ties: Ties


@dataclass(frozen=True, slots=True)
class StanceModel(TrainedModel[_Parameters]):
    """Classifies stances: support or counter.

    Attributes:
        words: Boosted trees that look at belief and argument.
        graph: Boosted trees with features of a graph, too.
    """

    kind: ClassVar = "stance"
    home: ClassVar = Path(__file__).parent / "models" / "stance"
    known: ClassVar = _Parameters
    features: ClassVar = FEATURES

    words: Booster
    graph: Booster
    weights: Mapping[str, float]
    ties: Ties
    origin: Origin

    def supporting(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Return how likely each argument supports its belief; shape (pairs,)."""
        return predict(self.words, word_columns(pairs, self.weights, self.ties))

    def supporting_by_graph(self, graphs: Sequence[ExplanationGraph]) -> NDArray[np.float64]:
        """Return how likely each argument supports its belief, given a graph whose stance is not looked at."""
        return predict(self.graph, columns_with_graphs(graphs, self.weights, self.ties))

    def supporting_by_edges(self, graph: ExplanationGraph) -> float:
        """Return how likely the edges of a graph support its belief; see ``Stances``.

        The trees have to read the argument, too.
        """
        return float(self.supporting_by_graph([graph])[0])

    def contents(self) -> tuple[Mapping[str, Booster], _Parameters]:
        """Return its boosted trees, by the names of their files, and what else it knows."""
        return {"words": self.words, "graph": self.graph}, _Parameters(dict(self.weights), self.ties)

    @classmethod
    def of(cls, found: BoostedModel[_Parameters]) -> Self:
        """Return the model that a folder holds."""
        return cls(**found.boosters, weights=found.known.weights, ties=found.known.ties, origin=found.origin)


@dataclass(frozen=True, slots=True)
class LanguageStances:
    """Predicts stances by a language model, which reads the argument and then the belief; given graphs, by trees.

    Attributes:
        reader: Reads argument and belief, and graphs.
        trees: The boosted trees.
        beside: Another reader of argument and belief; the mean of the log-odds of both counts. None for none.
    """

    reader: LanguageReader
    trees: StanceModel
    beside: LanguageReader | None = None

    def supporting(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        """Return how likely each argument supports its belief; see ``Stances``.

        Example:
            >>> if LanguageReader.available():
            ...     pair = ("Zoos should be banned.", "Animals suffer in narrow cages.")
            ...     assert language_stances().supporting([pair])[0] > 0.5
        """
        readers = [reader for reader in (self.reader, self.beside) if reader]
        odds = np.array([[_odds(reader, *spelt(*pair)) for pair in pairs] for reader in readers])
        chances: NDArray[np.float64] = 1 / (1 + np.exp(-odds.mean(axis=0)))
        return chances

    def supporting_by_graph(self, graphs: Sequence[ExplanationGraph]) -> NDArray[np.float64]:
        """Return how likely each argument supports its belief, given a graph; see ``Stances``."""
        return self.trees.supporting_by_graph(graphs)

    def supporting_by_edges(self, graph: ExplanationGraph) -> float:
        """Return how likely the edges of a graph support its belief; see ``Stances``."""
        return float(1 / (1 + np.exp(-_odds(self.reader, *spelt(graph.belief, "", graph.edges)))))


def _odds(reader: LanguageReader, text: str, belief: str) -> float:
    """Return the log-odds that a text supports a belief rather than counters it."""
    supported, contradicted, _ = np.maximum(reader.read(text, belief), _LEAST).tolist()
    return math.log(supported / contradicted)


def spelt(belief: str, argument: str, edges: Sequence[Edge] = ()) -> tuple[str, str]:
    """Return the text and the statement by which a language model is asked for a stance.

    Args:
        belief: The belief, not empty.
        argument: The argument; it may be empty if there are edges.
        edges: A graph that explains the stance, if it is to be read too.

    Example:
        >>> spelt("Rain is bad", "Wet streets are slippery.", [Edge("rain", Relation.CAUSES, "wet streets")])
        ('Argument: Wet streets are slippery. Graph: rain causes wet streets.', 'Belief: Rain is bad.')
    """
    read = [f"Argument: {tidy_sentence(argument)}"] if argument else []
    if edges:
        read.append("Graph: " + " ".join(f"{edge.source} {edge.relation} {edge.target}." for edge in edges))
    text = canonical(" ".join(read))
    return text, canonical_beside(f"Belief: {tidy_sentence(belief)}", text)


def best_stances() -> Stances:
    """Return the language model where it is installed, else the boosted trees that come with the package."""
    return language_stances() if LanguageReader.available() else StanceModel.shipped()


def language_stances() -> LanguageStances:
    """Return the language model that comes with the package.

    Raises:
        InputError: It is not installed.
    """
    return LanguageStances(LanguageReader.shipped(CHOICES), StanceModel.shipped(), LanguageReader.shipped())


def columns_with_graphs(
    graphs: Sequence[ExplanationGraph], weights: Mapping[str, float], ties: Ties
) -> NDArray[np.float32]:
    """Return the features of beliefs, arguments and graphs; shape (graphs, features).

    Args:
        graphs: The graphs, at least one.
    """
    words = word_columns([(graph.belief, graph.argument) for graph in graphs], weights, ties)
    return np.hstack((words, graph_columns(graphs)))


def stance_of(supporting: float) -> Stance:
    """Return the likelier stance.

    Example:
        >>> stance_of(0.4).value
        'counter'
    """
    return Stance.SUPPORT if supporting >= 0.5 else Stance.COUNTER


def sureness(supporting: float) -> float:
    """Return how probable the likelier stance is.

    Example:
        >>> sureness(0.4)
        0.6
    """
    return round(max(supporting, 1 - supporting), 6)
