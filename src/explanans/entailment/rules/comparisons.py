"""Comparisons: what is more, less or as much than what."""

from collections.abc import Iterator
from typing import NamedTuple

from explanans.entailment.rules.opposites import positive, scale
from explanans.entailment.rules.reading import COMPARATIVES, Reading, Word

_MORE, _LESS = frozenset({"more"}), frozenset({"less", "fewer"})
_EDGES = frozenset(", ; . : but and because when if".split())


class Comparison(NamedTuple):
    """One thing is more or less so than another.

    Attributes:
        word: The word that says in what respect.
        quality: That respect in its dictionary form, as an adjective if there is one.
        sign: 1 for more, -1 for less, 0 for as much.
    """

    word: Word
    quality: str
    sign: int
    subject: tuple[int, ...]
    standard: tuple[int, ...]


def comparisons(reading: Reading) -> tuple[Comparison, ...]:
    """Return the comparisons of a sentence."""
    return tuple(_comparisons(reading))


def _comparisons(reading: Reading) -> Iterator[Comparison]:
    words = reading.words
    for than in words:
        if than.lower != "than" and not (than.lower == "as" and _is_second_as(reading, than)):
            continue
        degree = next((word for word in reversed(words[: than.number]) if _is_degree(word, than)), None)
        if degree is None:
            continue
        word, sign = _respect(reading, degree, than)
        standard = _content(reading, than.number + 1, _end(reading, than.number + 1))
        subject = _contrasted(reading, degree, than) or _subject(reading, degree, word)
        if word.pos == "NUM" or not (standard and subject):
            continue
        yield Comparison(word, positive(word.lower) or scale(word.lemma), sign, *_apart(reading, subject, standard))


def _apart(
    reading: Reading, subject: tuple[int, ...], standard: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the words that tell a subject and a standard apart: of *a worn chain* and *a new chain* not *chain*."""
    said = [{reading.words[number].lemma for number in numbers} for numbers in (subject, standard)]
    shared = said[0] & said[1]
    one, other = (
        tuple(number for number in numbers if reading.words[number].lemma not in shared) or numbers
        for numbers in (subject, standard)
    )
    return one, other


def _contrasted(reading: Reading, degree: Word, than: Word) -> tuple[int, ...]:
    """Return the words of a phrase that is compared with one like it: *longer in summer than in winter*."""
    after = reading.words[than.number + 1 : than.number + 2]
    if not after or after[0].pos != "ADP":
        return ()
    between = reading.words[degree.number + 1 : than.number]
    start = next((word.number for word in between if word.lower == after[0].lower), None)
    return () if start is None else _content(reading, start, than.number)


def _is_second_as(reading: Reading, word: Word) -> bool:
    return any(other.lower == "as" for other in reading.words[max(0, word.number - 4) : word.number - 1])


def _is_degree(word: Word, than: Word) -> bool:
    if than.lower == "as":
        return word.pos in {"ADJ", "ADV"} and word.lower != "as"
    return word.tag in COMPARATIVES or word.lower in _MORE | _LESS


def _respect(reading: Reading, degree: Word, than: Word) -> tuple[Word, int]:
    """Return the word that says in what respect things are compared, and whether there is more or less of it."""
    if than.lower == "as":
        return degree, 0
    if degree.lower in _MORE | _LESS:
        sign = 1 if degree.lower in _MORE else -1
        for word in reading.words[degree.number + 1 : than.number]:
            if word.pos in {"ADJ", "ADV", "NOUN"} and word.is_content:
                return word, sign
        head = reading.words[degree.head] if degree.head >= 0 else degree
        return (head if head.is_content else degree), sign
    return degree, 1


def _subject(reading: Reading, degree: Word, respect: Word) -> tuple[int, ...]:
    """Return the words of the subject of the predicate in which something is compared.

    Where the parser finds none, as beside a verb that it takes for a noun, it is what stands before.
    """
    for word in (degree, *reading.above(degree)):
        for child in reading.children[word.number]:
            if child.label.startswith("nsubj") and child.number < degree.number:
                return tuple(below.number for below in reading.below(child) if below.is_content or below.pos == "PRON")
    first = min(degree.number, respect.number)
    start = max((word.number + 1 for word in reading.words[:first] if word.lower in _EDGES), default=0)
    return _content(reading, start, first)


def _end(reading: Reading, start: int) -> int:
    for word in reading.words[start:]:
        if word.lower in _EDGES:
            return word.number
    return len(reading.words)


def _content(reading: Reading, start: int, end: int) -> tuple[int, ...]:
    return tuple(word.number for word in reading.words[start:end] if word.is_content or word.pos == "PRON")
