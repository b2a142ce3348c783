"""``explanans evaluate answers``: measure judged answers to multiple-choice questions."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import MeasureNames, Seed
from explanans.cli.reporting import ReportOptions


def answers(
    gold: Annotated[
        Path, typer.Argument(metavar="GOLD", help="A WorldTree question file, or questions as JSON lines (.jsonl).")
    ],
    predicted: Annotated[Path, typer.Argument(metavar="PREDICTED", help="Output of 'answer --out'.")],
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="OTHER", help="Answers to the same questions, to compare with."),
    ] = None,
    measure: MeasureNames = None,
    *,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Measure answers to multiple-choice questions: how often the right one stands first, and above a wrong one."""
    from functools import partial

    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.pipeline import measuring
    from explanans.rendering.question_reports import answer_drawing, answer_page
    from explanans.rendering.report_record import answers_record

    check_standard_once([gold, predicted, against])
    report = measuring.answers(gold, predicted, against=against, measure=measure or (), seed=seed, lines_of=lines_of)
    page = partial(answer_page, predicted=predicted.name, gold=gold.name, other=against.name if against else "")
    how.tell(report, answers_record, answer_drawing, page)
