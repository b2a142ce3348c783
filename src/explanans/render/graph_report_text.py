"""What was measured of predicted graphs, for a terminal."""

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from explanans.graph_report import GraphReport
from explanans.render.graph_figures import (
    COMPARISON_TITLES,
    KIND_TITLES,
    KINDS,
    caveats,
    comparison_rows,
    figure_rows,
    gain_sentence,
    kind_rows,
)


def graph_report_text(report: GraphReport) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console.

    Args:
        report: What was measured.
    """
    rows = list(figure_rows(report))
    yield _table(
        ("run", "95% interval", "if passing"), [(row.name, row.value, row.interval, row.passing) for row in rows]
    )
    titles = [name.removesuffix(" chain") for name in report.trivial]
    yield _table(("run", *titles), [(row.name, row.value, *row.trivial) for row in rows], "beside chains that are")
    for name, kinds in report.breakdown.items():
        yield _table(KIND_TITLES, list(kind_rows(kinds)), KINDS[name])
    if report.comparison:
        yield _table(COMPARISON_TITLES, list(comparison_rows(report.comparison)), "against")
    yield f"{report.passing} of {report.examples} examples pass. {gain_sentence(report)}"
    yield from caveats(report)
    yield Text(report.signature, style="dim")


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]], measure: str = "measure") -> Table:
    table = Table(measure, box=box.SIMPLE_HEAD, pad_edge=False)
    for title in titles:
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table
