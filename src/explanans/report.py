"""Reports: what was measured of many items, ready to be compared, printed, drawn or written as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from explanans.presentable import Presentable

Interval = tuple[float, float]
"""The lower and the upper end of a 95% interval."""


@dataclass(frozen=True, slots=True)
class Score:
    """One measure over many items.

    Attributes:
        value: The mean over the items that have a value, or what the measure makes of them; None where none has.
        interval: The 95% bootstrap interval of ``value``; None where there is none.
        items: How many items have a value.
        percent: Whether people read it in percent; ``value`` itself is a share.
        lower_is_better: Whether less of it is better.
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
        """What shares are multiplied by where people read them: 100 for percent."""
        return 100.0 if self.percent else 1.0

    @property
    def shown(self) -> float | None:
        """The value as people read it."""
        return None if self.value is None else self.scale * self.value


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two systems differ in one measure of the same items.

    Attributes:
        other: The mean of the other system.
        difference: How much higher that of the system is; below 0 where the other one's is higher.
        interval: The 95% bootstrap interval of the difference.
        p_value: How often systems that do not differ would differ at least as much, either way.
        assignments: How many assignments of signs ``p_value`` was counted over.
        exact: Whether these were all there are.
        wins: How many items of the system are better.
        ties: How many are equally good.
        losses: How many are worse.
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
        items: How many there are.
        values: The mean of each measure over those that have a value; None where none has. A count is an int.
    """

    items: int
    values: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Report(Presentable):
    """What was measured of many items.

    Attributes:
        family: What the items are: ``rankings``, ``trees``, ``graphs``, ``facts``, ``answers``, ``claims``,
            ``readings`` or ``agreement``.
        items: The names of the items.
        scores: Each measure over all items, by its name; the first is the headline.
        values: The value of each item, by the name of the measure; None where it is not defined for an item. Measures
            that are no means of one value an item are not among them.
        breakdown: The items by kind, for each way to tell kinds apart.
        details: What else this family reports; a frozen record of its own.
        comparison: How the system differs from another, by the name of the measure; empty where none was given.
        signature: What reproduces the report.
        way: How it was measured, where there are several ways; reports of two ways cannot be compared.
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
        """Return what was measured over all items.

        Args:
            measure: The name of the measure.

        Raises:
            KeyError: The report has no such measure.
        """
        return self.scores[measure].value

    def figures(self) -> dict[str, Any]:
        """Return the scores as JSON has them: nested at the dots of their names, and in percent where people read so.

        An interval stands beside its measure, under its name and ``_interval``.

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

    @property
    def headline(self) -> str:
        """The name of the first measure."""
        return next(iter(self.scores))
