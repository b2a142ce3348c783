"""Candidate concepts and edges of the integer program for a belief and an argument."""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from explanans.graphs.assertions import Assertions
from explanans.graphs.clauses import Clause, Kind, Sentence
from explanans.graphs.concepts import Span
from explanans.graphs.grammar import StatedEdge, fit, said
from explanans.graphs.links import RELATIONS
from explanans.graphs.program import Candidates
from explanans.language.tokens import content_lemmas
from explanans.structures.graphs import Edge, Stance


class Style(StrEnum):
    """Style of the relations of a graph."""

    SPOKEN = "spoken"
    """Relations of the two sentences that fit the concepts; for readable graphs."""
    ANNOTATED = "annotated"
    """The most probable relations in the annotation of ExplaGraphs; for evaluation."""


ENCODER = "graph-encoder:"
"""Prefix of the name of an encoder for ``Parts`` in the manifest of its checkpoint."""
A_SIDE = 4
"""Number of candidate concepts of the belief, and of the argument."""
_EXTERNAL = 2
_ASSERTED = 0.9
"""Probability of an asserted edge, and of its relation."""
_BRIDGING = 0.5
_UNSPOKEN = 0.1
"""Factor of the log-odds against a concept that is the subject or the predicate of its sentence."""
_BROKEN = 0.05
"""Factor of the odds of a span that crosses phrase boundaries."""
"""Probability of a concept that assertions link to both sides."""
_FIT = 0.5
"""Minimum probability of a fitting relation."""
_WEIGHT = 3.0
"""Weight of the log-odds of concepts relative to those of edges and relations; chosen by cross-validation on the
training split of ExplaGraphs."""


class EdgeChances(NamedTuple):
    """Probabilities of links between n concepts, with r relations.

    Attributes:
        linked: Probability of an edge from one to another; shape (n, n), with 0 on the diagonal.
        relations: Probability of each relation of such an edge, in the order of ``Relation``; shape (n, n, r), with 0
            on the diagonal.
    """

    linked: NDArray[np.float64]
    relations: NDArray[np.float64]


class Parts(Protocol):
    """Estimates the probabilities of the concepts and edges of a graph."""

    def spans(self, belief: str, argument: str) -> Sequence[tuple[Span, float]]:
        """Return the spans of belief and argument with their probabilities of being concepts of the graph."""

    def added(self, belief: str, argument: str) -> Sequence[tuple[str, float]]:
        """Return external concepts with their probabilities of belonging to the graph, most probable first."""

    def of_edges(self, belief: str, argument: str, stance: Stance, concepts: Sequence[str]) -> EdgeChances:
        """Return the probability of each edge.

        Args:
            stance: The stance that the graph is to explain.
            concepts: At least two different concepts.
        """


def find_candidates(
    pair: tuple[str, str],
    supporting: float,
    parts: Parts,
    assertions: Assertions | None = None,
    style: Style = Style.ANNOTATED,
) -> Candidates:
    """Return the candidates for the graph of a belief and an argument.

    Args:
        supporting: Probability that the argument supports the belief; 1 or 0 for a given stance.
        parts: Estimates the probabilities of concepts and edges.
    """
    found = _find(pair, supporting, parts, assertions, style)
    if enough(found):
        return found
    spoken = _find(pair, supporting, parts, assertions, Style.SPOKEN)
    return spoken if enough(spoken) else _find(pair, supporting, parts, assertions, None)


def enough(candidates: Candidates) -> bool:
    """Return whether there are concepts enough for a graph: two of the belief and two others of the argument."""
    ours, theirs = candidates.from_belief, candidates.from_argument
    return min(int(ours.sum()), int(theirs.sum())) > 1 and int((ours | theirs).sum()) > 3


def _find(
    pair: tuple[str, str],
    supporting: float,
    parts: Parts,
    assertions: Assertions | None,
    style: Style | None,
) -> Candidates:
    """Return the candidates of a style; single words only if there is none."""
    belief, argument = pair
    sides = Sentence(belief), Sentence(argument)
    present, clauses, asserted = _concepts(pair, sides, parts, assertions, style)
    concepts = tuple(present)
    size = len(concepts)
    linked, relations = np.zeros((size, size)), np.zeros((size, size, len(RELATIONS)))
    fitting = fit([_kind(concept, sides) for concept in concepts], concepts) if style is Style.SPOKEN else None
    for stance, share in ((Stance.SUPPORT, supporting), (Stance.COUNTER, 1 - supporting)):
        if share and size > 1:
            edges, chances = parts.of_edges(belief, argument, stance, concepts)
            if fitting is not None:
                chances = chances * fitting
                # An edge without a fitting relation is less probable.
                edges = edges * np.minimum(1.0, chances.sum(axis=2) / _FIT)
                chances = chances / np.maximum(chances.sum(axis=2, keepdims=True), np.finfo(float).tiny)
            # Stances are handled separately, so that edges for one do not affect the other.
            own_links, own_relations = edges.copy(), edges[..., None] * chances
            if style is Style.SPOKEN:
                _speak(said(*clauses, stance), concepts, own_links, own_relations)
            linked += share * own_links
            relations += share * own_relations
    relations /= np.maximum(relations.sum(axis=2, keepdims=True), np.finfo(float).tiny)
    for edge in asserted:
        _assert(edge, concepts, _ASSERTED, linked, relations)
    ours, theirs = (np.array([concept.lower() in text.lower() for concept in concepts]) for text in (belief, argument))
    return Candidates(concepts, ours, theirs, _weighted(np.array([*present.values()])), linked, relations)


