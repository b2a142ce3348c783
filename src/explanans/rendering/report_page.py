"""HTML pages of reports of any family, with headline figures, plots and tables, or with tables only."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from explanans.language.sentences import tidy
from explanans.rendering.markup import page
from explanans.rendering.phrases import counted
from explanans.rendering.plot import Row, columns, gauge, rows
from explanans.rendering.report import Drawing, Figure, Grid, Plot, between, comparison, shown, tables
from explanans.structures.rankings import Ranking
from explanans.structures.reports import Comparison, Part, Score

_BINS = 10
_RANKED = 30
"""Number of facts of a ranking that are shown."""


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
    report = drawing.report
    return page(
        "report",
        title=f"{heading.name}: {drawing.eyebrow.lower()}",
        drawing=drawing,
        heading=heading,
        cards=[
            card(drawing.title(name), report.scores[name], drawing.note(name), percent=report.scores[name].percent)
            for name in drawing.cards
            if report[name] is not None
        ],
        compared=_compared(drawing, report.comparison[report.headline]) if report.comparison else None,
        plots=list(_plots(drawing)),
        tables=list(tables(drawing)),
    )


def tables_page(
    eyebrow: str, name: str, parts: Sequence[Grid | str], signature: str, heading: str = "All figures"
) -> str:
    """Return tables and sentences as an HTML page."""
    name = tidy(name)
    title = f"{name}: {eyebrow.lower()}"
    return page("tables", title=title, eyebrow=eyebrow, name=name, heading=heading, parts=parts, signature=signature)


def ranking_table_page(ranking: Ranking) -> str:
    """Return the first facts of a ranking as an HTML page."""
    facts, scores = ranking.facts[:_RANKED], ranking.scores or ()
    head = ("fact", "rank", "score") if scores else ("fact", "rank")
    rows = [(fact, str(place), *map(shown, scores[place - 1 : place])) for place, fact in enumerate(facts, 1)]
    parts: list[Grid | str] = [Grid("Facts", head, rows)]
    if more := len(ranking.facts) - len(rows):
        parts.append(f"… and {counted(more, 'further fact')}")
    return tables_page("Ranking", ranking.question, parts, "", heading="Best facts")


def card(title: str, score: Score, note: str, *, percent: bool = False) -> tuple[str, ...]:
    """Return the parts of a headline figure: title, value, ends of its 95% interval, a gauge as SVG, and a note."""
    value = score.value or 0.0
    low, high = score.interval or (value, value)
    number, *ends = (f"{100 * share:.1f}" if percent else f"{share:.3f}" for share in (value, low, high))
    sign = "%" * percent
    return title, number + sign, ends[0], ends[1] + sign, gauge(value, low, high), note


def _compared(drawing: Drawing, compared: Comparison) -> dict[str, object]:
    """Return the parts of the section that compares a report with another."""
    score, name = drawing.report.scores[drawing.report.headline], drawing.title(drawing.report.headline)
    percent = score.percent
    apart = f"{100 * abs(compared.difference):.1f} points" if percent else f"{abs(compared.difference):.4f}"
    drawn = f"all {compared.assignments:,}" if compared.exact else f"{compared.assignments:,} drawn"
    return {
        "name": name[:1].upper() + name[1:],
        "difference": f"{apart} {'higher' if compared.difference > 0 else 'lower'}" if compared.difference else "equal",
        "sentence": f"{shown(score.value, percent=percent)} against {shown(compared.other, percent=percent)}. The 95% "
        f"interval of the difference is {between(compared.interval, percent=percent, signed=True)}; a paired "
        f"randomisation test over {drawn} assignments of signs gives p = {compared.p_value:.2g}.",
        "tally": (
            ("wins", compared.wins, "better"),
            ("ties", compared.ties, "equally good"),
            ("losses", compared.losses, "worse"),
        ),
        "table": comparison(drawing)._replace(folded=True),
    }


def _plots(drawing: Drawing) -> Iterator[Figure]:
    report, noun = drawing.report, drawing.noun
    if values := [value for value in report.values.get(report.headline, ()) if value is not None]:
        title = drawing.headline or drawing.title(report.headline)
        note = f"How many {noun}s lie in each tenth"
        yield Figure(f"{noun.capitalize()}s by {title}", note, _histogram(title, values))
    yield from drawing.figures
    # Plots of the same shape are placed side by side.
    for upright in (True, False):
        for name, kind in drawing.kinds.items():
            if kind.plot and kind.plot.upright is upright:
                yield from _bars(kind.plot, kind.column, report.breakdown.get(name, {}), noun)


def _histogram(title: str, values: Sequence[float]) -> str:
    """Return a histogram of at least one share, from 0 to 1, with ten bins."""
    counts = [0] * _BINS
    for value in values:
        counts[min(int(value * _BINS), _BINS - 1)] += 1
    step = 4 if max(counts) <= 20 else 20
    highest = -(-max(counts) // step) * step
    bins = [Row(f"{number / _BINS:g}", (count,), str(count)) for number, count in enumerate(counts)]
    label = ", ".join(f"{count} from {number / _BINS:g}" for number, count in enumerate(counts))
    return columns(f"Histogram of {title}: {label}", f"{title}, from", bins, highest=highest)


def _bars(plot: Plot, axis: str, parts: Mapping[str, Part], noun: str) -> Iterator[Figure]:
    drawn = []
    for label, part in parts.items():
        if not plot.names or label in plot.names:
            values = tuple(part.values[name] or 0.0 for name in plot.values)
            amount, of = (
                (part.values[plot.amount] or 0, plot.amount.removesuffix("s")) if plot.amount else (part.items, noun)
            )
            held = counted(int(amount), of)
            drawn.append(Row(plot.names.get(label, label), values, f"{values[0]:.2f}" if plot.upright else held))
    if drawn:
        label = f"{plot.title}: {', '.join(f'{row.label} {row.values[0]:.2f}' for row in drawn)}"
        series = tuple(plot.values.values()) if len(plot.values) > 1 else ()
        svg = columns(label, axis, drawn) if plot.upright else rows(label, drawn)
        yield Figure(plot.title, plot.note, svg, series)
