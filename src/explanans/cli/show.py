"""Show a result in the forms that commands offer: text, JSON, a page, a drawing."""

from pathlib import Path

from explanans.cli.options import remark
from explanans.cli.streams import STANDARD, console, output, say_json
from explanans.errors import InputError
from explanans.structures.explanations import Style


def check_outputs(html: Path | None, svg: Path | None, *, as_json: bool) -> None:
    """Raise if standard output would have to be several things at once, before any work is done.

    Raises:
        InputError: Two of them are wanted on standard output.
    """
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
        result: A noun that ``render.forms`` knows.
        html: Where the page goes; ``-`` prints it instead of the text.
        svg: Where the drawing goes; ``-`` prints it instead of the text.

    Raises:
        StorageError: A file cannot be written.
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
