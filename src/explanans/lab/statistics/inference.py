"""Classify the kind of inference of a step by the words of its sentences (Dalvi et al. 2021, table 3)."""

import re
from collections.abc import Sequence
from itertools import combinations

from explanans.language.tokens import content_lemmas
from explanans.structures.trees import Inference

ACCURACY = 73.3
"""How often the kind is the one that a reader gave, in percent: of the steps 61 to 120 of ``inference_labels.tsv``.

The first 60 were looked at while the rules were written; none of the others was.
"""

_RULE = re.compile(
    r"^(?:if|when|whenever)\b|\bsomething\b|\bthings? else\b|\bas (?:the |a )?.* (?:increases?|decreases?)\b"
)
_CONDITIONAL = re.compile(r"^(?:if|as|when)\b")
_DEFINITION = re.compile(r"\bmeans?\b|\b(?:is|are) an? (?:kind|type|example|method) (?:of|for)\b")
_MEMBER = re.compile(r"\b(?:is|are) (?:an? )?(?:kinds?|types?|examples?) of\b")
_TIE = re.compile(
    r"^(.*?)\b(?:is|are) (?:usually |often )?(?:an? )?(?:kinds?|types?|parts?|source|example)s? (?:of|for)\b(.*)"
)
_FORMAL = frozenset({"kind", "type", "example", "part"})


def kind_of(premises: Sequence[str], conclusion: str) -> Inference:
    """Return the kind of inference that leads from premises to a conclusion.

    It is a guess: a step that concludes that a thing belongs to a class that no premise puts it in infers the class;
    one with a general rule among its premises applies it; one that drops words which its premises share substitutes one
    thing for another; any other joins its premises. Inheritance and order are never returned.

    Example:
        >>> kind_of(
        ...     ["a mirror is a kind of reflective object", "a reflective object reflects light"],
        ...     "a mirror reflects light",
        ... ).value
        'substitution'
        >>> kind_of(
        ...     ["if something is destroyed then it no longer exists", "the house is destroyed"],
        ...     "the house no longer exists",
        ... ).value
        'rule'
    """
    texts, lowered = [text.lower() for text in premises], conclusion.lower()
    words, concluded = [_words(text) for text in texts], _words(lowered)
    if _MEMBER.search(lowered) and not any(
        _MEMBER.search(text) and found & concluded for text, found in zip(texts, words, strict=True)
    ):
        return Inference.CLASS
    rules = [text for text in texts if _RULE.search(text) and not _DEFINITION.search(text)]
    if rules and (len(rules) > 1 or not _CONDITIONAL.search(lowered)):
        return Inference.RULE
    shared = frozenset[str]().union(*(one & other for one, other in combinations(words, 2)))
    if shared - concluded or any(_replaces(text, texts, concluded) for text in texts):
        return Inference.SUBSTITUTION
    return Inference.SPECIFICATION


def _replaces(tie: str, texts: Sequence[str], concluded: frozenset[str]) -> bool:
    """Return whether a premise equates two things, and the conclusion repeats another premise about one of them."""
    found = _TIE.match(tie)
    if not found:
        return False
    member = _words(found[1])
    others = [_words(text) for text in texts if text != tie]
    return bool(member) and any(
        member <= concluded and not member <= other and len(other & concluded) >= 0.6 * len(other) for other in others
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(content_lemmas(text)) - _FORMAL
