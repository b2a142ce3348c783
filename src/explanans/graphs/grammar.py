"""Compatibility of relations with phrases, and edges that two sentences express."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.graphs.links import RELATIONS
from explanans.graphs.main_clause import Clause, Kind, Phrase
from explanans.graphs.polarity import is_negation
from explanans.language.tokens import content_lemmas
from explanans.structures.graphs import Edge, Relation, Stance

_DENYING = frozenset({"free", "less", "non", "anti", "un"})
"""Words besides those of ``is_negation`` that negate their neighbours: *free of poison*, *non-toxic*."""
_UNFIT = 0.02
"""Weight of any relation of a span that is no phrase."""


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
        >>> [str(relation) for relation, share in zip(RELATIONS, found[0, 1], strict=True) if share > 0.9]
        ['has property', 'not has property']
    """
    size = len(concepts)
    found = np.full((size, size, len(RELATIONS)), _UNFIT)
    for i, j in product(range(size), range(size)):
        if _opposed(concepts[i], concepts[j]):
            found[i, j, RELATIONS.index(Relation.ANTONYM_OF)] = 1.0
        elif Kind.BROKEN not in (kinds[i], kinds[j]):
            found[i, j] = _fitting()[kinds[i], kinds[j]]
    return found


@cache
def _fitting() -> dict[tuple[Kind, Kind], NDArray[np.float64]]:
    """Return how well each relation fits each two kinds of phrases; its denial fits as well."""
    lines = (files("explanans.graphs") / "words" / "types.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    weights = {(name, source, target): float(weight) for name, source, target, weight in rows}
    named = [kind for kind in Kind if kind is not Kind.BROKEN]
    return {
        (source, target): np.array([weights[asserted_form(relation), source, target] for relation in RELATIONS])
        for source, target in product(named, named)
    }


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


def said(belief: Clause, argument: Clause, stance: Stance) -> list[StatedEdge]:
    """Return the edges that a belief and an argument express, most certain first.

    What each sentence says of its subject is an edge; and as the argument supports the belief or counters it, what it
    says brings about what the belief says, or does not. Subjects that share a word are linked, too.

    Example:
        >>> from explanans.graphs.main_clause import Sentence
        >>> zoos, animals = Sentence("Zoos should be banned."), Sentence("Animals suffer in cages.")
        >>> found = said(zoos.clause, animals.clause, Stance.SUPPORT)
        >>> for item in found: print("; ".join(item.edge))
        animals; capable of; suffer in cages
        zoos; receives action; banned
        suffer in cages; causes; banned
    """
    denied = belief.denied != (stance is Stance.COUNTER)
    found = [*_of_clause(argument, point(argument), denies=argument.denied and not argument.negative)]
    found += _of_clause(belief, belief.predicate, denies=denied)
    found += _between(belief, argument, denied=denied)
    return list({(item.edge.source, item.edge.target): item for item in reversed(found)}.values())[::-1]


def point(clause: Clause) -> Phrase | None:
    """Return what a clause says of its subject, with its negation if it has one."""
    return clause.negative or clause.predicate


def _of_clause(clause: Clause, predicate: Phrase | None, *, denies: bool) -> Iterator[StatedEdge]:
    """Yield the edges that a clause states of its subject and of its predicate."""
    if clause.subject and predicate and not clause.subject.overlaps(predicate):
        yield _edge(clause.subject, clause.relation, predicate, _SURE, denies=denies)
    if predicate and clause.adjunct and not predicate.overlaps(clause.adjunct):
        yield _edge(predicate, Relation.HAS_CONTEXT, clause.adjunct, _BESIDE, denies=False)


def _between(belief: Clause, argument: Clause, *, denied: bool) -> list[StatedEdge]:
    found = []
    reason, claim = point(argument), belief.predicate
    if reason and claim:
        # A negation of a phrase is not caused by it.
        if _opposed(reason.text, claim.text):
            found.append(_edge(reason, Relation.ANTONYM_OF, claim, _LIKELY, denies=False))
        elif not reason.overlaps(claim):
            denies = denied != (argument.denied and not argument.negative)
            found.append(_edge(reason, Relation.CAUSES, claim, _LIKELY, denies=denies))
    first, second = belief.subject, argument.subject
    if first and second and first.text != second.text:
        shared = set(content_lemmas(first.text)) & set(content_lemmas(second.text))
        if shared and not _opposed(first.text, second.text):
            longer = len(second.text.split()) > len(first.text.split())
            relation = Relation.IS_A if longer else Relation.SYNONYM_OF
            found.append(_edge(second, relation, first, _ALIKE, denies=False))
    return found


_SURE, _LIKELY, _BESIDE, _ALIKE = 0.95, 0.8, 0.7, 0.45


def _edge(source: Phrase, relation: Relation, target: Phrase, chance: float, *, denies: bool) -> StatedEdge:
    return StatedEdge(Edge(source.text, denied_form(relation) if denies else relation, target.text), chance)
