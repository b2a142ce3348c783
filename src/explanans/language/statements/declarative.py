"""Put an inverted clause back into the order of a statement, and an object into its gap."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from explanans.language.finite_verbs import points_at_subject
from explanans.language.grammar import (
    BE,
    CLAUSE_STARTS,
    DETERMINERS,
    DO,
    PARTICLES,
    PREDICATES,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    bare,
    is_adverb,
    is_common_verb,
    is_gerund,
    wants_noun,
)
from explanans.language.inflection import base_form, is_participle, past, third_person
from explanans.language.lexicon import word_set
from explanans.language.statements.inversion import subject_end

Words = list[str]

_PREDICATE_ENDINGS = ("able", "ible", "ous", "ful", "less", "ive", "ical", "est", "ant", "ent", "er")
# Verbs whose infinitive is their object: what is asked for follows the infinitive.
_TAKES_INFINITIVE = frozenset("want expect try like hope begin start tend learn plan seem appear help have".split())

_WANTS_OBJECT = frozenset("form produce create become make".split())
"""Verbs that need an object."""


_ALLOWED = word_set("language.statements.declarative.allowed")


class Declared(NamedTuple):
    """A clause in the order of a statement."""

    head: Words
    tail: Words


def declared(auxiliary: str, rest: Sequence[str]) -> Declared | None:
    """Undo the inversion of a question.

    Returns:
        The clause in the order of a statement; None if no verb can be found.

    Example:
        >>> declared("did", "the water in the pond go".split())
        Declared(head=['the', 'water', 'in', 'the', 'pond', 'went'], tail=[])
        >>> declared("are", "sedimentary rocks formed over time".split())
        Declared(head=['sedimentary', 'rocks', 'are', 'formed'], tail=['over', 'time'])
    """
    negated = bare(rest[0]) == "not" if rest else False
    rest = list(rest[1:] if negated else rest)
    low = [bare(word) for word in rest]
    if auxiliary in BE and _predicate(low) is None:
        return None
    end = subject_end(auxiliary, rest)
    return None if end is None else ordered(auxiliary, rest, end, negated=negated)


def ordered(auxiliary: str, rest: Sequence[str], end: int, *, negated: bool = False) -> Declared:
    """Put an auxiliary verb behind its subject, or let the verb take the form that *do* had.

    Example:
        >>> ordered("does", "ice float".split(), 1)
        Declared(head=['ice', 'floats'], tail=[])
        >>> ordered("does", "ice sink".split(), 1, negated=True)
        Declared(head=['ice', 'does', 'not', 'sink'], tail=[])
    """
    place = end
    while place < len(rest) - 1 and is_adverb(bare(rest[place])):
        place += 1
    adverbs = [*(["not"] if negated else []), *rest[end:place]]
    if auxiliary in DO and "not" not in adverbs and place < len(rest):
        middle = [*adverbs, _inflected(rest[place], auxiliary)]
    else:
        middle = [auxiliary, *adverbs, *rest[place : place + 1]]
    return Declared([*rest[:end], *middle], list(rest[place + 1 :]))


def _inflected(verb: str, auxiliary: str) -> str:
    """Give a base verb the tense and number of the form of *do* that it loses; keep its punctuation."""
    base = bare(verb)
    form = {"does": third_person, "did": past}.get(auxiliary, str)(base)
    return verb.lower().replace(base, form, 1) if base else verb


def _candidates(low: Words) -> Iterator[int]:
    """Yield the places after the first word of a subject where a verb can stand."""
    skip = 0
    for place in range(1, len(low)):
        before = low[place - 1]
        if before in RELATIVES:
            skip = place
        elif skip != place and (not wants_noun(before) or (place == 1 and points_at_subject(before, low[1]))):
            yield place


def _predicate(low: Words) -> int | None:
    """Return the place of the participle, adjective or preposition that a form of *be* joins to its subject."""
    for place in _candidates(low):
        word, before = low[place], low[place - 1]
        after = low[place + 1] if place + 1 < len(low) else ""
        closed = (
            not after or after in PREPOSITIONS or after in CLAUSE_STARTS or after in DETERMINERS or is_adverb(after)
        )
        if before in DETERMINERS or (place == 1 and low[0] in DETERMINERS):
            continue
        if word == "being":
            return place
        if is_gerund(word) or is_participle(word):
            if closed and not (after == "by" and any(is_participle(later) for later in low[place + 2 :])):
                return place
        elif closed and (word in PREDICATES or word.endswith(_PREDICATE_ENDINGS)):
            return place
    return None


def filled(clause: Declared, object_: str) -> str:
    """Return a statement whose verb lacked its object, with the object in its place.

    Example:
        >>> filled(Declared(["plants", "need"], ["to", "grow"]), "sunlight")
        'plants need sunlight to grow'
    """
    head, tail = list(clause.head), list(clause.tail)
    used = bare(tail[1]) == "use" if len(tail) > 2 else False  # as in *what does he need to use to weigh it*
    if len(tail) > 2 and bare(tail[0]) == "to" and (used or bare(head[-1]) in _ALLOWED):
        return " ".join([*head, *tail[:2], object_, *tail[2:]])
    while tail and (bare(tail[0]) in PARTICLES or _is_stranded(tail) or _is_passive_stranded(tail)):
        head.append(tail.pop(0))
    if _gap_is_last(head, tail):
        return " ".join([*head, *tail, object_])
    return " ".join([*head, object_, *tail])


def _is_stranded(tail: Words) -> bool:
    """Return whether a preposition has lost its noun, as in *go through to form rock*."""
    following = bare(tail[1]) if len(tail) > 1 else ""
    if following == "once" and len(tail) == 2:
        return False  # *at once* has lost nothing
    return bare(tail[0]) in PREPOSITIONS and (following in {"to", "with", "for", "during", "in", "on"} | CLAUSE_STARTS)


def _is_passive_stranded(tail: Words) -> bool:
    """Return whether a participle comes before a stranded preposition: *be rubbed with before patching*."""
    return len(tail) > 1 and is_participle(bare(tail[0])) and _is_stranded(tail[1:])


def _gap_is_last(head: Words, tail: Words) -> bool:
    if not tail:
        return True
    first, last = bare(tail[0]), bare(tail[-1])
    if first == "the" and {"most", "least", "best"} & set(map(bare, tail[1:2])):
        return False  # as in *affected the most by acid rain*
    if first in CLAUSE_STARTS and len(tail) > 2 and bare(tail[1]) in PRONOUNS:
        return False  # a clause of its own, as in *before they move in*
    if last in PREPOSITIONS:
        return True
    if first == "to":
        passive = len(head) > 1 and bare(head[-2]) in BE and is_common_verb(last)
        bereft = len(tail) == 2 and last in _WANTS_OBJECT  # as in *what do they combine to form*
        return passive or bereft or base_form(bare(head[-1])) in _TAKES_INFINITIVE
    starts_adverbial = (
        first in PREPOSITIONS
        or first in CLAUSE_STARTS
        or is_adverb(first)
        or is_gerund(first)
        or first in {"and", "that"}
        or last == "ago"
    )
    return not starts_adverbial
