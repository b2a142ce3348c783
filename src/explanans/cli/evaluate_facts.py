"""``explanans evaluate facts``: measure explanations as sets of facts."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import Highest, MeasureNames, Seed
from explanans.cli.reporting import ReportOptions, signed
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from explanans.annotation import Annotation
    from explanans.evaluate.facts.measures import Rules
    from explanans.ranking import Judgment, Ranking
    from explanans.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOptions:
    """What counts in an explanation; see ``evaluate.facts.measures.Rules``.

    Attributes:
        top: How many facts of each explanation count; all where None.
        completeness: What completeness is a share of.
        relevant: The lowest rating that makes a fact relevant.
        important: The lowest rating that makes a gold fact important; as the ratings have it where None.
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
            help="The lowest rating that makes a gold fact important; else 2, or 3 where ratings are above 3.",
            min=1,
        ),
    ] = None

    def rules(self, graded: "Sequence[Judgment] | None", seed: int) -> "Rules":
        """Return the rules.

        Args:
            graded: The ratings of facts; None where there are none.
            seed: The seed of everything that is drawn at random.

        Raises:
            InputError: They contradict one another.
        """
        from explanans.evaluate.facts.measures import Rules, important_bar

        bar = self.important or important_bar(max((judgment.relevance for judgment in graded or ()), default=0))
        rules = Rules(self.completeness, self.relevant, bar, self.top, seed)
        rules.check()
        return rules


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
    *,
    bars: RuleOptions,
    highest: Highest = 3,
    measure: MeasureNames = None,
    how: ReportOptions,
    seed: Seed = 0,
) -> None:
    """Measure explanations as sets of facts: relevance, completeness, their F1, and what people say beside it."""
    from dataclasses import replace
    from functools import partial

    from explanans.cli.streams import check_standard_once, read_questions
    from explanans.evaluate.facts.report import evaluate_facts
    from explanans.evaluate.measure import compare_reports, named_measures
    from explanans.render.fact_report import fact_drawing, fact_page
    from explanans.render.report_record import fact_record

    check_standard_once([gold, predicted, ratings, manual, against])
    measures = named_measures(measure or (), "facts")
    graded = None if ratings is None else read_judgments(ratings, highest)
    rules = bars.rules(graded, seed)
    questions = read_questions(gold)
    known = {question.id.lower() for question in questions}

    def evaluated(path: Path, annotations: "Sequence[Annotation]") -> "Report":
        return evaluate_facts(questions, _explanations(path, known), graded, annotations, rules, measures=measures)

    report = evaluated(predicted, () if manual is None else read_annotations(manual, highest))
    if against:
        report = replace(report, comparison=compare_reports(report, evaluated(against, ()), seed))
    report = signed(report, gold=gold, predicted=predicted, graded=ratings, manual=manual, against=against)
    page = partial(fact_page, explanations=predicted.name, gold=gold.name, other=against.name if against else "")
    how.tell(report, fact_record, fact_drawing, page)


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
