"""``explanans evaluate answers``: measure judged answers to multiple-choice questions."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import MeasureNames, Seed
from explanans.cli.reporting import ReportOptions, signed
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
    *,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Measure answers to multiple-choice questions: how often the right one stands first, and above a wrong one."""
    from dataclasses import replace
    from functools import partial

    from explanans.cli.streams import check_standard_once, read_questions
    from explanans.evaluate.answers.report import evaluate_answers
    from explanans.evaluate.measure import compare_reports, named_measures
    from explanans.render.answer_report import answer_drawing, answer_page
    from explanans.render.report_record import answers_record

    check_standard_once([gold, predicted, against])
    measures = named_measures(measure or (), "answers")
    questions = read_questions(gold)
    report = evaluate_answers(questions, _answers(predicted), measures=measures, seed=seed)
    if against:
        other = evaluate_answers(questions, _answers(against), measures=measures, seed=seed)
        report = replace(report, comparison=compare_reports(report, other, seed))
    report = signed(report, gold=gold, predicted=predicted, against=against)
    page = partial(answer_page, predicted=predicted.name, gold=gold.name, other=against.name if against else "")
    how.tell(report, answers_record, answer_drawing, page)


def _answers(path: Path) -> "list[JudgedAnswers]":
    from explanans.cli.streams import STANDARD, lines_of
    from explanans.codecs.codec import find

    codec, path = find("answers", path, default="jsonl")
    found = list(codec.decode(lines_of(path), "standard input" if path == STANDARD else str(path)))
    if not found:
        raise InputError(f"{path}: holds no answers; accepted: what 'answer --out' writes")
    return found
