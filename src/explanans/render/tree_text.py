"""What was measured of entailment trees, for a terminal."""

from collections.abc import Iterator, Mapping
from dataclasses import fields

from rich import box
from rich.table import Table
from rich.text import Text

from explanans.tree_report import Errors, Interval, MeasureComparison, Overlap, Overlaps, Part, TreeReport

_ERRORS = {
    "repetition": "a conclusion repeats a premise",
    "disconnected": "a conclusion leads nowhere",
    "missing_leaves": "a gold leaf is not used",
    "extra_leaves": "a leaf is used that is not gold",
    "wrong_steps": "the leaves are right, the steps are not",
    "restructured": "… but only split steps of the gold tree",
    "wrong_conclusions": "only a conclusion is not right",
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
    yield _overall(report)
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
    table = _table("", "P", "R", "F1", "95%", "AC", "95%", "micro F1", title=f"{report.mode}, {report.trees} trees")
    _add(table, "leaves", report.leaves)
    _add(table, "steps", report.steps)
    _add(table, "restructured", report.restructured)
    for name, item in report.conclusions.items():
        _add(table, f"{name} ≥ {item.threshold:g}", item.overlaps)
    return table


def _overall(report: TreeReport) -> Table:
    table = _table("overall, by", "all correct", "95%", "as published")
    for name, item in report.conclusions.items():
        figures = _percent(item.overall), _interval(item.overall_interval), _percent(item.overall_all_predicted)
        table.add_row(name, *figures)
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
    table = _table(title, "trees", "leaves", "steps", "conclusions", "overall", title="F1/all correct")
    for name, part in parts.items():
        cells = (_f1_and_all_correct(item) for item in (part.leaves, part.steps, part.conclusions))
        table.add_row(name, str(part.trees), *cells, _percent(part.overall))
    return table


def _f1_and_all_correct(item: Overlap) -> str:
    return f"{_percent(item.f1)}/{_percent(item.all_correct)}"


def _table(*columns: str, title: str | None = None) -> Table:
    """Return a table that fits into 80 columns, so that no figure is cut."""
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        table.add_column(column, no_wrap=True)
    return table


def _errors(errors: Errors, trees: int) -> Table:
    table = _table("error", "trees", "share", "what it is")
    for field in fields(errors):
        if field.name in _ERRORS:
            count = getattr(errors, field.name)
            table.add_row(field.name.replace("_", " "), str(count), _percent(count / trees), _ERRORS[field.name])
    return table


def _comparison(comparison: Mapping[str, MeasureComparison]) -> Table:
    table = _table("against", "other", "by", "95%", "p", "better", "equal", "worse")
    for name, item in comparison.items():
        low, high = item.interval
        table.add_row(
            name.replace("all_correct", "AC").replace("f1", "F1").replace("_", " "),
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
    """Return an interval in percent; 100 without digits after it, so that tables of perfect trees fit too."""
    return "–".join(f"{100 * value:.1f}".replace("100.0", "100") for value in interval)
