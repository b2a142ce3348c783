"""Gold data of rankings: the judged facts of each question."""

from collections.abc import Iterable
from dataclasses import dataclass

from explanans.errors import InputError
from explanans.structures.questions import Question
from explanans.structures.rankings import RelevanceJudgment

_FLAGS_2020 = frozenset({"success", "ready"})


@dataclass(frozen=True, slots=True)
class Gold:
    """The judged facts of one question.

    Attributes:
        question: The question's id, as written.
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