def _speak(
    found: Sequence[StatedEdge],
    concepts: Sequence[str],
    linked: NDArray[np.float64],
    relations: NDArray[np.float64],
) -> None:
    """Add the edges that two sentences express for a stance."""
    for edge, chance in found:
        if edge.source in concepts and edge.target in concepts:
            place = concepts.index(edge.source), concepts.index(edge.target)
            linked[place] = max(linked[place], chance)
            relations[place] *= 1 - chance
            relations[(*place, RELATIONS.index(edge.relation))] += chance


def _assert(
    edge: Edge, concepts: Sequence[str], chance: float, linked: NDArray[np.float64], relations: NDArray[np.float64]
) -> None:
    place = concepts.index(edge.source), concepts.index(edge.target)
    linked[place] = max(linked[place], chance)
    relations[place] *= 1 - chance
    relations[(*place, RELATIONS.index(edge.relation))] += chance


def _kind(concept: str, sides: Sequence[Sentence]) -> Kind:
    """Return the kind of a concept; external concepts are things."""
    for side in sides:
        if (kind := side.kind(concept)) is not Kind.BROKEN:
            return kind
    return Kind.BROKEN if any(side.holds(concept) for side in sides) else Kind.THING


def _concepts(
    texts: tuple[str, str],
    sides: tuple[Sentence, Sentence],
    parts: Parts,
    assertions: Assertions | None,
    style: Style | None,
) -> tuple[dict[str, float], tuple[Clause, Clause], list[Edge]]:
    """Return the stance-independent probabilities of concepts, the clauses, and the assertions."""
    found = parts.spans(*texts)
    if style is Style.SPOKEN:
        broken = [sides[span.argument].kind(span.concept) is Kind.BROKEN for span, _ in found]
        found = [(span, chance * _BROKEN if cut else chance) for (span, chance), cut in zip(found, broken, strict=True)]
    spread = [
        [(chance, span) for span, chance in found if span.argument is side and (style or span.end - span.start == 1)]
        for side in (False, True)
    ]
    first, second = (
        side.clause.worded({span.concept: chance for chance, span in items})
        for side, items in zip(sides, spread, strict=True)
    )
    clauses = first, second
    ours, theirs = (
        _best(items, _spoken(clause) if style is Style.SPOKEN else ())
        for items, clause in zip(spread, clauses, strict=True)
    )
    present = ours | {name: max(value, ours.get(name, 0.0)) for name, value in theirs.items()}
    present |= dict(parts.added(*texts)[:_EXTERNAL])
    if assertions is None:
        return present, clauses, []
    asserted = [edge for pair in assertions.bridges(list(ours), list(theirs))[:_EXTERNAL] for edge in pair]
    for edge in asserted:
        present.setdefault(edge.source, _BRIDGING)
        present.setdefault(edge.target, _BRIDGING)
    return present, clauses, asserted + assertions.between(list(present))


def _spoken(clause: Clause) -> frozenset[str]:
    """Return the subject and predicate phrases of a clause, none within another."""
    predicate = clause.thing if clause.thing and (clause.causing or clause.wanting) else clause.predicate
    found = {phrase.text for phrase in (clause.subject, predicate) if phrase and phrase.kind is not Kind.BROKEN}
    return frozenset(text for text in found if not any(text in other for other in found - {text}))


def _best(found: Sequence[tuple[float, Span]], spoken: Collection[str]) -> dict[str, float]:
    """Return the most probable disjoint spans of a text."""
    order = sorted(
        ((1 - (1 - chance) * (_UNSPOKEN if span.concept in spoken else 1.0), span) for chance, span in found),
        # Words of no kind are concepts only if there are no others.
        key=lambda item: (not content_lemmas(item[1].concept), -item[0], item[1].start, item[1].end),
    )
    taken: set[int] = set()
    best: dict[str, float] = {}
    for chance, span in order:
        places = set(range(span.start, span.end))
        if not places & taken and len(best) < A_SIDE:
            taken |= places
            best[span.concept] = chance
    return best


def _weighted(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return probabilities with weighted log-odds."""
    raised, fallen = chances**_WEIGHT, (1 - chances) ** _WEIGHT
    weighted: NDArray[np.float64] = raised / (raised + fallen)
    return weighted
