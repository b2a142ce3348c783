"""Descriptions: what a data set holds, in figures and distributions, beside what papers say of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from explanans.presentable import Presentable


class Published(NamedTuple):
    """A figure as a paper has it.

    Attributes:
        value: The figure, with as many digits as the paper gives.
        source: The paper, and the place in it.
        why: Why ours may differ, as a clause; empty where it should not.
    """

    value: float
    source: str
    why: str = ""

    @property
    def digits(self) -> int:
        """How many digits after the point the paper gives."""
        return len(repr(self.value).partition(".")[2]) if isinstance(self.value, float) else 0


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a data set.

    Attributes:
        title: What it is, in words.
        value: The figure, in percent where it is a share; None where it is not defined.
        percent: Whether it is a share.
        published: What a paper says; None where none does.
    """

    title: str
    value: float | None
    percent: bool = False
    published: Published | None = None

    @property
    def agrees(self) -> bool | None:
        """Whether it is the published figure, to the digits that the paper gives; None where there is none.

        Example:
            >>> Figure("steps in a tree", 3.1797, published=Published(3.2, "Dalvi et al. 2021, section 3.3")).agrees
            True
        """
        if self.published is None or self.value is None:
            return None
        return bool(round(abs(self.value - self.published.value), 9) <= 0.5 / 10**self.published.digits)


@dataclass(frozen=True, slots=True)
class Distribution:
    """How many of something there are of each kind.

    Attributes:
        title: What is counted, in words.
        axis: What the kinds are, in words.
        counts: How many there are of each kind, in order.
        upright: Whether bars stand, for kinds with short names.
    """

    title: str
    axis: str
    counts: Mapping[str, int]
    upright: bool = True


@dataclass(frozen=True, slots=True)
class DataPart:
    """One part of a data set, such as a split.

    Attributes:
        name: Its name.
        figures: Its figures, by their names in JSON.
        distributions: Its distributions, by their names in JSON.
    """

    name: str
    figures: Mapping[str, Figure]
    distributions: Mapping[str, Distribution] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Description(Presentable):
    """What a data set holds.

    Attributes:
        dataset: The name or path of the data set.
        kind: What its items are, such as ``graphs``.
        parts: Its parts.
        remarks: What to mind when reading, a sentence each.
        signature: What reproduces the figures.
    """

    dataset: str
    kind: str
    parts: tuple[DataPart, ...]
    remarks: tuple[str, ...] = ()
    signature: str = ""

    def __getitem__(self, part: str) -> DataPart:
        """Return a part.

        Args:
            part: Its name.

        Raises:
            KeyError: There is no such part.
        """
        return {item.name: item for item in self.parts}[part]
