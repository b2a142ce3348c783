"""Sequences: what one thing leads to leads to another."""

from collections.abc import Iterator

from explanans.compose.conclusions.bonds import bonds
from explanans.compose.conclusions.conclusion import Candidate
from explanans.compose.conclusions.reading import clause, conditional
from explanans.compose.conclusions.replacement import agreeing, counts_as_plural, replace, without_article
from explanans.compose.conclusions.wording import same_lemmas, tidied
from explanans.text.grammar import BE, bare
from explanans.text.inflection import base_form
from explanans.text.lemmas import telling_lemmas
from explanans.tree import Inference

_ALIKE = 0.6
_CAUSING = frozenset(
    "become cause change contain convert create form give lead produce provide release require result turn use".split()
)
"""Verbs whose one side may stand for the other."""


def chains(first: str, second: str) -> Iterator[Candidate]:
    """Yield what the first of two events leads to by way of the second.

    Args:
        first: What leads to something.
        second: What that leads to.

    Example:
        >>> next(chains("rubbing hands causes friction", "friction causes heat")).text
        'rubbing hands causes heat'
        >>> next(chains("if it rains then the soil is wet", "if the soil is wet then seeds sprout")).text
        'if it rains then seeds sprout'
    """
    yield from _of_conditions(first, second)
    one, other = clause(first), clause(second)
    if one is None or other is None or not one.rest or not other.rest:
        return
    topic, reached = without_article(other.subject), without_article(one.rest)
    is_one = bare(other.verb[-1]) in BE and other.is_plural != one.is_plural
    if not is_one and same_lemmas(topic, reached) >= min(len(topic), len(reached)):
        number = counts_as_plural(one.subject)
        verb = agreeing(other.verb[0], is_plural=number)
        yield Candidate(tidied([*one.subject, verb, *other.predicate[1:]]), Inference.SEQUENCE, "chain")
        yield Candidate(tidied([*one.subject, *one.verb, *other.rest]), Inference.SEQUENCE, "chain kept")


def _of_conditions(first: str, second: str) -> Iterator[Candidate]:
    one, other = conditional(first), conditional(second)
    if one and other and _alike(one.consequence, other.condition):
        mark = " then " if " then " in second else ", "
        yield Candidate(f"{one.opening} {one.condition}{mark}{other.consequence}", Inference.SEQUENCE, "conditions")
    if other and not one and _alike(first, other.condition):
        yield Candidate(other.consequence, Inference.RULE, "condition met")


def transfers(fact: str, other: str) -> Iterator[Candidate]:
    """Yield a premise with the one side of a fact in the place of the other.

    Args:
        fact: What one thing does with another.
        other: The premise that mentions one of them.

    Example:
        >>> next(transfers("friction causes heat", "heat melts ice")).text
        'friction melts ice'
    """
    for bond in bonds(fact):
        if bond.kind != "verb" or not _CAUSING & set(map(base_form, fact.lower().split())):
            continue
        for old, new in ((bond.object, bond.subject), (bond.subject, bond.object)):
            found = replace(other, old, new)
            if found and not found.loose:
                yield Candidate(found.text, Inference.SEQUENCE, "transfer")


def _alike(one: str, other: str) -> bool:
    first, second = telling_lemmas(one), telling_lemmas(other)
    return 2 * len(first & second) >= _ALIKE * (len(first) + len(second)) > 0
