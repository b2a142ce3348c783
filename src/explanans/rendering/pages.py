"""HTML pages of explanations, candidate answers, graphs, checked claims and reports."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from explanans.language.sentences import tidy
from explanans.rendering.arc_drawing import inline_arcs
from explanans.rendering.graph_drawing import inline_graph
from explanans.rendering.markup import page
from explanans.rendering.outline import Conclusion, Leaf, Node, outline
from explanans.rendering.phrases import (
    counted,
    format_score,
    missing_links,
    summarize,
    summarize_claims,
    telling,
    tree_heading,
)
from explanans.rendering.plot import Row, columns, gauge, rows
from explanans.rendering.prose import prose
from explanans.rendering.report import Drawing, Figure, Grid, Plot, between, comparison, shown, tables
from explanans.rendering.tree_drawing import lay_out_tree, tree_element
from explanans.structures.explanations import Candidates, Explanation
from explanans.structures.facts import Document, Quote
from explanans.structures.graphs import ExplanationGraph
from explanans.structures.rankings import Ranking
from explanans.structures.reports import Comparison, Part, Score
from explanans.structures.verdicts import ClaimVerdict, RankedClaim

_WHOLE = 60_000  # longest document, in characters, that is shown whole; a longer one is cut around its evidence
_AROUND = 700


@dataclass(frozen=True, slots=True)
class _Arcs:
    """A verdict, and the drawings of its sentences with their labels."""

    verdict: ClaimVerdict
    drawings: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _Judged:
    """A judged claim with its text in runs (text, class, why), its reasons and its arcs."""

    ranked: RankedClaim
    runs: list[tuple[str, str, str]]
    reasons: str
    arcs: _Arcs


def claims_page(claims: Sequence[RankedClaim], signature: str) -> str:
    """Return checked claims as an HTML page, each with its dependency arcs and their support.

    Args:
        claims: At least one claim, in display order.

    Example:
        >>> claims_page([RankedClaim(1, ClaimVerdict("Yes.", (), (), (), None, None))], "v1").splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    drawn = [_arcs(claim.verdict) for claim in claims]
    return page("claims", title=_title(claims), claims=claims, drawn=drawn, signature=signature)


def judged_page(claims: Sequence[RankedClaim], signature: str, documents: Sequence[Document] = ()) -> str:
    """Return judged claims as an HTML page: each with its marks and evidence, next to the source.

    Args:
        claims: At least one claim, in display order.

    Example:
        >>> judged_page([RankedClaim(1, ClaimVerdict("Yes.", (), (), (), None, None))], "v1").splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    places: dict[Quote, list[int]] = {}
    for place, verdict in claims:
        for quote in verdict.evidence:
            places.setdefault(quote, []).append(place)
    return page(
        "judged",
        title=_title(claims),
        summary=summarize_claims(claims),
        claims=[_judged(claim) for claim in claims],
        has_contradicted=any(claim.verdict.contradicted for claim in claims),
        has_unsupported=any(claim.verdict.unsupported for claim in claims),
        places=places,
        names={quote: f"evidence-{number}" for number, quote in enumerate(places, 1)} if documents else {},
        documents=[(document.name, list(_passages(document, places))) for document in documents],
        signature=signature,
    )


def _title(claims: Sequence[RankedClaim]) -> str:
    return f"{claims[0].verdict.claim if len(claims) == 1 else summarize_claims(claims)}: claim check"


def _arcs(verdict: ClaimVerdict) -> _Arcs:
    drawings = []
    for sentence in verdict.sentences:
        arcs = [arc for arc in verdict.arcs if sentence.start <= arc.child.start < sentence.end]
        if arcs:
            doubtful = sum(not arc.supported for arc in arcs)
            label = f"The arcs of “{sentence.text}”, {doubtful} of them not supported; they are listed below"
            drawings.append((label, inline_arcs(verdict, sentence, label)))
    return _Arcs(verdict, drawings)


def _judged(claim: RankedClaim) -> _Judged:
    verdict = claim.verdict
    reasons = dict.fromkeys(mark.why for mark in (*verdict.contradicted, *verdict.unsupported) if mark.why)
    return _Judged(claim, list(_runs(verdict)), "; ".join(reasons), _arcs(verdict))


def _runs(verdict: ClaimVerdict) -> Iterator[tuple[str, str, str]]:
    """Yield the stretches of a claim, each with the class and the meaning of its mark, empty for none."""
    marks = [(mark, "wrong", "contradicted") for mark in verdict.contradicted]
    marks += [(mark, "absent", "not found in the source") for mark in verdict.unsupported]
    end = 0
    for mark, kind, meaning in sorted(marks, key=lambda item: item[0].start):
        if mark.start >= end:
            yield verdict.claim[end : mark.start], "", ""
            yield verdict.claim[mark.start : mark.end], kind, f"{meaning}: {mark.why}" if mark.why else meaning
            end = mark.end
    yield verdict.claim[end:], "", ""


def _passages(document: Document, quotes: Iterable[Quote]) -> Iterator[tuple[str | None, Quote | None]]:
    """Yield a document in stretches, each with its quote if it is evidence; None stands for what is left out."""
    # Passages far from evidence are left out of a long document.
    text, end = document.text, 0
    for quote in sorted((quote for quote in quotes if quote.source == document.name), key=lambda quote: quote.start):
        yield from _between(text, end, quote.start)
        yield text[quote.start : quote.end], quote
        end = quote.end
    yield from _between(text, end, len(text))


def _between(text: str, start: int, end: int) -> Iterator[tuple[str | None, None]]:
    if len(text) <= _WHOLE or end - start <= 2 * _AROUND:
        yield text[start:end], None
        return
    yield text[start : start + _AROUND] if start else "", None
    yield None, None
    yield text[end - _AROUND : end] if end < len(text) else "", None


class _Drawn(NamedTuple):
    """A tree as an SVG element: its width in pixels, its markup and its nodes from the hypothesis down."""

    width: float
    svg: str
    nodes: tuple[Node, ...]


def explanation_page(explanation: Explanation) -> str:
    """Return an explanation as an HTML page: question, answer, tree, steps in words, facts and missing links.

    The provenance of a fact is shown next to its node, on mouse or keyboard focus. The page omits the run time, so
    that the same explanation gives the same bytes.

    Raises:
        InputError: The explanation's tree is not a tree.

    Example:
        >>> explanation = Explanation("What melts ice?", "heat", "Heat melts ice.", (), None, (), ("no facts",), "v1")
        >>> explanation_page(explanation).splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    drawn = _tree(explanation, "Entailment tree", with_cards=True)
    nodes = drawn.nodes if drawn else ()
    steps = [node for node in nodes if isinstance(node, Conclusion)]
    others = (replace(explanation, tree=tree, verdicts=verdicts) for tree, verdicts in explanation.alternatives)
    ways = ((number, _tree(other, f"Entailment tree, way {number}")) for number, other in enumerate(others, 2))
    return page(
        "explanation",
        title=explanation.question or explanation.hypothesis,
        explanation=explanation,
        prose=prose(explanation),
        drawn=drawn,
        missing=missing_links(explanation),
        steps=sorted(steps, key=lambda step: step.number),
        uses={leaf.rank: step.number for step in steps for leaf in step.premises if isinstance(leaf, Leaf)},
        ways=[(number, way) for number, way in ways if way],
        cards=[_fact_card(node, explanation) if isinstance(node, Leaf) else _step_card(node) for node in nodes],
    )


