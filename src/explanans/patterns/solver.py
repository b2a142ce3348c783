"""Solutions of patterns over tables, and what is likely to be wrong with a pattern."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from explanans.errors import InputError
from explanans.patterns.matching import candidates
from explanans.patterns.search import ABSENT, Domain, OutOfTimeError, search
from explanans.patterns.solution import Limits, Slot, Solution, SolvedPattern, Stop, lemmas_of
from explanans.patterns.tables import Store
from explanans.structures.patterns import Comparison, Condition, Part, Pattern, Reference, RowConstraint, Variable

MOST_ROWS = 200
"""Maximum number of rows of a pattern, without those of its parts."""


def solve(
    pattern: Pattern, store: Store, limits: Limits | None = None, others: Mapping[str, Pattern] | None = None
) -> SolvedPattern:
    """Return the solutions of a pattern.

    Args:
        others: The patterns that may be parts of it, by name.

    Raises:
        InputError: The pattern names a table, column, row or part that is not there, or is a part of itself.

    Example:
        >>> from explanans.structures.facts import Cell, Fact, Table
        >>> from explanans.structures.patterns import CellConstraint, RowConstraint, Variable
        >>> from explanans.patterns.words import Analyzer
        >>> fact = Fact("k1", "ice is a solid", "KINDOF", (Cell("HYPONYM", "ice"), Cell("HYPERNYM", "solid")))
        >>> store = Store([Table("KINDOF", ("HYPONYM", "HYPERNYM"), (fact,))], Analyzer())
        >>> row = RowConstraint("a", "KINDOF", cells=(CellConstraint("HYPONYM", ((Variable("x"),),)),))
        >>> solve(Pattern("kinds", (row,)), store).solutions[0].facts[0].text
        'ice is a solid'
    """
    limits = limits or Limits()
    plan = _planned(pattern, store, limits, others or {}, ())
    found: dict[tuple[object, ...], Solution] = {}
    stopped = plan.stopped
    try:
        for solution in plan.stream(time.monotonic() + limits.seconds):
            if len(found) == limits.solutions:
                stopped = Stop.SOLUTIONS
                break
            key = (*(row and row.id for row in solution.rows), *map(lemmas_of, solution.values))
            found.setdefault(key, solution)
    except OutOfTimeError:
        stopped = Stop.SECONDS
    order = sorted(found.values(), key=lambda solution: _rank(solution, plan.slots))
    return SolvedPattern(pattern, plan.slots, plan.variables, tuple(order), stopped)


def _rank(solution: Solution, slots: tuple[Slot, ...]) -> tuple[int, int, int]:
    absent = sum(row is None for row in solution.rows)
    searched = sum(relaxed for relaxed, slot in zip(solution.relaxed, slots, strict=True) if not slot.by_uid)
    return absent, searched, sum(solution.relaxed)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A pattern made ready: the shape of its solutions, and what yields them until a deadline."""

    slots: tuple[Slot, ...]
    variables: tuple[str, ...]
    stream: Callable[[float], Iterator[Solution]]
    stopped: Stop | None


