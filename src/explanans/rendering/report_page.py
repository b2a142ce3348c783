"""Self-contained HTML pages of reports of any family."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from explanans.language.sentences import tidy
from explanans.rendering.page import page
from explanans.rendering.phrases import counted
from explanans.rendering.plot import Row, columns, gauge, rows
from explanans.rendering.report import Drawing, Grid, Plot, between, comparison, shown, tables
from explanans.rendering.svg import resource
from explanans.structures.reports import Comparison, Part

STYLES = ("page.css", "plot.css", "report.css")
"""Style sheets of a report page."""

_BINS = 10


class Heading(NamedTuple):
    """Heading of a report page.

    Attributes:
        name: Name of the measured run or file.
        items: Number of items with their noun.
        other: Name of the compared run; empty if none.
    """

    name: str
    gold: str
    items: str
    other: str = ""


def report_page(drawing: Drawing, heading: Heading) -> str:
    """Return a report as an HTML page: headline figures, plots, the family's own sections and all tables."""
    heading = Heading(*map(tidy, heading))
    title = f"{heading.name}: {drawing.eyebrow.lower()}"
    return page(title, resource(*STYLES) + drawing.style, _body(drawing, heading))


def _body(drawing: Drawing, heading: Heading) -> Iterator[str]:
    report = drawing.report
    yield f'<header>\n<p class="eyebrow">{escape(drawing.eyebrow)}</p>\n<h1>{escape(heading.name)}</h1>'
    against = f"{escape(heading.gold)}, {escape(heading.items)}"
    yield f'<dl class="claim"><dt>Measured against</dt><dd>{against}</dd>'
    if heading.other:
        yield f"<dt>Compared with</dt><dd>{escape(heading.other)}</dd>"
    yield "</dl></header>\n<main>"
    yield '<section aria-labelledby="headline"><h2 id="headline">Headline figures</h2><ul class="headline">'
    yield from (_card(drawing, name) for name in drawing.cards if report[name] is not None)
    yield "</ul></section>"
    if drawing.remarks:
        remarks = "".join(f"<li>{escape(tidy(remark))}</li>" for remark in drawing.remarks)
        yield '<section class="missing" aria-labelledby="remarks"><h2 id="remarks">Mind when reading</h2>'
        yield f"<ul>{remarks}</ul></section>"
    if report.comparison:
        yield from _against(drawing, report.comparison[report.headline], heading.other)
    if plots := [*_plots(drawing)]:
        yield '<section aria-labelledby="plots"><h2 id="plots">Where it does well and where not</h2>'
        yield f'<div class="plots">{"".join(plots)}</div></section>'
    yield from drawing.sections
    yield '<section aria-labelledby="tables"><h2 id="tables">All figures</h2><div class="tables">'
    yield from map(grid_table, tables(drawing))
    yield "</div></section>\n</main>"
    yield f"<footer>Made by Explanans. Signature: <code>{escape(tidy(report.signature))}</code></footer>"


def _card(drawing: Drawing, name: str) -> str:
    score = drawing.report.scores[name]
    value = score.value or 0.0
    low, high = score.interval or (value, value)
    number = f"{100 * value:.1f}%" if score.percent else f"{value:.3f}"
    ends = (f"{100 * low:.1f}", f"{100 * high:.1f}%") if score.percent else (f"{low:.3f}", f"{high:.3f}")
    return (
        f'<li><span class="name">{escape(drawing.title(name))}</span><b>{number}</b>{gauge(value, low, high)}'
        f"<small>95% interval {ends[0]} to {ends[1]}<br>{escape(drawing.note(name))}</small></li>"
    )


