"""Comparisons: what is more, less or as much than what."""

from collections.abc import Iterator
from typing import NamedTuple

from explanans.language.analysis import COMPARATIVES, AnalyzedSentence, Word
from explanans.language.opposites import positive, scale

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


def comparisons(analysis: AnalyzedSentence) -> tuple[Comparison, ...]:
    """Return the comparisons of a sentence."""
    return tuple(_comparisons(analysis))


def _comparisons(analysis: AnalyzedSentence) -> Iterator[Comparison]:
    words = analysis.words
    for than in words:
        if than.lower != "than" and not (than.lower == "as" and _is_second_as(analysis, than)):
            continue
        degree = next((word for word in reversed(words[: than.number]) if _is_degree(word, than)), None)
        if degree is None:
            continue
        word, sign = _respect(analysis, degree, than)
        standard = _content(analysis, than.number + 1, _end(analysis, than.number + 1))
        subject = _contrasted(analysis, degree, than) or _subject(analysis, degree, word)
        if word.pos == "NUM" or not (standard and subject):
            continue
        yield Comparison(word, positive(word.lower) or scale(word.lemma), sign, *_apart(analysis, subject, standard))


def _apart(
    analysis: AnalyzedSentence, subject: tuple[int, ...], standard: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the words that tell a subject and a standard apart: of *a worn chain* and *a new chain* not *chain*."""
    said = [{analysis.words[number].lemma for number in numbers} for numbers in (subject, standard)]
    shared = said[0] & said[1]
    one, other = (
        tuple(number for number in numbers if analysis.words[number].lemma not in shared) or numbers
        for numbers in (subject, standard)
    )
    return one, other


def _contrasted(analysis: AnalyzedSentence, degree: Word, than: Word) -> tuple[int, ...]:
    """Return the words of a phrase that is compared with one like it: *longer in summer than in winter*."""
    after = analysis.words[than.number + 1 : than.number + 2]
    if not after or after[0].pos != "ADP":
        return ()
    between = analysis.words[degree.number + 1 : than.number]
    start = next((word.number for word in between if word.lower == after[0].lower), None)
    return () if start is None else _content(analysis, start, than.number)


def _is_second_as(analysis: AnalyzedSentence, word: Word) -> bool:
    return any(other.lower == "as" for other in analysis.words[max(0, word.number - 4) : word.number - 1])


def _is_degree(word: Word, than: Word) -> bool:
    if than.lower == "as":
        return word.pos in {"ADJ", "ADV"} and word.lower != "as"
    return word.tag in COMPARATIVES or word.lower in _MORE | _LESS


def _respect(analysis: AnalyzedSentence, degree: Word, than: Word) -> tuple[Word, int]:
    """Return the word that says in what respect things are compared, and whether there is more or less of it."""
    if than.lower == "as":
        return degree, 0
    if degree.lower in _MORE | _LESS:
        sign = 1 if degree.lower in _MORE else -1
        for word in analysis.words[degree.number + 1 : than.number]:
            if word.pos in {"ADJ", "ADV", "NOUN"} and word.is_content:
                return word, sign
        head = analysis.words[degree.head] if degree.head >= 0 else degree
        return (head if head.is_content else degree), sign
    return degree, 1


def _subject(analysis: AnalyzedSentence, degree: Word, respect: Word) -> tuple[int, ...]:
    """Return the words of the subject of the predicate in which something is compared."""
    # Where the parser finds none, as beside a verb that it takes for a noun, it is what stands before.
    for word in (degree, *analysis.above(degree)):
        for child in analysis.dependents[word.number]:
            if child.label.startswith("nsubj") and child.number < degree.number:
                return tuple(below.number for below in analysis.below(child) if below.is_content or below.pos == "PRON")
    first = min(degree.number, respect.number)
    start = max((word.number + 1 for word in analysis.words[:first] if word.lower in _EDGES), default=0)
    return _content(analysis, start, first)


def _end(analysis: AnalyzedSentence, start: int) -> int:
    for word in analysis.words[start:]:
        if word.lower in _EDGES:
            return word.number
    return len(analysis.words)


def _content(analysis: AnalyzedSentence, start: int, end: int) -> tuple[int, ...]:
    return tuple(word.number for word in analysis.words[start:end] if word.is_content or word.pos == "PRON")
