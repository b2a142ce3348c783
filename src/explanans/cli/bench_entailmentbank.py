"""``explanans bench entailmentbank``: every system that builds entailment trees."""

from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.bench_conclusions import show_conclusions_of_gold_steps
from explanans.cli.options import AsJson, DataFolder, Quiet, Seed

if TYPE_CHECKING:
    from rich.table import Table

    from explanans.bench.entailmentbank import EntailmentBankBench, TreeSystemFigures

_SIMILARITY = "chrf++"


def entailmentbank(
    task: Annotated[
        int,
        typer.Option(
            "--task", metavar="N", help="1 gives the leaves, 2 adds distractors, 3 gives what a retriever found."
        ),
    ] = 1,
    data: DataFolder = None,
    split: Annotated[str, typer.Option("--split", metavar="NAME", help="The split to build trees for.")] = "dev",
    systems: Annotated[str, typer.Option("--systems", metavar="A,B", help="Systems by name; all by default.")] = "",
    show_conclusions: Annotated[
        int | None,
        typer.Option(
            "--show-conclusions",
            metavar="N",
            min=1,
            help="Say the conclusions of gold steps instead: figures, and N steps drawn with the seed.",
        ),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,
) -> None:
    """Build the entailment trees of EntailmentBank: leaves, steps and conclusions of every system, and its cost."""
    from explanans.bench.entailmentbank import bench_entailmentbank
    from explanans.cli.streams import print_json

    if show_conclusions:
        show_conclusions_of_gold_steps(data, split, show_conclusions, as_json=as_json, seed=seed)
        return
    names = [name.strip() for name in systems.split(",") if name.strip()]
    bench = bench_entailmentbank(data, task, split, names, seed=seed)
    if as_json:
        print_json(bench)
    else:
        _print(bench)


def _print(bench: "EntailmentBankBench") -> None:
    from rich.console import Console

    console = Console(highlight=False)
    ranked = sorted(bench.systems.items(), key=lambda item: item[1].official.steps_f1)
    for mode in ("official", "corrected"):
        table = _table(f"Task {bench.task}, {mode} mode", "system", "leaves", "steps", "95%", "concl.", "overall")
        for name, figures in ranked:
            table.add_row(name, *_cells(figures, mode))
        console.print(table)
    table = _table(f"Task {bench.task}", "system", "restructured", "ms a tree", "training, s")
    for name, figures in ranked:
        milliseconds, seconds = figures.milliseconds_per_tree, figures.train_seconds
        table.add_row(
            name,
            f"{figures.restructured_f1:.2f}/{figures.restructured_all_correct:.2f}",
            "–" if milliseconds is None else f"{milliseconds:.1f}",
            "–" if seconds is None else f"{seconds:.0f}",
        )
    console.print(table)
    table = _table("Published", "system", "leaves", "steps", "concl.", "overall", "source")
    for name, row in bench.published.items():
        pairs = (f"{row[f'{kind}_f1']}/{row[f'{kind}_all_correct']}" for kind in ("leaves", "steps"))
        table.add_row(name, *pairs, str(row["conclusions_f1"]), str(row["overall_all_predicted"]), str(row["source"]))
    console.print(table)
    console.print(
        f"F1/all correct; conclusions are compared by {_SIMILARITY} here, by BLEURT in what was published",
        soft_wrap=True,
    )
    console.print(bench.signature, style="dim", soft_wrap=True)


def _table(title: str, *columns: str) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        table.add_column(column, no_wrap=column != "source")
    return table


def _cells(system: "TreeSystemFigures", mode: str) -> tuple[str, ...]:
    figures = system.official if mode == "official" else system.corrected
    overall = figures.overall_all_predicted if mode == "official" else figures.overall
    low, high = figures.steps_f1_interval
    return (
        f"{figures.leaves_f1:.2f}/{figures.leaves_all_correct:.2f}",
        f"{figures.steps_f1:.2f}/{figures.steps_all_correct:.2f}",
        f"{low:.1f}–{high:.1f}",
        f"{figures.conclusions_f1[_SIMILARITY]:.1f}",
        f"{overall[_SIMILARITY]:.1f}",
    )
