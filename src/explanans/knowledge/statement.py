"""Statements of facts: the lemmas before and after the relation, and its type."""

import re
from itertools import chain

from explanans.language.tokens import content_lemmas
from explanans.structures.facts import Fact

_KIND = re.compile(r" (?:is|are) an? (?:kind|type|form|example) of ")
_SYNONYM = re.compile(r" (?:means?|(?:is|are) (?:similar to|the same as|another (?:name|word) for)) ")

KIND_OF, SYNONYMY = 1, 2
"""Results of ``relation`` for a hypernymy fact and for a synonymy fact."""


def sides(fact: Fact) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the content lemmas before and after the relation that a fact states.

    For a table row these are the first filled column and the rest. Otherwise *is a kind of* or *means* separates
    them; if neither occurs, the first lemma is the part before.

    Example:
        >>> sides(Fact("k1", "a frog is a kind of amphibian"))
        (('frog',), ('amphibian',))
    """
    shown = fact.cells if fact.is_row else ()
    cells = [content_lemmas(cell.text) for cell in shown if not cell.column.startswith(("[SKIP]", "[FILL]"))]
    filled = [cell for cell in cells if cell]
    if len(filled) > 1:
        return filled[0], tuple(chain.from_iterable(filled[1:]))
    match = _KIND.search(fact.text) or _SYNONYM.search(fact.text)
    if match:
        return content_lemmas(fact.text[: match.start()]), content_lemmas(fact.text[match.end() :])
    lemmas = content_lemmas(fact.text)
    return lemmas[:1], lemmas[1:]


def relation(text: str) -> int:
    """Return ``KIND_OF``, ``SYNONYMY`` or, for any other fact, 0.

    Example:
        >>> relation("a frog is a kind of amphibian"), relation("to melt means to become liquid"), relation("ice melts")
        (1, 2, 0)
    """
    return KIND_OF if _KIND.search(text) else SYNONYMY if _SYNONYM.search(text) else 0