def _against(drawing: Drawing, compared: Comparison, other: str) -> Iterator[str]:
    report = drawing.report
    score, name = report.scores[report.headline], escape(drawing.title(report.headline))
    percent = score.percent
    apart = f"{100 * abs(compared.difference):.1f} points" if percent else f"{abs(compared.difference):.4f}"
    way = "higher" if compared.difference >= 0 else "lower"
    drawn = f"all {compared.assignments:,}" if compared.exact else f"{compared.assignments:,} drawn"
    yield f'<section aria-labelledby="comparison"><h2 id="comparison">Against {escape(other)}</h2>'
    yield (
        f'<p class="prose">{name[:1].upper()}{name[1:]} is <strong>{apart} {way}</strong>: '
        f"{shown(score.value, percent=percent)} against {shown(compared.other, percent=percent)}. "
        f"The 95% interval of the difference is {between(compared.interval, percent=percent, signed=True)}; a paired "
        f"randomisation test over {drawn} assignments of signs gives p = {compared.p_value:.2g}.</p>"
    )
    kinds = (
        ("wins", compared.wins, "better"),
        ("ties", compared.ties, "equally good"),
        ("losses", compared.losses, "worse"),
    )
    bars = "".join(f'<span class="{kind}" style="flex: {count}"></span>' for kind, count, _ in kinds if count)
    yield f'<div class="tally" aria-hidden="true">{bars}</div><ul class="tally-key">'
    for kind, count, words in kinds:
        yield f'<li><span class="swatch {kind}"></span>{counted(count, drawing.noun)} {words}</li>'
    yield "</ul>"
    yield grid_table(comparison(drawing)._replace(folded=True))
    yield "</section>"


def _plots(drawing: Drawing) -> Iterator[str]:
    report = drawing.report
    if values := [value for value in report.values.get(report.headline, ()) if value is not None]:
        title = drawing.headline or drawing.title(report.headline)
        note = f"How many {drawing.noun}s lie in each tenth"
        yield figure(f"{drawing.noun.capitalize()}s by {title}", note, histogram(title, values))
    yield from drawing.figures
    # Plots of the same shape are placed side by side.
    for upright in (True, False):
        for name, kind in drawing.kinds.items():
            if kind.plot and kind.plot.upright is upright:
                yield from _bars(kind.plot, kind.column, report.breakdown.get(name, {}), drawing.noun)


def histogram(title: str, values: Sequence[float]) -> str:
    """Return a histogram of shares with ten bins.

    Args:
        title: Name of the measure.
        values: At least one share, from 0 to 1.
    """
    counts = [0] * _BINS
    for value in values:
        counts[min(int(value * _BINS), _BINS - 1)] += 1
    step = 4 if max(counts) <= 20 else 20
    highest = -(-max(counts) // step) * step
    bins = [Row(f"{number / _BINS:g}", (count,), str(count)) for number, count in enumerate(counts)]
    label = ", ".join(f"{count} from {number / _BINS:g}" for number, count in enumerate(counts))
    return columns(f"Histogram of {title}: {label}", f"{title}, from", bins, highest=highest)


def _bars(plot: Plot, axis: str, parts: Mapping[str, Part], noun: str) -> Iterator[str]:
    drawn = []
    for label, part in parts.items():
        if not plot.names or label in plot.names:
            values = tuple(part.values[name] or 0.0 for name in plot.values)
            held = f"{part.values[plot.amount]:,} {plot.amount}" if plot.amount else counted(part.items, noun)
            drawn.append(Row(plot.names.get(label, label), values, f"{values[0]:.2f}" if plot.upright else held))
    if drawn:
        label = f"{plot.title}: {', '.join(f'{row.label} {row.values[0]:.2f}' for row in drawn)}"
        key = " ".join(
            f'<span class="key"><span class="swatch series-{series}"></span>{escape(name)}</span>'
            for series, name in enumerate(plot.values.values())
        )
        note = f"{escape(plot.note)}<br>{key}" if len(plot.values) > 1 else escape(plot.note)
        yield figure(plot.title, note, columns(label, axis, drawn) if plot.upright else rows(label, drawn))


def figure(title: str, note: str, plot: str) -> str:
    """Return a plot with its title.

    Args:
        note: Its caption, as HTML.
        plot: SVG markup.
    """
    return f"<figure><h3>{escape(title)}</h3><p>{note}</p>{plot}</figure>"


def grid_table(grid: Grid) -> str:
    """Return a table as HTML, collapsed if it is folded."""
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in grid.head)
    body = "".join(
        f'<tr><th scope="row">{escape(tidy(name))}</th>{"".join(f"<td>{escape(tidy(cell))}</td>" for cell in cells)}'
        "</tr>"
        for name, *cells in grid.rows
    )
    made = (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(grid.title)}">'
        f'<table class="figures{" words" * grid.words}">'
        f"<caption>{escape(grid.title)}</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )
    return f"<details><summary>{escape(grid.title)}</summary>{made}</details>" if grid.folded else made
