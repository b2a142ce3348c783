"""One call of a command that measures: what it prints and writes, and which files it names in a signature."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from explanans.cli.options import AsJson, Html, Quiet, remark
from explanans.cli.streams import STANDARD, console, output, print_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from explanans.bench.benchmark import Table as BenchTable
    from explanans.render.report import Drawing
    from explanans.report import Report

    Parts = Iterable[Table | Text | str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    """How a report is told.

    Attributes:
        html: Where a page goes; ``-`` prints it instead of the report.
        as_json: Whether to print JSON.
        quiet: Whether to say nothing of the page.
    """

    html: Html = None
    as_json: AsJson = False
    quiet: Quiet = False

    def tell(
        self,
        report: "Report",
        record: "Callable[[Report], Mapping[str, object]]",
        drawing: "Callable[[Report], Drawing]",
        page: "Callable[[Report], str]",
    ) -> None:
        """Print a report, and write its page where one is wanted.

        Args:
            report: The report.
            record: Makes JSON of it.
            drawing: Says it in the words of its family.
            page: Makes a page of it.

        Raises:
            StorageError: The page cannot be written.
        """
        from explanans.render.report import report_text

        if self.html:
            with output(self.html) as file:
                file.write(page(report))
        if self.html == STANDARD:
            return
        print_report(record(report) if self.as_json else report_text(drawing(report)))
        if self.html:
            remark(f"wrote {self.html}", quiet=self.quiet)


def signed(report: "Report", **files: Path | None) -> "Report":
    """Return a report whose signature begins with the names of files.

    Args:
        report: The report.
        files: The files by what they hold; None where there is none.
    """
    names = (f"{name}:{path.name}" for name, path in files.items() if path)
    return replace(report, signature="|".join((*names, report.signature)))


def print_report(told: "Mapping[str, object] | Parts") -> None:
    """Print a report.

    Args:
        told: The report as a JSON record, or as tables, and sentences that are not broken into lines.
    """
    if isinstance(told, Mapping):
        print_json(told)
        return
    from rich.table import Table

    drawn = console()
    for part in told:
        drawn.print(part, soft_wrap=not isinstance(part, Table))


def draw_table(console: "Console", table: "BenchTable") -> None:
    """Draw a table of a benchmark; names are folded in a narrow terminal, and never elsewhere, and no figure is cut.

    Args:
        console: Where it is drawn.
        table: The table.
    """
    from rich import box
    from rich import table as rich_table

    drawn = rich_table.Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for number, column in enumerate(table.columns):
        is_text = number == 0 or column == "source"
        drawn.add_column(column, justify="left" if is_text else "right", no_wrap=not is_text, overflow="fold")
    for row in table.rows:
        drawn.add_row(*row)
    if table.title:
        console.print(table.title, soft_wrap=True)
    needed = console.measure(drawn, options=console.options.update(max_width=10_000)).maximum
    if not console.is_terminal:
        console.width = max(console.width, needed)
    console.print(drawn)
    if table.note:
        console.print(table.note, soft_wrap=True)
