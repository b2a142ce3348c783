"""What ``explanans bench entailmentbank --show-conclusions`` prints."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explanans.bench.conclusions import ConclusionBench


def show_conclusions_of_gold_steps(data: Path | None, split: str, show: int, *, as_json: bool, seed: int) -> None:
    """Print how near our conclusions of gold steps are to the gold ones, and some of them.

    Args:
        data: The folder of the data sets; where None, see ``datasets.locate.data_folder``.
        split: The split.
        show: How many steps to draw.
        as_json: Whether to print JSON.
        seed: Seeds the drawing and the bootstrap.
    """
    from explanans.bench.conclusions import bench_conclusions
    from explanans.cli.streams import print_json

    bench = bench_conclusions(data, split, show=show, seed=seed)
    if as_json:
        print_json(bench)
    else:
        _print(bench)


def _print(bench: "ConclusionBench") -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False)
    for number, step in enumerate(bench.shown, 1):
        console.print(f"{number}.", *step.premises, sep="\n   ", soft_wrap=True)
        console.print(f"   gold → {step.gold}\n   ours → {step.ours}", soft_wrap=True)
    similarities = list(next(iter(bench.writers.values())).passes)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for title in ("conclusions", *similarities, "95%", "exact", "joined", "ms"):
        table.add_column(title, no_wrap=True)
    for name, figures in bench.writers.items():
        low, high = figures.intervals[similarities[0]]
        table.add_row(
            name,
            *(f"{figures.passes[similarity]:.1f}" for similarity in similarities),
            f"{low:.1f}–{high:.1f}",
            f"{figures.exact:.1f}",
            f"{figures.near_joined:.1f}",
            f"{figures.milliseconds:.1f}",
        )
    console.print(table)
    console.print(
        f"percent of {bench.steps} gold steps; 95% is the interval of {similarities[0]}; "
        "joined are nearly all words of all premises",
        soft_wrap=True,
    )
    console.print(bench.signature, style="dim", soft_wrap=True)
