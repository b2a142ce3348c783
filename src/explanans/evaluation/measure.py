"""Measures: each yields a value per item and names its source; means, intervals and the rest come from one engine."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from numbers import Real
from statistics import fmean
from typing import Any, Generic, TypeVar

from explanans.errors import InputError
from explanans.evaluation.significance import bootstrap_interval, compare
from explanans.registry import Registry
from explanans.structures.reports import Comparison, Part, Report, Score

Item = TypeVar("Item")
Values = tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Measure(Generic[Item]):
    """A measure of one item.

    Attributes:
        name: Its name in reports.
        family: The family of reports, see ``Report.family``; it determines the type of items.
        source: The paper and the section that define it.
        value: Returns the value of an item, from 0 to 1 unless the source defines another range; None if undefined.
        percent: Whether it is shown in percent.
    """

    name: str
    family: str
    source: str
    value: Callable[[Item], float | None]
    percent: bool = False
    lower_is_better: bool = False


MEASURES = Registry[Measure[Any]]("measures", "measure")
"""Measures of other packages by name, from the entry points ``explanans.measures``: each names a `Measure`."""


def named_measures(names: Sequence[str], family: str) -> tuple[Measure[Any], ...]:
    """Return measures that other packages have registered.

    Raises:
        InputError: There is no such measure, or it belongs to another family.
    """
    found = tuple(MEASURES.find(name) for name in names)
    for name, measure in zip(names, found, strict=True):
        if not isinstance(measure, Measure) or measure.family != family:
            what = f"of {measure.family}" if isinstance(measure, Measure) else f"a {type(measure).__name__}"
            raise InputError(f"the measure {name!r} is {what}; accepted: a Measure of {family}")
    return tuple(measure for measure in found if isinstance(measure, Measure))


def iter_values(items: Mapping[str, Item], measure: Measure[Item]) -> Iterator[tuple[str, float | None]]:
    """Yield the value of each item.

    Raises:
        InputError: The measure returns no number, or none that is finite.

    Example:
        >>> dict(iter_values({"q1": "ice", "q2": ""}, Measure("length", "texts", "", lambda text: len(text) or None)))
        {'q1': 3.0, 'q2': None}
    """
    for name, item in items.items():
        value: object = measure.value(item)  # registered measures may return anything
        if value is not None and not (isinstance(value, Real) and isfinite(value)):
            raise InputError(f"the measure {measure.name!r} returns {value!r} for {name}; accepted: a number, or None")
        yield name, None if value is None else float(value)


def evaluate(
    items: Mapping[str, Item], measures: Sequence[Measure[Item]], seed: int = 0
) -> tuple[dict[str, Score], dict[str, Values]]:
    """Return each measure over all items, and its value for each; the ``scores`` and ``values`` of a report.

    Args:
        items: The items by name; at least one.
        seed: Random seed of the bootstrap.

    Raises:
        InputError: A measure returns no number, or two have one name.

    Example:
        >>> letters = Measure("letters", "texts", "", lambda text: len(text))
        >>> scores, values = evaluate({"q1": "ice", "q2": "heat"}, [letters])
        >>> scores["letters"].value, values["letters"]
        (3.5, (3.0, 4.0))
    """
    names = [measure.name for measure in measures]
    if repeated := {name for name in names if names.count(name) > 1}:
        raise InputError(f"two measures are called {min(repeated)!r}; accepted: names that differ")
    values = {measure.name: tuple(value for _, value in iter_values(items, measure)) for measure in measures}
    return {measure.name: score(values[measure.name], measure, seed) for measure in measures}, values


def score(values: Sequence[float | None], measure: Measure[Any], seed: int = 0) -> Score:
    """Return the mean of the values that are defined, with its interval."""
    known = [value for value in values if value is not None]
    mean, interval = (fmean(known), bootstrap_interval(known, seed)) if known else (None, None)
    return Score(mean, interval, len(known), measure.percent, measure.lower_is_better, measure.source)


def break_down(values: Mapping[str, Values], kinds: Sequence[str | None], order: Sequence[str]) -> dict[str, Part]:
    """Return the means over the items of each kind that occurs.

    Args:
        values: One value per item, by the name of the measure.
        kinds: The kind of each item; None if it has none.
        order: The possible kinds, in the order of the result.

    Example:
        >>> break_down({"f1": (1.0, 0.0, 0.5)}, ["short", "long", "short"], ["short", "long"])["short"]
        Part(items=2, values={'f1': 0.75})
    """
    parts = {}
    for kind in order:
        places = [place for place, found in enumerate(kinds) if found == kind]
        if places:
            parts[kind] = Part(
                len(places), {name: mean([column[place] for place in places]) for name, column in values.items()}
            )
    return parts


def mean(values: Sequence[float | None]) -> float | None:
    """Return the mean of the values that are defined; None if none is."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def compare_reports(report: Report, other: Report, seed: int = 0) -> dict[str, Comparison]:
    """Compare two systems in every measure with values of both; see ``significance.compare``.

    Args:
        other: Report on the other system, with the same gold data and settings.

    Raises:
        InputError: The items or the settings differ.
    """
    if report.items != other.items:
        raise InputError(f"two systems with other {report.family}; accepted: two measured over the same ones")
    if (report.way, report.values.keys()) != (other.way, other.values.keys()):
        raise InputError("two systems that were measured in other ways; accepted: two measured in the same way")
    compared = {}
    for name, values in report.values.items():
        pairs = [
            (one, two)
            for one, two in zip(values, other.values[name], strict=True)
            if one is not None and two is not None
        ]
        if pairs:
            ours, theirs = zip(*pairs, strict=True)
            compared[name] = compare(ours, theirs, seed, lower_is_better=report.scores[name].lower_is_better)
    return compared
