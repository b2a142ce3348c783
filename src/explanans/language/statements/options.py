"""Questions that list what may be answered, as in *which is heavier, iron or wood*."""

import re
from typing import NamedTuple

from explanans.language.grammar import ASKING
from explanans.language.statements.answers import Answer
from explanans.language.tokens import lemma, tokens
from explanans.language.wordnet import is_word

_OPTIONS = re.compile(r"[,:](?: [^,]+,)* (?:[^,]+ )?or [^,]+$")
_TWO = re.compile(r"[,:] (?P<one>[^,]+?) or (?P<other>[^,]+)$")
_NAMING = re.compile(r" than |\bthe (?:\w+er|more|less|worse)\b")
"""Signs of a question for a comparison that needs no second member."""
_COMPARED = frozenset("more less better worse".split())


class Offered(NamedTuple):
    """A question whose list of answers was taken off.

    Attributes:
        asked: The question without the list.
        other: The thing that the answer is compared with; empty if nothing is compared.
    """

    asked: str
    other: str

    @classmethod
    def of(cls, asked: str, answer: Answer) -> "Offered | None":
        """Return a question without the list at its end; None if it has none.

        Example:
            >>> Offered.of("which is heavier, iron or wood", Answer("iron"))
            Offered(asked='which is heavier', other='wood')
            >>> Offered.of("which is a metal, iron or wood", Answer("iron"))
            Offered(asked='which is a metal', other='')
        """
        options = _OPTIONS.search(asked)
        if options is None or not _may_be(asked[: options.start()], options[0], answer):
            return None
        return cls(asked[: options.start()], _other(asked[: options.start()], options[0], answer))


def _may_be(asked: str, options: str, answer: Answer) -> bool:
    """Return whether a list at the end of a question is what may be answered."""
    if answer.text.lower() in options.lower() or answer.first in {"neither", "both", "none"}:
        return True
    return asked.split(maxsplit=1)[0] in ASKING and ("first" in tokens(asked.lower()) or _compares(asked))


def _compares(asked: str) -> bool:
    return any(word in _COMPARED or _is_comparative(word) for word in tokens(asked.lower()))


def _is_comparative(word: str) -> bool:
    doubled = len(word) > 5 and word[-3] == word[-4] and is_word(word[:-3], "ADJ")  # as in *bigger*
    return word.endswith("er") and (lemma(word) != word or doubled)


def _other(asked: str, options: str, answer: Answer) -> str:
    """Return the other of two things that are compared, one of which is the answer; empty if there is none."""
    two = _TWO.fullmatch(options)
    if two is None or not _compares(asked) or _NAMING.search(asked) or asked.split(maxsplit=1)[0] not in ASKING:
        return ""
    given = {_bare_noun(two["one"]): two["other"], _bare_noun(two["other"]): two["one"]}
    return given.get(_bare_noun(answer.text), "")


def _bare_noun(phrase: str) -> str:
    return re.sub(r"^(?:an?|the) ", "", phrase.lower())
