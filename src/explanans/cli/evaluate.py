"""``explanans evaluate``: measure predictions against gold."""

from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.command import Commands
from explanans.cli.evaluate_annotations import agreement, labels, reading, sheet, shortlist
from explanans.cli.evaluate_facts import answers, facts
from explanans.cli.evaluate_structures import graphs, trees
from explanans.cli.options import Highest, MeasureNames, Seed
from explanans.cli.show import ReportOptions

app = Commands(help="Measure predictions against gold.")


@app.callback()
def _evaluate() -> None:
    """Measure predictions against gold."""


app.command()(agreement)
app.command()(answers)
app.command()(facts)
app.command()(graphs)
app.command()(labels)
app.command()(sheet)
app.command()(reading)
app.command()(shortlist)
app.command()(trees)


@app.command()
def ranking(
    gold: Annotated[
        Path,
        typer.Argument(
            metavar="GOLD",
            help="A WorldTree question file, the 2021 expert ratings (.json), TREC qrels, or ratings by people (.tsv, "
            ".csv, .jsonl).",
        ),
    ],
    run: Annotated[Path, typer.Argument(metavar="PREDICTED", help="A run file of TextGraphs or TREC, or JSON lines.")],
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="OTHER", help="Another run file of the same questions, to compare with."),
    ] = None,
    at_least: Annotated[
        int | None,
        typer.Option("--min-relevance", metavar="N", help="The lowest rating that makes a fact gold; else 1.", min=1),
    ] = None,
    kb: Annotated[
        str | None,
        typer.Option(
            "--kb",
            metavar="KB",
            help="Knowledge base of the facts, for the measures by table, overlap and hops; where GOLD lies in the "
            "folder 'questions' of a WorldTree folder, that is the default.",
        ),
    ] = None,
    highest: Highest = 3,
    measure: MeasureNames = None,
    *,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Measure rankings of facts as the shared tasks of 2019, 2020 and 2021 do, and by kinds of facts and questions."""
    from functools import partial

    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.pipeline.measuring import rankings
    from explanans.rendering.question_reports import ranking_drawing, ranking_page
    from explanans.rendering.report_record import ranking_record

    check_standard_once([gold, run, against], "one of GOLD, PREDICTED and --against")
    report = rankings(
        gold,
        run,
        against=against,
        at_least=at_least,
        kb=kb,
        highest=highest,
        measure=measure or (),
        seed=seed,
        lines_of=lines_of,
    )
    page = partial(ranking_page, run=run.name, gold=gold.name, other=against.name if against else "")
    how.tell(report, ranking_record, ranking_drawing, page)
