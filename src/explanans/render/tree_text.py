"""What was measured of entailment trees, for a terminal."""

from collections.abc import Iterator, Mapping
from dataclasses import fields

from rich import box
from rich.table import Table
from rich.text import Text

from explanans.tree_report import Errors, Interval, MeasureComparison, Overlap, Overlaps, Part, TreeReport

_ERRORS = {
    "repetition": "a conclusion repeats a premise",
    "disconnected": "a conclusion does not lead to the hypothesis",
    "missing_leaves": "a gold leaf is not used",
    "extra_leaves": "a leaf is used that is not gold",
    "wrong_steps": "the leaves are right, the steps are not",
    "restructured": "… but only split steps of the gold tree",
    "wrong_conclusions": "leaves and steps are right, a conclusion is not",
    "premature_hypothesis": "a conclusion is the hypothesis already",
    "malformed": "is no tree",
    "empty": "there is no proof",
}
_SHOWN = 5


def tree_text(report: TreeReport) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console; figures are in percent.

    Args:
        report: What was measured.
    """
    yield _measures(report)
    yield _parts("steps", report.by_steps)
    yield _parts("depth", report.by_depth)
    yield _errors(report.errors, report.trees)
    for item in report.malformed[:_SHOWN]:
        place = f"line {item.line}, " if item.line else ""
        yield Text(f"{place}problem {item.problem}: {'; '.join(item.faults)}")
    if len(report.malformed) > _SHOWN:
        yield f"… and {len(report.malformed) - _SHOWN} more that are no trees"
    if report.comparison:
        yield _comparison(report.comparison)
    yield Text(report.signature, style="dim")


def _measures(report: TreeReport) -> Table:
    table = Table(
        f"{report.mode}, {report.trees} trees",
        "P",
        "R",
        "F1",
        "95% interval",
        "all correct",
        "95% interval",
        "micro F1",
    )
    table.box = box.SIMPLE_HEAD
    _add(table, "leaves", report.leaves)
    _add(table, "steps", report.steps)
    _add(table, "steps, restructured", report.restructured)
    for name, item in report.conclusions.items():
        _add(table, f"conclusions, {name} ≥ {item.threshold:g}", item.overlaps)
    for name, item in report.conclusions.items():
        interval = _interval(item.overall_interval)
        table.add_row(f"overall, {name}", "", "", "", "", _percent(item.overall), interval, "")
        published = _percent(item.overall_all_predicted)
        table.add_row(f"overall as published, {name}", "", "", "", "", published, "", "")
    return table


def _add(table: Table, name: str, overlaps: Overlaps) -> None:
    macro = overlaps.macro
    table.add_row(
        name,
        *(_percent(value) for value in (macro.precision, macro.recall, macro.f1)),
        _interval(overlaps.interval),
        _percent(macro.all_correct),
        _interval(overlaps.all_correct_interval),
        _percent(overlaps.micro.f1) if overlaps.micro else "–",
    )


def _parts(title: str, parts: Mapping[str, Part]) -> Table:
    titles = (f"{name} {kind}" for name in ("leaves", "steps", "conclusions") for kind in ("F1", "AC"))
    table = Table(title, "trees", *titles, "overall", box=box.SIMPLE_HEAD)
    for name, part in parts.items():
        cells = [cell for item in (part.leaves, part.steps, part.conclusions) for cell in _f1_and_all_correct(item)]
        table.add_row(name, str(part.trees), *cells, _percent(part.overall))
    return table


def _f1_and_all_correct(item: Overlap) -> tuple[str, str]:
    return _percent(item.f1), _percent(item.all_correct)


def _errors(errors: Errors, trees: int) -> Table:
    table = Table("error", "trees", "share", "what it is", box=box.SIMPLE_HEAD)
    for field in fields(errors):
        if field.name in _ERRORS:
            count = getattr(errors, field.name)
            table.add_row(field.name.replace("_", " "), str(count), _percent(count / trees), _ERRORS[field.name])
    return table


def _comparison(comparison: Mapping[str, MeasureComparison]) -> Table:
    table = Table(
        "against", "other", "difference", "95% interval", "p", "better", "equal", "worse", box=box.SIMPLE_HEAD
    )
    for name, item in comparison.items():
        low, high = item.interval
        table.add_row(
            name.replace("_", " "),
            _percent(item.other),
            f"{100 * item.difference:+.2f}",
            f"{100 * low:+.1f} to {100 * high:+.1f}",
            f"{item.p_value:.2g}",
            *map(str, (item.wins, item.ties, item.losses)),
        )
    return table


def _percent(value: float) -> str:
    return f"{100 * value:.2f}"


def _interval(interval: Interval) -> str:
    low, high = interval
    return f"{100 * low:.1f}–{100 * high:.1f}"
