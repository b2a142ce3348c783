"""Compatibility of relations with phrases, and edges that two sentences express."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.graphs.clause import LONGEST, NAMING_KINDS, Clause, Kind, Mood, Phrase, Tie
from explanans.graphs.links import RELATIONS
from explanans.graphs.polarity import evaluations, is_negation, polarity, turning
from explanans.language.tokens import content_lemmas, lemma
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
    # *free of poison* and *poison-free* deny it, *free parking* does not.
    parts = [words[1:] if words[:1] == ["free"] and words[1:2] not in (["of"], ["from"]) else words for words in parts]
    denying = [any(word in _DENYING or is_negation(word) for word in words) for words in parts]
    return denying[0] != denying[1] and bool(named[0] & named[1])


class Topic(NamedTuple):
    """The thing or action that a belief is for or against: its subject, or what should become of it.

    Attributes:
        wanted: Whether the belief is for it.
    """

    phrase: Phrase
    wanted: bool


def topic_of(belief: Clause) -> Topic | None:
    """Return the topic of a belief; None if the belief says nothing.

    Example:
        >>> from explanans.graphs.main_clause import Sentence
        >>> for text in "Zoos should be banned.", "Buses should be free.", "Nurses should not wear caps.":
        ...     topic = topic_of(Sentence(text).clause)
        ...     print(topic.phrase.text, topic.wanted)
        zoos False
        free True
        wear caps False
    """
    subject, predicate = belief.subject, belief.predicate
    if predicate is None:
        return None
    ends = predicate.kind not in NAMING_KINDS and not _ENDING.isdisjoint(map(lemma, predicate.text.split()))
    against = ends if belief.mood is Mood.OBLIGED else polarity(predicate.text) < 0
    acts = predicate.kind is Kind.ACTION
    changes = belief.mood is Mood.OBLIGED and belief.relation is not Relation.IS_A
    changes = changes and (acts or not (against or belief.denied))
    if subject is None or changes or belief.relation is Relation.DESIRES:
        added = [
            detail.added
            for detail in belief.details
            if detail.phrase == predicate and not detail.spare and detail.preposition in _TOWARDS
        ]
        # *switch to a four-day week*
        bare = predicate.kind is Kind.ACTION and " " not in predicate.text and added
        return Topic(added[0] if bare else predicate, not belief.denied)
    return Topic(subject, against == belief.denied)


def said(belief: Clause, argument: Clause, stance: Stance) -> list[StatedEdge]:
    """Return the edges that a belief and an argument express, most certain first.

    What each sentence says of its subject is an edge. What the belief is about brings about what the argument says, or
    prevents it, whichever suits the stance; and what the argument says speaks for what the belief says, or against it.

    Example:
        >>> from explanans.graphs.main_clause import Sentence
        >>> zoos, animals = Sentence("Zoos should be banned."), Sentence("Animals suffer in cages.")
        >>> found = said(zoos.clause, animals.clause, Stance.SUPPORT)
        >>> for item in found: print("; ".join(item.edge))
        animals; capable of; suffer in cages
        suffer in cages; at location; cages
        zoos; receives action; banned
        zoos; causes; suffer in cages
        suffer in cages; causes; banned
    """
    found = [*_of_clause(argument, denies=argument.denied), *_of_others(argument)]
    found += _of_belief(belief, stance)
    found += _between(belief, argument, stance)
    return list({(item.edge.source, item.edge.target): item for item in reversed(found)}.values())[::-1]


def _of_belief(belief: Clause, stance: Stance) -> Iterator[StatedEdge]:
    """Yield the edges that a belief states, denied if the argument counters it."""
    denies = belief.denied != (stance is Stance.COUNTER)
    if denies and belief.mood is Mood.OBLIGED and belief.relation is Relation.CAPABLE_OF and belief.subject:
        # What should not be done can be done.
        person = belief.subject.kind is Kind.PERSON
        belief = replace(belief, relation=Relation.DESIRES if person else Relation.USED_FOR)
    yield from _of_clause(belief, denies=denies)


def _of_clause(clause: Clause, *, denies: bool) -> Iterator[StatedEdge]:
    """Yield the edges that a clause states of its subject and of its predicate."""
    if clause.subject and clause.predicate and not clause.subject.overlaps(clause.predicate):
        yield _edge(clause.subject, clause.relation, clause.predicate, _SURE, denies=denies)
    for detail in clause.details:
        if detail.spare or not detail.phrase.overlaps(detail.added):
            chance = _SPARE if detail.spare else _BESIDE
            yield _edge(detail.phrase, detail.relation, detail.added, chance, denies=False)


def _of_others(argument: Clause) -> Iterator[StatedEdge]:
    """Yield how the other clauses of an argument bear on its main clause."""
    reason = argument.predicate
    for tie, clause in argument.others:
        other = named(clause)
        if reason is None or other is None or other.overlaps(reason):
            continue
        if tie is Tie.MORE and argument.subject:
            yield _edge(argument.subject, clause.relation, other, _BESIDE, denies=clause.denied)
        elif tie is Tie.REASON:
            yield _edge(other, Relation.CAUSES, reason, _SURE, denies=clause.denied != argument.denied)
        elif tie in {Tie.RESULT, Tie.ABSENT}:
            # An action that is denied would serve its purpose all the same.
            yield _edge(reason, Relation.CAUSES, other, _SURE, denies=(tie is Tie.ABSENT) != clause.denied)


def named(clause: Clause) -> Phrase | None:
    """Return the phrase that stands for another clause: what it says, with its own subject if that is short.

    Example:
        >>> from explanans.graphs.main_clause import Sentence
        >>> for text in "walls are thick", "tickets cost less", "the licensed shops sold it":
        ...     print(named(Sentence(f"People smile when {text}.").clause.others[0][1]).text)
        thick walls
        tickets cost less
        licensed shops
    """
    subject, predicate = clause.subject, clause.predicate
    if subject is None or predicate is None:
        return predicate
    if predicate.text.split()[-1] in _POINTING:
        return subject
    first, second = (predicate, subject) if predicate.kind is Kind.QUALITY else (subject, predicate)
    text = f"{first.text} {second.text}"
    return predicate if len(text.split()) > LONGEST else Phrase(text, Kind.THING, subject.first, predicate.last)


def _between(belief: Clause, argument: Clause, stance: Stance) -> Iterator[StatedEdge]:
    """Yield edges that join belief and argument."""
    topic, reason, claim = topic_of(belief), argument.predicate, belief.predicate
    if topic is None or reason is None or claim is None:
        return
    if _opposed(reason.text, claim.text):
        # A negation of a phrase is not caused by it.
        yield _edge(reason, Relation.ANTONYM_OF, claim, _LIKELY, denies=False)
        return
    favoured = topic.wanted == (stance is Stance.SUPPORT)
    alike = argument.subject is not None and _shared(argument.subject, topic.phrase)
    changed = alike and topic.phrase == belief.predicate and topic.phrase.kind is not Kind.ACTION
    leads = changed or _leads(argument, favoured=favoured)
    target, denied = _effect(argument, reason, topic)
    about = argument.subject is not None and _is_case(argument.subject, topic.phrase)
    if about and argument.subject and argument.subject.text != topic.phrase.text:
        relation = Relation.SYNONYM_OF if _same(argument.subject, topic.phrase) else Relation.IS_A
        yield _edge(argument.subject, relation, topic.phrase, _LIKELY, denies=False)
    lacks = argument.denied and favoured and not leads and topic.phrase.kind in NAMING_KINDS
    if argument.subject and ((lacks and argument.subject.kind is Kind.PERSON) or _spares(argument, favoured=favoured)):
        yield _edge(argument.subject, Relation.DESIRES, topic.phrase, _LIKELY, denies=not favoured)
    elif not about and not topic.phrase.overlaps(target):
        yield _edge(topic.phrase, Relation.CAUSES, target, _LIKELY, denies=leads == denied)
    if leads and topic.phrase == belief.subject and not argument.denied and not reason.overlaps(claim):
        denies = belief.denied != (stance is Stance.COUNTER)
        yield _edge(reason, Relation.CAUSES, claim, _LIKELY, denies=denies)


def _effect(argument: Clause, reason: Phrase, topic: Topic) -> tuple[Phrase, bool]:
    """Return what a topic may lead to: the reason that an argument gives, else what it says; and if that is denied."""
    for tie, clause in argument.others:
        other = named(clause)
        if tie is Tie.REASON and other and not _shared(other, topic.phrase) and not other.overlaps(reason):
            return other, clause.denied
    return reason, argument.denied


def _leads(argument: Clause, *, favoured: bool) -> bool:
    """Return whether what a belief is about leads to what the argument says, rather than prevents it."""
    absent = any(tie is Tie.REASON and clause.denied for tie, clause in argument.others)
    if (argument.mood is Mood.EXPECTED and not absent) or argument.predicate is None:
        return True
    compared = not _COMPARING.isdisjoint(argument.predicate.text.split())
    value = _value(argument) + sum(_value(clause) for tie, clause in argument.others if tie is Tie.MORE)
    if value == 0 and (argument.relation is Relation.DESIRES or "more" in argument.predicate.text.split()):
        value = -1 if argument.denied else 1
    elif value == 0 and not compared:
        value = sum(_value(clause) for tie, clause in argument.others if tie is Tie.REASON)
    if value == 0 and argument.denied and (argument.subject is None or argument.subject.kind is Kind.PERSON):
        value = -1  # what people do not do, they lack
    elif value == 0 and absent:
        value = -1  # *without money theatres close*
    return value == 0 or (value > 0) == favoured


def _spares(argument: Clause, *, favoured: bool) -> bool:
    """Return whether an argument against a topic says that there is no harm that it would keep away."""
    harm = argument.predicate is not None and polarity(argument.predicate.text) < 0
    return harm and argument.denied and not favoured


def _value(clause: Clause) -> int:
    """Return how much better or worse the world is for what a clause says."""
    phrases = [clause.subject, clause.predicate, *(detail.added for detail in clause.details if not detail.spare)]
    words = " ".join(phrase.text for phrase in phrases if phrase)
    value = sum(item.value for item in evaluations(words) if item.word not in _SMALLER)
    return -value if clause.denied else value


def _shared(first: Phrase, second: Phrase) -> bool:
    """Return whether two phrases share a word."""
    return bool(set(content_lemmas(first.text)) & set(content_lemmas(second.text))) and not _opposed(
        first.text, second.text
    )


def _is_case(phrase: Phrase, of: Phrase) -> bool:
    """Return whether a phrase names the same as another, or a special case of it: *loose dogs*."""
    words = set(content_lemmas(of.text))
    return of.kind in NAMING_KINDS and phrase.head == of.head and words <= set(content_lemmas(phrase.text))


def _same(first: Phrase, second: Phrase) -> bool:
    return set(content_lemmas(first.text)) == set(content_lemmas(second.text))


_TOWARDS = frozenset("in into on to with".split())
_ENDING = turning() | frozenset("away illegal scrap shut".split())
"""Lemmas of predicates that put an end to their subject."""
_COMPARING = frozenset("better fewer less more".split())
_SMALLER = frozenset({"few", "less", "low"})
"""Words against something that say nothing of what there is less of."""
_POINTING = frozenset("it them him her this that".split())
_SURE, _LIKELY, _BESIDE, _SPARE = 0.95, 0.85, 0.7, 0.4


def _edge(source: Phrase, relation: Relation, target: Phrase, chance: float, *, denies: bool) -> StatedEdge:
    return StatedEdge(Edge(source.text, denied_form(relation) if denies else relation, target.text), chance)
