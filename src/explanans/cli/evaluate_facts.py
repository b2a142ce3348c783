"""``explanans evaluate facts``: measure explanations as sets of facts."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, Highest, Html, MeasureNames, Quiet, Seed, remark
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from explanans.annotation import Annotation
    from explanans.ranking import Judgment, Ranking
    from explanans.report import Report


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
        typer.Option("--manual", metavar="EXPORT", help="What people said of these explanations (.tsv, .jsonl)."),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="OTHER", help="Explanations of the same questions, to compare with."),
    ] = None,
    top: Annotated[
        int | None, typer.Option("--top", metavar="N", help="Only the first N facts of each explanation count.", min=1)
    ] = None,
    completeness: Annotated[
        str,
        typer.Option(
            "--completeness",
            metavar="READING",
            help="'text', the share of gold facts that an explanation has, or 'equation', the share of its facts that "
            "are gold.",
        ),
    ] = "text",
    relevant: Annotated[
        int, typer.Option("--relevant", metavar="N", help="The lowest rating that makes a fact relevant.", min=1)
    ] = 1,
    important: Annotated[
        int | None,
        typer.Option(
            "--important",
            metavar="N",
            help="The lowest rating that makes a gold fact important; else 2, or 3 where ratings are above 3.",
            min=1,
        ),
    ] = None,
    highest: Highest = 3,
    measure: MeasureNames = None,
    html: Html = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Measure explanations as sets of facts: relevance, completeness, their F1, and what people say beside it."""
    from dataclasses import replace

    from explanans.cli.show import print_report, write_page
    from explanans.cli.streams import STANDARD, read_questions
    from explanans.evaluate.facts.measures import Rules, important_bar
    from explanans.evaluate.facts.report import evaluate_facts
    from explanans.evaluate.measure import compare_reports, named_measures
    from explanans.render.fact_report import fact_drawing, fact_page
    from explanans.render.report_record import fact_record

    if [gold, predicted, ratings, manual, against].count(STANDARD) > 1:
        raise InputError("standard input can be read only once; accepted: '-' for one of the files")
    measures = named_measures(measure or (), "facts")
    graded = None if ratings is None else read_judgments(ratings, highest)
    bar = important or important_bar(max((judgment.relevance for judgment in graded or ()), default=0))
    rules = Rules(completeness, relevant, bar, top, seed)
    rules.check()
    questions = read_questions(gold)
    known = {question.id.lower() for question in questions}

    def evaluated(path: Path, annotations: "Sequence[Annotation]") -> "Report":
        return evaluate_facts(questions, _explanations(path, known), graded, annotations, rules, measures=measures)

    report = evaluated(predicted, () if manual is None else read_annotations(manual, highest))
    if against:
        report = replace(report, comparison=compare_reports(report, evaluated(against, ()), seed))
    files = {"gold": gold, "predicted": predicted, "graded": ratings, "manual": manual, "against": against}
    names = "|".join(f"{name}:{path.name}" for name, path in files.items() if path)
    report = replace(report, signature=f"{names}|{report.signature}")
    if html:
        write_page(html, fact_page(report, predicted.name, gold.name, against.name if against else ""))
    if html != STANDARD:
        print_report(fact_record(report) if as_json else fact_drawing(report))
    if html and html != STANDARD:
        remark(f"wrote {html}", quiet=quiet)


def _explanations(path: Path, questions: set[str]) -> "list[Ranking]":
    from explanans.cli.streams import lines_of
    from explanans.codecs.runs import read

    decoded = list(read(path, lines_of, questions))
    if not decoded:
        raise InputError(
            f"{path}: holds no explanations; accepted: JSON lines (.jsonl), or a question and a fact a line"
        )
    return decoded


def holds_ratings(path: Path) -> bool:
    """Tell whether a file holds ratings and no questions, by its suffix and its first line.

    Args:
        path: The file; standard input holds questions.

    Raises:
        InputError: The file cannot be read.
    """
    from explanans.cli.streams import STANDARD
    from explanans.files import read_lines

    if path == STANDARD or path.suffix == ".json":
        return path.suffix == ".json"
    first = next((line for line in read_lines(path) if line.strip()), "")
    return '"rating"' in first if path.suffix == ".jsonl" else {"rater", "rating"} <= {*first.split("\t")}


def read_judgments(path: Path, highest: int) -> "list[Judgment]":
    """Return the ratings of a file: those of 2021, or those of people, averaged and rounded up.

    Args:
        path: The file.
        highest: The highest rating that people may have given a fact.

    Raises:
        InputError: The file cannot be read, breaks its format, or holds no rating.
    """
    from explanans.codecs import ratings
    from explanans.evaluate.facts.raters import averaged
    from explanans.files import read_text

    if path.suffix == ".json":
        return list(ratings.decode([read_text(path)], str(path)))
    return list(averaged(read_annotations(path, highest)))


def read_annotations(path: Path, highest: int) -> "list[Annotation]":
    """Return the ratings of an export.

    Args:
        path: The file: JSON lines where it is called so, else a table.
        highest: The highest rating that a fact may have.

    Raises:
        InputError: The file cannot be read, breaks its format, or holds no rating.
    """
    from explanans.cli.streams import lines_of
    from explanans.codecs import annotations

    decoded = list(annotations.decode(lines_of(path), str(path), highest=highest, as_jsonl=path.suffix == ".jsonl"))
    if not decoded:
        raise InputError(
            f"{path}: holds no ratings; accepted: a shortlist whose columns 'rater' and 'rating' are filled"
        )
    return decoded
