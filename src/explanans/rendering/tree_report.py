"""Reports on entailment trees: for a terminal, as HTML pages and as JSON records; figures are in percent."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields

from rich import box
from rich.table import Table
from rich.text import Text

from explanans.rendering.pages import Heading, report_page
from explanans.rendering.phrases import counted
from explanans.rendering.report import Drawing, Kind
from explanans.rendering.terminal import signature_lines
from explanans.structures.reports import Comparison, Interval, Part, Report
from explanans.structures.trees import Errors, TreeDetails

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
_FIELDS = {"f1": "F1", "exact": "all correct", "precision": "precision", "recall": "recall"}
_SHOWN = 5


def tree_record(report: Report) -> dict[str, object]:
    """Return a report on trees as JSON-encodable values."""
    details: TreeDetails = report.details
    figures = report.figures()
    for part, overlap in details.micro.items():
        place = figures
        for name in part.split("."):
            place = place[name]
        place["micro"] = {name: 100 * getattr(overlap, name) for name in ("precision", "recall", "f1")}
    return {
        "mode": details.mode,
        "leaves_by": details.leaves_by,
        **figures,
        "thresholds": dict(details.thresholds),
        **{
            f"by_{name}": {kind: _part(part) for kind, part in parts.items()}
            for name, parts in report.breakdown.items()
        },
        "errors": asdict(details.errors),
        "malformed": [asdict(item) for item in details.malformed],
        "trees": len(report.items),
        "figures": [
            {"problem": item, **{name: column[place] for name, column in report.values.items()}}
            for place, item in enumerate(report.items)
        ],
        "comparison": {name: asdict(item) for name, item in report.comparison.items()},
        "signature": report.signature,
    }


def _part(part: Part) -> dict[str, object]:
    """Return the scores of trees of one size: leaves, steps, conclusions by the first similarity, and correct trees."""
    record: dict[str, object] = {"trees": part.items}
    for name, value in part.values.items():
        path, field = name.split(".")[0], name.rpartition(".")[2]
        share = None if value is None else 100 * value
        if path == "overall":
            record[path] = share
        else:
            record.setdefault(path, {})[field] = share  # type: ignore[index]
    return record


def tree_text(report: Report) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console."""
    details: TreeDetails = report.details
    yield _measures(report, details)
    yield _overall(report, details)
    for name, parts in report.breakdown.items():
        yield _parts(name, parts)
    yield _errors(details.errors, len(report.items))
    for item in details.malformed[:_SHOWN]:
        place = f"line {item.line}, " if item.line else ""
        yield Text(f"{place}problem {item.problem}: {'; '.join(item.faults)}")
    if len(details.malformed) > _SHOWN:
        yield f"… and {len(details.malformed) - _SHOWN} more that are no trees"
    if report.comparison:
        yield _comparison(report.comparison)
    yield from signature_lines(report.signature)


def _measures(report: Report, details: TreeDetails) -> Table:
    title = f"{details.mode}, {counted(len(report.items), 'tree')}"
    table = _table("", "P", "R", "F1", "95%", "AC", "95%", "micro F1", title=title)
    names = {part: part for part in ("leaves", "steps", "restructured")}
    names |= {f"intermediates.{name}": f"{name} ≥ {threshold:g}" for name, threshold in details.thresholds.items()}
    for part, title in names.items():
        scores = {field: report.scores[f"{part}.{field}"] for field in ("precision", "recall", "f1", "exact")}
        table.add_row(
            title,
            *(_percent(scores[field].value) for field in ("precision", "recall", "f1")),
            _interval(scores["f1"].interval),
            _percent(scores["exact"].value),
            _interval(scores["exact"].interval),
            _percent(details.micro[part].f1) if part in details.micro else "–",
        )
    return table


def _overall(report: Report, details: TreeDetails) -> Table:
    table = _table("overall, by", "all correct", "95%", "as published")
    for name in details.thresholds:
        exact, published = (report.scores[f"overall.{name}.{field}"] for field in ("exact", "all_predicted"))
        table.add_row(name, _percent(exact.value), _interval(exact.interval), _percent(published.value))
    return table


def _parts(title: str, parts: Mapping[str, Part]) -> Table:
    table = _table(title, "trees", "leaves", "steps", "conclusions", "overall", title="F1/all correct")
    for name, part in parts.items():
        *pairs, overall = map(_percent, part.values.values())
        cells = (f"{f1}/{exact}" for f1, exact in zip(pairs[::2], pairs[1::2], strict=True))
        table.add_row(name, str(part.items), *cells, overall)
    return table


def _table(*columns: str, title: str | None = None) -> Table:
    """Return a table that fits into 80 columns."""
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for place, column in enumerate(columns):
        table.add_column(column, no_wrap=place > 0, overflow="fold")
    return table


def _errors(errors: Errors, trees: int) -> Table:
    table = _table("error", "trees", "share", "what it is")
    for field in fields(errors):
        if field.name in _ERRORS:
            count = getattr(errors, field.name)
            table.add_row(field.name.replace("_", " "), str(count), _percent(count / trees), _ERRORS[field.name])
    return table


def _comparison(comparison: Mapping[str, Comparison]) -> Table:
    table = _table("against", "other", "by", "95%", "p", "better", "equal", "worse")
    for name, item in comparison.items():
        if name.rpartition(".")[2] in {"precision", "recall"}:
            continue
        low, high = item.interval
        table.add_row(
            _short(name),
            _percent(item.other),
            f"{100 * item.difference:+.2f}",
            f"{100 * low:+.1f} to {100 * high:+.1f}",
            f"{item.p_value:.2g}",
            *map(str, (item.wins, item.ties, item.losses)),
        )
    return table


def _short(name: str) -> str:
    """Return the name of a measure for a narrow table."""
    for part, words in ((".f1", ".F1"), ("exact", "AC"), ("all_predicted", "as published"), ("intermediates.", "")):
        name = name.replace(part, words)
    return name.replace(".", " ")


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.2f}"


def _interval(interval: Interval | None) -> str:
    """Return an interval in percent; 100 has no decimals, to save width."""
    return "–".join(f"{100 * value:.1f}".replace("100.0", "100") for value in interval or ())


def tree_page(report: Report, predicted: str, gold: str, other: str = "") -> str:
    """Return a report on trees as an HTML page; see ``report_page``."""
    measures = {name: (_title(name), score.source) for name, score in report.scores.items()}
    parts = [part for kinds in report.breakdown.values() for part in kinds.values()]
    overall = [name for name in report.scores if name.startswith("overall.") and name.endswith(".exact")]
    drawing = Drawing(
        report=report,
        eyebrow="Tree report",
        noun="tree",
        measures=measures,
        cards=("leaves.f1", "leaves.exact", "steps.f1", "steps.exact", *overall[:1]),
        columns={name: _title(name) for name in (parts[0].values if parts else ())},
        kinds={name: Kind(f"By {name}", name) for name in report.breakdown},
    )
    return report_page(drawing, Heading(predicted, gold, counted(len(report.items), "tree"), other))


def _title(name: str) -> str:
    *path, last = name.split(".")
    return ", ".join([*path, _FIELDS.get(last, last.replace("_", " "))])
