"""``explanans evaluate graphs``: measure predicted stances and explanation graphs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import ManyOptions, MeasureNames, Seed
from explanans.cli.reporting import ReportOptions
from explanans.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureOptions:
    """Models of the measures of graphs; see ``graph_measures``.

    Attributes:
        encoder: The encoder of BERTScore; empty for none.
        semantic: The classifier for semantic accuracy; empty for none.
        stance: The classifier for the importance of edges; empty for none.
        seconds: Time limit of the search for one edit distance.
    """

    encoder: Annotated[
        str, typer.Option("--encoder", metavar="NAME", help="Compare edges by BERTScore too, with this encoder.")
    ] = ""
    semantic: Annotated[
        str,
        typer.Option("--semantic", metavar="DIR", help="Classifier of belief and graph: support, counter, incorrect."),
    ] = ""
    stance: Annotated[
        str, typer.Option("--stance", metavar="DIR", help="Classifier of belief and argument: support, counter.")
    ] = ""
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="N", help="Time limit of one edit distance.", min=0.001)
    ] = 10.0


def graphs(
    gold: Annotated[
        Path,
        typer.Argument(metavar="GOLD", help="A file of ExplaGraphs, or explanation graphs as JSON lines (.jsonl)."),
    ],
    predicted: Annotated[
        Path, typer.Argument(metavar="PREDICTED", help="A stance and a graph a line, or JSON lines (.jsonl).")
    ],
    *,
    compared: MeasureOptions,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="OTHER", help="Predictions of another system, to compare with.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="File of the scores of each graph (JSON Lines), for --resume."),
    ] = None,
    measure: MeasureNames = None,
    many: ManyOptions,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Measure stances and graphs on the three levels of ExplaGraphs, with trivial graphs as baseline."""
    from dataclasses import asdict
    from functools import partial

    from explanans.cli.many import hands_of
    from explanans.cli.streams import STANDARD, check_standard_once, lines_of
    from explanans.pipeline import measuring
    from explanans.rendering.graph_report import graph_page, graph_record, graph_report_text

    check_standard_once([gold, predicted, against], "one of GOLD, PREDICTED and --against")
    if many.resume and (out is None or out == STANDARD):
        raise InputError("--resume goes on with what an interrupted call has kept; accepted: it with --out FILE")
    report = measuring.graphs(
        gold,
        predicted,
        against=against,
        **asdict(compared),
        out=out,
        resume=bool(many.resume),
        measure=measure or (),
        seed=seed,
        hands=hands_of(many.workers, many.cluster),
        lines_of=lines_of,
    )
    page = partial(graph_page, run=predicted.name, gold=gold.name, other=against.name if against else "")
    how.tell(report, graph_record, graph_report_text, page)
