"""Candidates: what the integer program may choose from, for one belief and argument."""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from explanans.compose.graphs.assertions import Assertions
from explanans.compose.graphs.clauses import Clause, Kind, Sentence
from explanans.compose.graphs.concepts import Span
from explanans.compose.graphs.grammar import Said, fit, said
from explanans.compose.graphs.links import RELATIONS
from explanans.compose.graphs.program import Candidates
from explanans.graph import Edge, Stance
from explanans.text.lemmas import content_lemmas


class Style(StrEnum):
    """How a graph words why a stance holds."""

    SPOKEN = "spoken"
    """It says what the two sentences say, in relations that fit its concepts: graphs to be read."""
    ANNOTATED = "annotated"
    """It is as likely as can be what annotators of ExplaGraphs drew: graphs to be measured against theirs."""


ENCODER = "graph-encoder:"
"""How the name of an encoder that tells ``Parts`` begins in the manifest of its checkpoint."""
A_SIDE = 4
"""Concepts of the belief, and of the argument, to choose from."""
_EXTERNAL = 2
_ASSERTED = 0.9
"""How likely an edge is that somebody asserts, and its relation."""
_BRIDGING = 0.5
_UNSPOKEN = 0.1
"""What counts against a concept that its sentence is about, or that says what the sentence says, of what counts
against any other."""
_BROKEN = 0.05
"""What a span counts for that is cut out of its sentence across its joints."""
"""How likely a concept is that assertions lead to from both sides."""
_FIT = 0.5
"""How likely a relation that fits has to be."""
_WEIGHT = 3.0
"""How much the log-odds of concepts count beside those of edges and relations; chosen on the training split of
ExplaGraphs by cross-validation."""


class EdgeChances(NamedTuple):
    """How likely concepts are linked; n of them, and r relations.

    Attributes:
        linked: How likely there is an edge from one to another; shape (n, n), with 0 on the diagonal.
        relations: How likely such an edge has each relation, in the order of ``Relation``; shape (n, n, r), with 0 on
            the diagonal.
    """

    linked: NDArray[np.float64]
    relations: NDArray[np.float64]


class Parts(Protocol):
    """Tells how likely the parts of a graph are: its concepts and its edges."""

    def spans(self, belief: str, argument: str) -> Sequence[tuple[Span, float]]:
        """Return the spans of belief and argument, each with how likely it is a concept of the graph.

        Args:
            belief: The belief.
            argument: The argument.
        """

    def added(self, belief: str, argument: str) -> Sequence[tuple[str, float]]:
        """Return concepts that stand in neither, each with how likely it belongs to the graph, likeliest first.

        Args:
            belief: The belief.
            argument: The argument.
        """

    def of_edges(self, belief: str, argument: str, stance: Stance, concepts: Sequence[str]) -> EdgeChances:
        """Return how likely each edge is.

        Args:
            belief: The belief.
            argument: The argument.
            stance: The stance that the graph is to explain.
            concepts: The concepts, two or more, all different.
        """


def find_candidates(
    pair: tuple[str, str],
    supporting: float,
    parts: Parts,
    assertions: Assertions | None = None,
    style: Style = Style.ANNOTATED,
) -> Candidates:
    """Return what to choose the graph of a belief and an argument from.

    Args:
        pair: The belief and the argument.
        supporting: How likely the argument supports the belief: 1 or 0 where the graph is to explain one stance.
        parts: What tells how likely concepts and edges are.
        assertions: What somebody else asserts.
        style: How to word it. Where longer phrases leave too few concepts for a graph, they are single words.
    """
    found = _find(pair, supporting, parts, assertions, style)
    if enough(found):
        return found
    spoken = _find(pair, supporting, parts, assertions, Style.SPOKEN)
    return spoken if enough(spoken) else _find(pair, supporting, parts, assertions, None)


def enough(candidates: Candidates) -> bool:
    """Tell whether there are concepts enough for a graph: two of the belief and two others of the argument.

    Args:
        candidates: The candidates.
    """
    ours, theirs = candidates.from_belief, candidates.from_argument
    return min(int(ours.sum()), int(theirs.sum())) > 1 and int((ours | theirs).sum()) > 3


def _find(
    pair: tuple[str, str],
    supporting: float,
    parts: Parts,
    assertions: Assertions | None,
    style: Style | None,
) -> Candidates:
    """Return the candidates of a style; single words only where there is none."""
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
                # Where no relation fits, an edge is the less likely.
                edges = edges * np.minimum(1.0, chances.sum(axis=2) / _FIT)
                chances = chances / np.maximum(chances.sum(axis=2, keepdims=True), np.finfo(float).tiny)
            # Each stance by itself, so that what is spoken for the one takes nothing away from the other.
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
    found: Sequence[Said],
    concepts: Sequence[str],
    linked: NDArray[np.float64],
    relations: NDArray[np.float64],
) -> None:
    """Add the edges that two sentences speak for where the argument has some stance."""
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
    """Return what a concept names; one from elsewhere is taken for a thing."""
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
    """Return how likely each concept belongs to the graph, whatever the stance, the clauses, and what is asserted."""
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
    """Return the phrases that a clause is about, and that say what it says, none within another."""
    told = clause.thing if clause.thing and (clause.causing or clause.wanting) else clause.predicate
    found = {phrase.text for phrase in (clause.subject, told) if phrase and phrase.kind is not Kind.BROKEN}
    return frozenset(text for text in found if not any(text in other for other in found - {text}))


def _best(found: Sequence[tuple[float, Span]], spoken: Collection[str]) -> dict[str, float]:
    """Return the likeliest spans of one text, no two of which share a word of it."""
    order = sorted(
        ((1 - (1 - chance) * (_UNSPOKEN if span.concept in spoken else 1.0), span) for chance, span in found),
        # Words that name nothing are a concept only where there is no other.
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
    """Return chances whose log-odds count by their weight."""
    raised, fallen = chances**_WEIGHT, (1 - chances) ** _WEIGHT
    weighted: NDArray[np.float64] = raised / (raised + fallen)
    return weighted
