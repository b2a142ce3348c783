"""Show a result in the forms that commands offer, and one call of a command that measures."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from explanans.cli.options import AsJson, Form, Html, Quiet, TableFormat, remark
from explanans.cli.streams import STANDARD, console, output, print_json, say, say_json
from explanans.errors import InputError
from explanans.structures.explanations import Style

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.table import Table
    from rich.text import Text

    from explanans.structures.labels import LabelReport
    from explanans.structures.reports import Report


def check_outputs(html: Path | None, svg: Path | None, *, as_json: bool) -> None:
    """Raise if standard output would have to be several things at once, before any work is done."""
    wanted = {"--html -": html == STANDARD, "--svg -": svg == STANDARD, "--json": as_json}
    if sum(wanted.values()) > 1:
        several = " and ".join(option for option, is_wanted in wanted.items() if is_wanted)
        raise InputError(f"{several} both write to standard output; accepted: one of them, or a file")


def show(
    result: object,
    html: Path | None,
    svg: Path | None = None,
    *,
    as_json: bool,
    quiet: bool,
    style: Style = Style.FULL,
) -> None:
    """Write a result as a page and a drawing where these are wanted, and print it.

    Args:
        html: Where the page goes; ``-`` prints it instead of the text.
        svg: Where the drawing goes; ``-`` prints it instead of the text.
    """
    from explanans.rendering import forms
    from explanans.structures.explanations import Explanation

    for path, form in ((html, forms.page), (svg, forms.drawing)):
        if path:
            with output(path) as file:
                file.write(form(result))
    if STANDARD in {html, svg}:
        return
    if as_json:
        say_json(forms.json(result))
    elif style is Style.PROSE and isinstance(result, Explanation):
        from explanans.rendering.prose import prose

        console().print(prose(result), markup=False)
    else:
        console().print(forms.text(result))
    for path in (html, svg):
        if path:
            remark(f"wrote {path}", quiet=quiet)


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

    def tell(self, report: "Report | LabelReport", *names: str) -> None:
        """Print a report, and write its page if one is wanted.

        Args:
            names: The names of what was measured, for the page: predictions, gold, and another system.
        """
        from explanans.rendering.report_families import family_of

        if self.as_json and self.as_format is not Form.TEXT:
            raise InputError(f"--json and --format {self.as_format} are both given; accepted: one of them")
        family = family_of(report)
        if self.html:
            with output(self.html) as file:
                file.write(family.page(report, *names))
        if self.html == STANDARD:
            return
        if self.as_json:
            print_json(family.record(report))
        elif self.as_format is not Form.TEXT:
            say(report.table().text(self.as_format))
        else:
            _print_lines(family.lines(report))
        if self.html:
            remark(f"wrote {self.html}", quiet=self.quiet)


def _print_lines(lines: "Iterable[Table | Text | str]") -> None:
    from rich.table import Table

    drawn = console()
    for part in lines:
        drawn.print(part, soft_wrap=not isinstance(part, Table))
