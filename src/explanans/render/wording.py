"""Words that every form of an explanation shares: clean text, marked words, counts and provenance."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from explanans.explanation import Explanation, Schema, Way
from explanans.fact import Fact
from explanans.text.sentences import tidy

SCORE_DIGITS = 6
"""Digits after the point in records; the last bits of a float differ between processors, and files should not."""


class Span(NamedTuple):
    """A stretch of a text, as ``text[start:end]``."""

    start: int
    end: int


class Run(NamedTuple):
    """A stretch of text, and whether it is marked as unsupported."""

    text: str
    marked: bool


def find_words(text: str, words: Iterable[str]) -> tuple[Span, ...]:
    """Return where words stand in a text; a word that is not there is left out.

    Args:
        text: The text.
        words: Words as written in the text, in order.

    Example:
        >>> find_words("the art of the artist", ("artist",))
        (Span(start=15, end=21),)
    """
    spans: list[Span] = []
    start = 0
    for word in map(tidy, words):
        found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE).search(text, start) if word else None
        if found:
            spans.append(Span(*found.span()))
            start = found.end()
    return tuple(spans)


def split_runs(text: str, marks: Iterable[Span], part: Span | None = None) -> Iterator[Run]:
    """Yield a text in marked and unmarked stretches.

    Args:
        text: The text.
        marks: The marked spans, in order and apart.
        part: The part of the text to yield; all of it where None.

    Example:
        >>> list(split_runs("wide seas", find_words("wide seas", ["wide"])))
        [Run(text='wide', marked=True), Run(text=' seas', marked=False)]
    """
    position, stop = part or Span(0, len(text))
    for mark in marks:
        start, end = max(mark.start, position), min(mark.end, stop)
        if start < end:
            if position < start:
                yield Run(text[position:start], False)
            yield Run(text[start:end], True)
            position = end
    if position < stop:
        yield Run(text[position:stop], False)


def provenance(fact: Fact) -> str:
    """Return where a fact comes from: its table and its place in a file, so far as they are known.

    Args:
        fact: The fact.

    Example:
        >>> provenance(Fact("f1", "ice is a solid", "KINDOF", source="kindof.tsv:12"))
        'KINDOF · kindof.tsv:12'
    """
    return " · ".join(filter(None, (tidy(fact.table), tidy(fact.source))))


def format_score(score: float) -> str:
    """Return a score with three digits after the point.

    Args:
        score: The score.
    """
    return f"{score:.3f}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or the plural.

    Args:
        number: How many.
        noun: The noun in the singular.

    Example:
        >>> counted(1, "step"), counted(2, "step")
        ('1 step', '2 steps')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def summarize(explanation: Explanation) -> str:
    """Return one line that says how far the explanation goes.

    Args:
        explanation: The explanation.

    Example:
        >>> summarize(Explanation("Why?", "so", "So.", (), None, (), ("nothing names so",), "v1"))
        'No tree · 1 link missing'
    """
    parts: list[str] = []
    if explanation.way is not Way.TREE:
        by = f" by {counted(len(explanation.schemas), 'pattern')}" if explanation.schemas else ""
        parts.append(f"{counted(len(explanation.facts), 'fact')}{by}")
    elif explanation.tree is None:
        parts.append("No tree")
    else:
        parts.append(
            f"{counted(len(explanation.tree.steps), 'step')} from {counted(len(explanation.tree.leaves), 'fact')}"
        )
    if explanation.verdicts:
        unsupported = sum(not verdict.supported for verdict in explanation.verdicts)
        held = "words" if all(verdict.arcs is None for verdict in explanation.verdicts) else "arcs"
        parts.append(
            f"{counted(unsupported, 'step')} with unsupported {held}" if unsupported else "every step supported"
        )
        doubtful = sum(verdict.follows is not None and verdict.follows < 0.5 for verdict in explanation.verdicts)
        parts += [f"{counted(doubtful, 'step')} unlikely to follow"] if doubtful else []
    if explanation.missing:
        parts.append(f"{counted(len(explanation.missing), 'link')} missing")
    return " · ".join(parts)


def missing_heading(explanation: Explanation) -> str:
    """Return the heading over what is missing.

    Args:
        explanation: The explanation.
    """
    wanted = explanation.way is Way.TREE and explanation.tree is None
    return "No tree: what is missing" if wanted else "What is missing"


def facts_of(explanation: Explanation, pattern: Schema) -> str:
    """Return which facts of an explanation a pattern accounts for, by their places.

    Args:
        explanation: The explanation.
        pattern: One of its patterns.
    """
    places = [str(place) for place, item in enumerate(explanation.facts, 1) if item.fact.id in pattern.facts]
    return f"fact{'s' * (len(places) != 1)} {', '.join(places)}"


def missing_links(explanation: Explanation) -> tuple[str, ...]:
    """Return one line for each link that is missing; at least one where a tree was wanted and there is none.

    Args:
        explanation: The explanation.

    Example:
        >>> missing_links(Explanation("Why?", "so", "So.", (), None, (), (), "v1"))
        ('Too few facts were found to join.',)
    """
    if explanation.way is Way.TREE and explanation.tree is None and not explanation.missing:
        return ("Too few facts were found to join.",)
    return tuple(map(tidy, explanation.missing))
