"""Evaluation reports: scores, intervals, breakdowns and comparisons of two systems; and their plain tables."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from explanans.errors import InputError, MissingExtraError, amount
from explanans.structures.presentable import Presentable

Cell = str | int | float | None

FORMATS = ("markdown", "latex", "csv")
"""The forms of a table as text."""

_DIGITS = 4
_LATEX_SPECIAL = re.compile(r"[&%$#_{}~^\\]")
_LATEX_ESCAPES = {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
_FRAMES = ("pandas", "polars")


@dataclass(frozen=True, slots=True)
class PlainTable:
    """A table of texts and numbers.

    Attributes:
        rows: The cells of each row; None if a figure is not defined.

    Example:
        >>> print(PlainTable(("system", "accuracy"), (("bm25", 0.25),)).to_markdown())
        | system | accuracy |
        | :--- | ---: |
        | bm25 | 0.2500 |
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def text(self, form: str) -> str:
        """Return the table in a form, without a line end after it.

        Args:
            form: One of ``FORMATS``.

        Raises:
            InputError: There is no such form.
        """
        forms = {"markdown": self.to_markdown, "latex": self.to_latex, "csv": self.to_csv}
        if form not in forms:
            raise InputError(f"the format {form!r}; accepted: {', '.join(FORMATS)}")
        return forms[form]()

    def to_markdown(self) -> str:
        """Return the table in Markdown as GitHub writes it."""
        bars = ["---:" if self._is_number(place) else ":---" for place in range(len(self.columns))]
        cells = [self.columns, bars, *([_cell_text(cell) for cell in row] for row in self.rows)]
        escaped = ([" ".join(cell.split()).replace("|", r"\|") for cell in row] for row in cells)
        return "\n".join(f"| {' | '.join(row)} |" for row in escaped)

    def to_latex(self) -> str:
        r"""Return the table in LaTeX, for the package booktabs.

        Example:
            >>> print(PlainTable(("a_b", "%"), (("x", 1),)).to_latex())
            \begin{tabular}{lr}
            \toprule
            a\_b & \% \\
            \midrule
            x & 1 \\
            \bottomrule
            \end{tabular}
        """
        kinds = "".join("r" if self._is_number(place) else "l" for place in range(len(self.columns)))

        def line(cells: Sequence[str]) -> str:
            return f"{' & '.join(map(_latex, cells))} \\\\"

        rows = [line([_cell_text(cell) for cell in row]) for row in self.rows]
        parts = [rf"\begin{{tabular}}{{{kinds}}}", r"\toprule", line(self.columns), r"\midrule", *rows]
        return "\n".join([*parts, r"\bottomrule", r"\end{tabular}"])

    def to_csv(self) -> str:
        """Return the table as CSV with all digits; what is not defined is empty."""
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return buffer.getvalue().removesuffix("\n")

    def to_frame(self) -> Any:
        """Return the table as a data frame of pandas, else of polars.

        Raises:
            MissingExtraError: Neither is installed.
        """
        for name in _FRAMES:
            try:
                module = import_module(name)
            except ImportError:
                continue
            return module.DataFrame(
                {column: list(cells) for column, cells in zip(self.columns, self._cells(), strict=True)}
            )
        raise MissingExtraError("a data frame", "frames")

    def _cells(self) -> list[tuple[Cell, ...]]:
        return list(zip(*self.rows, strict=True)) if self.rows else [() for _ in self.columns]

    def _is_number(self, place: int) -> bool:
        """Return whether a column holds numbers."""
        return all(row[place] is None or isinstance(row[place], int | float) for row in self.rows)


def _cell_text(cell: Cell) -> str:
    if cell is None:
        return "–"
    return f"{cell:.{_DIGITS}f}" if isinstance(cell, float) else str(cell)


def _latex(text: str) -> str:
    escaped = _LATEX_SPECIAL.sub(lambda found: _LATEX_ESCAPES.get(found[0], f"\\{found[0]}"), text)
    return "--" if escaped == "–" else escaped


Interval = tuple[float, float]
"""The lower and the upper end of a 95% interval."""


