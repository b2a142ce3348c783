"""``explanans evaluate``: measure predictions against gold."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.command import Commands
from explanans.cli.evaluate_agreement import agreement, shortlist
from explanans.cli.evaluate_answers import answers
from explanans.cli.evaluate_facts import facts
from explanans.cli.evaluate_graphs import graphs
from explanans.cli.evaluate_labels import labels, sheet
from explanans.cli.evaluate_reading import reading
from explanans.cli.evaluate_trees import trees
from explanans.cli.options import Highest, MeasureNames, Seed
from explanans.cli.reporting import ReportOptions, signed
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from explanans.fact import Fact
    from explanans.question import Question
    from explanans.ranking import Judgment, Ranking
    from explanans.report import Report

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
            help="A WorldTree question file, the 2021 expert ratings (.json), or ratings by people (.tsv, .jsonl).",
        ),
    ],
    run: Annotated[Path, typer.Argument(metavar="PREDICTED", help="A TextGraphs run file.")],
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="OTHER", help="Another run file of the same questions, to compare with."),
    ] = None,
    at_least: Annotated[
        int | None,
        typer.Option("--at-least", metavar="N", help="The lowest rating that makes a fact gold; else 1.", min=1),
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
    from dataclasses import replace
    from functools import partial

    from explanans.cli.streams import check_standard_once
    from explanans.evaluate.measure import named_measures
    from explanans.evaluate.rankings.report import compare_rankings, evaluate_rankings
    from explanans.question import Question
    from explanans.render.ranking_report import ranking_drawing, ranking_page
    from explanans.render.report_record import ranking_record

    check_standard_once([gold, run, against], "one of GOLD, PREDICTED and --against")
    measures = named_measures(measure or (), "rankings")
    judged, questions = _gold(gold, at_least, highest)
    by_people = gold.suffix != ".json" and not any(isinstance(item, Question) for item in judged)
    facts = _facts(kb or _beside(gold))
    known = None if facts is None else {uid.lower() for uid in facts}

    def evaluated(path: Path, facts: "Mapping[str, Fact] | None") -> "Report":
        # People rate some of the questions that a run ranks.
        rankings = _rankings(path, None if by_people else questions, known)
        return evaluate_rankings(judged, rankings, facts, at_least=at_least or 1, seed=seed, measures=measures)

    report = evaluated(run, facts)
    if against:
        report = replace(report, comparison=compare_rankings(report, evaluated(against, None), seed))
    report = signed(report, gold=gold, run=run, against=against)
    page = partial(ranking_page, run=run.name, gold=gold.name, other=against.name if against else "")
    how.tell(report, ranking_record, ranking_drawing, page)


def _gold(path: Path, at_least: int | None, highest: int) -> "tuple[Sequence[Question | Judgment], set[str]]":
    """Return what to measure against, and the ids of its questions in lower case."""
    from explanans.cli.evaluate_facts import holds_ratings, read_judgments
    from explanans.cli.streams import read_questions

    if holds_ratings(path):
        judgments = read_judgments(path, highest)
        return judgments, {judgment.question.lower() for judgment in judgments}
    if at_least is not None:
        raise InputError(
            f"--at-least tells which ratings make a fact gold, and {path} holds no ratings; accepted with it: the 2021 "
            "expert ratings (.json), or ratings by people (.tsv, .jsonl)"
        )
    questions = read_questions(path)
    return questions, {question.id.lower() for question in questions}


def _rankings(path: Path, questions: "Container[str] | None", facts: "Container[str] | None") -> "Iterator[Ranking]":
    from explanans.cli.streams import lines_of
    from explanans.codecs.runs import read

    rankings = read(path, lines_of, questions, facts)
    first = next(rankings, None)
    if first is None:
        raise InputError(
            f"{path}: holds no rankings; accepted: a TextGraphs run file, with a question and a fact a line"
        )
    yield first
    yield from rankings


def _beside(gold: Path) -> str | None:
    """Return the WorldTree folder that a question file lies in, if it lies in one."""
    folder = gold.resolve().parent.parent
    return str(folder) if gold.suffix != ".json" and (folder / "tables").is_dir() else None


def _facts(kb: str | None) -> "Mapping[str, Fact] | None":
    from explanans.knowledge.base import KnowledgeBase

    return None if kb is None else {fact.id: fact for fact in KnowledgeBase.open(kb).facts}