def _planned(
    pattern: Pattern, store: Store, limits: Limits, others: Mapping[str, Pattern], within: tuple[str, ...]
) -> _Plan:
    if len(pattern.rows) > MOST_ROWS:
        raise InputError(f"{pattern.name}: {len(pattern.rows)} rows; accepted: at most {MOST_ROWS}")
    slots = [Slot(row.name, bool(row.uid), row.optional) for row in pattern.rows]
    variables = list(dict.fromkeys(name for row in pattern.rows for name in row.variables))
    own = tuple(variables)
    domains, stopped = [], None
    for row in pattern.rows:
        allowed = candidates(row, store, pattern.name, limits.candidates + 1)
        if len(allowed) > limits.candidates:
            allowed, stopped = allowed[: limits.candidates], Stop.CANDIDATES
        domains.append(Domain(allowed, row.optional))
    parts = []
    for part in pattern.parts:
        plan = _planned(_part_pattern(pattern, part, others, within), store, limits, others, (*within, pattern.name))
        slots += [Slot(f"{part.name}.{slot.name}", slot.by_uid, slot.optional) for slot in plan.slots]
        variables += [f"{part.name}.{name}" for name in plan.variables]
        stopped = stopped or plan.stopped
        parts.append(plan)

    names = {name: number for number, name in enumerate(variables)}
    rows = {slot.name: number for number, slot in enumerate(slots)}
    for condition in pattern.conditions:
        _check_names(condition, {*names, *rows}, pattern.name)

    def stream(deadline: float) -> Iterator[Solution]:
        for choice, values in search(domains, deadline):
            picked = [
                None if number == ABSENT else domain.candidates[number]
                for number, domain in zip(choice, domains, strict=True)
            ]
            alone = Solution(
                tuple(candidate and candidate.fact for candidate in picked),
                tuple(values.get(name, ()) for name in own),
                tuple(candidate.relaxed if candidate else 0 for candidate in picked),
            )
            for joined in product(*(plan.stream(deadline) for plan in parts)):
                solution = _joined(alone, joined) if joined else alone
                if all(_holds(condition, solution, names, rows) for condition in pattern.conditions):
                    yield solution

    return _Plan(tuple(slots), tuple(variables), stream, stopped)


def _part_pattern(pattern: Pattern, part: Part, others: Mapping[str, Pattern], within: tuple[str, ...]) -> Pattern:
    if part.pattern not in others:
        raise InputError(
            f"{pattern.name}, part {part.name}: there is no pattern {part.pattern}; accepted: one that is given"
        )
    if part.pattern in {*within, pattern.name}:
        raise InputError(
            f"{pattern.name}, part {part.name}: the pattern would be a part of itself; accepted: another one"
        )
    return others[part.pattern]


def _joined(solution: Solution, parts: tuple[Solution, ...]) -> Solution:
    every = (solution, *parts)
    return Solution(
        tuple(row for one in every for row in one.rows),
        tuple(value for one in every for value in one.values),
        tuple(relaxed for one in every for relaxed in one.relaxed),
    )


def _key(reference: Reference) -> str:
    return f"{reference.part}.{reference.name}" if reference.part else reference.name


def _check_names(condition: Condition, known: set[str], source: str) -> None:
    if not isinstance(condition, Comparison):
        for part in condition.conditions:
            _check_names(part, known, source)
        return
    for value in (condition.left, condition.right):
        if isinstance(value, Reference) and _key(value) not in known:
            accepted = ", ".join(sorted(known))
            raise InputError(f"{source}: a condition names {_key(value)}, which is not there; accepted: {accepted}")


def _holds(condition: Condition, solution: Solution, names: Mapping[str, int], rows: Mapping[str, int]) -> bool:
    if isinstance(condition, Comparison):
        left, right = (_text(value, solution, names, rows) for value in (condition.left, condition.right))
        return (left == right) == condition.equal
    held = (_holds(part, solution, names, rows) for part in condition.conditions)
    return all(held) if condition.every else any(held)


def _text(value: Reference | str, solution: Solution, names: Mapping[str, int], rows: Mapping[str, int]) -> str:
    """Return a text itself, the lemmas of a variable's value, or the uid of a row; nothing for what is absent."""
    if isinstance(value, str):
        return value
    key = _key(value)
    if key in names:
        return lemmas_of(solution.values[names[key]])
    row = solution.rows[rows[key]]
    return row.id if row else ""


def warnings(
    pattern: Pattern, store: Store, others: Mapping[str, Pattern], limits: Limits | None = None
) -> tuple[str, ...]:
    """Return one sentence for each thing that is likely to be wrong with a pattern.

    Named are tables, columns, rows and parts that are not there, rows that nothing matches, patterns that nothing
    matches, names that two rows share, and variables that occur only once.

    Args:
        limits: When to stop looking for a match; one is enough.

    Example:
        >>> from explanans.patterns.words import Analyzer
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
