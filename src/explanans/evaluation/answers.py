"""Measure judged answers to multiple-choice questions against the right ones.

Undefined cases are decided here: a question without judged answers counts 0 in every measure, and a choice that was not
judged stands behind all that were.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from explanans.errors import InputError
from explanans.evaluation.measure import Measure, Values, break_down, evaluate, mean
from explanans.evaluation.significance import RESAMPLES
from explanans.runtime.version import __version__
from explanans.structures.explanations import AnswerDetails, JudgedAnswers
from explanans.structures.questions import Question
from explanans.structures.reports import Part, Report

_MOST = 6
_CHOICES = (*map(str, range(1, _MOST)), f"{_MOST}+")
_SHARES = (25, 50, 75, 100)
"""Percent of the questions."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a question.

    Attributes:
        right: The score of the correct answer, its chance or its support; minus infinity if it was not judged.
    """

    right: float
    wrong: tuple[float, ...]

    @property
    def points(self) -> float:
        """The point for the right answer: shared where others are worth as much."""
        if self.right == -inf or any(other > self.right for other in self.wrong):
            return 0.0
        return 1 / (1 + self.wrong.count(self.right))

    @property
    def first(self) -> float:
        """1 if the right answer stands first, alone, else 0."""
        return float(self.points == 1)

    @property
    def pairs(self) -> float | None:
        """The share of the other choices that are worth less, equals half; None if there is no other."""
        if not self.wrong:
            return None
        above = sum(other < self.right for other in self.wrong) + 0.5 * self.wrong.count(self.right)
        return 0.0 if self.right == -inf else above / len(self.wrong)

    @property
    def margin(self) -> float:
        """The margin between the first and the second answer."""
        ordered = sorted((support for support in (self.right, *self.wrong) if support > -inf), reverse=True)
        return ordered[0] - ordered[1] if len(ordered) > 1 else float(len(ordered))


_MEASURES: tuple[Measure[Outcome], ...] = (
    Measure(
        "accuracy",
        "answers",
        "the point for the right answer; of k first ones that are worth the same each has 1/k, as "
        "the AI2 Reasoning Challenge scores (Clark et al. 2018, section 5)",
        lambda item: item.points,
        percent=True,
    ),
    Measure("first", "answers", "the right answer stands first, alone", lambda item: item.first, percent=True),
    Measure(
        "pairs",
        "answers",
        "the right answer stands above a wrong one; equals count half",
        lambda item: item.pairs,
        percent=True,
    ),
)


def evaluate_answers(
    gold: Iterable[Question],
    predicted: Iterable[JudgedAnswers],
    *,
    measures: Sequence[Measure[Outcome]] = (),
    seed: int = 0,
) -> Report:
    """Measure judged answers against the right ones.

    Args:
        predicted: The judged answers of some or all of them, in any order.
        measures: Further measures; see ``named_measures`` for those of other packages.

    Raises:
        InputError: There is no question, one has no right choice, or answers are of a question or a choice that the
            gold lacks, or of a question that has some already.

    Example:
        >>> from explanans.structures.explanations import JudgedAnswer
        >>> from explanans.structures.questions import Choice
        >>> from explanans.structures.verdicts import Status
        >>> choices = (Choice("A", "heat"), Choice("B", "cold"))
        >>> gold = [Question(name, "What melts ice?", choices, "A") for name in ("q1", "q2")]
        >>> answers = tuple(JudgedAnswer(key, "", Status.UNKNOWN, 0.5) for key in "AB")
        >>> report = evaluate_answers(gold, [JudgedAnswers("q1", answers)])
        >>> report["accuracy"], report["first"], report.details.missing
        (0.25, 0.0, 1)
    """
    questions = {question.id: question for question in gold}
    if not questions:
        raise InputError("the gold has no question, so there is nothing to measure against")
    judged = _scores(predicted, questions)
    outcomes = {name: _outcome(question, judged.get(name)) for name, question in questions.items()}
    scores, values = evaluate(outcomes, (*_MEASURES, *measures), seed)
    kinds = [_CHOICES[min(len(question.choices), _MOST) - 1] for question in questions.values()]
    return Report(
        family="answers",
        items=tuple(questions),
        scores=scores,
        values=values,
        breakdown={
            "choices": break_down(values, kinds, _CHOICES),
            "share": _by_share(tuple(outcomes.values()), values),
        },
        details=AnswerDetails(missing=len(questions) - len(judged)),
        signature=f"questions:{len(questions)}|resamples:{RESAMPLES}|seed:{seed}|version:{__version__}",
    )


def _scores(predicted: Iterable[JudgedAnswers], questions: Mapping[str, Question]) -> dict[str, dict[str, float]]:
    """Return the score of each choice by its label, question by question."""
    judged: dict[str, dict[str, float]] = {}
    for found in predicted:
        name = found.question
        if name not in questions:
            raise InputError(f"answers to question {name}, which the gold lacks; accepted: questions that are there")
        if name in judged:
            raise InputError(f"question {name} is answered twice; accepted: each once")
        labels = {choice.label for choice in questions[name].choices}
        if unknown := [answer.key for answer in found.answers if answer.key not in labels]:
            accepted = ", ".join(sorted(labels))
            raise InputError(f"question {name}: an answer with the key {unknown[0]!r}; accepted: {accepted}")
        judged[name] = {answer.key: answer.worth for answer in found.answers}
    return judged


def _outcome(question: Question, judged: Mapping[str, float] | None) -> Outcome:
    _ = question.answer  # raises if the key names no choice
    support = {choice.label: (judged or {}).get(choice.label, -inf) for choice in question.choices}
    return Outcome(support.pop(question.key), tuple(support.values()))


def _by_share(outcomes: Sequence[Outcome], values: Mapping[str, Values]) -> dict[str, Part]:
    """Return the means over the share of the questions whose first answer stands furthest before the second."""
    order = sorted(range(len(outcomes)), key=lambda place: -outcomes[place].margin)
    parts = {}
    for percent in _SHARES:
        places = order[: max(1, round(len(order) * percent / 100))]
        means = {name: mean([column[place] for place in places]) for name, column in values.items()}
        parts[f"{percent}%"] = Part(len(places), means)
    return parts
