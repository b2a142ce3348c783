"""How well facts of one kind are ranked, apart from the other facts of the same explanations."""

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from explanans.evaluate.gold import Gold
from explanans.evaluate.placement import Placement
from explanans.evaluate.precision import complete_average_precision
from explanans.fact import Fact, Role
from explanans.ranking import Judgment
from explanans.ranking_report import Breakdown

_RECALL_CUTOFF = 30
_LONGEST = 10


def by_role(placements: Sequence[Placement]) -> dict[str, Breakdown]:
    """Measure the gold facts of each role by themselves, in the order of ``Role``; see ``break_down``.

    Args:
        placements: Where the gold facts stand.

    Example:
        >>> from explanans.evaluate.placement import place
        >>> from explanans.ranking import Ranking
        >>> gold = Gold("q1", (Judgment("q1", "f1", role=Role.CENTRAL), Judgment("q1", "f2", role=Role.GROUNDING)))
        >>> grounding = by_role([place(gold, Ranking("q1", ("f1", "f3", "f2")))])["GROUNDING"]
        >>> grounding.map, grounding.map_kept
        (0.5, 0.3333333333333333)
    """
    return break_down(placements, lambda _, judgment: str(judgment.role), list(Role))


def by_table(placements: Sequence[Placement], facts: Mapping[str, Fact]) -> dict[str, Breakdown]:
    """Measure the gold facts of each table by themselves, in the order of the tables' names; see ``break_down``.

    Facts that the mapping lacks or that are in no table are left out.

    Args:
        placements: Where the gold facts stand.
        facts: The facts by id in lower case.
    """

    def table(_: Gold, judgment: Judgment) -> str | None:
        fact = facts.get(judgment.fact.lower())
        return fact.table or None if fact else None

    return break_down(placements, table, sorted({fact.table for fact in facts.values()}))


def by_length(placements: Sequence[Placement]) -> dict[str, Breakdown]:
    """Measure the questions by how many different gold facts they have, shortest first; see ``break_down``.

    All gold facts of a question are of one kind here, so that nothing is taken out and both means are the same.

    Args:
        placements: Where the gold facts stand.

    Returns:
        The measures for ``"1"`` to ``"9"`` and ``"10+"`` facts, as far as they occur.
    """
    lengths = [*map(str, range(1, _LONGEST)), f"{_LONGEST}+"]
    return break_down(placements, lambda gold, _: lengths[min(len(gold.relevant_ids), _LONGEST) - 1], lengths)


def break_down(
    placements: Sequence[Placement], kind_of: Callable[[Gold, Judgment], str | None], kinds: Sequence[str]
) -> dict[str, Breakdown]:
    """Measure the gold facts of each kind by themselves (Jansen & Ustalov 2019, "Performance by Explanatory Roles").

    For each kind the gold facts of other kinds are taken out of the gold and out of the ranking; average precision is
    then computed as the 2019 scorer does, so that a question scores 0 where a fact of the kind is not ranked. Ids are
    compared in lower case and repeats count once. For ``map_kept`` the other gold facts stay in the ranking.

    Args:
        placements: Where the gold facts stand.
        kind_of: Tells the kind of a gold fact; None where it has none.
        kinds: The kinds there can be, in the order of the result.

    Returns:
        The measures of each kind that occurs.
    """
    parts: dict[str, list[tuple[Placement, set[str]]]] = {kind: [] for kind in kinds}
    for placement in placements:
        found: dict[str, set[str]] = {}
        for judgment in placement.gold.relevant:
            kind = kind_of(placement.gold, judgment)
            if kind is not None:
                found.setdefault(kind, set()).add(judgment.fact.lower())
        for kind, facts in found.items():
            parts[kind].append((placement, facts))
    return {kind: _measure(part) for kind, part in parts.items() if part}


def _measure(part: Sequence[tuple[Placement, set[str]]]) -> Breakdown:
    """Measure the gold facts of one kind: those of each question that has some."""
    ranks = [[placement.ranks[fact] for fact in facts if fact in placement.ranks] for placement, facts in part]
    facts = sum(len(facts) for _, facts in part)
    return Breakdown(
        map=fmean(complete_average_precision(_filtered_ranks(*question), len(question[1])) for question in part),
        map_kept=fmean(
            complete_average_precision(found, len(facts)) for found, (_, facts) in zip(ranks, part, strict=True)
        ),
        recall_at_30=sum(rank <= _RECALL_CUTOFF for found in ranks for rank in found) / facts,
        facts=facts,
        questions=len(part),
    )


def _filtered_ranks(placement: Placement, facts: set[str]) -> list[int]:
    """Return the ranks of some gold facts when the others are taken out of the ranking."""
    gold = placement.gold.relevant_ids
    ranks = []
    removed = 0
    for rank, fact in sorted((rank, fact) for fact, rank in placement.ranks.items() if fact in gold):
        if fact in facts:
            ranks.append(rank - removed)
        else:
            removed += 1
    return ranks
