"""``explanans evaluate reading``: what people say of explanations that they have read."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, Quiet, Seed

if TYPE_CHECKING:
    from explanans.reading import Mark


def reading(
    sheets: Annotated[
        list[Path],
        typer.Argument(
            metavar="SHEET...", help="Sheets of 'bench reading' with grades (.tsv, .jsonl), of all graders."
        ),
    ],
    stand_ins: Annotated[
        Path | None,
        typer.Option("--stand-ins", metavar="FILE", help="What programs say of the same explanations (.jsonl)."),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,
) -> None:
    """Count what readers say of explanations: which they would show, how good the parts are, how far they agree."""
    from explanans.cli.reporting import print_report
    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.codecs import jsonl
    from explanans.evaluate.readings.report import evaluate_readings
    from explanans.reading import StandIn
    from explanans.render.reading_report import reading_record, reading_text

    check_standard_once([*sheets, stand_ins])
    told = list(jsonl.decode(lines_of(stand_ins), StandIn, str(stand_ins))) if stand_ins else []
    marks = [mark for sheet in sheets for mark in _marks(sheet)]
    report = evaluate_readings(marks, told, seed=seed)
    print_report(reading_record(report) if as_json else reading_text(report))


def _marks(path: Path) -> "list[Mark]":
    from explanans.cli.streams import STANDARD, lines_of
    from explanans.codecs import readings

    source = "standard input" if path == STANDARD else str(path)
    return list(readings.decode(lines_of(path), source, as_jsonl=path.suffix == ".jsonl"))
