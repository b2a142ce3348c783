"""What rankings are measured against: the judged facts of each question."""

from collections.abc import Iterable
from dataclasses import dataclass

from explanans.exceptions import InputError
from explanans.question import Question
from explanans.ranking import Judgment

_FLAGS_2020 = frozenset({"success", "ready"})


@dataclass(frozen=True, slots=True)
class Gold:
    """The judged facts of one question.

    Attributes:
        question: The question's id, as written.
        judgments: The judged facts in the order of the source: ids as written, repeats and grades of 0 included.
        flagged: Whether the TextGraphs 2020 scorer keeps the question: its flags are ``SUCCESS`` alone or ``READY``
            alone, in any case.
        text: The words of the question and of its right answer; empty where only judgments are known.
    """

    question: str
    judgments: tuple[Judgment, ...]
    flagged: bool = False
    text: str = ""

    @property
    def grades(self) -> dict[str, int]:
        """The grade of every judged fact by its id in lower case; of several grades for one fact the last holds."""
        return {judgment.fact.lower(): max(judgment.relevance, 0) for judgment in self.judgments}

    @property
    def relevant(self) -> tuple[Judgment, ...]:
        """The judgments with a grade above 0: the gold explanation."""
        return tuple(judgment for judgment in self.judgments if judgment.relevance > 0)


def collect_gold(gold: Iterable[Question | Judgment]) -> dict[str, Gold]:
    """Return what each question's ranking is measured against, by the question's id in lower case.

    A fact of a gold explanation has grade 1.

    Args:
        gold: Questions with gold explanations, or judgments in any order.

    Raises:
        InputError: Two questions have the same id; case makes no difference.

    Example:
        >>> gold = collect_gold([Judgment("Q1", "f1", 6), Judgment("Q1", "f2", 0)])
        >>> gold["q1"].grades, len(gold["q1"].relevant)
        ({'f1': 6, 'f2': 0}, 1)
    """
    collected: dict[str, Gold] = {}
    judged: dict[str, list[Judgment]] = {}
    for item in gold:
        if isinstance(item, Question):
            _add(collected, _from_question(item))
        else:
            judged.setdefault(item.question.lower(), []).append(item)
    for judgments in judged.values():
        _add(collected, Gold(judgments[0].question, tuple(judgments)))
    return collected


def _add(collected: dict[str, Gold], gold: Gold) -> None:
    if gold.question.lower() in collected:
        raise InputError(
            f"question {gold.question} stands twice in the gold; once is accepted, and case makes no difference"
        )
    collected[gold.question.lower()] = gold


def _from_question(question: Question) -> Gold:
    # A question of one's own may lack choices; then its own words are all there is to overlap with.
    answer = next((choice.text for choice in question.choices if choice.label == question.key), "")
    return Gold(
        question.id,
        tuple(Judgment(question.id, fact, role=role) for fact, role in question.explanation),
        flagged=" ".join(question.flags).lower() in _FLAGS_2020,
        text=f"{question.text} {answer}".strip(),
    )
