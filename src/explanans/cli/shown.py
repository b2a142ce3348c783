"""Show explanations and reports in the forms that commands offer."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from explanans.cli.options import remark
from explanans.cli.streams import STANDARD, output, print_json
from explanans.explanation import Explanation
from explanans.verdict import Check

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from explanans.render.report import Drawing


def checked(explanation: Explanation, check: Check) -> Explanation:
    """Return an explanation whose steps are checked as wanted.

    Args:
        explanation: An explanation whose steps were checked by words.
        check: How they are to be checked.

    Raises:
        InputError: The parser or the scorer cannot be opened.
    """
    if check is Check.WORDS:
        return explanation
    from explanans.pipeline import check_arcs
    from explanans.verify.arcs.checker import ArcChecker

    return check_arcs(explanation, ArcChecker.open())


def show(explanation: Explanation, html: Path | None, svg: Path | None, *, as_json: bool, quiet: bool) -> None:
    """Write an explanation as a page and a drawing where these are wanted, and print it.

    Args:
        explanation: The explanation.
        html: Where the page goes; ``-`` prints it instead of the text.
        svg: Where the drawing goes; ``-`` prints it instead of the text.
        as_json: Whether to print a JSON record.
        quiet: Whether to say nothing of the files.

    Raises:
        StorageError: A file cannot be written.
    """
    if html:
        from explanans.render.explanation_page import explanation_page

        with output(html) as file:
            file.write(explanation_page(explanation))
    if svg:
        from explanans.render.tree_svg import explanation_svg

        with output(svg) as file:
            file.write(explanation_svg(explanation))
    if STANDARD in {html, svg}:
        return
    if as_json:
        from explanans.render.record import explanation_record

        print_json(explanation_record(explanation))
    else:
        from rich.console import Console

        from explanans.render.explanation_text import ExplanationText

        Console(highlight=False).print(ExplanationText(explanation))
    for path in (html, svg):
        if path:
            remark(f"wrote {path}", quiet=quiet)


def write_page(path: Path, page: str) -> None:
    """Write a page into a file.

    Args:
        path: The file; ``-`` is standard output.
        page: The page.

    Raises:
        StorageError: The file cannot be written.
    """
    with output(path) as file:
        file.write(page)


def print_report(shown: "Mapping[str, object] | Drawing") -> None:
    """Print a report.

    Args:
        shown: The report as a JSON record, or in words for a terminal.
    """
    if isinstance(shown, Mapping):
        print_json(shown)
        return
    from explanans.render.report import report_text

    print_parts(report_text(shown))


def print_parts(parts: "Iterable[Table | Text | str]") -> None:
    """Print tables, and sentences that are not broken into lines.

    Args:
        parts: The tables and sentences.
    """
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    for part in parts:
        console.print(part, soft_wrap=not isinstance(part, Table))
