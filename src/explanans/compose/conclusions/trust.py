"""Which conclusions are worth saying to a reader: of proposers that were seldom wrong, and not what was said before."""

import re
from collections.abc import Iterator, Sequence

from explanans.compose.conclusions.conclusion import Candidate
from explanans.text.lemmas import telling_lemmas

TRUSTED = frozenset(("inherited kind", "inherited whole", "narrower kind", "wider synonym", "condition met"))
"""Proposers that were right twice as often as wrong among the graded steps that come with the package; of *condition
met* there is none: it is reasoned."""

_DEFINITION = re.compile(r" (?:means?|(?:is|are) (?:when|called)) ")
_OPEN = re.compile(r"\b(?:something|someone|somewhere)\b")
_LONGEST = 24
"""Words. Nobody reads a longer sentence gladly."""


def is_trusted(candidate: Candidate) -> bool:
    """Tell whether a conclusion comes from where good ones come from.

    A definition of one thing, with a narrower thing put into it, defines nothing; what is said of *something* cannot be
    said of a thing by its name alone.

    Args:
        candidate: The conclusion.

    Example:
        >>> from explanans.tree import Inference
        >>> kind = Inference.SUBSTITUTION, "narrower kind"
        >>> is_trusted(Candidate("plankton live in a bay", *kind))
        True
        >>> is_trusted(Candidate("a producer means a plant that makes its own food", *kind))
        False
    """
    if candidate.loose or candidate.proposer not in TRUSTED or _OPEN.search(candidate.text):
        return False
    defined = candidate.proposer.startswith(("narrower", "wider")) and _DEFINITION.search(candidate.text)
    return not defined and len(candidate.text.split()) <= _LONGEST


def adds(text: str, premises: Sequence[str], hypothesis: str) -> bool:
    """Tell whether a conclusion says what no premise says, and is nearer to the hypothesis than each.

    Of more than two premises each has to give it a word that no other has.

    Args:
        text: The conclusion.
        premises: The premises.
        hypothesis: The hypothesis; empty where there is none.

    Example:
        >>> premises = "a frog is an amphibian", "an amphibian has moist skin"
        >>> adds("a frog has moist skin", premises, "frogs have moist skin")
        True
        >>> adds("an amphibian has skin", premises, "frogs have moist skin")
        False
    """
    said, sought = telling_lemmas(text), telling_lemmas(hypothesis)
    held = [telling_lemmas(premise) for premise in premises]
    if any(said <= one for one in held) or (len(held) > 2 and not all(_used(said, held))):
        return False
    return not sought or len(said & sought) > max(len(one & sought) for one in held)


def _used(said: frozenset[str], held: Sequence[frozenset[str]]) -> Iterator[bool]:
    """Yield whether each premise gives a conclusion a word that no other premise has."""
    for place, one in enumerate(held):
        others = frozenset[str]().union(*held[:place], *held[place + 1 :])
        yield bool(said & one - others)
