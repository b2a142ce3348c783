"""Compatibility of relations with phrases, and edges that two sentences express."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.graphs.clauses import Clause, Kind, Phrase
from explanans.graphs.links import RELATIONS
from explanans.graphs.polarity import is_negation
from explanans.language.tokens import content_lemmas
from explanans.structures.graphs import Edge, Relation, Stance

_T, _A, _Q, _U = Kind.THING, Kind.ACTION, Kind.QUALITY, Kind.UNDERGOING
_EVENTS = frozenset({(first, second) for first in (_T, _A) for second in (_T, _A)})
_FITTING: dict[str, frozenset[tuple[Kind, Kind]]] = {
    "antonym of": frozenset({(_T, _T), (_A, _A), (_Q, _Q), (_U, _U), (_Q, _U)}),
    "synonym of": frozenset({(_T, _T), (_A, _A), (_Q, _Q), (_U, _U)}),
    "at location": frozenset({(_T, _T)}),
    "capable of": frozenset({(_T, _A), (_A, _A)}),
    "causes": _EVENTS | {(first, second) for first in (_T, _A, _Q, _U) for second in (_Q, _U)} | {(_Q, _T), (_Q, _A)},
    "created by": frozenset({(_T, _T), (_T, _A)}),
    "is a": frozenset({(_T, _T)}),
    "desires": frozenset({(_T, _T), (_T, _A)}),
    "has subevent": frozenset({(_A, _A), (_A, _T), (_T, _A)}),
    "part of": frozenset({(_T, _T), (_A, _A)}),
    "has context": frozenset({(_T, _T), (_A, _T), (_Q, _T), (_U, _T)}),
    "has property": frozenset({(_T, _Q), (_A, _Q)}),
    "made of": frozenset({(_T, _T)}),
    "receives action": frozenset({(_T, _U)}),
    "used for": frozenset({(_T, _A), (_T, _T), (_A, _T), (_A, _A)}),
}
"""Kinds of phrases that a relation joins, source first; its negation joins the same."""
_PERSONS = frozenset(
    """
    adult animal artist athlete boxer boy business cat child citizen company consumer country criminal customer
    dog driver employee employer everyone family farmer father girl government human immigrant individual infant kid
    man mother nation one parent patient people person player owner police politician prisoner pupil resident society
    soldier student teacher teen teenager user veteran victim visitor voter woman worker
    """.split()
)
_PERSONAL = ("ists", "ians", "men", "people")
"""Suffixes of nouns for persons."""
_DENYING = frozenset({"free", "less", "non", "anti", "un"})
"""Words besides those of ``is_negation`` that negate their neighbours: *free of poison*, *non-toxic*."""
_UNFIT = 0.02
"""Weight of an unsuitable relation relative to a suitable one."""


class StatedEdge(NamedTuple):
    """An edge that two sentences express."""

    edge: Edge
    chance: float


def fit(kinds: Sequence[Kind], concepts: Sequence[str]) -> NDArray[np.float64]:
    """Return the weight of each relation between each two concepts; shape (n, n, r).

    Args:
        kinds: The kind of each concept; those from elsewhere count as things.

    Example:
        >>> found = fit([Kind.THING, Kind.QUALITY], ["nuclear power", "dangerous"])
        >>> [str(relation) for relation, share in zip(RELATIONS, found[0, 1], strict=True) if share == 1]
        ['causes', 'not causes', 'has property', 'not has property']
    """
    size = len(concepts)
    found = np.full((size, size, len(RELATIONS)), _UNFIT)
    opposed = [[_opposed(first, second) for second in concepts] for first in concepts]
    wishing = [kind is Kind.THING and _wishes(concept) for kind, concept in zip(kinds, concepts, strict=True)]
    for number, relation in enumerate(RELATIONS):
        fitting = _FITTING[asserted_form(relation).value]
        for i in range(size):
            for j in range(size):
                fits = relation is Relation.ANTONYM_OF if opposed[i][j] else (kinds[i], kinds[j]) in fitting
                if fits and (wishing[i] or asserted_form(relation) is not Relation.DESIRES):
                    found[i, j, number] = 1.0
    return found


def asserted_form(relation: Relation) -> Relation:
    """Return the positive counterpart of a relation; a positive relation itself.

    Example:
        >>> asserted_form(Relation.IS_NOT_A).value, asserted_form(Relation.NOT_CAUSES).value
        ('is a', 'causes')
    """
    return Relation(" ".join(word for word in relation.value.split() if word != "not"))


def denied_form(relation: Relation) -> Relation:
    """Return the relation that denies a relation; the antonym of a synonym, and the other way round.

    Example:
        >>> denied_form(Relation.IS_A).value, denied_form(Relation.SYNONYM_OF).value
        ('is not a', 'antonym of')
    """
    if relation in {Relation.SYNONYM_OF, Relation.ANTONYM_OF}:
        return Relation.ANTONYM_OF if relation is Relation.SYNONYM_OF else Relation.SYNONYM_OF
    return Relation.IS_NOT_A if relation is Relation.IS_A else Relation(f"not {relation.value}")


def _opposed(first: str, second: str) -> bool:
    """Return whether one of two phrases denies what the other names, as *free of poison* and *car-free* do."""
    parts = [re.findall(r"\w+", phrase.lower()) for phrase in (first, second)]
    named = [frozenset(content_lemmas(" ".join(words))) - _DENYING for words in parts]
    denying = [any(word in _DENYING or is_negation(word) for word in words) for words in parts]
    return denying[0] != denying[1] and bool(named[0] & named[1])


def _wishes(concept: str) -> bool:
    """Return whether a concept names a person."""
    words = content_lemmas(concept)
    return bool(words) and (words[-1] in _PERSONS or concept.endswith(_PERSONAL))


def said(belief: Clause, argument: Clause, stance: Stance) -> list[StatedEdge]:
    """Return the edges that a belief and an argument express, most certain first.

    What each sentence says of its subject is an edge; and as the argument supports the belief or counters it, what it
    says brings about what the belief says, or does not. Subjects that share a word are linked, too.

    Example:
        >>> from explanans.graphs.clauses import Sentence
        >>> zoos, animals = Sentence("Zoos should be banned."), Sentence("Animals suffer in cages.")
        >>> found = said(zoos.clause, animals.clause, Stance.SUPPORT)
        >>> for item in found: print("; ".join(item.edge))
        animals; capable of; suffer in cages
        zoos; receives action; banned
        suffer in cages; causes; banned
    """
    supports = stance is Stance.SUPPORT
    found = [*_of_clause(argument, turned=False), *_of_clause(belief, turned=not supports)]
    found += _between(belief, argument, supports)
    return list({(item.edge.source, item.edge.target): item for item in reversed(found)}.values())[::-1]


def _of_clause(clause: Clause, *, turned: bool) -> list[StatedEdge]:
    """Return the edges that a clause states; with ``turned``, denials are reversed."""
    subject, predicate, thing = clause.subject, clause.predicate, clause.thing
    denies = clause.denied != turned
    found = []
    if subject and predicate and not _overlap(subject, predicate):
        found.append(_edge(subject, _RELATING[predicate.kind], predicate, _SURE, denies=denies))
    # Cities desire nothing, but if they need bicycle lanes, no other relation fits.
    wanting = clause.wanting and subject and (not predicate or _wishes(subject.text))
    if subject and thing and (clause.causing or wanting) and not _overlap(subject, thing):
        relation = Relation.CAUSES if clause.causing else Relation.DESIRES
        found.insert(0, _edge(subject, relation, thing, _SURE, denies=denies))
    return found


def _between(first: Clause, second: Clause, supports: bool) -> list[StatedEdge]:
    found = []
    if second.predicate and first.predicate and not _overlap(second.predicate, first.predicate):
        predicate = second.thing if second.thing and (second.causing or second.wanting) else second.predicate
        # Each denial turns it round.
        denies = supports is (first.denied != second.denied)
        for phrase in dict.fromkeys((predicate, second.predicate)):
            # A negation of a phrase is not caused by it.
            if _opposed(phrase.text, first.predicate.text):
                found.append(_edge(phrase, Relation.ANTONYM_OF, first.predicate, _LIKELY, denies=False))
            else:
                found.append(_edge(phrase, Relation.CAUSES, first.predicate, _LIKELY, denies=denies))
    if first.subject and second.subject and first.subject.text != second.subject.text:
        shared = set(content_lemmas(first.subject.text)) & set(content_lemmas(second.subject.text))
        if shared and not _opposed(first.subject.text, second.subject.text):
            longer = len(second.subject.text.split()) > len(first.subject.text.split())
            relation = Relation.IS_A if longer else Relation.SYNONYM_OF
            found.append(_edge(second.subject, relation, first.subject, _ALIKE, denies=False))
    return found


_RELATING = {
    Kind.THING: Relation.IS_A,
    Kind.ACTION: Relation.CAPABLE_OF,
    Kind.QUALITY: Relation.HAS_PROPERTY,
    Kind.UNDERGOING: Relation.RECEIVES_ACTION,
    Kind.BROKEN: Relation.HAS_CONTEXT,
}
_SURE, _LIKELY, _ALIKE = 0.95, 0.8, 0.45


def _edge(source: Phrase, relation: Relation, target: Phrase, chance: float, *, denies: bool) -> StatedEdge:
    return StatedEdge(Edge(source.text, denied_form(relation) if denies else relation, target.text), chance)


def _overlap(first: Phrase, second: Phrase) -> bool:
    return first.text in second.text or second.text in first.text
