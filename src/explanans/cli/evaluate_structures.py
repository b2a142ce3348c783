"""``explanans evaluate trees`` and ``explanans evaluate graphs``: predicted trees, stances and graphs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import ManyOptions, MeasureNames, Seed
from explanans.cli.show import ReportOptions
from explanans.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOptions:
    """Rules of the comparison of trees; see ``evaluation.trees.measure.Rules``.

    Attributes:
        mode: As the released scorer does, or corrected.
        similarity: Similarity measures of conclusions, separated by commas.
        bleurt: The folder of BLEURT's weights.
        by_provenance: Whether leaves that are the same row are the same.
        lenient: Whether the valid part of an invalid tree is scored.
    """

    mode: Annotated[
        str, typer.Option("--mode", metavar="MODE", help="'official', as the released scorer, or 'corrected'.")
    ] = "official"
    similarity: Annotated[
        str,
        typer.Option(
            "--similarity",
            metavar="A,B",
            help="Similarity measures of conclusions: bleurt, chrf++, cosine, rouge-l, token-f1; default: all, bleurt "
            "only with --bleurt.",
        ),
    ] = ""
    bleurt: Annotated[Path | None, typer.Option("--bleurt", metavar="DIR", help="Folder of BLEURT's weights.")] = None
    by_provenance: Annotated[
        bool,
        typer.Option(
            "--group-by-source", help="Leaves that are the same row of WorldTree are the same; corrected mode."
        ),
    ] = False
    lenient: Annotated[
        bool,
        typer.Option(
            "--allow-invalid",
            help="Score the valid part of proofs with unknown sentences, cycles, two roots or syntax errors; else the "
            "first one is an error.",
        ),
    ] = False


def trees(
    gold: Annotated[
        Path,
        typer.Argument(
            metavar="GOLD",
            help="A task file of EntailmentBank (.jsonl), task 3's beside that of 'task_1'; or eQASC's file (.json).",
        ),
    ],
    predicted: Annotated[
        Path,
        typer.Argument(
            metavar="PREDICTED", help="A proof a line, in the order of GOLD, or EntailmentBank's JSON lines (.jsonl)."
        ),
    ],
    *,
    scoring: RuleOptions,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="OTHER", help="Predictions of another system, to compare with.")
    ] = None,
    measure: MeasureNames = None,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Measure entailment trees: leaves, steps and conclusions, by the size of the tree and by kinds of error."""
    from dataclasses import asdict
    from functools import partial

    from explanans.cli.streams import lines_of
    from explanans.pipeline import measuring
    from explanans.rendering.tree_report import tree_page, tree_record, tree_text

    report = measuring.trees(
        gold,
        predicted,
        against=against,
        **asdict(scoring),
        measure=measure or (),
        seed=seed,
        lines_of=lines_of,
    )
    page = partial(tree_page, predicted=predicted.name, gold=gold.name, other=against.name if against else "")
    how.tell(report, tree_record, tree_text, page)


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
