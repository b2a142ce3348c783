"""Questions of a text: they assert nothing, but are read together with their answers."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_QUESTION = re.compile(r"\?[\"”’')\]]*$")
_LABEL = re.compile(r"^(?:Q|Question|A|Answer)\s?\d{0,3}\s?[:.)]\s+", re.IGNORECASE)
_POLAR = re.compile(
    r"^(?:yes|no|yeah|nope|of course|certainly|definitely|not at all)(?=[,;.:!–—-]|$)[,;.:!]*\s*", re.IGNORECASE
)
_NO = re.compile(r"^(?:no|nope|not at all)\b", re.IGNORECASE)
_ECHO = re.compile(
    r"^(?:it|they|he|she|you|we|i|this|that|there|one) (?:is|are|was|were|do|does|did|has|have|had|can|could|may|might"
    r"|must|should|will|would|need)(?: not|n['’]t|not)?$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"^(?:It|They|He|She|That|This|Those|These)\b")
_FIRST_PERSON = re.compile(r"\b(?:I|me|my|mine|myself|I'm|I’m)\b")
_SWAPPED = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "you": "we", "your": "our",
    "yours": "ours",
}  # fmt: skip
_PERSON = re.compile(r"\b(?:(am|was) (I)|(I) (am|was)|(I|me|my|mine|myself|you|your|yours))\b", re.IGNORECASE)
_FALLBACK = "the answer to "
_LONGEST_FRAGMENT = 14  # words of an answer that is no sentence


class Reading(NamedTuple):
    """A sentence of a text as read.

    Attributes:
        text: The assertion: the sentence, or the statement of a question and its answer.
        first: The number of its first sentence in the text, from 0.
        last: The number of its last sentence.
    """

    text: str
    first: int
    last: int


def is_question(sentence: str) -> bool:
    """Return whether a sentence ends as a question does.

    Args:
        sentence: The sentence.
    """
    return _QUESTION.search(sentence.rstrip()) is not None


def read_answered(sentences: Iterable[str]) -> Iterator[Reading]:
    """Yield assertions of sentences: a question and its short answer become a statement, other questions are left out.

    Args:
        sentences: The sentences of a text, in order, with their full stops.

    Example:
        >>> [found.text for found in read_answered(["Does Vault work offline?", "Yes.", "It is fast.", "Why?"])]
        ['Vault works offline.', 'It is fast.']
    """
    question = ""
    for number, text in enumerate(sentences):
        if is_question(text):
            question = text
        elif question:
            yield from _answered(_LABEL.sub("", question), _LABEL.sub("", text), number - 1)
            question = ""
        else:
            yield Reading(text, number, number)


def _answered(question: str, answer: str, number: int) -> Iterator[Reading]:
    """Yield the assertions of a question and the sentence after it."""
    polar = _POLAR.match(answer)
    statement = ""
    if polar or _is_short(answer) or _PRONOUN.match(answer):
        statement = _statement(question, answer, polar)
    if statement:
        yield Reading(statement, number, number + 1)
    else:
        rest = answer[polar.end() :] if polar else answer
        if any(map(str.isalnum, rest)):
            yield Reading(rest[0].upper() + rest[1:], number + 1, number + 1)


def _is_short(answer: str) -> bool:
    """Return whether an answer is a phrase rather than a sentence."""
    from explanans.language.statements.clauses import has_finite_verb  # noqa: PLC0415 - most texts ask nothing

    words = answer.rstrip(".!").split()
    return len(words) <= _LONGEST_FRAGMENT and not has_finite_verb(words)


def _statement(question: str, answer: str, polar: re.Match[str] | None) -> str:
    """Return the statement of a question and its answer; empty if none can be made."""
    from explanans.language.statements.hypothesis import hypothesis  # noqa: PLC0415 - most texts ask nothing

    said = answer.rstrip(".! ")
    if polar:
        word, rest = ("No" if _NO.match(said) else "Yes"), said[polar.end() :].strip()
        said = word if not rest or _ECHO.match(rest) else f"{word}, {rest[0].lower() + rest[1:]}"
    found = hypothesis(_by_answerer(question, answer), said)
    if found.startswith(_FALLBACK):
        return ""
    return f"{found[0].upper()}{found[1:]}."


def _by_answerer(question: str, answer: str) -> str:
    """Return a question with the persons that the one who answers would use: *Can I* becomes *Can you*."""
    asks_for_self = _FIRST_PERSON.search(question) is not None
    if not asks_for_self and not re.search(r"\b(?:we|our|us)\b", answer, re.IGNORECASE):
        return question

    def swapped(found: re.Match[str]) -> str:
        if found[1]:
            return f"{_cased('are' if found[1].lower() == 'am' else 'were', found[1])} you"
        if found[3]:
            return f"you {'are' if found[4].lower() == 'am' else 'were'}"
        word = found[5]
        if not asks_for_self and word.lower() not in {"you", "your", "yours"}:
            return word
        return (
            word if asks_for_self and word.lower() in {"you", "your", "yours"} else _cased(_SWAPPED[word.lower()], word)
        )

    return _PERSON.sub(swapped, question)


def _cased(word: str, like: str) -> str:
    """Return a word with a capital if another word has one; *I* has one anywhere."""
    return word.capitalize() if like[0].isupper() and like != "I" else word
