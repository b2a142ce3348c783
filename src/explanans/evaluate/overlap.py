"""How well gold facts are ranked that share many, few or no words with the question."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from explanans.evaluate.breakdown import break_down
from explanans.evaluate.gold import Gold
from explanans.evaluate.placement import Placement
from explanans.fact import Fact
from explanans.ranking import Judgment
from explanans.ranking_report import Breakdown
from explanans.text.lemmas import content_lemmas

_OVERLAPS = ("2+", "1", "0")
_HOPS = ("1", "2+")


def by_overlap(
    placements: Sequence[Placement],
    facts: Mapping[str, Fact],
    words: Callable[[str], Iterable[str]] = content_lemmas,
) -> dict[str, Breakdown]:
    """Measure gold facts by how many words they share with the question; see ``break_down``.

    Shared words are the different words of the fact's text that the question or its right answer has too (Jansen &
    Ustalov 2019, "Performance by Lexical Overlap / Multiple Hops"). Facts that the mapping lacks, and questions whose
    words are not known, are left out.

    Args:
        placements: Where the gold facts stand.
        facts: The facts by id in lower case.
        words: Which words of a text count: ``content_lemmas``, or ``lemmas`` for all of them.

    Returns:
        The measures for ``"2+"``, ``"1"`` and ``"0"`` shared words, as far as they occur.
    """
    return _by_shared(placements, facts, words, lambda shared: _OVERLAPS[2 - min(shared, 2)], _OVERLAPS)


def by_hops(
    placements: Sequence[Placement],
    facts: Mapping[str, Fact],
    words: Callable[[str], Iterable[str]] = content_lemmas,
) -> dict[str, Breakdown]:
    """Measure gold facts by how far they are from the question; see ``by_overlap``.

    A fact that shares a word with the question or its right answer is one hop away. Any other can only be reached
    through other facts, by two hops or more.

    Args:
        placements: Where the gold facts stand.
        facts: The facts by id in lower case.
        words: Which words of a text count.

    Returns:
        The measures for ``"1"`` and ``"2+"`` hops, as far as they occur.
    """
    return _by_shared(placements, facts, words, lambda shared: _HOPS[not shared], _HOPS)


def _by_shared(
    placements: Sequence[Placement],
    facts: Mapping[str, Fact],
    words: Callable[[str], Iterable[str]],
    name: Callable[[int], str],
    names: Sequence[str],
) -> dict[str, Breakdown]:
    @cache
    def different(text: str) -> frozenset[str]:
        return frozenset(words(text))

    def kind(gold: Gold, judgment: Judgment) -> str | None:
        fact = facts.get(judgment.fact.lower())
        return name(len(different(gold.words) & different(fact.text))) if fact and gold.words else None

    return break_down(placements, kind, names)
