"""Say in words what follows from two premises."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from explanans.compose.phrase import replace_phrase
from explanans.compose.relation import Relation, RelationKind, relation
from explanans.text.answers import lowered
from explanans.text.grammar import AUXILIARIES, DETERMINERS, is_third_person
from explanans.text.lemmas import content_lemmas, lemmas
from explanans.tree import Inference

_HEDGES = frozenset("some sometimes most many not".split())
"""What holds of some of a class need not hold of each kind in it."""

_DEFINITION = re.compile(r" (?:means?|(?:is|are) when) ")
"""What a word means is not what each kind of the thing means."""

_NEED = re.compile(r" (?:requires?|needs?) ")
"""What needs a thing of a class need not need each kind of it."""

_ALIKE = 0.6
"""Two things said of a subject that share as many words (Dice coefficient) are one thing said twice."""


class Conclusion(NamedTuple):
    """What follows from two premises, and by which kind of inference."""

    text: str
    inference: Inference


def conclusions(first: str, second: str) -> Iterator[Conclusion]:
    """Yield what can be concluded from two premises, in either order.

    By substitution, by applying a rule, and by joining what is said of one thing; see ``joined`` for any two premises.

    Args:
        first: A premise.
        second: Another premise.

    Example:
        >>> for conclusion in conclusions("a frog is a kind of amphibian", "an amphibian has moist skin"):
        ...     print(conclusion.text, "by", conclusion.inference)
        a frog has moist skin by inheritance
        >>> next(conclusions("if a metal is heated then the metal expands", "the iron gate is heated")).text
        'the iron gate expands'
        >>> next(conclusions("a frog eats insects", "a frog lives in water")).text
        'a frog eats insects and lives in water'
    """
    first, second = lowered(first), lowered(second)
    for one, other in ((first, second), (second, first)):
        yield from _by_substitution(one, other)
        yield from _by_rule(one, other)
    yield from _of_one_subject(first, second)


def joined(first: str, second: str) -> Conclusion:
    """Return two premises as one sentence.

    Args:
        first: A premise.
        second: Another premise.

    Example:
        >>> joined("ice is a solid", "heat melts ice").text
        'ice is a solid, and heat melts ice'
    """
    return Conclusion(f"{lowered(first)}, and {lowered(second)}", Inference.SPECIFICATION)


def _by_substitution(fact: str, other: str) -> Iterator[Conclusion]:
    found = relation(fact)
    if found is None:
        return
    if found.kind is RelationKind.KIND:
        yield from _narrowed(found, other)
    else:
        for old, new in ((found.object, found.subject), (found.subject, found.object)):
            text = replace_phrase(other, old, new, new_is_plural=found.plural)
            if text:
                yield Conclusion(text, Inference.SUBSTITUTION)


def _narrowed(found: Relation, other: str) -> Iterator[Conclusion]:
    """Say of a kind what is said of its class."""
    text = replace_phrase(other, found.object, found.subject, new_is_plural=found.plural)
    if text is None or _HEDGES & set(other.lower().split()):
        return
    stated = relation(other)
    if not text.lower().startswith(found.subject.lower()):
        if stated is None and not _NEED.search(other):
            yield Conclusion(text, Inference.SUBSTITUTION)
    elif not _DEFINITION.search(other):
        yield Conclusion(text, Inference.INHERITANCE)


def _by_rule(rule: str, case: str) -> Iterator[Conclusion]:
    """Apply ``if S does P then …`` to ``T does P``: what the rule says of S holds of T."""
    if not rule.lower().startswith("if ") or " then " not in rule:
        return
    condition, consequence = rule[3:].split(" then ", 1)
    general, special = condition.split(), case.split()
    if len(lemmas(condition)) != len(general) or len(lemmas(case)) != len(special):
        return  # a word of several lemmas would shift the places below
    shared = _shared_start(lemmas(condition)[::-1], lemmas(case)[::-1])
    subject, thing = general[: len(general) - shared], special[: len(special) - shared]
    if not content_lemmas(" ".join(general[len(subject) :])):
        return  # they share a mere "is" or "has"
    if not subject and not thing:
        yield Conclusion(consequence, Inference.RULE)
    elif thing and len(subject) in {2, 3} and subject[0].lower() in DETERMINERS:
        text = replace_phrase(consequence, " ".join(subject[1:]), " ".join(thing))
        if text:
            yield Conclusion(text, Inference.RULE)


def _of_one_subject(first: str, second: str) -> Iterator[Conclusion]:
    """Join what two premises say of the same thing."""
    one, other = first.split(), second.split()
    shared = _shared_start(one, other)
    while shared and one[shared - 1].lower() in AUXILIARIES:
        shared -= 1
    subject, rests = " ".join(one[:shared]), (one[shared:], other[shared:])
    if content_lemmas(subject) and all(rest and _is_finite(rest[0]) for rest in rests):
        said, added = (frozenset(content_lemmas(" ".join(rest))) for rest in rests)
        if 2 * len(said & added) < _ALIKE * (len(said) + len(added)):
            yield Conclusion(f"{first} and {' '.join(rests[1])}", Inference.SPECIFICATION)


def _shared_start(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many words two sequences have in common at their start."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _is_finite(word: str) -> bool:
    return word.lower() in AUXILIARIES or is_third_person(word.lower())
