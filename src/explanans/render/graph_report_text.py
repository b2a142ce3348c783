"""Reports of explanation graphs for a terminal and as a JSON record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from explanans.render.graph_figures import (
    COMPARISON_TITLES,
    KIND_TITLES,
    KINDS,
    caveats,
    comparison_rows,
    figure_rows,
    gain_sentence,
    kind_rows,
    matches,
)
from explanans.report import Report

if TYPE_CHECKING:
    from explanans.graph_report import GraphDetails

_ABSENT = {
    "semantic_accuracy": "no classifier was named by --semantic",
    "g_bertscore": "no encoder was named by --encoder",
    "edge_importance": "no classifier was named by --stance",
}
"""Why measures are missing."""


def graph_record(report: Report) -> dict[str, object]:
    """Return a report of graphs as plain values that any JSON encoder takes; rates are in percent.

    Args:
        report: What was measured; see ``evaluate_graphs``.
    """
    details: GraphDetails = report.details
    shown = {name: score.shown for name, score in report.scores.items()}
    given = [name for name in shown if name.endswith(("_passing", "_given_stance"))]
    encoders = [name for name in matches(report) if name.startswith("bert_score(")]
    parts = [f"{name}{end}" for name in ("graph_f1", *matches(report)) for end in ("", "_precision", "_recall")]
    found: dict[str, object] = dict.fromkeys(_ABSENT)
    found |= {name: value for name, value in shown.items() if name not in {*given, *parts}}
    found |= {_record_name(name): shown[name] for name in parts if not name.startswith("bert_score(")}
    found["g_bertscore"] = {name[len("bert_score(") : -1]: shown[name] for name in encoders} or None
    return {
        **found,
        "why": {name: why for name, why in _ABSENT.items() if found[name] is None},
        "conditional": {
            _record_name(name).removesuffix("_passing").removesuffix("_given_stance"): shown[name] for name in given
        },
        "trivial_baseline": {run: _means(report, means) for run, means in details.trivial.items()},
        "baseline": details.baseline,
        "intervals": {
            _record_name(name): [score.scale * end for end in score.interval]
            for name, score in report.scores.items()
            if score.interval
        },
        **{
            f"by_{way}": {kind: {"examples": part.items, **_means(report, part.values)} for kind, part in kinds.items()}
            for way, kinds in report.breakdown.items()
        },
        "examples": len(report.items),
        "passing": details.passing,
        "inexact": details.inexact,
        "faults": dict(details.faults),
        "graphs": details.graphs,
        "comparison": {_record_name(name): asdict(item) for name, item in report.comparison.items()},
        "signature": report.signature,
    }


def _record_name(name: str) -> str:
    return f"g_{name}" if name.startswith(("bleu", "rouge")) else name


def _means(report: Report, means: Mapping[str, float | None]) -> dict[str, float | None]:
    return {
        _record_name(name): None if value is None else report.scores[name].scale * value
        for name, value in means.items()
    }


def graph_report_text(report: Report) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console.

    Args:
        report: What was measured.
    """
    details: GraphDetails = report.details
    rows = list(figure_rows(report))
    yield _table(
        ("run", "95% interval", "if passing"), [(row.name, row.value, row.interval, row.passing) for row in rows]
    )
    titles = [name.removesuffix(" chain") for name in details.trivial]
    yield _table(("run", *titles), [(row.name, row.value, *row.trivial) for row in rows], "beside chains that are")
    for name, kinds in report.breakdown.items():
        yield _table(KIND_TITLES, list(kind_rows(kinds)), KINDS[name])
    if report.comparison:
        yield _table(COMPARISON_TITLES, list(comparison_rows(report)), "against")
    yield f"{details.passing} of {len(report.items)} examples pass. {gain_sentence(report)}"
    yield from caveats(report)
    yield Text(report.signature, style="dim")


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]], measure: str = "measure") -> Table:
    table = Table(measure, box=box.SIMPLE_HEAD, pad_edge=False)
    for title in titles:
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table
