"""Tables of benchmarks in a terminal."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from explanans.lab.benchmarks.benchmark import Table as BenchTable


def draw_table(console: "Console", table: "BenchTable") -> None:
    """Draw a table of a benchmark; names are folded in a narrow terminal, and never elsewhere, and no figure is cut."""
    from rich import box
    from rich import table as rich_table

    drawn = rich_table.Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for number, column in enumerate(table.columns):
        is_text = number == 0 or column == "source"
        drawn.add_column(column, justify="left" if is_text else "right", no_wrap=not is_text, overflow="fold")
    for row in table.rows:
        drawn.add_row(*row)
    if table.title:
        console.print(table.title, soft_wrap=True)
    needed = console.measure(drawn, options=console.options.update(max_width=10_000)).maximum
    if not console.is_terminal:
        console.width = max(console.width, needed)
    console.print(drawn)
    if table.note:
        console.print(table.note, soft_wrap=True)
