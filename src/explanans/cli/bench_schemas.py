"""``explanans bench schemas``: every way to explain by a set of facts."""

from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, Quiet, Seed

if TYPE_CHECKING:
    from explanans.bench.schemas import SchemaBench


def schemas(
    data: DataFolder = None,
    split: Annotated[str, typer.Option("--split", metavar="NAME", help="The split to explain.")] = "dev",
    model: Annotated[
        str,
        typer.Option("--model", metavar="NAME", help="The ranker that finds facts, or the folder of a model."),
    ] = "unification",
    generator: Annotated[
        str | None,
        typer.Option(
            "--generator", metavar="DIR", help="Measure a network that writes facts; needs the extra 'neural'."
        ),
    ] = None,
    tune: Annotated[
        int, typer.Option("--tune", metavar="N", min=1, help="How many training questions choose fixed settings.")
    ] = 200,
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,
) -> None:
    """Explain WorldTree by sets of facts: by patterns, by ranking and by ensembles, beside gold."""
    from explanans.bench.schemas import Means, bench_schemas
    from explanans.cli.streams import print_json

    bench = bench_schemas(data, split, Means(model, generator), tune=tune, seed=seed)
    if as_json:
        print_json(bench)
    else:
        _print(bench)


def _print(bench: "SchemaBench") -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for title in ("system", "P", "R", "F1", "95% interval", "as long", "CompB", "facts", "ms"):
        table.add_column(title, no_wrap=title != "system", overflow="fold")
    for name, found in bench.systems.items():
        low, high = found.interval
        share = ("precision", "recall", "gold_f1")
        table.add_row(
            name if found.setting is None else f"{name}, {found.setting:g}",
            *(f"{found.figures[figure]:.3f}" for figure in share),
            f"{low:.3f}–{high:.3f}",
            f"{found.same_length_f1:.3f}",
            f"{found.figures['complete']:.3f}",
            f"{found.figures['length']:.1f}",
            f"{found.milliseconds:.1f}",
        )
    console.print(table)
    published = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for title in ("published", "Rel", "Comp", "F1ex", "CompB", "F1exB", "facts"):
        published.add_column(title)
    for name, row in bench.published.items():
        figures = ("relevance", "completeness", "f1", "complete", "f1_complete")
        published.add_row(name, *(f"{row[figure]:.2f}" for figure in figures), str(row["length"]))
    console.print(published)
    sources = sorted({str(row["source"]) for row in bench.published.values()})
    console.print(*sources, style="dim", soft_wrap=True)
    console.print(bench.signature, style="dim", soft_wrap=True)
