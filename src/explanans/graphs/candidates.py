"""Candidate concepts and edges of the integer program for a belief and an argument."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from explanans.graphs.concepts import LONGEST, Span, names_something
from explanans.graphs.grammar import StatedEdge, fit, point, said
from explanans.graphs.knowledge import known_edge
from explanans.graphs.links import RELATIONS
from explanans.graphs.main_clause import Kind, Sentence, phrase_kind, read_sentence
from explanans.graphs.program import Candidates
from explanans.language.grammar import CLAUSE_STARTS, CONJUNCTIONS, PREPOSITIONS
from explanans.language.tokens import content_lemmas, lemmas
from explanans.structures.facts import Fact
from explanans.structures.graphs import Edge, Relation, Stance

_PHRASES = {
    Relation.IS_A: "is a kind of|is a type of|is a form of|is an example of|is a|is an|are a kind of|are kinds of",
    Relation.IS_NOT_A: "is not a kind of|is not a|is not an|are not a kind of",
    Relation.SYNONYM_OF: "means|mean|is the same as|is another name for|is similar to|are similar to",
    Relation.ANTONYM_OF: "is the opposite of|are the opposite of|is different from|are different from",
    Relation.PART_OF: "is part of|is a part of|are part of|are parts of",
    Relation.NOT_PART_OF: "is not part of|are not part of|is not a part of",
    Relation.MADE_OF: "is made of|are made of|is made from|are made from|consists of|consist of",
    Relation.NOT_MADE_OF: "is not made of|are not made of",
    Relation.CREATED_BY: "is formed by|are formed by|is made by|are made by|is caused by|are caused by|"
    "comes from|come from",
    Relation.USED_FOR: "is used for|are used for|is used to|are used to|is for|are for",
    Relation.NOT_USED_FOR: "is not used for|are not used for|is not used to|are not used to",
    Relation.CAUSES: "causes|cause|produces|produce|leads to|lead to|results in|result in|is the main source of|"
    "is a source of|are a source of|increases|increase",
    Relation.NOT_CAUSES: "prevents|prevent|reduces|reduce|decreases|decrease|stops|stop|does not cause|do not cause",
    Relation.CAPABLE_OF: "can|is able to|are able to",
    Relation.NOT_CAPABLE_OF: "cannot|can not|is not able to|are not able to",
    Relation.DESIRES: "needs|need|requires|require|wants|want",
    Relation.NOT_DESIRES: "does not need|do not need|does not want|do not want",
    Relation.AT_LOCATION: "lives in|live in|is found in|are found in|is located in|are located in|is in|are in",
    Relation.NOT_AT_LOCATION: "is not found in|are not found in|does not live in|do not live in",
    Relation.HAS_PROPERTY: "has a|has an|has|have|is|are",
    Relation.NOT_HAS_PROPERTY: "is not|are not|does not have|do not have|has no|have no",
}
"""Phrases of facts for relations of the task."""
_TURNED = {Relation.PART_OF: "contains|contain|includes|include", Relation.HAS_SUBEVENT: "is a stage in|are stages in"}
"""Phrases for the inverse relations."""
_READINGS = {
    phrase: (relation, turned)
    for turned, phrases in ((False, _PHRASES), (True, _TURNED))
    for relation, listed in phrases.items()
    for phrase in listed.split("|")
}
_FACT = re.compile(
    rf"(?P<first>.+?) (?P<phrase>{'|'.join(sorted(map(re.escape, _READINGS), key=len, reverse=True))}) (?P<second>.+)"
)
_DETERMINER = re.compile(r"^(?:an?|the|some|most|all|many|every|each|any|its|their) ")
_CLOSED = PREPOSITIONS - {"of"} | CONJUNCTIONS | CLAUSE_STARTS | {"and", "or", "not", "if", "then"}


def asserted(facts: Iterable[Fact]) -> Iterator[Edge]:
    """Yield the assertions of facts that relate two concepts of one to three words by the phrase of a relation.

    Deprecated facts and longer facts are ignored.

    Example:
        >>> facts = [Fact("1", "a cage is a kind of prison"), Fact("2", "the ocean contains dissolved salt")]
        >>> [(edge.source, edge.relation.value, edge.target) for edge in asserted(facts)]
        [('cage', 'is a', 'prison'), ('dissolved salt', 'part of', 'ocean')]
    """
    for fact in facts:
        match = None if fact.deprecated else _FACT.fullmatch(fact.text.lower().rstrip(" ."))
        if match:
            relation, turned = _READINGS[match["phrase"]]
            ends = [_concept(match[name]) for name in ("first", "second")]
            source, target = reversed(ends) if turned else ends
            if source and target and source != target:
                yield Edge(source, relation, target)


def _concept(text: str) -> str:
    """Return the concept that a phrase names; empty if it is longer."""
    concept = _DETERMINER.sub("", " ".join(text.split()))
    words = concept.split()
    plain = len(words) <= LONGEST and not _CLOSED & set(words) and not re.search(r"[();,:]", concept)
    return concept if plain and content_lemmas(concept) else ""


class Assertions:
    """Assertions about concepts from an external source, such as ConceptNet."""

    def __init__(self, edges: Iterable[Edge]) -> None:
        self._edges: dict[str, list[Edge]] = {}
        for edge in edges:
            if not (names_something(edge.source) and names_something(edge.target)):
                continue
            for key in dict.fromkeys((_key(edge.source), _key(edge.target))):
                self._edges.setdefault(key, []).append(edge)

    def bridges(self, ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[Edge, Edge]]:
        """Return pairs of assertions that link a concept of the argument to one of the belief through a third concept.

        No pair links a concept to itself.

        Example:
            >>> from explanans.structures.graphs import Relation
            >>> edges = Edge("cages", Relation.CAUSES, "suffering"), Edge("suffering", Relation.NOT_DESIRES, "zoo")
            >>> [(first.source, first.target, second.target)
            ...  for first, second in Assertions(edges).bridges(["zoos"], ["cages"])]
            [('cages', 'suffering', 'zoos')]
        """
        far = {_key(concept) for concept in (*ours, *theirs)}
        found: list[tuple[Edge, Edge]] = []
        for concept in theirs:
            near = {_other(edge, concept): edge for edge in self._edges.get(_key(concept), ())}
            for goal in (goal for goal in ours if _key(goal) != _key(concept)):
                for edge in self._edges.get(_key(goal), ()):
                    middle = _other(edge, goal)
                    if middle in near and middle not in far:
                        found.append((_with_concept(near[middle], concept), _with_concept(edge, goal)))
        return found

    def between(self, concepts: Sequence[str]) -> list[Edge]:
        """Return the assertions about two of the given concepts."""
        worded = {_key(concept): concept for concept in concepts}
        return [
            Edge(worded[_key(edge.source)], edge.relation, worded[_key(edge.target)])
            for key in worded
            for edge in self._edges.get(key, ())
            if key == _key(edge.source) and _key(edge.target) in worded and _key(edge.target) != key
        ]


def _key(concept: str) -> str:
    return " ".join(lemmas(concept))


def _other(edge: Edge, concept: str) -> str:
    source, target = _key(edge.source), _key(edge.target)
    return target if source == _key(concept) else source


def _with_concept(edge: Edge, concept: str) -> Edge:
    """Return an assertion with its matching end replaced by a concept."""
    if _key(edge.source) == _key(concept):
        return Edge(concept, edge.relation, edge.target.lower())
    return Edge(edge.source.lower(), edge.relation, concept)


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
"""Probability of a concept that assertions link to both sides."""
_UNSPOKEN = 0.1
"""Factor of the log-odds against a concept that is the subject or the predicate of its sentence."""
_UNSAID = 0.4
"""Factor of the probability of an edge that neither sentence states, in the style ``SPOKEN``."""
_BROKEN = 0.05
"""Factor of the probability of a span that crosses phrase boundaries."""
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
    tried = []
    for one in dict.fromkeys((style, Style.SPOKEN, None)):
        tried.append(_find(pair, supporting, parts, assertions, one))
        if enough(tried[-1]):
            return tried[-1]
    return next((found for found in tried if enough(found, LEAST)), tried[-1])


MOST, LEAST = 4, 3
"""Number of different concepts of belief and argument: as the paper has it, and if a concept counts for both."""


def enough(candidates: Candidates, least: int = MOST) -> bool:
    """Return whether there are concepts enough for a graph: two of the belief, two of the argument, and ``least``."""
    ours, theirs = candidates.from_belief, candidates.from_argument
    return min(int(ours.sum()), int(theirs.sum())) > 1 and int((ours | theirs).sum()) >= least


def _find(
    pair: tuple[str, str],
    supporting: float,
    parts: Parts,
    assertions: Assertions | None,
    style: Style | None,
) -> Candidates:
    """Return the candidates of a style; if there is none, single words, with relations as in the style ``SPOKEN``."""
    belief, argument = pair
    sides = read_sentence(belief), read_sentence(argument)
    clauses = sides[0].clause, sides[1].clause
    known = [stated] if style is not Style.ANNOTATED and (stated := known_edge(*clauses)) else []
    claim, reason = clauses
    leading = (claim.subject, claim.predicate), (reason.subject, point(reason), reason.adjunct)
    spoken = [{phrase.text for phrase in phrases if phrase} for phrases in leading]
    ours, theirs = _internal(parts.spans(*pair), sides, style, spoken)
    present, asserted = _with_external(ours, theirs, parts.added(*pair), assertions)
    concepts = tuple(present)
    size = len(concepts)
    linked, relations = np.zeros((size, size)), np.zeros((size, size, len(RELATIONS)))
    fitting = fit([_kind(concept, sides) for concept in concepts], concepts) if style is not Style.ANNOTATED else None
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
            if style is not Style.ANNOTATED:
                own_links *= _UNSAID
                _speak([*said(*clauses, stance), *known], concepts, own_links, own_relations)
            linked += share * own_links
            relations += share * own_relations
    relations /= np.maximum(relations.sum(axis=2, keepdims=True), np.finfo(float).tiny)
    for edge in asserted:
        _assert(edge, concepts, _ASSERTED, linked, relations)
    first, second = (np.array([concept.lower() in text.lower() for concept in concepts]) for text in (belief, argument))
    return Candidates(concepts, first, second, _weighted(np.array([*present.values()])), linked, relations)


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
    """Return the kind of a concept, in the sentence that has it, or else by itself."""
    found = [side.kind(concept) for side in sides if side.holds(concept)]
    return next((kind for kind in found if kind is not Kind.BROKEN), Kind.BROKEN) if found else phrase_kind(concept)


def _internal(
    found: Sequence[tuple[Span, float]],
    sides: tuple[Sentence, Sentence],
    style: Style | None,
    spoken: Sequence[Collection[str]],
) -> tuple[dict[str, float], dict[str, float]]:
    """Return the concepts of belief and of argument with their probabilities.

    Args:
        spoken: Phrases of each that are concepts of the style ``SPOKEN``, whatever the parts hold of them.
    """
    if style is not Style.ANNOTATED:
        broken = [sides[span.argument].kind(span.concept) is Kind.BROKEN for span, _ in found]
        found = [(span, chance * _BROKEN if cut else chance) for (span, chance), cut in zip(found, broken, strict=True)]
    ours, theirs = (
        [(chance, span) for span, chance in found if span.argument is side and (style or span.end - span.start == 1)]
        for side in (False, True)
    )
    first, second = spoken if style is not Style.ANNOTATED else ((), ())
    return _best(ours, first), _best(theirs, second)


def _with_external(
    ours: Mapping[str, float],
    theirs: Mapping[str, float],
    added: Sequence[tuple[str, float]],
    assertions: Assertions | None,
) -> tuple[dict[str, float], list[Edge]]:
    """Return the stance-independent probabilities of all concepts, and the assertions about them."""
    present = {**ours, **{name: max(value, ours.get(name, 0.0)) for name, value in theirs.items()}}
    present |= dict([item for item in added if names_something(item[0])][:_EXTERNAL])
    if assertions is None:
        return present, []
    asserted = [edge for pair in assertions.bridges(list(ours), list(theirs))[:_EXTERNAL] for edge in pair]
    for edge in asserted:
        present.setdefault(edge.source, _BRIDGING)
        present.setdefault(edge.target, _BRIDGING)
    return present, asserted + assertions.between(list(present))


def _best(found: Sequence[tuple[float, Span]], spoken: Collection[str]) -> dict[str, float]:
    """Return the most probable disjoint spans of a text."""
    order = sorted(
        (
            (1 - (1 - chance) * (_UNSPOKEN if span.concept in spoken else 1.0), span)
            for chance, span in found
            if names_something(span.concept)
        ),
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
