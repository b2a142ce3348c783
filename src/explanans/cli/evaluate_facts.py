"""``explanans evaluate facts`` and ``explanans evaluate answers``: sets of facts, and judged answers."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from explanans.cli.options import Highest, MeasureNames, Seed
from explanans.cli.show import ReportOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOptions:
    """Rules of relevance and importance; see ``evaluation.facts.measures.Rules``.

    Attributes:
        top: How many facts of each explanation count; all if None.
        completeness: The set that completeness is a share of.
        relevant: The lowest rating that makes a fact relevant.
        important: The lowest rating that makes a gold fact important; as the ratings have it if None.
    """

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
        int, typer.Option("--relevant", metavar="N", help="The lowest rating that makes a fact relevant.", min=1)
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
    bars: RuleOptions,
    highest: Highest = 3,
    measure: MeasureNames = None,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Measure explanations as sets of facts: relevance, completeness, their F1, and people's ratings."""
    from dataclasses import asdict
    from functools import partial

    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.pipeline import measuring
    from explanans.rendering.question_reports import fact_drawing, fact_page
    from explanans.rendering.report_record import fact_record

    check_standard_once([gold, predicted, ratings, manual, against])
    report = measuring.facts(
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
    page = partial(fact_page, explanations=predicted.name, gold=gold.name, other=against.name if against else "")
    how.tell(report, fact_record, fact_drawing, page)


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
    from functools import partial

    from explanans.cli.streams import check_standard_once, lines_of
    from explanans.pipeline import measuring
    from explanans.rendering.question_reports import answer_drawing, answer_page
    from explanans.rendering.report_record import answers_record

    check_standard_once([gold, predicted, against])
    report = measuring.answers(gold, predicted, against=against, measure=measure or (), seed=seed, lines_of=lines_of)
    page = partial(answer_page, predicted=predicted.name, gold=gold.name, other=against.name if against else "")
    how.tell(report, answers_record, answer_drawing, page)
