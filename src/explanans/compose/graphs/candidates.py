"""Candidates: what the integer program may choose from, for one belief and argument."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.compose.graphs import concepts as spans
from explanans.compose.graphs.assertions import Assertions
from explanans.compose.graphs.concepts import Span
from explanans.compose.graphs.links import RELATIONS
from explanans.compose.graphs.model import GraphModel
from explanans.compose.graphs.program import Candidates
from explanans.graph import Edge, Stance
from explanans.learn.trees import predict
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


def find_candidates(
    belief: str, argument: str, supporting: float, model: GraphModel, assertions: Assertions | None = None
) -> Candidates:
    """Return what to choose the graph of a belief and an argument from.

    Args:
        belief: The belief.
        argument: The argument.
        supporting: How likely the argument supports the belief: 1 or 0 where the graph is to explain one stance.
        model: The trained model.
        assertions: What somebody else asserts.
    """
    present, asserted = _concepts(belief, argument, model, assertions)
    concepts = tuple(present)
    size = len(concepts)
    linked, relations = np.zeros((size, size)), np.zeros((size, size, len(RELATIONS)))
    for stance, share in ((Stance.SUPPORT, supporting), (Stance.COUNTER, 1 - supporting)):
        if share and size > 1:
            links = model.all_links(belief, argument, stance, concepts)
            places = tuple(np.array(links.pairs).T)
            edges = predict(model.edges, links.columns)
            linked[places] += share * edges
            relations[places] += share * edges[:, None] * predict(model.relations, links.relations)
    relations /= np.maximum(relations.sum(axis=2, keepdims=True), np.finfo(float).tiny)
    for edge in asserted:
        place = concepts.index(edge.source), concepts.index(edge.target)
        linked[place] = max(linked[place], _ASSERTED)
        relations[place] *= 1 - _ASSERTED
        relations[(*place, RELATIONS.index(edge.relation))] += _ASSERTED
    ours, theirs = (np.array([concept.lower() in text.lower() for concept in concepts]) for text in (belief, argument))
    return Candidates(concepts, ours, theirs, _weighted(np.array([*present.values()])), linked, relations)


def _concepts(
    belief: str, argument: str, model: GraphModel, assertions: Assertions | None
) -> tuple[dict[str, float], list[Edge]]:
    """Return how likely each concept belongs to the graph, whatever the stance, and what is asserted of them."""
    found = spans.spans(belief, argument)
    likely = predict(model.concepts, spans.columns(found, model.concept_counts))
    ours, theirs = (_best(found, likely, argument=side) for side in (False, True))
    present = ours | {name: max(value, ours.get(name, 0.0)) for name, value in theirs.items()}
    added = model.memory.retrieve(belief, argument)
    chances = predict(model.external, added.columns)
    order = np.argsort(-chances, kind="stable")[:_EXTERNAL].tolist()
    present |= {added.concepts[place]: float(chances[place]) for place in order}
    if assertions is None:
        return present, []
    asserted = [edge for pair in assertions.bridges(list(ours), list(theirs))[:_EXTERNAL] for edge in pair]
    for edge in asserted:
        present.setdefault(edge.source, _BRIDGING)
        present.setdefault(edge.target, _BRIDGING)
    return present, asserted + assertions.between(list(present))


def _best(found: Sequence[Span], likely: NDArray[np.float64], *, argument: bool) -> dict[str, float]:
    """Return the likeliest spans of one text, no two of which share a word of it."""
    # Words that name nothing are a concept only where there is no other.
    order = sorted(
        zip(likely.tolist(), found, strict=True),
        key=lambda item: (not content_lemmas(item[1].concept), -item[0], item[1].start, item[1].end),
    )
    taken: set[int] = set()
    best: dict[str, float] = {}
    for chance, span in order:
        places = set(range(span.start, span.end))
        if span.argument is argument and not places & taken and len(best) < A_SIDE:
            taken |= places
            best[span.concept] = chance
    return best


def _weighted(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return chances whose log-odds count by their weight."""
    raised, fallen = chances**_WEIGHT, (1 - chances) ** _WEIGHT
    weighted: NDArray[np.float64] = raised / (raised + fallen)
    return weighted