@dataclass(frozen=True, slots=True)
class Score:
    """One measure over many items.

    Attributes:
        value: The mean, or another aggregate, over the items with a value; None if there are none.
        interval: The 95% bootstrap interval of ``value``; None if there is none.
        percent: Whether it is displayed in percent; ``value`` itself is a share.
        source: The paper and the section that define it.
    """

    value: float | None
    interval: Interval | None = None
    items: int = 0
    percent: bool = False
    lower_is_better: bool = False
    source: str = ""

    @property
    def scale(self) -> float:
        """The factor from ``value`` to the displayed value: 100 for percent, else 1."""
        return 100.0 if self.percent else 1.0

    @property
    def shown(self) -> float | None:
        """The displayed value."""
        return None if self.value is None else self.scale * self.value


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of two systems in one measure of the same items.

    Attributes:
        difference: The mean of the system minus ``other``.
        interval: The 95% bootstrap interval of the difference.
        p_value: The two-sided p-value of a paired randomization test.
        assignments: Number of sign assignments that ``p_value`` is computed over.
    """

    other: float
    difference: float
    interval: Interval
    p_value: float
    assignments: int
    exact: bool
    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True)
class Part:
    """The items of one kind.

    Attributes:
        values: The mean of each measure over the items with a value; None if there are none. A count is an int.
    """

    items: int
    values: Mapping[str, float | None]


class Tabular(Presentable):
    """A result whose figures are a table."""

    __slots__ = ()

    def table(self) -> PlainTable:
        """Return the figures as a table."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """Return ``table()`` as a data frame of pandas, else of polars.

        Raises:
            MissingExtraError: Neither is installed.
        """
        return self.table().to_frame()

    def to_markdown(self) -> str:
        """Return ``table()`` in Markdown."""
        return self.table().to_markdown()

    def to_latex(self) -> str:
        """Return ``table()`` in LaTeX, for the package booktabs."""
        return self.table().to_latex()

    def to_csv(self) -> str:
        """Return ``table()`` as CSV, with all digits."""
        return self.table().to_csv()


@dataclass(frozen=True, slots=True, repr=False)
class Report(Tabular):
    """An evaluation report over many items.

    Attributes:
        family: The kind of the items: ``rankings``, ``trees``, ``graphs``, ``facts``, ``answers``, ``claims``,
            ``readings`` or ``agreement``.
        scores: Each measure over all items, by its name; the first is the headline.
        values: The value of each item, by the name of the measure; None if it is not defined for an item. Only
            measures that are means of one value per item are included.
        breakdown: The items by kind, for each classification.
        details: Further results of this family, as a frozen dataclass.
        comparison: The comparison with another system, by the name of the measure; empty if none was given.
        signature: The versions and settings that reproduce the report.
        way: The variant of the measures, if there are several; reports of different variants cannot be compared.
    """

    family: str
    items: tuple[str, ...]
    scores: Mapping[str, Score]
    values: Mapping[str, tuple[float | None, ...]]
    breakdown: Mapping[str, Mapping[str, Part]] = field(default_factory=dict)
    details: Any = None
    comparison: Mapping[str, Comparison] = field(default_factory=dict)
    signature: str = ""
    way: str = ""

    def __getitem__(self, measure: str) -> float | None:
        """Return the value of a measure over all items.

        Raises:
            KeyError: The report has no such measure.
        """
        return self.scores[measure].value

    def __str__(self) -> str:
        """Return the scores as a table in Markdown."""
        return self.to_markdown()

    def __repr__(self) -> str:
        """Return the family, the number of items and the headline.

        Example:
            >>> Report("trees", ("q1",), {"steps.f1": Score(0.5, (0.25, 1.0), 1, percent=True)}, {})
            <Report of trees: 1 item, steps.f1 50.0%>
        """
        count = amount(len(self.items), "item")
        headline = "".join(f", {name} {_shown(score)}" for name, score in list(self.scores.items())[:1])
        return f"<Report of {self.family}: {count}{headline}>"

    def figures(self) -> dict[str, Any]:
        """Return the displayed scores for JSON, nested at the dots of their names.

        An interval has the key of its measure with the suffix ``_interval``.

        Example:
            >>> report = Report("trees", ("q1",), {"steps.f1": Score(0.5, (0.25, 1.0), 1, percent=True)}, {})
            >>> report.figures()
            {'steps': {'f1': 50.0, 'f1_interval': [25.0, 100.0]}}
        """
        nested: dict[str, Any] = {}
        for name, score in self.scores.items():
            *path, last = name.split(".")
            place = nested
            for part in path:
                place = place.setdefault(part, {})
            place[last] = score.shown
            if score.interval is not None:
                place[f"{last}_interval"] = [score.scale * end for end in score.interval]
        return nested

    def table(self) -> PlainTable:
        """Return the scores as a table: values in the units in which people read them, and 95% intervals.

        A comparison adds the other system's value, the difference with its interval, and the p-value.

        Example:
            >>> report = Report("trees", ("q1",), {"steps.f1": Score(0.5, (0.25, 1.0), 1, percent=True)}, {})
            >>> report.table().rows
            (('steps.f1', 50.0, 25.0, 100.0, 1, '%'),)
        """
        columns = ("measure", "value", "low", "high", "items", "unit")
        compared = ("other", "difference", "difference_low", "difference_high", "p_value", "wins", "ties", "losses")
        rows = []
        for name, score in self.scores.items():
            ends = [None, None] if score.interval is None else [score.scale * end for end in score.interval]
            row: list[Cell] = [name, score.shown, *ends, score.items, "%" if score.percent else ""]
            if self.comparison:
                row += _compared(self.comparison.get(name), score.scale)
            rows.append(tuple(row))
        return PlainTable(columns + compared * bool(self.comparison), tuple(rows))

    @property
    def headline(self) -> str:
        """The name of the first measure."""
        return next(iter(self.scores))


def _shown(score: Score) -> str:
    if score.shown is None:
        return "undefined"
    return f"{score.shown:.1f}%" if score.percent else f"{score.shown:.4f}"


def _compared(found: Comparison | None, scale: float) -> list[Cell]:
    """Return the cells of a comparison; none is defined if the measure was not compared."""
    if found is None:
        return [None] * 8
    ends = [scale * end for end in found.interval]
    counts = [found.wins, found.ties, found.losses]
    return [scale * found.other, scale * found.difference, *ends, found.p_value, *counts]
