"""Plain tables: the same figures as Markdown, LaTeX, CSV or a data frame."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from explanans.errors import InputError, MissingExtraError

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
        columns: The names of the columns.
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
