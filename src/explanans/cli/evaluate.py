"""``explanans evaluate``: measure predictions against gold."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.command import Commands
from explanans.cli.evaluate_annotations import agreement, labels, reading, sheet, shortlist
from explanans.cli.options import Highest, ManyOptions, MeasureNames, Seed
from explanans.cli.show import ReportOptions
from explanans.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRules:
    """Rules of relevance and importance; see ``evaluation.facts.measures.Rules``."""

    top: Annotated[
        int | None, typer.Option("--top", metavar="N", help="Only the first N facts of each explanation count.", min=1)
    ] = None
    completeness: Annotated[
        str,
        typer.Option(
            "--completeness",
            metavar="READING",
            help="'text', the share of gold facts that an explanation has, or 'equation', the share of its facts that "
            "are gold.",
        ),
    ] = "text"
    relevant: Annotated[
        int, typer.Option("--relevant", metavar="N", help="Minimum rating of a relevant fact.", min=1)
    ] = 1
    important: Annotated[
        int | None,
        typer.Option(
            "--important",
            metavar="N",
            help="Minimum rating of an important gold fact; default 2, or 3 if there are ratings above 3.",
            min=1,
        ),
    ] = None


def facts(
    gold: Annotated[
        Path, typer.Argument(metavar="GOLD", help="A WorldTree question file, or questions as JSON lines (.jsonl).")
    ],
    predicted: Annotated[
        Path,
        typer.Argument(
            metavar="PREDICTED",
            help="What 'explain --out' writes, or any JSON lines of question and facts (.jsonl); else a question and a "
            "fact a line, as in a TextGraphs run file.",
        ),
    ],
    ratings: Annotated[
        Path | None,
        typer.Option(
            "--ratings", metavar="FILE", help="Graded ratings: those of 2021 (.json), or an export (.tsv, .jsonl)."
        ),
    ] = None,
    manual: Annotated[
        Path | None,
        typer.Option("--manual", metavar="EXPORT", help="People's ratings of these explanations (.tsv, .jsonl)."),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="OTHER", help="Explanations of the same questions, to compare with."),
    ] = None,
    *,
    bars: FactRules,
    highest: Highest = 3,
    measure: MeasureNames = None,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Measure explanations as sets of facts: relevance, completeness, their F1, and people's ratings."""
    from dataclasses import asdict

    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.pipeline import evaluating

    check_standard_once([gold, predicted, ratings, manual, against])
    report = evaluating.facts(
        gold,
        predicted,
        ratings=ratings,
        manual=manual,
        against=against,
        **asdict(bars),
        highest=highest,
        measure=measure or (),
        seed=seed,
        lines_of=lines_of,
    )
    how.tell(report, predicted.name, gold.name, against.name if against else "")


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
    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.pipeline import evaluating

    check_standard_once([gold, predicted, against])
    report = evaluating.answers(gold, predicted, against=against, measure=measure or (), seed=seed, lines_of=lines_of)
    how.tell(report, predicted.name, gold.name, against.name if against else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeRules:
    """Rules of the comparison of trees; see ``evaluation.trees.measure.Rules``."""

    mode: Annotated[
        str, typer.Option("--mode", metavar="MODE", help="'official', like the released scorer, or 'corrected'.")
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
        typer.Option("--group-by-source", help="Treat leaves from the same row of WorldTree as equal; corrected mode."),
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
            metavar="PREDICTED", help="One proof per line, ordered as GOLD, or EntailmentBank's JSON Lines (.jsonl)."
        ),
    ],
    *,
    scoring: TreeRules,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="OTHER", help="Predictions of another system, to compare with.")
    ] = None,
    measure: MeasureNames = None,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Measure entailment trees: leaves, steps and conclusions, by the size of the tree and by kinds of error."""
    from dataclasses import asdict

    from explanans.cli.streams import lines_of
    from explanans.pipeline import evaluating

    report = evaluating.trees(
        gold,
        predicted,
        against=against,
        **asdict(scoring),
        measure=measure or (),
        seed=seed,
        lines_of=lines_of,
    )
    how.tell(report, predicted.name, gold.name, against.name if against else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureOptions:
    """Models of the measures of graphs; see ``graph_measures``."""

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
        Path, typer.Argument(metavar="PREDICTED", help="One stance and graph per line, or JSON Lines (.jsonl).")
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

    from explanans.cli.many import hands_of
    from explanans.cli.streams import STANDARD, check_standard_once, lines_of
    from explanans.pipeline import evaluating

    check_standard_once([gold, predicted, against], "one of GOLD, PREDICTED and --against")
    if many.resume and (out is None or out == STANDARD):
        raise InputError("--resume goes on with what an interrupted call has kept; accepted: it with --out FILE")
    report = evaluating.graphs(
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
    how.tell(report, predicted.name, gold.name, against.name if against else "")


app = Commands(help="Score predictions against gold data.")


@app.callback()
def _evaluate() -> None:
    """Score predictions against gold data."""


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
        typer.Option("--min-relevance", metavar="N", help="Minimum rating of a gold fact; default 1.", min=1),
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
    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.pipeline.evaluating import rankings

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
    how.tell(report, run.name, gold.name, against.name if against else "")
