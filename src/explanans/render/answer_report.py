"""Judged answers in the words of a report."""

from collections.abc import Iterator

from explanans.details.answers import AnswerDetails
from explanans.render.report import Drawing, Kind, Plot
from explanans.render.report_page import Heading, report_page
from explanans.render.wording import counted
from explanans.report import Report

_MEASURES = {
    "accuracy": ("accuracy", "the right answer first; ties share the point"),
    "first": ("right first", "the right answer first, alone"),
    "pairs": ("right above wrong", "of the pairs of a right and a wrong answer"),
}
_COLUMNS = {"accuracy": "accuracy", "first": "right first", "pairs": "right above wrong"}
_BARS = {"accuracy": "accuracy"}
_KINDS = {
    "choices": Kind("By choices", "choices", Plot("Accuracy by choices", "How many choices there are", _BARS)),
    "share": Kind(
        "By share",
        "of the questions",
        Plot("Accuracy by share", "Those questions whose first answer stands furthest before the second", _BARS),
    ),
}


def answer_drawing(report: Report) -> Drawing:
    """Return a report on judged answers in words.

    Args:
        report: What was measured.
    """
    return Drawing(
        report=report,
        eyebrow="Answer report",
        noun="question",
        measures=_MEASURES,
        cards=("accuracy", "first", "pairs"),
        columns=_COLUMNS,
        kinds=_KINDS,
        remarks=tuple(_remarks(report.details)),
    )


def answer_page(report: Report, predicted: str, gold: str, other: str = "") -> str:
    """Return what was measured of answers as an HTML page; see ``report_page``.

    Args:
        report: What was measured.
        predicted: The name of the answers.
        gold: The name of what they were measured against.
        other: The name of those that they are compared with, if any.
    """
    return report_page(answer_drawing(report), Heading(predicted, gold, counted(len(report.items), "question"), other))


def _remarks(details: AnswerDetails) -> Iterator[str]:
    if details.missing:
        yield f"{counted(details.missing, 'question')} without an answer: each counts 0"
