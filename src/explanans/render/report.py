"""Reports of any family, as tables for a terminal; ``report_page`` makes pages of them.

A family says in a `Drawing` how its measures and kinds are called, and adds what it alone has.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rich import box, markup
from rich.table import Table
from rich.text import Text

from explanans.render.wording import counted
from explanans.report import Part, Report

_COMPARED = ("measure", "other", "difference", "95% interval", "p", "better", "equal", "worse")
_COMPARED_SHORT = ("against", "other", "gain", "95% interval", "p", "+", "=", "−")


class Grid(NamedTuple):
    """A table in words.

    Attributes:
        title: What it is called on a page.
        head: The names of its columns.
        rows: As many cells each; the first names the row.
        on_terminal: Whether terminals show it too.
        folded: Whether a page shows it only when asked to.
        words: Whether its last column holds words.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    on_terminal: bool = True
    folded: bool = False
    words: bool = False


class Plot(NamedTuple):
    """How a page plots a way to tell kinds apart.

    Attributes:
        title: What the plot is called.
        note: What its kinds are, in words.
        values: What the bars of each kind are called, by the names of the values in the parts.
        names: The kinds to draw, by what they are called; all of them under their own names where empty.
        upright: Whether bars stand, for many kinds with short names; only the first value is drawn then.
        amount: The value that counts what a kind holds, which is written below its name; the items where empty.
    """

    title: str
    note: str
    values: Mapping[str, str]
    names: Mapping[str, str] = {}
    upright: bool = False
    amount: str = ""


class Kind(NamedTuple):
    """A way to tell kinds of items apart.

    Attributes:
        title: What its table is called on a page.
        column: What its kinds are, as the head of a column.
        plot: How a page plots it.
        on_terminal: Whether terminals show it too.
        folded: Whether a page shows its table only when asked to.
    """

    title: str
    column: str
    plot: Plot | None = None
    on_terminal: bool = True
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """A report in the words of its family.

    Attributes:
        report: What was measured.
        eyebrow: What the report is, for a page.
        noun: What an item is, in the singular.
        measures: What each measure is called, and a note on it; one that is not there has its own name and source.
        cards: The measures that head a page.
        headline: What the value of one item is called in the headline measure; as the measure where empty.
        columns: What the values of parts are called, in the order of columns.
        kinds: The ways to tell kinds apart, by their names in the report, in order.
        grids: Further tables, before those of kinds.
        remarks: What to mind when reading, a sentence each.
        figures: Further plots, as HTML, after the histogram of the headline.
        sections: Further parts of a page, as HTML, before the tables.
        style: Further style rules of a page.
    """

    report: Report
    eyebrow: str
    noun: str
    measures: Mapping[str, tuple[str, str]]
    cards: Sequence[str]
    headline: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    grids: Sequence[Grid] = ()
    remarks: Sequence[str] = ()
    figures: Sequence[str] = ()
    sections: Sequence[str] = ()
    style: str = ""

    def title(self, measure: str) -> str:
        """Return what a measure is called.

        Args:
            measure: Its name.
        """
        return self.measures[measure][0] if measure in self.measures else measure

    def note(self, measure: str) -> str:
        """Return a note on a measure: where there is none, its source.

        Args:
            measure: Its name.
        """
        return self.measures[measure][1] if measure in self.measures else self.report.scores[measure].source


def shown(value: float | None, *, percent: bool = False, signed: bool = False) -> str:
    """Return a value in figures.

    Args:
        value: The value; a count is an int.
        percent: Whether it is read in percent.
        signed: Whether to write a sign before what is above 0.

    Example:
        >>> shown(0.5), shown(0.5, percent=True), shown(0.25, signed=True), shown(6.25), shown(1000), shown(None)
        ('0.5000', '50.0%', '+0.2500', '6.25', '1,000', '–')
    """
    if value is None:
        return "–"
    sign = "+" if signed else ""
    if percent:
        return f"{100 * value:{sign}.1f}%"
    if isinstance(value, int):
        return f"{value:{sign},}"
    return f"{value:{sign}.4f}" if abs(value) <= 1 else f"{value:{sign},.2f}"


def between(ends: Sequence[float] | None, *, percent: bool = False, signed: bool = False) -> str:
    """Return an interval in figures; nothing where there is none.

    Args:
        ends: Its lower and upper end.
        percent: Whether they are read in percent.
        signed: Whether to write a sign before what is above 0.
    """
    return " to ".join(shown(end, percent=percent, signed=signed) for end in ends or ())


def tables(drawing: Drawing) -> Iterator[Grid]:
    """Yield every table of a report: its measures, those of the family, and one for each way to tell kinds apart.

    Args:
        drawing: The report.
    """
    report = drawing.report
    measures = [
        (drawing.title(name), shown(it.value, percent=it.percent), between(it.interval, percent=it.percent), note)
        for name, it in report.scores.items()
        for note in [drawing.note(name)]
    ]
    yield Grid(
        f"Over all {drawing.noun}s",
        ("measure", "value", "95% interval", counted(len(report.items), drawing.noun)),
        measures,
        words=True,
    )
    yield from drawing.grids
    for name, kind in drawing.kinds.items():
        if parts := report.breakdown.get(name):
            head = (kind.column, *drawing.columns.values(), f"{drawing.noun}s")
            cells = [(label, *_cells(drawing, part)) for label, part in parts.items()]
            yield Grid(kind.title, head, cells, kind.on_terminal, kind.folded)


def _cells(drawing: Drawing, part: Part) -> Iterator[str]:
    scores = drawing.report.scores
    for name in drawing.columns:
        yield shown(part.values[name], percent=name in scores and scores[name].percent)
    yield shown(part.items)


def comparison(drawing: Drawing) -> Grid:
    """Return the table of a comparison with another report, which there is.

    Args:
        drawing: The report.
    """
    cells = []
    for name, compared in drawing.report.comparison.items():
        percent = drawing.report.scores[name].percent
        cells.append(
            (
                drawing.title(name),
                shown(compared.other, percent=percent),
                shown(compared.difference, percent=percent, signed=True),
                between(compared.interval, percent=percent, signed=True),
                f"{compared.p_value:.2g}",
                *map(shown, (compared.wins, compared.ties, compared.losses)),
            )
        )
    return Grid("Every measure, compared", _COMPARED, cells)


def report_text(drawing: Drawing) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console.

    Args:
        drawing: The report.
    """
    yield from (table(grid) for grid in tables(drawing) if grid.on_terminal)
    if drawing.report.comparison:
        yield table(comparison(drawing)._replace(head=_COMPARED_SHORT))
    yield from drawing.remarks
    yield Text(drawing.report.signature, style="dim")


def table(grid: Grid) -> Table:
    """Return a table for a rich console.

    Args:
        grid: The table in words.
    """
    made = Table(*map(markup.escape, grid.head), box=box.SIMPLE_HEAD, pad_edge=False)
    for row in grid.rows:
        made.add_row(*map(markup.escape, row))
    return made
