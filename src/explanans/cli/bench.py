"""``explanans bench``: every system on a public data set, beside published figures."""

from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.bench_entailmentbank import entailmentbank
from explanans.cli.bench_explagraphs import explagraphs
from explanans.cli.bench_factuality import factuality
from explanans.cli.bench_schemas import schemas
from explanans.cli.options import AsJson, DataFolder, Quiet, Seed

if TYPE_CHECKING:
    from explanans.bench.worldtree import WorldTreeBench

app = typer.Typer(help="Run every system on a public data set, beside published figures.", no_args_is_help=True)


@app.callback()
def _bench() -> None:
    """Run every system on a public data set, beside published figures."""


app.command()(entailmentbank)
app.command()(explagraphs)
app.command()(factuality)
app.command()(schemas)


@app.command()
def worldtree(
    data: DataFolder = None,
    split: Annotated[str, typer.Option("--split", metavar="NAME", help="The split to rank.")] = "dev",
    systems: Annotated[
        str, typer.Option("--systems", metavar="A,B", help="Rankers by name; all that need no extra by default.")
    ] = "",
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,
) -> None:
    """Rank the facts of WorldTree: MAP of every ranker with its interval and its cost."""
    from explanans.bench.worldtree import bench_worldtree
    from explanans.cli.streams import print_json

    names = [name.strip() for name in systems.split(",") if name.strip()]
    bench = bench_worldtree(data, split, names, seed=seed)
    if as_json:
        print_json(bench)
    else:
        _print(bench)


def _print(bench: "WorldTreeBench") -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("system", "MAP", "95% interval", "flagged", "overlap 0", "ms", "MiB"):
        # Names may be paths: they are folded, and no figure is cut.
        table.add_column(title, no_wrap=title != "system", overflow="fold")
    for name, figures in sorted(bench.systems.items(), key=lambda item: item[1].map):
        low, high = figures.interval
        table.add_row(
            name,
            f"{figures.map:.4f}",
            f"{low:.3f}–{high:.3f}",
            "–" if figures.map_flagged is None else f"{figures.map_flagged:.4f}",
            f"{figures.map_overlap_0:.4f}",
            f"{figures.milliseconds_per_item:.1f}",
            f"{figures.peak_mib:.0f}",
        )
    console.print(table)
    published = Table("published", "MAP", "source", box=box.SIMPLE_HEAD)
    for name, row in bench.published.items():
        published.add_row(name, f"{row['map']:.4f}", str(row["source"]))
    console.print(published)
    console.print(bench.signature, style="dim", soft_wrap=True)
