"""Find what is likely to be wrong with a pattern."""

from collections import Counter
from collections.abc import Iterator, Mapping

from explanans.exceptions import InputError
from explanans.pattern import Comparison, Condition, Pattern, Reference, RowConstraint, Variable
from explanans.schema.candidates import candidates
from explanans.schema.solution import Limits
from explanans.schema.solver import solve
from explanans.schema.store import Store


def warnings(
    pattern: Pattern, store: Store, others: Mapping[str, Pattern], limits: Limits | None = None
) -> tuple[str, ...]:
    """Return one sentence for each thing that is likely to be wrong with a pattern.

    Named are tables, columns, rows and parts that are not there, rows that nothing matches, patterns that nothing
    matches, names that two rows share, and variables that occur only once.

    Args:
        pattern: The pattern.
        store: The tables.
        others: The patterns that may be parts of it, by name.
        limits: When to stop looking for a match; one is enough.

    Example:
        >>> from explanans.schema.tokens import Analyzer
        >>> warnings(Pattern("p", (RowConstraint("a", "KINDOF"),)), Store([], Analyzer()), {})
        ('row a: there is no table KINDOF',)
    """
    return tuple(_warnings(pattern, store, others, limits or Limits(solutions=1)))


def _warnings(pattern: Pattern, store: Store, others: Mapping[str, Pattern], limits: Limits) -> Iterator[str]:
    for name, count in Counter(row.name for row in pattern.rows).items():
        if count > 1:
            yield f"{count} rows are called {name}"
    for name, count in _occurrences(pattern).items():
        if count == 1:
            yield f"variable {name} occurs only once"
    faults = [fault for row in pattern.rows for fault in _row_faults(row, store, pattern.name)]
    yield from faults
    if faults:
        return
    try:
        if not solve(pattern, store, limits, others).solutions:
            yield "nothing matches the pattern"
    except InputError as error:
        yield str(error).removeprefix(pattern.name).lstrip(",: ")


def _row_faults(row: RowConstraint, store: Store, name: str) -> Iterator[str]:
    try:
        if not candidates(row, store, name, 1) and not row.optional:
            yield f"row {row.name}: nothing matches"
    except InputError as error:
        yield str(error).removeprefix(f"{name}, ").partition("; accepted")[0]


def _occurrences(pattern: Pattern) -> Counter[str]:
    """Return how often each variable occurs, in rows and conditions."""
    found = Counter(
        term.name for row in pattern.rows for cell in row.cells for term in cell.terms if isinstance(term, Variable)
    )
    for condition in pattern.conditions:
        found.update(name for name in _named(condition) if name in found)
    return found


def _named(condition: Condition) -> Iterator[str]:
    if isinstance(condition, Comparison):
        for value in (condition.left, condition.right):
            if isinstance(value, Reference) and not value.part:
                yield value.name
        return
    for part in condition.conditions:
        yield from _named(part)
