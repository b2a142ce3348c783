"""Ranks of the judged facts of a question in a ranking, from which all measures are computed; and the gold data."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import compress, count, islice

from explanans.errors import InputError
from explanans.structures.questions import Question
from explanans.structures.rankings import Ranking, RelevanceJudgment

_FLAGS_2020 = frozenset({"success", "ready"})


@dataclass(frozen=True, slots=True)
class Gold:
    """The judged facts of one question.

    Attributes:
        judgments: The judged facts in the order of the source: ids as written, repeats and grades of 0 included.
        flagged: Whether the TextGraphs 2020 scorer keeps the question: its flags are ``SUCCESS`` alone or ``READY``
            alone, in any case.
        text: The question; empty if only judgments are known.
        answer: Its right answer; empty if it is not known.
        at_least: The lowest grade that makes a judged fact a gold fact.
    """

    question: str
    judgments: tuple[RelevanceJudgment, ...]
    flagged: bool = False
    text: str = ""
    answer: str = ""
    at_least: int = 1

    @property
    def grades(self) -> dict[str, int]:
        """The grade of every judged fact by its id in lower case; of several grades for one fact the last holds."""
        return {judgment.fact.lower(): max(judgment.relevance, 0) for judgment in self.judgments}

    @property
    def relevant(self) -> tuple[RelevanceJudgment, ...]:
        """The judgments with a grade of ``at_least`` or more: the gold explanation."""
        return tuple(judgment for judgment in self.judgments if judgment.relevance >= self.at_least)

    @property
    def relevant_ids(self) -> frozenset[str]:
        """The ids of the gold explanation's facts, in lower case."""
        return frozenset(judgment.fact.lower() for judgment in self.relevant)

    @property
    def words(self) -> str:
        """The words of the question and of its right answer."""
        return f"{self.text} {self.answer}".strip()


def collect_gold(gold: Iterable[Question | RelevanceJudgment], at_least: int = 1) -> dict[str, Gold]:
    """Return the gold facts of each question, by the question's id in lower case.

    A fact of a gold explanation has grade 1.

    Args:
        gold: Questions with gold explanations, or judgments in any order.
        at_least: The lowest grade that makes a judged fact a gold fact; 1 or more.

    Raises:
        InputError: Two questions have the same id, where case makes no difference; or a grade of 0 would do.

    Example:
        >>> gold = collect_gold([RelevanceJudgment("Q1", "f1", 6), RelevanceJudgment("Q1", "f2", 0)])
        >>> gold["q1"].grades, len(gold["q1"].relevant)
        ({'f1': 6, 'f2': 0}, 1)
    """
    if at_least < 1:
        raise InputError(f"a gold fact has a grade of at least {at_least}; accepted: 1 or more, as 0 is irrelevant")
    collected: dict[str, Gold] = {}
    judged: dict[str, list[RelevanceJudgment]] = {}
    for item in gold:
        if isinstance(item, Question):
            _add(collected, _from_question(item, at_least))
        else:
            judged.setdefault(item.question.lower(), []).append(item)
    for judgments in judged.values():
        _add(collected, Gold(judgments[0].question, tuple(judgments), at_least=at_least))
    return collected


def _add(collected: dict[str, Gold], gold: Gold) -> None:
    if gold.question.lower() in collected:
        raise InputError(
            f"question {gold.question} stands twice in the gold; once is accepted, and case makes no difference"
        )
    collected[gold.question.lower()] = gold


def _from_question(question: Question, at_least: int) -> Gold:
    # A question of the user may lack choices; then its own words are all there is to overlap with.
    answer = next((choice.text for choice in question.choices if choice.label == question.key), "")
    return Gold(
        question.id,
        tuple(RelevanceJudgment(question.id, fact, role=role) for fact, role in question.explanation),
        flagged=" ".join(question.flags).lower() in _FLAGS_2020,
        text=question.text,
        answer=answer,
        at_least=at_least,
    )


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
        ranking: The ranking; None if the question was not ranked.

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
