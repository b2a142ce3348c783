"""Ranks of the judged facts of a question in a ranking, from which all measures are computed."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import compress, count, islice

from explanans.errors import InputError
from explanans.evaluation.rankings.gold import Gold
from explanans.structures.rankings import Ranking

MOST_INSTEAD = 5
"""Maximum number of first non-gold facts to keep for display."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The ranks of one question's judged facts. Ranks count from 1.

    Attributes:
        gold: The question and its judged facts.
        ranks: The ranks of the judged facts that were ranked, by id, when all ids are in lower case and every fact
            counts once, where it first stands.
        written_ranks: The same for ids as written, when repeated facts take up ranks; None if no ranking has the
            question's id as written. The TextGraphs 2019 scorer reads rankings so.
        instead: The ids of the first facts that are not gold, ``MOST_INSTEAD`` at most, in lower case.
        depth: Number of different ranked facts.
        ranked: Whether there is a ranking for the question; case makes no difference.
    """

    gold: Gold
    ranks: Mapping[str, int]
    written_ranks: Mapping[str, int] | None
    instead: Mapping[str, int]
    depth: int
    ranked: bool

    @property
    def incomplete(self) -> bool:
        """Return whether there is a ranking that lacks a fact of the gold explanation."""
        return self.ranked and any(judgment.fact.lower() not in self.ranks for judgment in self.gold.relevant)


def place(gold: Gold, ranking: Ranking | None, lower_case: Callable[[str], str] = str.lower) -> Placement:
    """Return where the judged facts of a question stand in a ranking.

    Args:
        gold: The question and its judged facts.
        ranking: The ranking; None if the question was not ranked.
        lower_case: Puts an id in lower case.

    Example:
        >>> from explanans.structures.rankings import RelevanceJudgment
        >>> placement = place(Gold("q1", (RelevanceJudgment("q1", "F1"),)), Ranking("q1", ("f2", "f2", "f1")))
        >>> placement.ranks, placement.written_ranks, placement.depth
        ({'f1': 2}, {}, 2)
    """
    if ranking is None:
        return Placement(gold, {}, None, {}, depth=0, ranked=False)
    facts = tuple(map(lower_case, ranking.facts))
    repeats = len(set(facts)) < len(facts)
    if repeats:
        facts = tuple(dict.fromkeys(facts))
    ranks = _first_ranks(gold.grades.keys(), facts)
    written = None
    if ranking.question == gold.question:
        wanted = {judgment.fact for judgment in gold.judgments}
        written = _first_ranks(wanted, ranking.facts) if repeats else _same_ranks(wanted, ranking.facts, ranks)
    relevant = gold.relevant_ids
    others = ((fact, rank) for rank, fact in enumerate(facts, 1) if fact not in relevant)
    return Placement(gold, ranks, written, dict(islice(others, MOST_INSTEAD)), depth=len(facts), ranked=True)


def _same_ranks(wanted: Set[str], facts: Sequence[str], ranks: Mapping[str, int]) -> dict[str, int]:
    """Return the ranks of ids as written, given those of ids in lower case, where no fact is ranked twice."""
    candidates = {fact: ranks[fact.lower()] for fact in wanted if fact.lower() in ranks}
    return {fact: rank for fact, rank in candidates.items() if facts[rank - 1] == fact}


def _first_ranks(wanted: Set[str], facts: Sequence[str]) -> dict[str, int]:
    ranks: dict[str, int] = {}
    for rank in compress(count(1), map(wanted.__contains__, facts)):
        ranks.setdefault(facts[rank - 1], rank)
    return ranks


class _LowerCase(dict[str, str]):
    """Ids in lower case by id: a string that is made once knows its hash, which halves the time of long rankings."""

    def __missing__(self, fact: str) -> str:
        return self.setdefault(fact, fact.lower())


def place_rankings(gold: Mapping[str, Gold], rankings: Iterable[Ranking]) -> tuple[list[Placement], int]:
    """Return one placement a gold question, in the order of the gold, and how many rankings are of other questions.

    Rankings are let go one by one: only the ranks of judged facts are kept.

    Args:
        gold: The gold facts, by question id in lower case, such as ``collect_gold`` returns.
        rankings: The rankings, in any order.

    Raises:
        InputError: Two rankings are of the same question; case makes no difference.
    """
    placements: dict[str, Placement] = {}
    unknown: set[str] = set()
    lower_case = _LowerCase().__getitem__
    for ranking in rankings:
        question = ranking.question.lower()
        if question in placements or question in unknown:
            raise InputError(
                f"two rankings of question {ranking.question}; one a question is accepted, and case makes no difference"
            )
        if question in gold:
            placements[question] = place(gold[question], ranking, lower_case)
        else:
            unknown.add(question)
    return [placements.get(question) or place(wanted, None) for question, wanted in gold.items()], len(unknown)
