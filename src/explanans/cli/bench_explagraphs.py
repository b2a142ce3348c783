"""``explanans bench explagraphs``: every system that draws explanation graphs."""

from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, Quiet, Seed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.table import Table

    from explanans.bench.explagraphs import GraphBench
    from explanans.graph_report import GraphReport

_TITLES = ("stance", "structure", "edit ↓", "graph F1", "gain", "95% interval")
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

    console = Console(highlight=False)
    reports = {"gold": bench.gold} | {name: item.report for name, item in bench.systems.items()}
    console.print(_table(("system", *_TITLES), [(name, *_headline(report)) for name, report in reports.items()]))
    console.print("Gain: graph F1 less that of the best trivial graphs with the same stances.", soft_wrap=True)
    measures = list(bench.gold.figures.matches)
    matches = ["BERTScore" if name.startswith("bert_score") else name.upper() for name in measures]
    rows = [
        (
            name,
            *(f"{match.f1:.3f}" for match in item.report.figures.matches.values()),
            *(f"{item.milliseconds_per_item:.1f}", f"{item.prepare_seconds:.0f}", f"{item.peak_mib:.0f}"),
        )
        for name, item in bench.systems.items()
    ]
    console.print(_table(("system", *matches, "ms", "made in s", "MiB"), rows))
    for name in measures:
        if name.startswith("bert_score"):
            console.print(f"BERTScore by {name.removeprefix('bert_score').strip('()')}", soft_wrap=True)
    published = [(name, *(f"{row[key]:.3f}" for key in _PUBLISHED.values())) for name, row in bench.published.items()]
    console.print(_table(("published", *_PUBLISHED), published))
    for source in dict.fromkeys(str(row["source"]) for row in bench.published.values()):
        console.print(source, soft_wrap=True)
    console.print(bench.signature, style="dim", soft_wrap=True)


def _headline(report: "GraphReport") -> "Iterator[str]":
    figures = report.figures
    for value in (
        figures.stance_accuracy,
        figures.structural_accuracy,
        figures.edit_distance,
        figures.graph_f1.f1,
    ):
        yield f"{value:.3f}"
    low, high = report.intervals["gain"]
    yield f"{report.gain:+.3f}"
    yield f"{low:+.2f} to {high:+.2f}"


def _table(titles: "Sequence[str]", rows: "Iterable[Sequence[str]]") -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for number, title in enumerate(titles):
        table.add_column(title, justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table
