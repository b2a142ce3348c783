"""Reports on sets of facts: titles, measures and manual ratings."""

from collections.abc import Iterator

from explanans.rendering.phrases import counted
from explanans.rendering.report import Drawing, Grid, Kind, Plot, between, shown
from explanans.rendering.report_page import Heading, report_page
from explanans.structures.rankings import FactDetails, ManualFigures
from explanans.structures.reports import Report

_MEASURES = {
    "relevance": ("relevance", "relevant facts, of its facts"),
    "completeness": ("completeness", "gold facts that it has"),
    "f1": ("F1ex", "of relevance and completeness"),
    "f1_mean": ("F1ex, mean", "the mean of each question's own"),
    "complete": ("CompB", "all important gold facts there"),
    "complete_all": ("CompB, all", "all gold facts there"),
    "f1_complete": ("F1exB", "of relevance and CompB"),
    "precision": ("precision", "gold facts, of its facts"),
    "recall": ("recall", "gold facts that it has"),
    "gold_f1": ("F1", "the mean of each question's own"),
    "length": ("length", "facts"),
    "gold_length": ("gold length", "facts of the gold explanation"),
    "unrated": ("unrated", "facts without a rating"),
}
_COLUMNS = {
    "relevance": "Rel",
    "completeness": "Comp",
    "f1": "F1ex",
    "complete": "CompB",
    "f1_complete": "F1exB",
    "gold_f1": "F1",
    "length": "length",
}
_BARS = {"relevance": "relevance", "completeness": "completeness"}
_KINDS = {
    "length": Kind("By length", "facts", Plot("By length", "How many facts the explanation has", _BARS)),
    "gold_length": Kind(
        "By gold length",
        "gold facts",
        Plot("F1ex by gold length", "How many gold facts there are", {"f1": "F1ex"}, upright=True),
    ),
}


def fact_drawing(report: Report) -> Drawing:
    """Return a report on sets of facts with its titles."""
    details: FactDetails = report.details
    return Drawing(
        report=report,
        eyebrow="Explanation report",
        noun="question",
        measures=_MEASURES,
        cards=("relevance", "completeness", "f1", "complete"),
        columns=_COLUMNS,
        kinds=_KINDS,
        grids=tuple(_manual(details.manual)) if details.manual else (),
        remarks=tuple(_remarks(report, details)),
    )


def fact_page(report: Report, explanations: str, gold: str, other: str = "") -> str:
    """Return a report on sets of facts as an HTML page; see ``report_page``.

    Args:
        explanations: Name of the explanations.
        gold: Name of the gold data.
        other: Name of the compared explanations; empty if none.
    """
    items = f"{counted(len(report.items), 'question')} with gold facts"
    return report_page(fact_drawing(report), Heading(explanations, gold, items, other))


def _manual(manual: ManualFigures) -> Iterator[Grid]:
    title = {name: words for name, (words, _) in _MEASURES.items()}
    beside = [
        (
            title[name],
            shown(item.automatic, percent=True),
            shown(item.manual, percent=True),
            shown(item.underestimate, percent=True, signed=True),
            between(item.interval, percent=True, signed=True),
            shown(item.questions),
        )
        for name, item in manual.measures.items()
    ]
    yield Grid(
        "Beside people's judgement",
        ("measure", "automatic", "by hand", "difference", "95% interval", "questions"),
        beside,
    )
    together = [
        (
            title[item.automatic],
            title[item.manual],
            shown(item.pearson, signed=True),
            shown(item.spearman, signed=True),
            shown(item.questions),
        )
        for item in manual.correlations
    ]
    yield Grid("Correlations", ("measure", "by hand", "Pearson", "Spearman", "questions"), together)


def _remarks(report: Report, details: FactDetails) -> Iterator[str]:
    manual = details.manual
    if manual:
        yield f"judged by {', '.join(manual.raters)}"
    for count, noun, sentence in (
        (manual.unjudged if manual else 0, "fact", "of the judged explanations without a rating: irrelevant"),
        (details.missing, "question", "without an explanation: each counts 0"),
        (details.without_gold, "question", "without gold facts: left out"),
        (details.without_ratings, "question", "without a rated fact: left out"),
        (details.without_important, "question", "without an important gold fact: CompB asks for all their gold facts"),
        (details.unrated_gold, "gold fact", "without a rating: irrelevant"),
    ):
        if count:
            yield f"{counted(count, noun)} {sentence}"
    if report["unrated"]:
        yield f"{shown(report['unrated'], percent=True)} of the facts without a rating: irrelevant"
