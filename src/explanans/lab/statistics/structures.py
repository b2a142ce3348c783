"""Data set statistics: figures and distributions, with the figures published in papers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from explanans.structures.presentable import Presentable


class Published(NamedTuple):
    """A figure published in a paper.

    Attributes:
        value: The figure, with the digits of the paper.
        why: A clause with the reason for a possible difference; empty if there should be none.
    """

    value: float
    source: str
    why: str = ""

    @property
    def digits(self) -> int:
        """The number of decimal places in the paper."""
        return len(repr(self.value).partition(".")[2]) if isinstance(self.value, float) else 0


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a data set.

    Attributes:
        value: The figure, in percent if it is a share; None if it is not defined.
        percent: Whether it is a share.
        published: The published figure; None if there is none.
    """

    title: str
    value: float | None
    percent: bool = False
    published: Published | None = None

    @property
    def agrees(self) -> bool | None:
        """Return whether it equals the published figure at the paper's precision; None if there is none.

        Example:
            >>> Figure("steps in a tree", 3.1797, published=Published(3.2, "Dalvi et al. 2021, section 3.3")).agrees
            True
        """
        if self.published is None or self.value is None:
            return None
        return bool(round(abs(self.value - self.published.value), 9) <= 0.5 / 10**self.published.digits)


@dataclass(frozen=True, slots=True)
class Distribution:
    """Counts of items by kind.

    Attributes:
        axis: The label of the axis of kinds.
        counts: The count of each kind, in order.
        upright: Whether bars are vertical, for kinds with short names.
    """

    title: str
    axis: str
    counts: Mapping[str, int]
    upright: bool = True


@dataclass(frozen=True, slots=True)
class DataPart:
    """One part of a data set, such as a split.

    Attributes:
        figures: Its figures, by their names in JSON.
        distributions: Its distributions, by their names in JSON.
    """

    name: str
    figures: Mapping[str, Figure]
    distributions: Mapping[str, Distribution] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DatasetStatistics(Presentable):
    """The statistics of a data set.

    Attributes:
        dataset: The name or path of the data set.
        kind: The kind of its items, such as ``graphs``.
        remarks: Notes on the interpretation, one sentence each.
        signature: The versions and settings that reproduce the figures.
    """

    dataset: str
    kind: str
    parts: tuple[DataPart, ...]
    remarks: tuple[str, ...] = ()
    signature: str = ""

    def __getitem__(self, part: str) -> DataPart:
        """Return the part of a name.

        Raises:
            KeyError: There is no such part.
        """
        return {item.name: item for item in self.parts}[part]
