"""Reports of any family as tables for a terminal; see ``report_page`` for HTML pages.

A `Drawing` holds the titles of the measures and kinds of a family, and its specific parts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rich import box, markup
from rich.table import Table
from rich.text import Text

from explanans.rendering.phrases import counted
from explanans.rendering.terminal import signature_lines
from explanans.structures.rankings import PoorRanking
from explanans.structures.reports import Part, Report

_COMPARED = ("measure", "other", "difference", "95% interval", "p", "better", "equal", "worse")
_COMPARED_SHORT = ("against", "other", "gain", "95% interval", "p", "+", "=", "−")
_LONGEST_WORD = 14
"""Characters of a word that is not broken in a table on a terminal."""


class Grid(NamedTuple):
    """A table of strings.

    Attributes:
        rows: Rows of as many cells; the first is the name of the row.
        on_terminal: Whether it is also shown on terminals.
        folded: Whether it is collapsed on a page.
        words: Whether its last column is text.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    on_terminal: bool = True
    folded: bool = False
    words: bool = False


class Plot(NamedTuple):
    """Settings of the plot of a breakdown.

    Attributes:
        values: Titles of the bars of each kind, by value name.
        names: The kinds to draw, by title; all under their own names if empty.
        upright: Whether bars are vertical, for many kinds with short names; only the first value is then drawn.
        amount: The value used as size of a kind, written below its name; the number of items if empty.
    """

    title: str
    note: str
    values: Mapping[str, str]
    names: Mapping[str, str] = {}
    upright: bool = False
    amount: str = ""


class Figure(NamedTuple):
    """A plot as SVG with its title and its note, and the names of its series if there are several."""

    title: str
    note: str
    svg: str
    series: Sequence[str] = ()


class Kind(NamedTuple):
    """A breakdown of items by kind.

    Attributes:
        title: Title of its table on a page.
        on_terminal: Whether it is also shown on terminals.
        folded: Whether its table is collapsed on a page.
    """

    title: str
    column: str
    plot: Plot | None = None
    on_terminal: bool = True
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """A report with the titles of its family.

    Attributes:
        eyebrow: Line above the title of a page.
        noun: Noun for an item, in the singular.
        measures: Title and note of each measure; others have their own name and source.
        cards: The measures at the top of a page.
        headline: Title of the headline measure for one item; that of the measure if empty.
        columns: Titles of the values of parts, in the order of columns.
        kinds: The breakdowns, by their names in the report, in order.
        grids: Further tables, before those of kinds.
        figures: Further plots, after the histogram of the headline.
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
    figures: Sequence[Figure] = ()
    worst: Sequence[PoorRanking] = ()

    def title(self, measure: str) -> str:
        """Return the title of a measure."""
        return self.measures[measure][0] if measure in self.measures else measure

    def note(self, measure: str) -> str:
        """Return the note on a measure, or its source if there is none."""
        return self.measures[measure][1] if measure in self.measures else self.report.scores[measure].source


def shown(value: float | None, *, percent: bool = False, signed: bool = False) -> str:
    """Return a value as a formatted number.

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
    """Return a formatted interval; empty if there is none."""
    return " to ".join(shown(end, percent=percent, signed=signed) for end in ends or ())


def tables(drawing: Drawing) -> Iterator[Grid]:
    """Yield all tables of a report: measures, those of the family, and one per breakdown."""
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
    """Return the table of the comparison with another report."""
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
    """Yield tables and sentences for a rich console."""
    yield from (table(grid) for grid in tables(drawing) if grid.on_terminal)
    if drawing.report.comparison:
        yield table(comparison(drawing)._replace(head=_COMPARED_SHORT))
    yield from drawing.remarks
    yield from signature_lines(drawing.report.signature)


def table(grid: Grid) -> Table:
    """Return a table for a rich console."""
    made = Table(*map(markup.escape, grid.head), box=box.SIMPLE_HEAD, pad_edge=False)
    for row in grid.rows:
        made.add_row(*map(markup.escape, row))
    for place, column in enumerate(made.columns):
        # What is one word is not broken on a narrow terminal: other columns are.
        words = (cells[place] for cells in (grid.head, *grid.rows))
        column.no_wrap = all(" " not in word and len(word) <= _LONGEST_WORD for word in words)
    return made
