"""Assertions about short concepts, from ConceptNet or from the facts of a knowledge base."""

import re
from collections.abc import Iterable, Iterator, Sequence

from explanans.graphs.concepts import LONGEST
from explanans.language.grammar import CLAUSE_STARTS, CONJUNCTIONS, PREPOSITIONS
from explanans.language.tokens import content_lemmas, lemmas
from explanans.structures.facts import Fact
from explanans.structures.graphs import Edge, Relation

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
