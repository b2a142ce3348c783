"""One call of a command that measures: what it prints and writes, and which files it names in a signature."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from explanans.cli.options import AsJson, Form, Html, Quiet, TableFormat, remark
from explanans.cli.streams import STANDARD, console, output, print_json, say
from explanans.errors import InputError

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from explanans.rendering.report import Drawing
    from explanans.structures.labels import LabelReport
    from explanans.structures.reports import Report

    Parts = Iterable[Table | Text | str]

Measured = TypeVar("Measured", "Report", "LabelReport")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    """Output options of a report.

    Attributes:
        html: The file of the HTML page; ``-`` prints it instead of the report.
        as_format: The form of the figures that are printed.
        quiet: Whether to omit the remark on the page.
    """

    html: Html = None
    as_format: TableFormat = Form.TEXT
    as_json: AsJson = False
    quiet: Quiet = False

    def tell(
        self,
        report: "Measured",
        record: "Callable[[Measured], Mapping[str, object]]",
        words: "Callable[[Measured], Drawing | Parts]",
        page: "Callable[[Measured], str]",
    ) -> None:
        """Print a report, and write its page if one is wanted.

        Raises:
            InputError: JSON and another format are both wanted.
            StorageError: The page cannot be written.
        """
        from explanans.rendering.report import Drawing, report_text

        if self.as_json and self.as_format is not Form.TEXT:
            raise InputError(f"--json and --format {self.as_format} are both given; accepted: one of them")
        if self.html:
            with output(self.html) as file:
                file.write(page(report))
        if self.html == STANDARD:
            return
        if self.as_json:
            print_report(record(report))
        elif self.as_format is not Form.TEXT:
            say(report.table().text(self.as_format))
        else:
            parts = words(report)
            print_report(report_text(parts) if isinstance(parts, Drawing) else parts)
        if self.html:
            remark(f"wrote {self.html}", quiet=self.quiet)


def print_report(report: "Mapping[str, object] | Parts") -> None:
    """Print a report.

    Args:
        report: The report as a JSON record, or as tables, and sentences that are not broken into lines.
    """
    if isinstance(report, Mapping):
        print_json(report)
        return
    from rich.table import Table

    drawn = console()
    for part in report:
        drawn.print(part, soft_wrap=not isinstance(part, Table))
