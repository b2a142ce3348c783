"""Every family of reports with its renderings: plain values, words for a terminal, and a page."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rich.table import Table
from rich.text import Text

from explanans.errors import InputError
from explanans.rendering import graph_report, question_reports, rating_reports, report_record, tree_report
from explanans.rendering.report import Drawing, report_text
from explanans.structures.labels import LabelReport
from explanans.structures.reports import Report


class Family(NamedTuple):
    """A family of reports.

    Attributes:
        record: Returns plain values, as ``--json`` prints them.
        words: Returns what a terminal shows.
        page: Returns the HTML page, given the names of what was measured: predictions, gold, and another system.
    """

    record: Callable[[Any], Mapping[str, object]]
    words: Callable[[Any], Drawing | Iterable[Table | Text | str]]
    page: Callable[..., str]

    def lines(self, report: Report | LabelReport) -> Iterator[Table | Text | str]:
        """Yield tables and sentences for a rich console."""
        words = self.words(report)
        yield from report_text(words) if isinstance(words, Drawing) else words


FAMILIES = {
    "agreement": Family(report_record.agreement_record, rating_reports.agreement_text, rating_reports.agreement_page),
    "answers": Family(report_record.answers_record, question_reports.answer_drawing, question_reports.answer_page),
    "facts": Family(report_record.fact_record, question_reports.fact_drawing, question_reports.fact_page),
    "graphs": Family(graph_report.graph_record, graph_report.graph_report_text, graph_report.graph_page),
    "labels": Family(rating_reports.label_record, rating_reports.label_text, rating_reports.label_page),
    "rankings": Family(report_record.ranking_record, question_reports.ranking_drawing, question_reports.ranking_page),
    "readings": Family(rating_reports.reading_record, rating_reports.reading_text, rating_reports.reading_page),
    "trees": Family(tree_report.tree_record, tree_report.tree_text, tree_report.tree_page),
}


def family_of(report: Report | LabelReport) -> Family:
    """Return the family of a report.

    Raises:
        InputError: The report is of another family.
    """
    name = report.family if isinstance(report, Report) else "labels"
    if name not in FAMILIES:
        raise InputError(f"a report on {name!r}; accepted: reports on {', '.join(FAMILIES)}")
    return FAMILIES[name]
