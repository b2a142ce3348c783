"""Show an explanation in the forms that commands offer."""

from pathlib import Path

from explanans.cli.options import remark
from explanans.cli.streams import STANDARD, output, print_json
from explanans.explanation import Explanation
from explanans.verdict import Check


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
