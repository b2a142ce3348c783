"""``explanans evaluate answers``: measure judged answers to multiple-choice questions."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, Html, MeasureNames, Quiet, Seed, remark
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from explanans.candidate import JudgedAnswers


def answers(
    gold: Annotated[
        Path, typer.Argument(metavar="GOLD", help="A WorldTree question file, or questions as JSON lines (.jsonl).")
    ],
    predicted: Annotated[Path, typer.Argument(metavar="PREDICTED", help="What 'answer --out' writes.")],
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="OTHER", help="Answers to the same questions, to compare with."),
    ] = None,
    measure: MeasureNames = None,
    html: Html = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Measure answers to multiple-choice questions: how often the right one stands first, and above a wrong one."""
    from dataclasses import replace

    from explanans.cli.show import print_report, write_page
    from explanans.cli.streams import STANDARD, read_questions
    from explanans.evaluate.answers.report import evaluate_answers
    from explanans.evaluate.measure import compare_reports, named_measures
    from explanans.render.answer_report import answer_drawing, answer_page
    from explanans.render.report_record import answers_record

    if [gold, predicted, against].count(STANDARD) > 1:
        raise InputError("standard input can be read only once; accepted: '-' for one of the files")
    measures = named_measures(measure or (), "answers")
    questions = read_questions(gold)
    report = evaluate_answers(questions, _answers(predicted), measures=measures, seed=seed)
    names = f"gold:{gold.name}|predicted:{predicted.name}"
    if against:
        other = evaluate_answers(questions, _answers(against), measures=measures, seed=seed)
        report = replace(report, comparison=compare_reports(report, other, seed))
        names += f"|against:{against.name}"
    report = replace(report, signature=f"{names}|{report.signature}")
    if html:
        write_page(html, answer_page(report, predicted.name, gold.name, against.name if against else ""))
    if html != STANDARD:
        print_report(answers_record(report) if as_json else answer_drawing(report))
    if html and html != STANDARD:
        remark(f"wrote {html}", quiet=quiet)


def _answers(path: Path) -> "list[JudgedAnswers]":
    from explanans.cli.streams import STANDARD, lines_of
    from explanans.codecs.codec import find

    codec, path = find("answers", path, default="jsonl")
    found = list(codec.decode(lines_of(path), "standard input" if path == STANDARD else str(path)))
    if not found:
        raise InputError(f"{path}: holds no answers; accepted: what 'answer --out' writes")
    return found
