"""Inference patterns: explanation schemas as constraints over table rows (Jansen 2020)."""

from dataclasses import dataclass
from itertools import chain


@dataclass(frozen=True, slots=True)
class Literal:
    """Words that a cell must contain.

    Attributes:
        text: The words, separated by spaces; ``POS:NN`` matches any one noun, and likewise other parts of speech.
        optional: Whether the words may be absent.
        relaxed: Whether the words may occur in any order, with others between and around them.
    """

    text: str
    optional: bool = False
    relaxed: bool = False


@dataclass(frozen=True, slots=True)
class Variable:
    """One or more words of a cell, the same at each occurrence of the variable in a pattern.

    Attributes:
        optional: Whether it may match no word.
        relaxed: Whether its values may differ between occurrences; their common words are kept.
    """

    name: str
    optional: bool = False
    relaxed: bool = False


Term = Literal | Variable


@dataclass(frozen=True, slots=True)
class CellConstraint:
    """A constraint on one cell of a row.

    Attributes:
        column: The column, as normalized by ``column_key``.
        alternatives: Sequences of terms; the terms of at least one of them must cover the cell.
    """

    column: str
    alternatives: tuple[tuple[Term, ...], ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of all alternatives, in order."""
        return tuple(chain.from_iterable(self.alternatives))


@dataclass(frozen=True, slots=True)
class RowConstraint:
    """A constraint on one row of a solution: any matching row of a table, or the row with a uid.

    Attributes:
        name: The row's name within its pattern.
        table: The table; empty if the row is chosen by its uid.
        uid: The uid of the row; empty if the table is named.
        optional: Whether the row may be absent.
    """

    name: str
    table: str = ""
    uid: str = ""
    cells: tuple[CellConstraint, ...] = ()
    optional: bool = False

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables, each once, in order."""
        terms = chain.from_iterable(cell.terms for cell in self.cells)
        return tuple(dict.fromkeys(term.name for term in terms if isinstance(term, Variable)))


@dataclass(frozen=True, slots=True)
class Reference:
    """One side of a comparison: the value of a variable, or the uid of the row of that name.

    Attributes:
        name: The variable or row; its value is empty if it is absent.
        part: The part of the pattern that it belongs to; empty for the pattern itself.
    """

    name: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two values that must be equal, or must differ if ``equal`` is false."""

    left: Reference | str
    right: Reference | str
    equal: bool = True


@dataclass(frozen=True, slots=True)
class Junction:
    """A conjunction of at least two conditions, or a disjunction if ``every`` is false."""

    conditions: tuple["Condition", ...]
    every: bool = True


Condition = Comparison | Junction


@dataclass(frozen=True, slots=True)
class Part:
    """Another pattern whose rows belong to the solution too."""

    name: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A schema: constraints on table rows that together explain an event or state.

    Attributes:
        rows: The constraints on its rows, in order.
        parts: Other patterns whose rows belong to the solution.
    """

    name: str
    rows: tuple[RowConstraint, ...] = ()
    description: str = ""
    conditions: tuple[Condition, ...] = ()
    parts: tuple[Part, ...] = ()
