"""Self-contained HTML pages of statistics of data sets."""

from collections.abc import Iterator
from html import escape

from explanans.rendering.page import page, tidied
from explanans.rendering.plot import Row, columns, rows
from explanans.rendering.report_page import STYLES, figure, grid_table
from explanans.rendering.statistics import counts_grid, figures_grid
from explanans.rendering.svg import resource
from explanans.structures.statistics import DataPart, DatasetStatistics, Distribution

_MOST_BARS = 16
_CROWDED = 12
_STYLE = ".plots, .tables { margin-top: 1.2rem; }\n.figures.words td:last-child { text-align: left; }\n"


def description_page(description: DatasetStatistics) -> str:
    """Return statistics as an HTML page with the plots and figures of each part."""
    title = f"{description.dataset}: what it holds"
    return page(title, resource(*STYLES) + _STYLE, _body(description))


def _body(description: DatasetStatistics) -> Iterator[str]:
    yield '<header>\n<p class="eyebrow">What a data set holds</p>'
    yield f"<h1>{tidied(description.dataset)}</h1></header>\n<main>"
    if description.remarks:
        remarks = "".join(f"<li>{tidied(remark)}</li>" for remark in description.remarks)
        yield '<section class="missing" aria-labelledby="remarks"><h2 id="remarks">Mind when reading</h2>'
        yield f"<ul>{remarks}</ul></section>"
    for number, part in enumerate(description.parts, 1):
        yield from _part(part, f"part-{number}")
    yield f"</main>\n<footer>Made by Explanans. Signature: <code>{tidied(description.signature)}</code></footer>"


def _part(part: DataPart, uid: str) -> Iterator[str]:
    yield f'<section aria-labelledby="{uid}"><h2 id="{uid}">{tidied(part.name)}</h2>'
    yield grid_table(figures_grid(part)._replace(title="Figures"))
    # Plots of the same shape are placed side by side.
    for upright in (True, False):
        found = [item for item in part.distributions.values() if item.upright is upright and any(item.counts.values())]
        if found:
            yield f'<div class="plots">{"".join(map(_plot, found))}</div>'
    yield '<div class="tables">'
    yield from (grid_table(counts_grid(item)) for item in part.distributions.values() if item.counts)
    yield "</div></section>"


def _plot(found: Distribution) -> str:
    total = sum(found.counts.values())
    label = f"{found.title}: {', '.join(f'{kind} {number:,}' for kind, number in found.counts.items())}"
    note = f"{total:,} in all"
    if found.upright:
        return figure(escape(found.title), note, columns(label, found.axis, _bars(found), highest=_top(found)))
    kinds = list(found.counts.items())[:_MOST_BARS]
    left = len(found.counts) - len(kinds)
    note += f"; {left} more kinds in the table" if left else ""
    lying = sorted((Row(kind, (number / total,), f"{number:,}") for kind, number in kinds), key=_share, reverse=True)
    return figure(escape(found.title), note, rows(label, lying, highest=lying[0].values[0]))


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
