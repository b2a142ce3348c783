"""``explanans lab data stats``: what a data set holds."""

from typing import Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, HtmlFile, Quiet, Seed


def stats(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME|PATH",
            help="A data set that 'lab data list' shows, or a file or folder in the format of one, predictions too.",
        ),
    ],
    split: Annotated[
        list[str] | None,
        typer.Option("--split", metavar="NAME", help="A split, such as 'dev'; may be given several times. Else all."),
    ] = None,
    reach: Annotated[
        bool,
        typer.Option(
            "--reach", help="Measure also how many explanations of WorldTree lie within one hop of lexical retrieval."
        ),
    ] = False,
    data: DataFolder = None,
    html: HtmlFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Describe a data set as papers do: sizes, lengths, depths, kinds, with the papers' figures."""
    from explanans.cli.show import check_outputs, show
    from explanans.lab.statistics.data import describe_data

    check_outputs(html, None, as_json=as_json)
    show(describe_data(name, data, split or (), reach=reach), html, as_json=as_json, quiet=quiet)
