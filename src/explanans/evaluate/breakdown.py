"""How well facts of one kind are ranked, apart from the other facts of the same explanations."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean

from explanans.evaluate.gold import Gold
from explanans.evaluate.placement import Placement
from explanans.evaluate.precision import complete_average_precision
from explanans.fact import Fact, Role
from explanans.ranking import Judgment
from explanans.text.lemmas import content_lemmas

_RECALL_CUTOFF = 30
_OVERLAPS = ("0", "1", "2+")


@dataclass(frozen=True, slots=True)
class Breakdown:
    """How well the gold facts of one kind are ranked.

    Attributes:
        map: Mean average precision of these facts, over the questions that have some.
        recall_at_30: The share of these facts that stand among the first 30 of the whole ranking.
        facts: How many gold facts there are of the kind, over all questions.
        questions: How many questions have some.
    """

    map: float
    recall_at_30: float
    facts: int
    questions: int


def by_role(placements: Sequence[Placement]) -> dict[str, Breakdown]:
    """Measure the gold facts of each role by themselves, in the order of ``Role``; see ``_break_down``.

    Args:
        placements: Where the gold facts stand.

    Example:
        >>> from explanans.evaluate.placement import place
        >>> from explanans.ranking import Ranking
        >>> gold = Gold("q1", (Judgment("q1", "f1", role=Role.CENTRAL), Judgment("q1", "f2", role=Role.GROUNDING)))
        >>> by_role([place(gold, Ranking("q1", ("f1", "f3", "f2")))])["GROUNDING"].map
        0.5
    """
    found = _break_down(placements, lambda _, judgment: judgment.role)
    return {str(role): found[role] for role in Role if role in found}


def by_table(placements: Sequence[Placement], facts: Mapping[str, Fact]) -> dict[str, Breakdown]:
    """Measure the gold facts of each table by themselves, in the order of the tables' names; see ``_break_down``.

    Facts that the mapping lacks or that are in no table are left out.

    Args:
        placements: Where the gold facts stand.
        facts: The facts by id in lower case.
    """

    def table(_: Gold, judgment: Judgment) -> str | None:
        fact = facts.get(judgment.fact.lower())
        return fact.table or None if fact else None

    return dict(sorted(_break_down(placements, table).items()))


def by_overlap(placements: Sequence[Placement], facts: Mapping[str, Fact]) -> dict[str, Breakdown]:
    """Measure gold facts by how many words they share with the question; see ``_break_down``.

    Shared words are the different content lemmas of the fact's text that the question or its right answer has too
    (Jansen & Ustalov 2019, "Performance by Lexical Overlap / Multiple Hops"). Facts that the mapping lacks, and
    questions whose words are not known, are left out.

    Args:
        placements: Where the gold facts stand.
        facts: The facts by id in lower case.

    Returns:
        The measures for ``"2+"``, ``"1"`` and ``"0"`` shared lemmas, as far as they occur.
    """

    @cache
    def content(text: str) -> frozenset[str]:
        return frozenset(content_lemmas(text))

    def overlap(gold: Gold, judgment: Judgment) -> str | None:
        fact = facts.get(judgment.fact.lower())
        if fact is None or not gold.text:
            return None
        return _OVERLAPS[min(len(content(gold.text) & content(fact.text)), 2)]

    found = _break_down(placements, overlap)
    return {shared: found[shared] for shared in reversed(_OVERLAPS) if shared in found}


def _break_down(
    placements: Sequence[Placement], kind_of: Callable[[Gold, Judgment], str | None]
) -> dict[str, Breakdown]:
    """Measure the gold facts of each kind by themselves (Jansen & Ustalov 2019, "Performance by Explanatory Roles").

    For each kind the gold facts of other kinds are taken out of the gold and out of the ranking; average precision is
    then computed as the 2019 scorer does, so that a question scores 0 where a fact of the kind is not ranked. Ids are
    compared in lower case and repeats count once.
    """
    precisions: dict[str, list[float]] = {}
    early: dict[str, list[bool]] = {}
    for placement in placements:
        kinds: dict[str, set[str]] = {}
        for judgment in placement.gold.relevant:
            kind = kind_of(placement.gold, judgment)
            if kind is not None:
                kinds.setdefault(kind, set()).add(judgment.fact.lower())
        for kind, facts in kinds.items():
            precisions.setdefault(kind, []).append(_filtered_average_precision(placement, facts))
            ranks = [placement.ranks.get(fact) for fact in facts]
            early.setdefault(kind, []).extend(rank is not None and rank <= _RECALL_CUTOFF for rank in ranks)
    return {
        kind: Breakdown(fmean(values), fmean(early[kind]), facts=len(early[kind]), questions=len(values))
        for kind, values in precisions.items()
    }


def _filtered_average_precision(placement: Placement, facts: set[str]) -> float:
    gold = {judgment.fact.lower() for judgment in placement.gold.relevant}
    ranks = []
    removed = 0
    for rank, fact in sorted((rank, fact) for fact, rank in placement.ranks.items() if fact in gold):
        if fact in facts:
            ranks.append(rank - removed)
        else:
            removed += 1
    return complete_average_precision(ranks, len(facts))
