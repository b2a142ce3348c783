"""What simple rules of inference would conclude from two premises, as rows of terms."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from explanans.verify.steps.sentence import Sentence

_LINKS = (
    ("kind", (("be", "kind", "of"), ("be", "type", "of"), ("be", "form", "of"), ("be", "exampl", "of"))),
    ("part", (("be", "part", "of"), ("be", "make", "of"), ("contain",), ("be", "make", "up", "of"))),
    ("same", (("mean",), ("be", "same", "as"), ("be", "similar", "to"), ("be", "call"), ("be", "when"))),
    ("being", (("be",),)),
)
"""How a premise ties two phrases, the most telling way first; by terms."""

_VARIABLES = frozenset("someth object it that thing organ live materi substanc".split())
_MOST_WORDS = 8
_MOST_PREMISES = 6
"""Of more premises, as people hardly ever join them, only the first ones are put together."""


class Draft(NamedTuple):
    """What a rule concludes.

    Attributes:
        rule: The rule: ``narrower`` puts the kind in the place of its class, ``wider`` the class in the place of the
            kind, ``instance`` applies a condition, ``bridge`` joins what stands around a shared phrase, ``both`` says
            both premises with what they share once.
        terms: The conclusion as terms.
    """

    rule: str
    terms: tuple[str, ...]


RULES = ("narrower", "wider", "instance", "bridge", "both")


def drafts(premises: Sequence[Sentence]) -> Iterator[Draft]:
    """Yield what rules conclude from any two premises.

    Args:
        premises: The premises.
    """
    for place, first in enumerate(premises[:_MOST_PREMISES]):
        for other_place, second in enumerate(premises[:_MOST_PREMISES]):
            if place != other_place:
                yield from _substituted(first, second)
                yield from _instances(first, second)
                yield from _bridged(first, second)
                yield Draft("both", _both(first.terms, second.terms))


def tie(premise: Sentence) -> tuple[str, tuple[str, ...], tuple[str, ...]] | None:
    """Return how a premise ties two phrases, and the phrases; None where it does so in no way that is known.

    Args:
        premise: A premise.

    Example:
        >>> from explanans.verify.steps.sentence import read
        >>> tie(read("a frog is a kind of amphibian"))
        ('kind', ('frog',), ('amphibian',))
    """
    terms = premise.terms
    for name, signs in _LINKS:
        for sign in signs:
            for start in range(1, len(terms) - len(sign)):
                if terms[start : start + len(sign)] == sign:
                    return name, terms[:start], terms[start + len(sign) :]
    return None


def _substituted(fact: Sentence, other: Sentence) -> Iterator[Draft]:
    found = tie(fact)
    if found is None or len(found[1]) > _MOST_WORDS:
        return
    _, narrow, wide = found
    for rule, old, new in (("narrower", wide, narrow), ("wider", narrow, wide)):
        place = _find(other.terms, old)
        if place:
            yield Draft(rule, (*other.terms[: place[0]], *new, *other.terms[place[1] :]))


def _find(terms: tuple[str, ...], phrase: tuple[str, ...]) -> tuple[int, int] | None:
    """Return where the longest start or end of a phrase stands in terms; None where none does."""
    for size in range(min(len(phrase), 4), 0, -1):
        for part in (phrase[:size], phrase[-size:]):
            for start in range(len(terms) - size + 1):
                if terms[start : start + size] == part:
                    return start, start + size
    return None


def _instances(rule: Sentence, fact: Sentence) -> Iterator[Draft]:
    if not rule.condition or not fact.subject:
        return
    start = rule.terms.index("then") + 1 if "then" in rule.terms else 0
    start = start or next((place for place, name in enumerate(rule.terms) if name in rule.subject and place > 2), 0)
    result = rule.terms[start:]
    subject = fact.terms[: fact.verb]
    place = next((place for place, name in enumerate(result) if name in _VARIABLES or name in rule.condition), None)
    if place is not None:
        yield Draft("instance", (*result[:place], *subject, *result[place + 1 :]))
    yield Draft("instance", result)


def _bridged(first: Sentence, second: Sentence) -> Iterator[Draft]:
    """Yield what stands before a shared phrase in one premise with what follows it in the other."""
    size, start, other = _longest_run(first.terms, second.terms, first.telling)
    if size:
        yield Draft("bridge", (*first.terms[:start], *second.terms[other + size :]))
        yield Draft("bridge", (*second.terms[:other], *first.terms[:start], *second.terms[other + size :]))


def _longest_run(first: Sequence[str], second: Sequence[str], telling: frozenset[str]) -> tuple[int, int, int]:
    """Return how long the longest run with a telling term is that two rows share, and where it starts in each."""
    best = (0, 0, 0)
    for start in range(len(first)):
        for other in range(len(second)):
            size = 0
            while (
                start + size < len(first) and other + size < len(second) and first[start + size] == second[other + size]
            ):
                size += 1
            if size > best[0] and telling.intersection(first[start : start + size]):
                best = (size, start, other)
    return best


def _both(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    shared = 0
    while shared < min(len(first), len(second)) and first[shared] == second[shared]:
        shared += 1
    return (*first, "and", *second[shared:])
