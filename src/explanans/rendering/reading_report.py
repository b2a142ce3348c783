"""Reports on grades of explanations, for a terminal and as JSON records."""

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from explanans.rendering.phrases import counted
from explanans.rendering.report import Grid, between, shown, table
from explanans.rendering.terminal import signature_lines
from explanans.structures.grading import FAULTS, GRADES, GradedPart, Part, ReadingDetails
from explanans.structures.reports import Report

_TITLES = {
    Part.HYPOTHESIS: "hypotheses",
    Part.LEAF: "leaves",
    Part.STEP: "conclusions on the way",
    Part.ROOT: "last steps",
    Part.WHOLE: "whole explanations",
}


def reading_record(report: Report) -> dict[str, object]:
    """Return grades as plain values; shares are percentages."""
    details: ReadingDetails = report.details
    return {
        **report.figures(),
        "explanations": len(report.items),
        "graders": list(details.graders),
        "counts": {str(part): {"graded": found.graded, **found.counts} for part, found in details.parts.items()},
        "faults": dict(details.faults),
        "by_source": {
            source: {"explanations": part.items, **{name: 100 * (value or 0) for name, value in part.values.items()}}
            for source, part in report.breakdown["source"].items()
        },
        "agreement": {
            str(part): {"compared": found.compared, "same": 100 * found.same, "kappa": found.kappa}
            for part, found in details.agreement.items()
        },
        "stand_ins": {
            str(part): {name: {"correlation": value, "parts": parts} for name, (value, parts) in programs.items()}
            for part, programs in details.stand_ins.items()
        },
        "signature": report.signature,
    }


def reading_text(report: Report) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console."""
    details: ReadingDetails = report.details
    yield f"{counted(len(report.items), 'explanation')}, read by {counted(len(details.graders), 'grader')}."
    yield from map(table, reading_grids(report, details))
    yield from signature_lines(report.signature)


def reading_grids(report: Report, details: ReadingDetails) -> Iterator[Grid]:
    """Yield the tables of grades.

    Args:
        report: The report.
        details: Its details.
    """
    whole = GRADES[Part.WHOLE]
    rows = [
        (name, shown(report.scores[name].shown), _percents(report.scores[name].interval), meaning)
        for name, meaning in whole.items()
    ]
    yield Grid("Whole explanations", ("grade", "%", "95% interval", "meaning"), rows)
    sources = [
        (source, shown(part.items), *(shown(100 * (part.values[name] or 0)) for name in whole))
        for source, part in report.breakdown["source"].items()
    ]
    yield Grid("By knowledge base", ("questions of", "explanations", *(f"{name} %" for name in whole)), sources)
    yield Grid(
        "Parts",
        ("part", "grade", "graded", "times", "%", "95% interval"),
        [row for part, found in details.parts.items() for row in _part(Part(part), found)],
    )
    if details.faults:
        named = sorted(details.faults.items(), key=lambda item: -item[1])
        faults = [(fault, f"{times:g}", FAULTS[fault]) for fault, times in named]
        yield Grid("Faults", ("fault", "explanations", "meaning"), faults)
    if details.agreement:
        agreed = [
            (_TITLES[Part(part)], shown(found.compared), shown(100 * found.same), shown(found.kappa))
            for part, found in details.agreement.items()
        ]
        yield Grid("Agreement of graders", ("parts", "compared", "same %", "kappa, linear"), agreed)
    if details.stand_ins:
        correlations = [
            (_TITLES[Part(part)], name, shown(parts), shown(value))
            for part, programs in details.stand_ins.items()
            for name, (value, parts) in programs.items()
        ]
        yield Grid("Programs beside the grades", ("parts", "program", "graded", "rank correlation"), correlations)


def _part(part: Part, found: GradedPart) -> Iterator[tuple[str, ...]]:
    for grade, times in found.counts.items():
        score = found.scores[grade]
        yield _TITLES[part], grade, shown(found.graded), shown(times), shown(score.shown), _percents(score.interval)


def _percents(interval: tuple[float, float] | None) -> str:
    return between((100 * interval[0], 100 * interval[1]) if interval else None)