def _tree(explanation: Explanation, label: str, *, with_cards: bool = False) -> _Drawn | None:
    root = outline(explanation)
    if root is None:
        return None
    layout = lay_out_tree(root)
    svg = tree_element(layout, f"{label}: {summarize(explanation)}", with_cards=with_cards)
    return _Drawn(layout.width, svg, tuple(box.node for box in layout.boxes))


_Card = tuple[str, list[tuple[str, str]]]
"""A heading and rows of names and values, which the script of the page shows next to a node."""


def _fact_card(leaf: Leaf, explanation: Explanation) -> _Card:
    rank = ""
    if leaf.rank:
        rank = f"{leaf.rank} of {len(explanation.facts)}, score {format_score(explanation.facts[leaf.rank - 1].score)}"
    rows = [("Table", tidy(leaf.fact.table)), ("Source", tidy(leaf.fact.source)), ("Rank", rank)]
    return f"Fact {tidy(leaf.fact.id)}", [row for row in rows if row[1]]


def _step_card(step: Conclusion) -> _Card:
    rows = [("Inference", step.inference), ("Verdict", step.finding), ("Judged", step.likelihood)]
    return f"Step {step.number}", [row for row in rows if row[1]]


def candidates_page(candidates: Candidates) -> str:
    """Return candidate answers as an HTML page: a table of all, then the tree and the decisive facts of each.

    Example:
        >>> candidates_page(Candidates("What melts ice?", (), "v1")).splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    shortened = [(item, telling(item.explanation)) for item in candidates.answers]
    sections = [(item, explanation, _tree(explanation, tree_heading(explanation))) for item, explanation in shortened]
    return page("candidates", title=f"{candidates.question}: answers", candidates=candidates, sections=sections)


def explanation_graph_page(graphs: Sequence[ExplanationGraph]) -> str:
    """Return graphs of one belief and argument as an HTML page.

    Args:
        graphs: At least one graph, best first.

    Example:
        >>> from explanans.structures.graphs import Edge, Relation, Stance
        >>> graph = ExplanationGraph("Rain.", "Mud.", Stance.SUPPORT, (Edge("rain", Relation.CAUSES, "mud"),))
        >>> explanation_graph_page([graph]).splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    headings = ["Why", *(f"Another graph ({place})" for place in range(2, len(graphs) + 1))]
    drawn = [(heading, inline_graph(graph, heading)) for heading, graph in zip(headings, graphs, strict=True)]
    return page("graphs", title=f"{tidy(graphs[0].belief)}: explanation graph", graph=graphs[0], drawn=drawn)


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
