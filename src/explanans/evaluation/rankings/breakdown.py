"""Breakdowns of rankings by kinds of gold facts and of questions.

WorldTree sorts its tables into these three (Jansen & Ustalov 2019, table 4, "knowledge category"). Which table of V2.1
belongs to which is not in its files: the lists here are our own, by what a table's rows say.

The parts of a breakdown have these values: ``map``, the mean average precision of the kind's facts over the questions
that have some, when the gold facts of other kinds are taken out of the ranking; ``map_kept``, the same when they stay
there and count as irrelevant; ``recall_at_30``, the share of these facts that stand among the first 30 of the whole
ranking; and ``facts``, how many there are over all questions.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from statistics import fmean

from explanans.evaluation.rankings.measures import complete_average_precision
from explanans.evaluation.rankings.placement import Gold, Placement
from explanans.language.tokens import content_lemmas, lemmas
from explanans.structures.facts import Fact, Role
from explanans.structures.rankings import RelevanceJudgment
from explanans.structures.reports import Part

RETRIEVAL = "retrieval"
"""Descriptions of things: kinds, synonyms, parts, properties, places, measures."""
SUPPORTING = "inference-supporting"
"""Functions of things: actions, uses, requirements, sources, examples, durations."""
COMPLEX = "complex inference"
"""Causal relations: causes, changes, conditions, coupled quantities, processes, transfers."""

CATEGORIES = (RETRIEVAL, SUPPORTING, COMPLEX)

_SUPPORTING = frozenset(
    (
        "ABILITY ACTION ADAPTATION AFFORDANCES AVOID CONSUMERS-EATING CONVERSIONS CONVERSION DURATION DURATIONS "
        "DURING EATS EXAMPLE EXAMPLES FORMEDBY FREQUENCY HISTORY PERCEPTIONS PREDATOR-PREY PROTECT REQUIRES RESOURCE "
        "SENSE SOURCEOF USEDFOR VEHICLE XIVORE"
    ).split()
)
_COMPLEX = frozenset(
    (
        "AFFECT CAUSE CHANGE CHANGE-VEC COMPARISON CONDUCTION COUPLED COUPLEDRELATIONSHIP IFTHEN PROCESSROLES "
        "PROCESSSTAGES PROCESSSTAGES-ORDERS STAGE STAGE-IN-PROCESS TRANSFER"
    ).split()
)


def category(table: str) -> str | None:
    """Return the kind of knowledge that a table holds; None for a fact of no table.

    A table that is in neither of the other lists is one to look something up in.

    Example:
        >>> category("KINDOF"), category("UsedFor"), category("CAUSE"), category("")
        ('retrieval', 'inference-supporting', 'complex inference', None)
    """
    name = table.upper()
    if not name:
        return None
    return SUPPORTING if name in _SUPPORTING else COMPLEX if name in _COMPLEX else RETRIEVAL


_RECALL_CUTOFF = 30
_LONGEST = 10
_OVERLAPS = ("2+", "1", "0")
_HOPS = ("1", "2+")


def break_down_rankings(placements: Sequence[Placement], facts: Mapping[str, Fact]) -> dict[str, dict[str, Part]]:
    """Return every breakdown by its name."""
    return {
        "role": by_role(placements),
        "overlap": by_overlap(placements, facts),
        "overlap_all_words": by_overlap(placements, facts, lemmas),
        "hops": by_hops(placements, facts),
        "hops_all_words": by_hops(placements, facts, lemmas),
        "table": by_table(placements, facts),
        "category": by_category(placements, facts),
        "length": by_length(placements),
    }


def by_role(placements: Sequence[Placement]) -> dict[str, Part]:
    """Measure the gold facts of each role by themselves, in the order of ``Role``; see ``_break_down``.

    Example:
        >>> from explanans.evaluation.rankings.placement import place
        >>> from explanans.structures.rankings import Ranking
        >>> judgments = (
        ...     RelevanceJudgment("q1", "f1", role=Role.CENTRAL),
        ...     RelevanceJudgment("q1", "f2", role=Role.GROUNDING),
        ... )
        >>> gold = Gold("q1", judgments)
        >>> grounding = by_role([place(gold, Ranking("q1", ("f1", "f3", "f2")))])["GROUNDING"]
        >>> grounding.values["map"], grounding.values["map_kept"]
        (0.5, 0.3333333333333333)
    """
    return _break_down(placements, lambda _, judgment: str(judgment.role), list(Role))


def by_table(placements: Sequence[Placement], facts: Mapping[str, Fact]) -> dict[str, Part]:
    """Measure the gold facts of each table by themselves, in the order of the tables' names; see ``_break_down``.

    Facts that the mapping lacks or that are in no table are left out.
    """

    def table(_: Gold, judgment: RelevanceJudgment) -> str | None:
        fact = facts.get(judgment.fact.lower())
        return fact.table or None if fact else None

    return _break_down(placements, table, sorted({fact.table for fact in facts.values()}))


def by_category(placements: Sequence[Placement], facts: Mapping[str, Fact]) -> dict[str, Part]:
    """Measure the gold facts of each kind of table by themselves; see ``categories`` and ``_break_down``.

    Facts that the mapping lacks or that are in no table are left out.
    """

    def kind(_: Gold, judgment: RelevanceJudgment) -> str | None:
        fact = facts.get(judgment.fact.lower())
        return category(fact.table) if fact else None

    return _break_down(placements, kind, CATEGORIES)


def by_length(placements: Sequence[Placement]) -> dict[str, Part]:
    """Measure the questions by how many different gold facts they have, shortest first; see ``_break_down``.

    All gold facts of a question are of one kind here, so that nothing is taken out and both means are the same.

    Returns:
        The measures for ``"1"`` to ``"9"`` and ``"10+"`` facts, if they occur.
    """
    lengths = [*map(str, range(1, _LONGEST)), f"{_LONGEST}+"]
    return _break_down(placements, lambda gold, _: lengths[min(len(gold.relevant_ids), _LONGEST) - 1], lengths)


def by_overlap(
    placements: Sequence[Placement],
    facts: Mapping[str, Fact],
    words: Callable[[str], Iterable[str]] = content_lemmas,
) -> dict[str, Part]:
    """Measure gold facts by how many words they share with the question; see ``_break_down``.

    Shared words are the different words of the fact's text that the question or its right answer has too (Jansen &
    Ustalov 2019, "Performance by Lexical Overlap / Multiple Hops"). Facts that the mapping lacks, and questions whose
    words are not known, are left out.

    Args:
        words: Which words of a text count: ``content_lemmas``, or ``lemmas`` for all of them.

    Returns:
        The measures for ``"2+"``, ``"1"`` and ``"0"`` shared words, if they occur.
    """
    return _by_shared(placements, facts, words, lambda shared: _OVERLAPS[2 - min(shared, 2)], _OVERLAPS)


def by_hops(
    placements: Sequence[Placement],
    facts: Mapping[str, Fact],
    words: Callable[[str], Iterable[str]] = content_lemmas,
) -> dict[str, Part]:
    """Measure gold facts by how far they are from the question; see ``by_overlap``.

    A fact that shares a word with the question or its right answer is one hop away. Any other can only be reached
    through other facts, by two hops or more.

    Returns:
        The measures for ``"1"`` and ``"2+"`` hops, if they occur.
    """
    return _by_shared(placements, facts, words, lambda shared: _HOPS[not shared], _HOPS)


def _by_shared(
    placements: Sequence[Placement],
    facts: Mapping[str, Fact],
    words: Callable[[str], Iterable[str]],
    name: Callable[[int], str],
    names: Sequence[str],
) -> dict[str, Part]:
    @cache
    def different(text: str) -> frozenset[str]:
        return frozenset(words(text))

    def kind(gold: Gold, judgment: RelevanceJudgment) -> str | None:
        fact = facts.get(judgment.fact.lower())
        return name(len(different(gold.words) & different(fact.text))) if fact and gold.words else None

    return _break_down(placements, kind, names)


def _break_down(
    placements: Sequence[Placement], kind_of: Callable[[Gold, RelevanceJudgment], str | None], kinds: Sequence[str]
) -> dict[str, Part]:
    """Measure the gold facts of each kind by themselves (Jansen & Ustalov 2019, "Performance by Explanatory Roles")."""
    # For each kind the gold facts of other kinds are taken out of the gold and out of the ranking; average precision is
    # then computed as the 2019 scorer does, so that a question scores 0 if a fact of the kind is not ranked. Ids are
    # compared in lower case and repeats count once. For `map_kept` the other gold facts stay in the ranking.
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


def _measure(part: Sequence[tuple[Placement, set[str]]]) -> Part:
    """Measure the gold facts of one kind: those of each question that has some."""
    ranks = [[placement.ranks[fact] for fact in facts if fact in placement.ranks] for placement, facts in part]
    facts = sum(len(facts) for _, facts in part)
    filtered = (complete_average_precision(_filtered_ranks(*question), len(question[1])) for question in part)
    kept = (complete_average_precision(found, len(facts)) for found, (_, facts) in zip(ranks, part, strict=True))
    early = sum(rank <= _RECALL_CUTOFF for found in ranks for rank in found)
    values = {"map": fmean(filtered), "map_kept": fmean(kept), "recall_at_30": early / facts, "facts": facts}
    return Part(len(part), values)


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
