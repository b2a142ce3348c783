"""Filters of conclusions: from reliable proposers only, and no repetitions."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from explanans.language.grammar import bare, is_gerund
from explanans.language.tokens import informative_lemmas
from explanans.trees.conclusions.conclusion import Candidate
from explanans.trees.conclusions.deduction import CAUSED, DEDUCED, LINKED
from explanans.trees.conclusions.fact_parts import ties

BOTH = "both"
"""The proposer that says of two things what holds of each, as *hollows and caves form in chalk*."""

TRUSTED = DEDUCED | {BOTH, "inherited kind", "inherited whole", "narrower kind", "wider synonym"}
"""Proposers that were right twice as often as wrong among the graded steps that come with the package; deductions have
their own conditions."""

_STRICT = DEDUCED | {"inherited kind", "inherited whole"}
"""Proposers of properties that a thing has by its kind, or by a condition that is met."""

_LEADING_ON = frozenset((LINKED, CAUSED))
_MIDDLE = 4
"""Maximum words of the hypothesis in the middle term of a chain, which the conclusion omits."""

_DEFINED = re.compile(r" (?:means?|(?:is|are) (?:when|called)) | (?:is|are) \w+ in \w+$|\btwo or more ")
"""A definition, a value of a quality, as in *snow is white in color*, or a number of things."""
_KINDS = re.compile(r"\bare kinds of\b")
_CONTAINS = re.compile(r"\bcontains?\b")
_OPEN = re.compile(r"\b(?:something|someone|somewhere)\b")
_JOINING = frozenset("and both but or that which".split())
"""Words that join premises without a conclusion."""
_DENIAL = re.compile(r"\b(?:not|no|never|cannot|without|none)\b|n['’]t\b", re.IGNORECASE)
_LONGEST = 24
"""Maximum words of a readable conclusion."""


def is_trusted(candidate: Candidate) -> bool:
    """Return whether a conclusion comes from where good ones come from.

    A definition of one thing, with a narrower thing put into it, defines nothing; what is said of *something* cannot be
    said of a thing by its name alone.

    Example:
        >>> from explanans.structures.trees import Inference
        >>> kind = Inference.SUBSTITUTION, "narrower kind"
        >>> is_trusted(Candidate("plankton live in a bay", *kind))
        True
        >>> is_trusted(Candidate("a producer means a plant that makes its own food", *kind))
        False
    """
    if candidate.loose or candidate.proposer not in TRUSTED or _OPEN.search(candidate.text):
        return False
    if candidate.proposer not in DEDUCED and candidate.text.startswith("if "):
        return False  # a rule about one thing leads no further than the rule
    defined = candidate.proposer.startswith("narrower") and _DEFINED.search(candidate.text)
    return not defined and len(candidate.text.split()) <= _LONGEST


def keeps(candidate: Candidate, premises: Sequence[str]) -> bool:
    """Return whether a conclusion that puts one thing for another keeps all else that its premises say.

    Example:
        >>> from explanans.structures.trees import Inference
        >>> premises = "salt is a kind of solid", "a mixture of solids can be separated"
        >>> keeps(Candidate("salt can be separated", Inference.INHERITANCE, "inherited kind"), premises)
        False
    """
    if candidate.proposer in DEDUCED | {BOTH}:
        return True
    if candidate.proposer == "inherited whole" and any(map(_CONTAINS.search, premises)):
        return False  # what is so of a part of the content is not so of the whole
    said = informative_lemmas(candidate.text)
    for premise in premises:
        for tie in ties(premise):
            if is_gerund(bare(tie.subject[0])) and len(tie.subject) == 1 and tie.kind == "synonym":
                continue  # whoever puts what an action is for its name has to put its forms, too
            one, other = informative_lemmas(" ".join(tie.subject)), informative_lemmas(" ".join(tie.object))
            rest = frozenset[str]().union(*(informative_lemmas(text) for text in premises if text != premise))
            if (one | rest - other <= said) or (tie.kind == "synonym" and other | rest - one <= said):
                return True
    return False


def adds(text: str, premises: Sequence[str], hypothesis: str, *, least: int = 1) -> bool:
    """Return whether a conclusion is new, and nearer to the hypothesis than each premise.

    Of more than two premises each has to give it a word that no other has.

    Args:
        hypothesis: The hypothesis; empty if there is none.
        least: The number of words of the hypothesis that it needs in addition to those of each premise.

    Example:
        >>> premises = "a frog is an amphibian", "an amphibian has moist skin"
        >>> adds("a frog has moist skin", premises, "frogs have moist skin")
        True
        >>> adds("an amphibian has skin", premises, "frogs have moist skin")
        False
    """
    said, sought = informative_lemmas(text), informative_lemmas(hypothesis)
    held = [informative_lemmas(premise) for premise in premises]
    if any(said <= one for one in held) or (len(held) > 2 and not all(_used(said, held))):
        return False
    return not sought or len(said & sought) >= max(len(one & sought) for one in held) + least


def is_worth_saying(candidate: Candidate, premises: Sequence[str], hypothesis: str) -> bool:
    """Return whether a conclusion of a trusted proposer is news that leads to the hypothesis.

    What holds of a thing because it holds of its kind, or because a condition is met, is news in whatever words, as
    long as it is no further from the hypothesis than its premises are; a chain leaves out what is in its middle.

    Args:
        hypothesis: The hypothesis; empty if there is none.

    Example:
        >>> from explanans.structures.trees import Inference
        >>> premises = "grass is a kind of green plant", "a green plant can make its own food"
        >>> own_food = Candidate("grass can make its own food", Inference.INHERITANCE, "inherited kind")
        >>> is_worth_saying(own_food, premises, "a grass is a producer")
        True
    """
    is_asked = informative_lemmas(candidate.text) - {"kind"} <= informative_lemmas(hypothesis)
    if candidate.proposer == BOTH and _KINDS.search(candidate.text) and not is_asked:
        return False  # that two things are of one kind is news only if that is asked
    least = -_MIDDLE if candidate.proposer in _LEADING_ON else 0 if candidate.proposer in _STRICT else 1
    return (
        is_trusted(candidate) and keeps(candidate, premises) and adds(candidate.text, premises, hypothesis, least=least)
    )


def draws_on_all(text: str, premises: Sequence[str]) -> bool:
    """Return whether a generated conclusion draws on each premise, on nothing else, and does not join them.

    Example:
        >>> premises = "oil reduces friction between moving parts", "a bicycle chain contains many moving parts"
        >>> draws_on_all("oil reduces friction between the parts of a bicycle chain", premises)
        True
        >>> draws_on_all("oil reduces friction", premises), draws_on_all("oil and chains reduce friction", premises)
        (False, False)
    """
    said, held = informative_lemmas(text), [informative_lemmas(premise) for premise in premises]
    if not said <= frozenset[str]().union(*held) or not all(_used(said, held)) or _OPEN.search(text):
        return False
    if bool(_DENIAL.search(text)) != any(map(_DENIAL.search, premises)):
        return False  # models lose a *not* easily
    most = Counter[str]()
    for premise in premises:
        most |= _counts(premise)
    return _counts(text) <= most


def _counts(text: str) -> Counter[str]:
    """Count the telling words, and those that join what stands in two premises."""
    words = [bare(word) for word in text.split()]
    return Counter(name for word in words for name in (informative_lemmas(word) or _JOINING.intersection((word,))))


def _used(said: frozenset[str], held: Sequence[frozenset[str]]) -> Iterator[bool]:
    """Yield whether each premise gives a conclusion a word that no other premise has."""
    for place, one in enumerate(held):
        others = frozenset[str]().union(*held[:place], *held[place + 1 :])
        yield bool(said & one - others)
