"""Reports on answers: titles, measures and kinds."""

from collections.abc import Iterator

from explanans.rendering.phrases import counted
from explanans.rendering.report import Drawing, Kind, Plot
from explanans.rendering.report_page import Heading, report_page
from explanans.structures.explanations import AnswerDetails
from explanans.structures.reports import Report

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
    """Return a report on answers with its titles."""
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
    """Return a report on answers as an HTML page; see ``report_page``.

    Args:
        gold: Name of the gold data.
    """
    return report_page(answer_drawing(report), Heading(predicted, gold, counted(len(report.items), "question"), other))


def _remarks(details: AnswerDetails) -> Iterator[str]:
    if details.missing:
        yield f"{counted(details.missing, 'question')} without an answer: each counts 0"
