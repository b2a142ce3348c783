"""What the integer program may choose from, for one belief and argument."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.compose.graphs import concepts as spans
from explanans.compose.graphs.boosting import predict
from explanans.compose.graphs.concepts import Span
from explanans.compose.graphs.external import Assertions
from explanans.compose.graphs.links import RELATIONS
from explanans.compose.graphs.model import GraphModel
from explanans.compose.graphs.program import Candidates
from explanans.graph import Edge, Stance
from explanans.text.lemmas import content_lemmas

A_SIDE = 4
"""Concepts of the belief, and of the argument, to choose from."""
_EXTERNAL = 2
_ASSERTED = 0.9
"""How likely an edge is that somebody asserts, and its relation."""
_BRIDGING = 0.5
"""How likely a concept is that assertions lead to from both sides."""
_WEIGHT = 3.0
"""How much the log-odds of concepts count beside those of edges and relations; chosen on the training split of
ExplaGraphs by cross-validation."""


class Chances:
    """How likely the concepts of one belief and argument are, whatever the stance.

    Args:
        belief: The belief.
        argument: The argument.
        model: The trained model.
        assertions: What somebody else asserts.
    """

    def __init__(self, belief: str, argument: str, model: GraphModel, assertions: Assertions | None = None) -> None:
        self._texts, self._model, self._assertions = (belief, argument), model, assertions
        found = spans.spans(belief, argument)
        likely = predict(model.concepts, spans.columns(found, model.concept_counts))
        ours, theirs = (_best(found, likely, argument=side) for side in (False, True))
        self._present = dict(ours) | {name: max(value, dict(ours).get(name, 0.0)) for name, value in theirs}
        added = model.memory.retrieve(belief, argument)
        chances = predict(model.external, added.columns)
        order = np.argsort(-chances, kind="stable")[:_EXTERNAL].tolist()
        self._present |= {added.concepts[place]: float(chances[place]) for place in order}
        self._asserted: list[Edge] = []
        if assertions is not None:
            pairs = assertions.bridges([name for name, _ in ours], [name for name, _ in theirs])
            for edge in (edge for pair in pairs[:_EXTERNAL] for edge in pair):
                for concept in (edge.source, edge.target):
                    self._present.setdefault(concept, _BRIDGING)
                self._asserted.append(edge)
            self._asserted += assertions.between(list(self._present))

    def candidates(self, supporting: float) -> Candidates:
        """Return what to choose a graph from.

        Args:
            supporting: How likely the argument supports the belief: 1 or 0 where the graph is to explain one stance.
        """
        concepts = tuple(self._present)
        size = len(concepts)
        linked, relations = np.zeros((size, size)), np.zeros((size, size, len(RELATIONS)))
        for stance, share in ((Stance.SUPPORT, supporting), (Stance.COUNTER, 1 - supporting)):
            if share and size > 1:
                links = self._model.all_links(*self._texts, stance, concepts)
                places = tuple(np.array(links.pairs).T)
                edges = predict(self._model.edges, links.columns)
                linked[places] += share * edges
                relations[places] += share * edges[:, None] * predict(self._model.relations, links.relations)
        relations /= np.maximum(relations.sum(axis=2, keepdims=True), np.finfo(float).tiny)
        for edge in self._asserted:
            place = concepts.index(edge.source), concepts.index(edge.target)
            linked[place] = max(linked[place], _ASSERTED)
            relations[place] *= 1 - _ASSERTED
            relations[(*place, RELATIONS.index(edge.relation))] += _ASSERTED
        ours, theirs = (np.array([concept.lower() in text.lower() for concept in concepts]) for text in self._texts)
        return Candidates(
            concepts,
            ours,
            theirs,
            _weighted(np.array([*self._present.values()]), _WEIGHT),
            linked,
            relations,
        )


def _best(found: Sequence[Span], likely: NDArray[np.float64], *, argument: bool) -> list[tuple[str, float]]:
    """Return the likeliest spans of one text, no two of which share a word of it."""
    # Words that name nothing are a concept only where there is no other.
    order = sorted(
        zip(likely.tolist(), found, strict=True),
        key=lambda item: (not content_lemmas(item[1].concept), -item[0], item[1].start, item[1].end),
    )
    taken: set[int] = set()
    best: list[tuple[str, float]] = []
    for chance, span in order:
        places = set(range(span.start, span.end))
        if span.argument is argument and not places & taken and len(best) < A_SIDE:
            taken |= places
            best.append((span.concept, chance))
    return best


def _weighted(chances: NDArray[np.float64], weight: float) -> NDArray[np.float64]:
    """Return chances whose log-odds are multiplied."""
    raised, fallen = chances**weight, (1 - chances) ** weight
    weighted: NDArray[np.float64] = raised / (raised + fallen)
    return weighted
