"""Conclusions that simple rules of inference draw from two premises, as rows of terms."""

from collections.abc import Iterator, Sequence

from explanans.language.terms import Sentence

_LINKS = (
    *(("be", "kind", "of"), ("be", "type", "of"), ("be", "form", "of"), ("be", "exampl", "of")),
    *(("be", "part", "of"), ("be", "make", "of"), ("contain",), ("be", "make", "up", "of")),
    *(("mean",), ("be", "same", "as"), ("be", "similar", "to"), ("be", "call"), ("be", "when")),
    ("be",),
)
"""The ways in which a premise ties two phrases, the most telling first; by terms."""

_VARIABLES = frozenset("someth object it that thing organ live materi substanc".split())
_MOST_WORDS = 8
_MOST_PREMISES = 6
"""Maximum premises that are combined; of more, only the first ones."""


Terms = tuple[str, ...]


def drafts(premises: Sequence[Sentence]) -> Iterator[Terms]:
    """Yield the conclusions of rules from any two premises, as terms.

    A kind takes the place of its class, or the class that of the kind; a condition is applied; what stands around a
    shared phrase is joined; or both premises are said, with what they share at their start once.
    """
    for place, first in enumerate(premises[:_MOST_PREMISES]):
        for other_place, second in enumerate(premises[:_MOST_PREMISES]):
            if place != other_place:
                yield from _substituted(first, second)
                yield from _instances(first, second)
                yield from _bridged(first, second)
                yield _both(first.terms, second.terms)


def tie(premise: Sentence) -> tuple[Terms, Terms] | None:
    """Return the two phrases that a premise ties; None if it ties none in a way that is known.

    Example:
        >>> from explanans.entailment.steps.sentence import read
        >>> tie(read("a frog is a kind of amphibian"))
        (('frog',), ('amphibian',))
    """
    terms = premise.terms
    for sign in _LINKS:
        for start in range(1, len(terms) - len(sign)):
            if terms[start : start + len(sign)] == sign:
                return terms[:start], terms[start + len(sign) :]
    return None


def _substituted(fact: Sentence, other: Sentence) -> Iterator[Terms]:
    found = tie(fact)
    if found is None or len(found[0]) > _MOST_WORDS:
        return
    narrow, wide = found
    for old, new in ((wide, narrow), (narrow, wide)):
        place = _find(other.terms, old)
        if place:
            yield (*other.terms[: place[0]], *new, *other.terms[place[1] :])


def _find(terms: Terms, phrase: Terms) -> tuple[int, int] | None:
    """Return where the longest start or end of a phrase stands in terms; None if none does."""
    for size in range(min(len(phrase), 4), 0, -1):
        for part in (phrase[:size], phrase[-size:]):
            for start in range(len(terms) - size + 1):
                if terms[start : start + size] == part:
                    return start, start + size
    return None


def _instances(rule: Sentence, fact: Sentence) -> Iterator[Terms]:
    if not rule.condition or not fact.subject:
        return
    start = rule.terms.index("then") + 1 if "then" in rule.terms else 0
    start = start or next((place for place, name in enumerate(rule.terms) if name in rule.subject and place > 2), 0)
    result = rule.terms[start:]
    subject = fact.terms[: fact.division.relation]
    place = next((place for place, name in enumerate(result) if name in _VARIABLES or name in rule.condition), None)
    if place is not None:
        yield (*result[:place], *subject, *result[place + 1 :])
    yield result


def _bridged(first: Sentence, second: Sentence) -> Iterator[Terms]:
    """Yield the words before a shared phrase in one premise with those after it in the other."""
    size, start, other = _longest_run(first.terms, second.terms, frozenset(first.telling))
    if size:
        yield (*first.terms[:start], *second.terms[other + size :])
        yield (*second.terms[:other], *first.terms[:start], *second.terms[other + size :])


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


def _both(first: Terms, second: Terms) -> Terms:
    shared = 0
    while shared < min(len(first), len(second)) and first[shared] == second[shared]:
        shared += 1
    return (*first, "and", *second[shared:])
