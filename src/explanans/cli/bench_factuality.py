"""``explanans bench factuality``: all that checks what is said."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, DataFolder, Quiet, Seed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console
    from rich.table import Table

    from explanans.bench.arcs import AblationFigures, ArcBench
    from explanans.bench.factuality import FactualityBench
    from explanans.bench.step_judges import StepBench
    from explanans.bench.summaries import ShownSummary, SummaryBench


def factuality(
    data: DataFolder = None,
    encoder: Annotated[
        list[Path] | None,
        typer.Option("--encoder", metavar="DIR", help="Measure a fine-tuned encoder, too; may be given several times."),
    ] = None,
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Train the scorer of arcs anew: with other seeds, and without parts.")
    ] = False,
    show: Annotated[
        int, typer.Option("--show", metavar="N", min=0, help="Show N right and N wrong summaries misjudged most.")
    ] = 0,
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,
) -> None:
    """Check arcs, summaries and steps by every scorer that is installed, beside published figures."""
    from explanans.bench.factuality import bench_factuality
    from explanans.cli.streams import print_json

    bench = bench_factuality(data, encoders=encoder or (), ablate=ablate, show=show, seed=seed)
    if as_json:
        print_json(bench)
    else:
        _print(bench)


def _print(bench: "FactualityBench") -> None:
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    parser = bench.parser
    console.print(f"Parser: {parser.name}", soft_wrap=True)
    console.print(
        f"UAS {parser.unlabelled:.1%}, LAS {parser.labelled:.1%}, enhanced arcs F1 {parser.enhanced:.1%} on "
        f"{parser.sentences} sentences as written, with punctuation; {parser.words_a_second:,.0f} words a second",
        soft_wrap=True,
    )
    _print_arcs(console, bench.arcs)
    _print_summaries(console, bench.summaries)
    if bench.levels:
        rows = [
            (item.name, item.level, str(item.answers), f"{item.accuracy:.1%}", f"{item.majority:.1%}")
            for item in bench.levels
        ]
        console.print(_table(("encoder", "level", "asked", "right", "majority"), rows))
    if bench.ablations:
        _print_ablations(console, bench.ablations)
    _print_steps(console, bench.steps)
    for item in bench.shown:
        _print_summary(console, item)
    console.print(bench.signature, style="dim", soft_wrap=True)


def _print_arcs(console: "Console", arcs: "ArcBench") -> None:
    rows = [
        (
            recipe,
            str(count),
            *(_both(figures[recipe].accuracy, figures[recipe].f1) for figures in arcs.scorers.values()),
        )
        for recipe, count in arcs.arcs.items()
    ]
    console.print("\nArcs of held-out examples by recipe: accuracy/F1 of the supported ones", soft_wrap=True)
    console.print(_table(("recipe", "arcs", *map(_folded, arcs.scorers)), rows))
    published = [(name, _both(float(row["accuracy"]), float(row["f1"]))) for name, row in arcs.published.items()]
    _print_published(console, arcs.published, ("system, on other examples", "accuracy/F1"), published)


def _print_summaries(console: "Console", summaries: "SummaryBench") -> None:
    from explanans.render.wording import counted

    rows = [
        (
            name,
            f"{figures.accuracy:.1%}",
            "{:.1%} to {:.1%}".format(*figures.interval),
            f"{figures.ties:.1%}",
            f"{figures.milliseconds:.2f}",
        )
        for name, figures in sorted(summaries.systems.items(), key=lambda item: item[1].accuracy)
    ]
    heading = f"Right summaries before wrong ones: {summaries.pairs} pairs, {counted(summaries.sources, 'source')}"
    console.print(f"{heading}; {summaries.parse_milliseconds:.0f} ms to parse a pair", soft_wrap=True)
    console.print(_table(("scorer", "accuracy", "95% interval", "ties", "ms a pair"), rows))
    published = [(name, f"{row['accuracy']:.1%}") for name, row in summaries.published.items()]
    _print_published(console, summaries.published, ("system", "accuracy"), published)


def _print_ablations(console: "Console", ablations: "dict[str, AblationFigures]") -> None:
    from explanans.bench.arcs import EVERY
    from explanans.bench.published import MIXTURES

    parts = [
        (_spread(name), f"{item.accuracy:.1%}", "{:.1%} to {:.1%}".format(*item.interval), f"{item.arcs[EVERY]:.1%}")
        for name, item in ablations.items()
    ]
    console.print("The scorer of arcs trained anew on fewer examples: summaries, and held-out arcs", soft_wrap=True)
    console.print(_table(("variant", "summaries", "95% interval", "arcs"), parts))
    # The recipes of the published table; --json has them all.
    asked = ("swap", "beam", "synonym", "hallucination")
    told = [
        (_spread(name), *(f"{100 * item.arcs[recipe]:.1f}" if recipe in item.arcs else "–" for recipe in asked))
        for name, item in ablations.items()
    ]
    console.print("The same: accuracy on held-out arcs of some recipes", soft_wrap=True)
    console.print(_table(("variant", *asked), told))
    published = [(name, *(f"{100 * float(row[recipe]):.1f}" for recipe in asked)) for name, row in MIXTURES.items()]
    _print_published(console, MIXTURES, ("trained on", *asked), published)


def _print_steps(console: "Console", steps: "StepBench") -> None:
    judges = next(iter(steps.tasks.values())).judges if steps.tasks else {}
    rows = [
        (
            wrong,
            f"{task.right}/{task.wrong}",
            "{:.3f}–{:.3f}".format(*next(iter(task.judges.values())).interval),
            *(f"{figures.auc:.3f}" for figures in task.judges.values()),
        )
        for wrong, task in steps.tasks.items()
    ]
    console.print("Right steps before wrong ones: AUC, and the 95% interval of the step model's", soft_wrap=True)
    console.print(_table(("wrong steps", "right/\nwrong", "95% interval", *map(_folded, judges)), rows))
    for task in steps.tasks.values():
        if task.kinds:
            kinds = [(kind, f"{value:.3f}") for kind, value in task.kinds.items()]
            console.print(_table(("step model, what was changed", "AUC"), kinds))
    console.print(f"{steps.milliseconds:.1f} ms a step", soft_wrap=True)


def _print_published(
    console: "Console",
    published: "dict[str, dict[str, float | str]]",
    titles: "Sequence[str]",
    rows: "Iterable[Sequence[str]]",
) -> None:
    console.print(f"Published: {'; '.join(dict.fromkeys(str(row['source']) for row in published.values()))}")
    console.print(_table(titles, rows))


def _print_summary(console: "Console", item: "ShownSummary") -> None:
    from explanans.render.wording import describe_arc, summarize_claim

    console.print()
    console.print(f"{'right' if item.is_right else 'wrong'}: {item.verdict.claim}", soft_wrap=True)
    console.print(f"  source: {item.source}", soft_wrap=True)
    console.print(f"  {summarize_claim(item.verdict)}", soft_wrap=True)
    for arc in sorted(item.verdict.arcs, key=lambda arc: arc.score):
        console.print(f"    {describe_arc(arc).partition(', supported by')[0]}", soft_wrap=True)


def _both(accuracy: float, f1: float | None) -> str:
    return "/".join("–" if value is None else f"{100 * value:.1f}".replace("100.0", "100") for value in (accuracy, f1))


def _spread(mixture: str) -> str:
    """Return the name of a mixture on several lines, so that no figure beside it is cut."""
    return mixture.replace("+", "\n  + ")


def _folded(name: str) -> str:
    """Return a name without its digest, on several short lines, so that no figure below it is cut."""
    return name.partition("(")[0].strip().replace("-", "-\n").replace(" ", "\n")


def _table(columns: "Sequence[str]", rows: "Iterable[Sequence[str]]") -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table
