"""Statistics of data sets: as plain values, as tables for a terminal, and as an HTML page; registered in `forms`."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from explanans.lab.statistics.structures import DataPart, DatasetStatistics, Distribution
from explanans.lab.statistics.structures import Figure as Statistic
from explanans.rendering import forms
from explanans.rendering.markup import page
from explanans.rendering.plot import Row, columns, rows
from explanans.rendering.report import Figure, Grid, table
from explanans.rendering.terminal import signature_lines

_MOST_KINDS = 12
_MOST_BARS = 16
_CROWDED = 12


@forms.record.register(DatasetStatistics)
def description_record(description: DatasetStatistics) -> dict[str, Any]:
    """Return statistics as a JSON record; shares are in percent."""
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


def description_text(description: DatasetStatistics) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console."""
    for part in description.parts:
        yield Text(f"{description.dataset}: {part.name}", style="bold")
        yield table(figures_grid(part))
        for distribution in part.distributions.values():
            if distribution.counts:
                yield table(counts_grid(distribution, _MOST_KINDS))
    yield from description.remarks
    yield from signature_lines(description.signature)


@forms.text.register(DatasetStatistics)
def _(noun: DatasetStatistics) -> Group:
    return Group(*description_text(noun))


def figures_grid(part: DataPart) -> Grid:
    """Return the figures of a part as a table, with published figures if there are any."""
    rows = [(figure.title, value(figure)) for figure in part.figures.values()]
    published = [figure.published for figure in part.figures.values()]
    if not any(published):
        return Grid(part.name, ("figure", "value"), rows)
    beside = [
        (published_value(figure), figure.published.source + _unlike(figure)) if figure.published else ("", "")
        for figure in part.figures.values()
    ]
    both = [(*row, *more) for row, more in zip(rows, beside, strict=True)]
    return Grid(part.name, ("figure", "value", "published", "where"), both, words=True)


def counts_grid(distribution: Distribution, most: int | None = None) -> Grid:
    """Return a distribution as a table.

    Args:
        most: Maximum number of kinds; None for all.
    """
    total = sum(distribution.counts.values()) or 1
    kinds: Sequence[tuple[str, int]] = list(distribution.counts.items())[:most]
    rows = [(kind, f"{count:,}", f"{100 * count / total:.1f}%") for kind, count in kinds]
    left = len(distribution.counts) - len(rows)
    title = distribution.title + (f" ({left} more)" if left else "")
    return Grid(title, (title, "how many", "share"), rows, folded=True)


def value(figure: Statistic) -> str:
    """Return the formatted value of a figure."""
    if figure.value is None:
        return "–"
    if figure.percent:
        return f"{figure.value:.1f}%"
    return f"{figure.value:,}" if isinstance(figure.value, int) else f"{figure.value:,.2f}"


def published_value(figure: Statistic) -> str:
    """Return the published value after a sign of equality or difference; empty if none is published."""
    if figure.published is None:
        return ""
    sign = "=" if figure.agrees else "≠"
    return f"{sign} {figure.published.value:,}{'%' * figure.percent}"


def _unlike(figure: Statistic) -> str:
    """Return the reason for a difference from the published figure, after a semicolon; empty if none."""
    if figure.published is None or figure.agrees or not figure.published.why:
        return ""
    return f"; {figure.published.why}"


@forms.page.register(DatasetStatistics)
def description_page(description: DatasetStatistics) -> str:
    """Return statistics as an HTML page with the plots and figures of each part."""
    return page(
        "statistics",
        title=f"{description.dataset}: what it holds",
        description=description,
        parts=[_part(part) for part in description.parts],
    )


def _part(part: DataPart) -> dict[str, object]:
    drawn = [found for found in part.distributions.values() if any(found.counts.values())]
    return {
        "name": part.name,
        "figures": figures_grid(part)._replace(title="Figures"),
        # Plots of the same shape are placed side by side.
        "plots": [[_plot(found) for found in drawn if found.upright is upright] for upright in (True, False)],
        "tables": [counts_grid(found) for found in part.distributions.values() if found.counts],
    }


def _plot(found: Distribution) -> Figure:
    total = sum(found.counts.values())
    label = f"{found.title}: {', '.join(f'{kind} {number:,}' for kind, number in found.counts.items())}"
    note = f"{total:,} in all"
    if found.upright:
        return Figure(found.title, note, columns(label, found.axis, _bars(found), highest=_top(found)))
    kinds = list(found.counts.items())[:_MOST_BARS]
    left = len(found.counts) - len(kinds)
    note += f"; {left} more kinds in the table" if left else ""
    lying = sorted((Row(kind, (number / total,), f"{number:,}") for kind, number in kinds), key=_share, reverse=True)
    return Figure(found.title, note, rows(label, lying, highest=lying[0].values[0]))


def _share(row: Row) -> float:
    return row.values[0]


def _bars(found: Distribution) -> list[Row]:
    """Return the bars of a plot; narrow bars have no counts, and only some have names."""
    crowded = len(found.counts) > _CROWDED
    step = -(-len(found.counts) // _CROWDED)
    return [
        Row(kind if number % step == 0 else "", (float(value),), "" if crowded else str(value))
        for number, (kind, value) in enumerate(found.counts.items())
    ]


def _top(found: Distribution) -> float:
    """Return a round number, a multiple of four, that no bar exceeds."""
    most = max(found.counts.values())
    step = 4 if most <= 20 else 20 if most <= 200 else 200
    return float(-(-most // step) * step)
