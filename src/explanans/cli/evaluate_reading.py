"""``explanans evaluate reading``: people's grades of explanations."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import Seed
from explanans.cli.reporting import ReportOptions


def reading(
    sheets: Annotated[
        list[Path],
        typer.Argument(
            metavar="SHEET...", help="Sheets of 'lab bench reading' with grades (.tsv, .jsonl), of all graders."
        ),
    ],
    stand_ins: Annotated[
        Path | None,
        typer.Option("--automatic", metavar="FILE", help="Automatic scores of the same explanations (.jsonl)."),
    ] = None,
    *,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Report on graders' grades of explanations: the whole, the parts, and agreement."""
    from functools import partial

    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.pipeline import measuring
    from explanans.rendering.rating_reports import reading_page, reading_record, reading_text

    check_standard_once([*sheets, stand_ins])
    report = measuring.reading(sheets, stand_ins=stand_ins, seed=seed, lines_of=lines_of)
    how.tell(report, reading_record, reading_text, partial(reading_page, name=", ".join(path.name for path in sheets)))
