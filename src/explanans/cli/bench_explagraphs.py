"""``explanans bench explagraphs``: every system that draws explanation graphs."""

from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, Quiet, Seed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console
    from rich.table import Table

    from explanans.bench.explagraphs import GraphBench
    from explanans.bench.graph_judges import JudgeFigures
    from explanans.report import Report

_TITLES = ("stance", "structure", "edit ↓", "graph F1", "gain", "95% interval")
_ANALYSED = ("rationalising", "reasoning")
"""Systems whose figures are broken down by what the gold graph is like."""
_PUBLISHED = {
    "stance": "stance_accuracy",
    "structure": "structural_accuracy",
    "semantic": "semantic_accuracy",
    "BERTScore": "bert_score",
    "edit ↓": "edit_distance",
    "edges": "edge_importance",
}


def explagraphs(
    data: DataFolder = None,
    split: Annotated[str, typer.Option("--split", metavar="NAME", help="The split to predict.")] = "dev",
    systems: Annotated[str, typer.Option("--systems", metavar="A,B", help="Systems by name; all by default.")] = "",
    encoder: Annotated[
        str, typer.Option("--encoder", metavar="NAME", help="Compare edges by BERTScore too, with this encoder.")
    ] = "",
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,
) -> None:
    """Predict stances and graphs of ExplaGraphs: all measures of every system, beside trivial and published ones."""
    from explanans.bench.explagraphs import bench_explagraphs
    from explanans.cli.evaluate_graphs import graph_measures
    from explanans.cli.streams import print_json

    names = [name.strip() for name in systems.split(",") if name.strip()]
    bench = bench_explagraphs(data, split, names, graph_measures(encoder), seed=seed)
    if as_json:
        print_json(bench)
    else:
        _print(bench)


def _print(bench: "GraphBench") -> None:
    from rich.console import Console

    from explanans.render.graph_report_text import matches

    console = Console(highlight=False)
    reports = {"gold": bench.gold} | {name: item.report for name, item in bench.systems.items()}
    console.print(_table(("system", *_TITLES), [(name, *_headline(report)) for name, report in reports.items()]))
    console.print("Gain: graph F1 less that of the best trivial graphs with the same stances.", soft_wrap=True)
    measures = matches(bench.gold)
    titles = ["BERTScore" if name.startswith("bert_score") else name.upper() for name in measures]
    rows = [
        (
            name,
            *(f"{item.report[measure]:.3f}" for measure in measures),
            *(f"{item.milliseconds_per_item:.1f}", f"{item.prepare_seconds:.0f}", f"{item.peak_mib:.0f}"),
        )
        for name, item in bench.systems.items()
    ]
    console.print(_table(("system", *titles, "ms", "made in s", "MiB"), rows))
    for name in measures:
        if name.startswith("bert_score"):
            console.print(f"BERTScore by {name.removeprefix('bert_score').strip('()')}", soft_wrap=True)
    _print_kinds(console, bench)
    _print_judges(console, bench.judges)
    published = [(name, *(f"{row[key]:.3f}" for key in _PUBLISHED.values())) for name, row in bench.published.items()]
    console.print(_table(("published", *_PUBLISHED), published))
    for source in dict.fromkeys(str(row["source"]) for row in bench.published.values()):
        console.print(source, soft_wrap=True)
    console.print(bench.signature, style="dim", soft_wrap=True)


def _print_kinds(console: "Console", bench: "GraphBench") -> None:
    from explanans.render.graph_report_text import KIND_TITLES, KINDS, kind_rows

    for name, item in bench.systems.items():
        if name in _ANALYSED:
            rows = [
                (f"{KINDS[key]} {row[0]}", *row[1:])
                for key, kinds in item.report.breakdown.items()
                for row in kind_rows(kinds)
            ]
            console.print(_table((name, *KIND_TITLES), rows))


def _print_judges(console: "Console", judges: "JudgeFigures") -> None:
    rows = [("stance: always the commoner", f"{judges.stance_majority:.3f}", "")]
    for name, value in (("words", judges.stance_by_words), ("gold graph", judges.stance_by_gold_graph)):
        low, high = judges.intervals[f"stance_by_{name.replace(' ', '_')}"]
        rows.append((f"stance: by {name}", f"{value:.3f}", f"{low:.3f} to {high:.3f}"))
    verdicts = judges.verdicts
    rows += [
        ("edges of gold graphs that matter", f"{judges.edge_importance:.3f}", ""),
        ("verdict, out of fold: always the commonest", f"{verdicts.majority:.3f}", ""),
        ("verdict, out of fold: accuracy", f"{verdicts.accuracy:.3f}", ""),
        ("verdict, out of fold: altered graphs, AUC", f"{verdicts.altered_auc:.3f}", ""),
    ]
    if verdicts.rejected_auc is not None:
        rows.append(("verdict, out of fold: rejected graphs, AUC", f"{verdicts.rejected_auc:.3f}", ""))
    console.print(_table(("judges", "value", "95% interval"), rows))


def _headline(report: "Report") -> "Iterator[str]":
    for name in ("stance_accuracy", "structural_accuracy", "edit_distance", "graph_f1"):
        yield f"{report[name]:.3f}"
    low, high = report.scores["gain"].interval or (0.0, 0.0)
    yield f"{report['gain']:+.3f}"
    yield f"{low:+.2f} to {high:+.2f}"


def _table(titles: "Sequence[str]", rows: "Iterable[Sequence[str]]") -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for number, title in enumerate(titles):
        # Names may be paths: they are folded, and no figure is cut.
        table.add_column(title, justify="right" if number else "left", no_wrap=number > 0, overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table
