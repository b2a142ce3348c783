"""``explanans evaluate``: measure predictions against gold."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, Quiet, Seed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.table import Table

    from explanans.evaluate.breakdown import Breakdown
    from explanans.evaluate.ranking import RankingReport
    from explanans.fact import Fact

app = typer.Typer(help="Measure predictions against gold.", no_args_is_help=True)


@app.callback()
def _evaluate() -> None:
    """Measure predictions against gold."""


@app.command()
def ranking(
    gold: Annotated[
        Path, typer.Argument(metavar="GOLD", help="A WorldTree question file, or the 2021 expert ratings (.json).")
    ],
    run: Annotated[Path, typer.Argument(metavar="PREDICTED", help="A TextGraphs run file.")],
    kb: Annotated[
        str | None,
        typer.Option(
            "--kb",
            metavar="KB",
            help="Knowledge base of the facts, for the measures by table and by overlap; where GOLD lies in the folder "
            "'questions' of a WorldTree folder, that is the default.",
        ),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,
) -> None:
    """Measure rankings of facts as the shared tasks of 2019, 2020 and 2021 do, and by role, overlap and table."""
    from dataclasses import replace

    from explanans.cli.streams import lines_of, print_json, read_questions
    from explanans.codecs import ratings, runs
    from explanans.evaluate.ranking import evaluate_rankings

    if gold.suffix == ".json":
        judgments = list(ratings.decode(lines_of(gold), str(gold)))
        questions = {judgment.question.lower() for judgment in judgments}
        facts = _facts(kb)
        rankings = runs.decode(lines_of(run), str(run), questions=questions, facts=_ids(facts))
        report = evaluate_rankings(judgments, rankings, facts, seed=seed)
    else:
        asked = read_questions(gold)
        questions = {question.id.lower() for question in asked}
        facts = _facts(kb or _beside(gold))
        rankings = runs.decode(lines_of(run), str(run), questions=questions, facts=_ids(facts))
        report = evaluate_rankings(asked, rankings, facts, seed=seed)
    report = replace(report, signature=f"gold:{gold.name}|run:{run.name}|{report.signature}")
    if as_json:
        print_json(report)
    else:
        _print(report)


def _beside(gold: Path) -> str | None:
    """Return the WorldTree folder that a question file lies in, if it lies in one."""
    folder = gold.resolve().parent.parent
    return str(folder) if (folder / "tables").is_dir() else None


def _facts(kb: str | None) -> "Mapping[str, Fact] | None":
    from explanans.knowledge.base import KnowledgeBase

    return None if kb is None else {fact.id: fact for fact in KnowledgeBase.open(kb).facts}


def _ids(facts: "Mapping[str, Fact] | None") -> set[str] | None:
    return None if facts is None else {uid.lower() for uid in facts}


def _print(report: "RankingReport") -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    low, high = report.interval
    measures = Table("measure", "value", "note", box=box.SIMPLE_HEAD)
    for name, value, note in (
        ("MAP", report.map, f"95% interval {low:.4f} to {high:.4f}; all {report.questions} questions"),
        ("MAP, flagged", report.map_flagged, "as scored in 2020: questions flagged SUCCESS or READY alone"),
        ("MAP, 2019", report.map_2019, "as scored in 2019: ranked questions only"),
        ("MAP, trec", report.map_trec, "fair to rankings that end early"),
        ("NDCG, linear", report.ndcg_linear, "as trec_eval computes it"),
        ("NDCG, exponential", report.ndcg_exponential, "as scored in 2021"),
        *((f"precision at {n}", report.precision[str(n)], "") for n in (1, 3, 5, 10, 20)),
    ):
        measures.add_row(name, "–" if value is None else f"{value:.4f}", note)
    console.print(measures)
    for title, breakdown in (
        ("role", report.by_role),
        ("shared lemmas", report.by_overlap),
        ("table", report.by_table),
    ):
        if breakdown:
            console.print(_breakdown(title, breakdown))
    for count, sentence in (
        (report.without_gold, "questions have no gold facts and are left out"),
        (report.missing, "questions have gold facts but no ranking, and count 0"),
        (report.incomplete, "rankings lack a gold fact, and so count 0 in all but the trec measures"),
        (report.unknown_facts, "gold facts are not in the knowledge base"),
    ):
        if count:
            console.print(f"{count} {sentence}")
    console.print(report.signature, style="dim", soft_wrap=True)


def _breakdown(title: str, breakdown: "Mapping[str, Breakdown]") -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(title, "MAP", "recall at 30", "facts", "questions", box=box.SIMPLE_HEAD)
    for name, part in breakdown.items():
        table.add_row(name, f"{part.map:.4f}", f"{part.recall_at_30:.4f}", str(part.facts), str(part.questions))
    return table
