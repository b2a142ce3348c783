"""Benchmarks: measures and costs of systems on a public data set, with published figures."""

import resource
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from time import perf_counter, process_time
from typing import Any, Generic, TypeVar

import numpy as np

from explanans.errors import InputError
from explanans.runtime.processes import process_pool
from explanans.runtime.version import __version__
from explanans.structures.reports import Cell, PlainTable

Item = TypeVar("Item")
Result = TypeVar("Result")
Measured = TypeVar("Measured")
Record = Mapping[str, Any]
"""Figures by name, as JSON has them: shares in percent."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Time and memory of a system; None if not measured.

    Attributes:
        milliseconds_per_item: The time that it takes for an item.
        train_seconds: The time that making or training it took.
        peak_mib: The most memory that its process held until the last result, in MiB.
    """

    milliseconds_per_item: float | None = None
    train_seconds: float | None = None
    peak_mib: float | None = None


UNKNOWN = Cost()


@dataclass(frozen=True, slots=True)
class System:
    """The measures and the cost of a system.

    Attributes:
        measures: Its figures, as ``explanans evaluate --json`` gives those of its family.
    """

    measures: Record
    cost: Cost = UNKNOWN


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The figures of systems, with published ones.

    Attributes:
        split: The split that was asked about; what is trained is trained on ``train``.
        published: Published figures under the same names, each with its source.
        signature: The signature that reproduces the figures.
    """

    dataset: str
    split: str
    systems: Mapping[str, System]
    published: Mapping[str, Record]
    signature: str
    more: Record = field(default_factory=dict)

    def table(self) -> PlainTable:
        """Return the figures of each system in a row: its numbers, those within others under names with dots."""
        rows = {name: {**dict(_flat(item.measures)), **asdict(item.cost)} for name, item in self.systems.items()}
        columns = dict.fromkeys(column for row in rows.values() for column in row)
        cells = tuple((name, *(row.get(column) for column in columns)) for name, row in rows.items())
        return PlainTable(("system", *columns), cells)

    def record(self) -> dict[str, Any]:
        """Return the benchmark as plain values that any JSON encoder takes."""
        return {
            "dataset": self.dataset,
            "split": self.split,
            "systems": {name: {**item.measures, **asdict(item.cost)} for name, item in self.systems.items()},
            "published": self.published,
            **self.more,
            "signature": self.signature,
        }


def _flat(measures: Record, prefix: str = "") -> Iterator[tuple[str, Cell]]:
    """Yield the numbers and names among figures; each interval gives its two ends."""
    for name, value in measures.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        elif isinstance(value, str | int | float) or value is None:
            yield f"{prefix}{name}", value
        elif isinstance(value, Sequence) and len(value) == 2 and all(isinstance(end, int | float) for end in value):
            yield f"{prefix}{name}.low", value[0]
            yield f"{prefix}{name}.high", value[1]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a benchmark, to be drawn.

    Attributes:
        columns: The titles of its columns, that of the names first.
        title: A sentence that stands above it.
        note: A sentence that stands below it.
    """

    columns: Sequence[str]
    rows: Iterable[Sequence[str]]
    title: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Run(Generic[Measured]):
    """The work of a system.

    Attributes:
        cost: Its cost; the time of an item is the median.
        cpu_seconds: The processor time that making it and all items took.
    """

    measured: Measured
    cost: Cost
    cpu_seconds: float


def run_apart(
    make: Callable[[], Callable[[Item], Result]],
    items: Sequence[Item],
    measure: Callable[[Iterator[Result]], Measured],
) -> Run[Measured]:
    """Make a system and give it items, in a process of its own, so that its time and memory are its own.

    A system that has ``each``, which takes all items, is given them together; the time of an item is their mean then.

    Args:
        make: Makes the system. As ``measure``, it is called in the other process, and so is pickled.
        measure: Computes the measures of its results, which it reads to the end; ``list`` keeps them.

    Example:
        >>> from functools import partial
        >>> from operator import itemgetter
        >>> run_apart(partial(itemgetter, 0), ["ice", "heat"], list).measured
        ['i', 'h']
    """
    with process_pool(1) as pool:
        return pool.submit(_run, make, items, measure).result()


def _run(
    make: Callable[[], Callable[[Item], Result]],
    items: Sequence[Item],
    measure: Callable[[Iterator[Result]], Measured],
) -> Run[Measured]:
    started, worked = perf_counter(), process_time()
    system = make()
    train_seconds, processed = perf_counter() - started, [process_time() - worked]
    times, peaks = list[float](), list[int]()

    def results() -> Iterator[Result]:
        each = getattr(system, "each", None)
        for group in [items] if each else ([item] for item in items):
            started, worked = perf_counter(), process_time()
            found = each(group) if each else [system(item) for item in group]
            times.extend([(perf_counter() - started) * 1000 / max(1, len(group))] * len(group))
            processed.append(process_time() - worked)
            yield from found
        peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)  # what follows is not the system's

    measured = measure(results())
    peak = peaks[0] / (2**20 if sys.platform == "darwin" else 2**10)
    milliseconds = round(median(times), 3) if times else None
    return Run(measured, Cost(milliseconds, round(train_seconds, 1), round(peak, 1)), sum(processed))


def chosen(found: Mapping[str, Item], systems: Sequence[str]) -> dict[str, Item]:
    """Return the systems that are named, in the order in which they are found; all if none is named.

    Example:
        >>> chosen({"bm25": 1, "tfidf": 2}, ["tfidf"])
        {'tfidf': 2}
    """
    for name in systems:
        if name not in found:
            raise InputError(f"the system {name!r}; accepted: {', '.join(found)}")
    return {name: item for name, item in found.items() if not systems or name in systems}


def drawn(items: Sequence[Item], sample: int, seed: int) -> list[Item]:
    """Return items that are drawn, in their order.

    Example:
        >>> len(drawn("abcdef", 4, 0)), "".join(drawn("abc", 0, 0))
        (4, 'abc')
    """
    chosen = np.random.default_rng(seed).permutation(len(items))[: sample or None]
    return [items[number] for number in sorted(chosen.tolist())]


def sign(**parts: object) -> str:
    """Return the signature that reproduces figures."""
    return "|".join(f"{name}:{value}" for name, value in (parts | {"version": __version__}).items())


def percent(share: float) -> float:
    """Return a share in percent."""
    return 100 * share


def percents(interval: tuple[float, float]) -> list[float]:
    """Return an interval of shares in percent."""
    return [100 * end for end in interval]


def share(value: float, digits: int = 3) -> str:
    """Return a figure in percent as a share, for a table.

    Example:
        >>> share(49.62)
        '0.496'
    """
    return f"{value / 100:.{digits}f}"
