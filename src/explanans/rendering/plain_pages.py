"""Pages of reports that have no plots of their own: trees, agreement, labels, grades."""

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from explanans.language.sentences import tidy
from explanans.rendering.agreement_report import agreement_grids, compared_sentence
from explanans.rendering.label_report import label_parts
from explanans.rendering.page import page
from explanans.rendering.phrases import counted
from explanans.rendering.reading_report import reading_grids
from explanans.rendering.report import Drawing, Grid, Kind, shown
from explanans.rendering.report_page import STYLES, Heading, grid_table, report_page
from explanans.rendering.svg import resource
from explanans.structures.labels import LabelReport
from explanans.structures.rankings import Ranking
from explanans.structures.reports import Report

if TYPE_CHECKING:
    from explanans.structures.grading import AgreementDetails, ReadingDetails

_PARTS = {"f1": "F1", "exact": "all correct", "precision": "precision", "recall": "recall"}
_SHOWN = 30
_KINDS = {"steps": "steps", "depth": "depth", "leaves": "leaves"}


def tree_page(report: Report, predicted: str, gold: str, other: str = "") -> str:
    """Return a report on trees as an HTML page; see ``report_page``.

    Args:
        report: The report.
        predicted: The name of the predictions.
        gold: The name of what they were measured against.
        other: The name of those that they are compared with; empty if there are none.
    """
    measures = {name: (_title(name), score.source) for name, score in report.scores.items()}
    parts = [part for kinds in report.breakdown.values() for part in kinds.values()]
    overall = [name for name in report.scores if name.startswith("overall.") and name.endswith(".exact")]
    drawing = Drawing(
        report=report,
        eyebrow="Tree report",
        noun="tree",
        measures=measures,
        cards=("leaves.f1", "leaves.exact", "steps.f1", "steps.exact", *overall[:1]),
        columns={name: _title(name) for name in (parts[0].values if parts else ())},
        kinds={name: Kind(f"By {name}", _KINDS.get(name, name)) for name in report.breakdown},
    )
    return report_page(drawing, Heading(predicted, gold, counted(len(report.items), "tree"), other))


def _title(name: str) -> str:
    *path, last = name.split(".")
    return ", ".join([*path, _PARTS.get(last, last.replace("_", " "))])


def agreement_page(report: Report, name: str, _: str = "") -> str:
    """Return how far raters agree as an HTML page.

    Args:
        report: The report.
        name: The names of the exports.
    """
    details: AgreementDetails = report.details
    kinds = {"fact": details.facts, "whole explanation": details.explanations}
    parts: list[Grid | str] = []
    for kind, found in kinds.items():
        if found:
            parts += [compared_sentence(found, kind), *agreement_grids(found)]
    return _page("Agreement report", name, parts, report.signature)


def label_page(report: LabelReport, name: str) -> str:
    """Return a report on people's labels as an HTML page.

    Args:
        report: The report.
        name: The names of the files.
    """
    parts = [part for kind, found in report.kinds.items() for part in label_parts(kind, found)]
    return _page("Label report", name, parts, report.signature)


def reading_page(report: Report, name: str, _: str = "") -> str:
    """Return grades of explanations as an HTML page.

    Args:
        report: The report.
        name: The names of the sheets.
    """
    details: ReadingDetails = report.details
    about = f"{counted(len(report.items), 'explanation')}, read by {counted(len(details.graders), 'grader')}."
    return _page("Reading report", name, [about, *reading_grids(report, details)], report.signature)


def ranking_table_page(ranking: Ranking) -> str:
    """Return the first facts of a ranking as an HTML page.

    Args:
        ranking: The ranking.
    """
    scores = ranking.scores or (None,) * len(ranking.facts)
    rows = [
        (str(place), fact, shown(score))
        for place, (fact, score) in enumerate(zip(ranking.facts[:_SHOWN], scores, strict=False), 1)
    ]
    grid = Grid("Best facts", ("rank", "fact", "score"), rows)
    more = len(ranking.facts) - len(rows)
    parts: list[Grid | str] = [grid, *([f"… and {counted(more, 'further fact')}"] if more else [])]
    return _page("Ranking", ranking.question, parts, "")


def _page(eyebrow: str, name: str, parts: Iterable[Grid | str], signature: str) -> str:
    return page(f"{tidy(name)}: {eyebrow.lower()}", resource(*STYLES), _body(eyebrow, tidy(name), parts, signature))


def _body(eyebrow: str, name: str, parts: Iterable[Grid | str], signature: str) -> Iterator[str]:
    yield f'<header>\n<p class="eyebrow">{escape(eyebrow)}</p>\n<h1>{escape(name)}</h1></header>\n<main>'
    yield '<section aria-labelledby="tables"><h2 id="tables">All figures</h2><div class="tables">'
    for part in parts:
        yield grid_table(part) if isinstance(part, Grid) else f'<p class="prose">{escape(tidy(part))}</p>'
    yield "</div></section>\n</main>"
    yield f"<footer>Made by Explanans. Signature: <code>{escape(tidy(signature))}</code></footer>"
