"""``explanans evaluate agreement`` and ``explanans evaluate shortlist``: what people rate, and how far they agree."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, Highest, KnowledgeName, Quiet, Seed, amount, remark
from explanans.cli.reporting import ReportOptions
from explanans.errors import InputError

if TYPE_CHECKING:
    from explanans.structures.grading import Candidate
    from explanans.structures.rankings import Ranking


def agreement(
    exports: Annotated[
        list[Path],
        typer.Argument(metavar="EXPORT...", help="Ratings by people (.tsv, .csv, .jsonl), in one file or several."),
    ],
    highest: Highest = 3,
    *,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Measure how far raters agree: percent, Cohen's kappa, Krippendorff's alpha, and who rates what how."""
    from functools import partial

    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.pipeline import measuring
    from explanans.rendering.rating_reports import agreement_page, agreement_text
    from explanans.rendering.report_record import agreement_record

    check_standard_once(exports)
    report = measuring.agreement(exports, highest=highest, seed=seed, lines_of=lines_of)
    page = partial(agreement_page, name=", ".join(path.name for path in exports))
    how.tell(report, agreement_record, agreement_text, page)


def shortlist(
    questions: Annotated[
        Path, typer.Argument(metavar="QUESTIONS", help="A file of questions, with gold facts or not.")
    ],
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN...", help="Run files of the rankers whose first facts to rate.")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The shortlist to write (.tsv, .jsonl).")],
    kb: KnowledgeName = "starter",
    top: Annotated[int, typer.Option("--top", metavar="N", help="How many facts to take of each run.", min=1)] = 20,
    exclude: Annotated[
        list[str] | None,
        typer.Option("--exclude", metavar="TABLE", help="Leave out the facts of this table; may be repeated."),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Choose the facts that people are to rate: the first of each run and the gold facts, in an order of their own."""
    from explanans.cli.streams import STANDARD, check_standard_once, output, print_json, read_questions
    from explanans.evaluation.facts.manual import Shortlister
    from explanans.formats import annotations
    from explanans.knowledge.base import KnowledgeBase

    check_standard_once([questions, *runs])
    asked = read_questions(questions)
    ranked = [_rankings(path, {question.id.lower() for question in asked}) for path in runs]
    facts = {fact.id.lower(): fact for fact in KnowledgeBase.open(kb).facts}
    tables = {fact.table for fact in facts.values()}
    for table in exclude or ():
        if table not in tables:
            raise InputError(f"--exclude {table}: no such table in {kb}; accepted: {', '.join(sorted(tables - {''}))}")
    shortlister = Shortlister(facts, top, frozenset(exclude or ()), seed)
    chosen: list[Candidate] = []
    for question in asked:
        chosen += shortlister.choose(
            question, [run[question.id.lower()] for run in ranked if question.id.lower() in run]
        )
    with output(out) as file:
        file.writelines(f"{line}\n" for line in annotations.encode(chosen, as_jsonl=out.suffix == ".jsonl"))
    if as_json and out != STANDARD:
        print_json({"questions": len(asked), "candidates": len(chosen), "out": str(out)})
    remark(
        f"chose {amount(len(chosen), 'fact')} for {amount(len(asked), 'question')}, "
        f"{len(chosen) / len(asked):.1f} each: {out}",
        quiet=quiet or as_json,
    )


def _rankings(path: Path, questions: set[str]) -> "dict[str, Ranking]":
    from explanans.cli.streams import lines_of
    from explanans.formats.runs import read

    ranked = {ranking.question.lower(): ranking for ranking in read(path, lines_of, questions)}
    if not ranked:
        raise InputError(
            f"{path}: holds no rankings; accepted: a TextGraphs run file, with a question and a fact a line"
        )
    return ranked
