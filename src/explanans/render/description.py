"""Descriptions of data: as plain values, and as tables for a terminal."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from explanans.description import DataPart, Description, Distribution, Figure
from explanans.render.report import Grid, table

_MOST_KINDS = 12


def description_record(description: Description) -> dict[str, Any]:
    """Return a description as JSON has it; shares are in percent.

    Args:
        description: What a data set holds.
    """
    return {
        "dataset": description.dataset,
        "kind": description.kind,
        "parts": {
            part.name: {
                "figures": {name: figure.value for name, figure in part.figures.items()},
                "distributions": {name: dict(found.counts) for name, found in part.distributions.items()},
                "published": {
                    name: {
                        "value": figure.published.value,
                        "source": figure.published.source,
                        "agrees": figure.agrees,
                        "why": figure.published.why,
                    }
                    for name, figure in part.figures.items()
                    if figure.published
                },
            }
            for part in description.parts
        },
        "remarks": list(description.remarks),
        "signature": description.signature,
    }


def description_text(description: Description) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console.

    Args:
        description: What a data set holds.
    """
    for part in description.parts:
        yield Text(f"{description.dataset}: {part.name}", style="bold")
        yield table(figures_grid(part))
        for distribution in part.distributions.values():
            if distribution.counts:
                yield table(counts_grid(distribution, _MOST_KINDS))
    yield from description.remarks
    yield Text(description.signature, style="dim")


def figures_grid(part: DataPart) -> Grid:
    """Return the figures of a part as a table; published ones stand beside them, where there are any.

    Args:
        part: The part.
    """
    rows = [(figure.title, value(figure)) for figure in part.figures.values()]
    told = [figure.published for figure in part.figures.values()]
    if not any(told):
        return Grid(part.name, ("figure", "value"), rows)
    beside = [
        (told_value(figure), figure.published.source + _unlike(figure)) if figure.published else ("", "")
        for figure in part.figures.values()
    ]
    both = [(*row, *more) for row, more in zip(rows, beside, strict=True)]
    return Grid(part.name, ("figure", "value", "published", "where"), both, words=True)


def counts_grid(distribution: Distribution, most: int | None = None) -> Grid:
    """Return a distribution as a table.

    Args:
        distribution: The distribution.
        most: How many kinds to show; None for all.
    """
    total = sum(distribution.counts.values()) or 1
    kinds: Sequence[tuple[str, int]] = list(distribution.counts.items())[:most]
    rows = [(kind, f"{count:,}", f"{100 * count / total:.1f}%") for kind, count in kinds]
    left = len(distribution.counts) - len(rows)
    title = distribution.title + (f" ({left} more)" if left else "")
    return Grid(title, (title, "how many", "share"), rows, folded=True)


def value(figure: Figure) -> str:
    """Return the value of a figure, as people read it.

    Args:
        figure: The figure.
    """
    if figure.value is None:
        return "–"
    if figure.percent:
        return f"{figure.value:.1f}%"
    return f"{figure.value:,}" if isinstance(figure.value, int) else f"{figure.value:,.2f}"


def told_value(figure: Figure) -> str:
    """Return what a paper says, with a sign that tells whether ours is the same; empty where none says anything.

    Args:
        figure: The figure.
    """
    if figure.published is None:
        return ""
    sign = "=" if figure.agrees else "≠"
    return f"{sign} {figure.published.value:,}{'%' * figure.percent}"


def _unlike(figure: Figure) -> str:
    """Return why a figure is not the published one, after a semicolon; empty where it is."""
    if figure.published is None or figure.agrees or not figure.published.why:
        return ""
    return f"; {figure.published.why}"
