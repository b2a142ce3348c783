"""Features of a conclusion of two premises: how the phrases that each sentence ties stand to those of the others.

They distinguish *a frog is an amphibian, amphibians have moist skin, so a frog has moist skin* from *bark is part of a
tree, a tree is a plant, so bark is a plant*, which have the same words in the same places.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.language.tokens import informative_lemmas
from explanans.learning.boosted_trees import Feature
from explanans.trees.conclusions.fact_parts import conditional, ties
from explanans.trees.conclusions.replacement import plain

_RELATIONS = ("none", "kind", "part", "whole", "synonym", "definition", "being", "verb", "if")
_PHRASES = ("subject", "object")
_MISSING = -1.0


class _Parts(NamedTuple):
    """The relation of a sentence, and the terms of the two phrases that it ties; of a rule, its condition first."""

    relation: int
    subject: frozenset[str]
    object: frozenset[str]


_NOTHING = _Parts(0, frozenset(), frozenset())

TIES = (
    *(
        Feature(f"{name}_relation", f"relation of the {name}: 0 for none, then {', '.join(_RELATIONS[1:])}")
        for name in ("first", "second", "conclusion")
    ),
    *(
        Feature(f"{one}_{phrase}_in_{other}_{second}", f"share of the terms of the {one} {phrase} that this one has")
        for one, other in (
            ("conclusion", "first"),
            ("conclusion", "second"),
            ("first", "conclusion"),
            ("second", "conclusion"),
            ("first", "second"),
            ("second", "first"),
        )
        for phrase, second in product(_PHRASES, _PHRASES)
    ),
)
"""The features by name. The first premise is the one whose subject has more of the conclusion's."""


def tie_columns(steps: Sequence[tuple[Sequence[str], str]]) -> NDArray[np.float32]:
    """Return the features `TIES` of conclusions; shape (steps, features).

    Args:
        steps: The premises of each, of which the first two in order of their likeness to it count, and its conclusion.

    Example:
        >>> bark = ("bark is part of a tree", "a tree is a kind of plant"), "bark is a kind of plant"
        >>> tie_columns([bark])[0, :3].tolist()
        [2.0, 1.0, 1.0]
    """
    return np.array([_values(premises, text) for premises, text in steps], dtype=np.float32).reshape(-1, len(TIES))


def _values(premises: Sequence[str], text: str) -> list[float]:
    said = _parts(text)

    def likeness(parts: _Parts) -> tuple[float, float, int, list[str]]:
        subject, object_ = (_share(said.subject, phrase) for phrase in (parts.subject, parts.object))
        return -subject, -object_, parts.relation, sorted(parts.subject | parts.object)

    first, second = (*sorted(map(_parts, premises), key=likeness), _NOTHING, _NOTHING)[:2]
    pairs = ((said, first), (said, second), (first, said), (second, said), (first, second), (second, first))
    shares = [_share(mine, yours) for one, other in pairs for mine, yours in product(one[1:], other[1:])]
    return [first.relation, second.relation, said.relation, *shares]


@lru_cache(65_536)
def _parts(text: str) -> _Parts:
    text = plain(text)
    if rule := conditional(text):
        return _Parts(_RELATIONS.index("if"), informative_lemmas(rule.condition), informative_lemmas(rule.consequence))
    found = next(iter(ties(text)), None)
    if found is None:
        return _Parts(0, informative_lemmas(text), frozenset())
    subject, object_ = (informative_lemmas(" ".join(phrase)) for phrase in (found.subject, found.object))
    return _Parts(_RELATIONS.index(found.kind), subject, object_)


def _share(part: frozenset[str], whole: frozenset[str]) -> float:
    return len(part & whole) / len(part) if part else _MISSING
