"""Inference patterns: schemas of explanations, as constraints over the rows of tables (Jansen 2020)."""

from dataclasses import dataclass
from itertools import chain


@dataclass(frozen=True, slots=True)
class Literal:
    """Words that a cell must hold.

    Attributes:
        text: The words, separated by spaces; ``POS:NN`` stands for any one noun, and so for the other parts of speech.
        optional: Whether the words may be absent.
        relaxed: Whether the words may stand in any order, with others between and around them.
    """

    text: str
    optional: bool = False
    relaxed: bool = False


@dataclass(frozen=True, slots=True)
class Variable:
    """One or more words of a cell, the same wherever the variable occurs in a pattern.

    Attributes:
        name: The variable's name.
        optional: Whether it may stand for no word.
        relaxed: Whether it may differ from what it stands for elsewhere; what both share is kept.
    """

    name: str
    optional: bool = False
    relaxed: bool = False


Term = Literal | Variable


@dataclass(frozen=True, slots=True)
class CellConstraint:
    """A demand on one cell of a row.

    Attributes:
        column: The column, as ``column_key`` spells it.
        alternatives: Each a sequence of terms that together must cover the cell; one alternative is enough.
    """

    column: str
    alternatives: tuple[tuple[Term, ...], ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of all alternatives, in order."""
        return tuple(chain.from_iterable(self.alternatives))


@dataclass(frozen=True, slots=True)
class RowConstraint:
    """A demand on one row of a solution: any fitting row of a table, or the row of a uid.

    Attributes:
        name: The row's name within its pattern.
        table: The table; empty where the row is chosen by its uid.
        uid: The uid of the row; empty where the table is named.
        cells: The demands on its cells.
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
        name: The variable or row; its value is empty where it is absent.
        part: The part of the pattern that it belongs to; empty for the pattern itself.
    """

    name: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two values that must be equal, or must differ.

    Attributes:
        left: A reference, or a text.
        right: A reference, or a text.
        equal: Whether they must be equal.
    """

    left: Reference | str
    right: Reference | str
    equal: bool = True


@dataclass(frozen=True, slots=True)
class Junction:
    """Conditions of which every one must hold, or any one.

    Attributes:
        conditions: Two or more conditions.
        every: Whether every one must hold.
    """

    conditions: tuple["Condition", ...]
    every: bool = True


Condition = Comparison | Junction


@dataclass(frozen=True, slots=True)
class Part:
    """Another pattern whose rows belong to the solution too.

    Attributes:
        name: Its name in conditions.
        pattern: The name of the pattern.
    """

    name: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A schema: rows of tables that explain something together.

    Attributes:
        name: The pattern's name.
        rows: The demands on its rows, in order.
        description: The event or state that it explains.
        conditions: The conditions on a solution.
        parts: Other patterns whose rows belong to the solution.
    """

    name: str
    rows: tuple[RowConstraint, ...] = ()
    description: str = ""
    conditions: tuple[Condition, ...] = ()
    parts: tuple[Part, ...] = ()
