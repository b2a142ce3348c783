"""Separate the sentence of a question that asks from the context before it."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from explanans.language.statements.answers import decapitalize, lower_emphasis
from explanans.language.tokens import tokens

_SENTENCE_END = re.compile(r"(?:(?<=[.?!])|(?<=[.?!][\"”’']))\s+(?=[\"“‘'(]?[A-Z0-9_])")
_TRUE_OR_FALSE = re.compile(r"^true or false\W*|\W*\(?\btrue or false\W*$", re.IGNORECASE)
BLANK = re.compile(r"_{2,}|\.{4,}|…{2,}|\[(?:blank|\s*)\]")
"""The gap of a cloze question."""


class AskedSentence(NamedTuple):
    """The sentence of a question that asks, and what stands beside it.

    Attributes:
        text: The sentence; empty if the question has no word.
        before: The sentence before it; empty if there is none.
        context: The sentences before it that tell something, in their order; empty if there are none.
    """

    text: str
    before: str
    context: str

    @classmethod
    def of(cls, question: str) -> "AskedSentence":
        """Return the last sentence that asks, else the last one.

        Example:
            >>> AskedSentence.of("Ice floats on a pond. Why does it float?")
            AskedSentence(text='Why does it float?', before='Ice floats on a pond.', context='Ice floats on a pond.')
            >>> AskedSentence.of("Ice floats on a pond. Why?")
            AskedSentence(text='Why ice floats on a pond?', before='', context='')
        """
        pieces = _SENTENCE_END.split(_TRUE_OR_FALSE.sub("", question))
        sentences = [sentence for sentence in pieces if tokens(sentence) or BLANK.search(sentence)]
        if not sentences:
            return cls("", "", "")
        if len(sentences) > 1 and sentences[-1].lower() in {"why?", "how?"}:
            *others, said, asked = sentences
            return cls(f"{asked.rstrip('?')} {decapitalize(said.rstrip('.'), question)}?", "", _stating(others))
        asking = [place for place, sentence in enumerate(sentences) if sentence.rstrip("\"”’' )").endswith("?")]
        place = asking[-1] if asking and not BLANK.search(sentences[-1]) else len(sentences) - 1
        return cls(sentences[place], sentences[place - 1] if place else "", _stating(sentences[:place]))


def _stating(sentences: Sequence[str]) -> str:
    """Return sentences without those that ask, unless a speaker is quoted."""
    return " ".join(sentence for sentence in sentences if not sentence.endswith("?") or ":" in sentence)


def context_of(question: str) -> str:
    """Return what a question tells before it asks, on one line, as a statement repeats it; empty if it only asks.

    Example:
        >>> context_of("Ice floats on a pond. Why does it float?"), context_of("Why does ice float?")
        ('Ice floats on a pond.', '')
    """
    return AskedSentence.of(lower_emphasis(question)).context
