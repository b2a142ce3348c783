"""Self-contained HTML pages of reports on predicted graphs."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files

from explanans.language.sentences import tidy
from explanans.rendering.graph_report_text import (
    COMPARISON_TITLES,
    KIND_TITLES,
    KINDS,
    caveats,
    comparison_rows,
    figure_rows,
    gain_sentence,
    kind_rows,
    number,
)
from explanans.rendering.graph_svg import graph_style, inline_graph
from explanans.rendering.phrases import counted, stance_sentence
from explanans.rendering.plot import gauge
from explanans.structures.graphs import ExplanationGraph, GraphDetails, Level, PlacedGraph
from explanans.structures.reports import Report, Score

_STYLES = ("page.css", "plot.css", "report.css", "graph_report.css")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_MOST_BROKEN = 4
_MOST_FAR = 8
_MOST_EDGES = 60


def graph_page(report: Report, run: str, gold: str, other: str = "") -> str:
    """Return a report as an HTML page: figures next to trivial baselines, and the worst graphs next to gold graphs.

    A content security policy forbids all requests and scripts.

    Args:
        gold: Name of the gold data.
        other: Name of the compared run; empty if none.

    Example:
        >>> from explanans.evaluation.graphs.evaluation import evaluate_graphs
        >>> from explanans.structures.graphs import Edge, GraphPrediction, Relation, Stance
        >>> graph = ExplanationGraph("Rain.", "Mud.", Stance.SUPPORT, (Edge("rain", Relation.CAUSES, "mud"),))
        >>> report = evaluate_graphs([(graph,)], [GraphPrediction(Stance.SUPPORT, ())])
        >>> graph_page(report, "preds.tsv", "dev.tsv").splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    body = _body(report, tidy(run), tidy(gold), tidy(other))
    return "\n".join(
        ("<!DOCTYPE html>", '<html lang="en">', *_head(tidy(run)), "<body>", *body, "</body>", "</html>\n")
    )


def _head(run: str) -> Iterator[str]:
    style = "".join(files(__package__).joinpath(name).read_text(encoding="utf-8") for name in _STYLES)
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>{escape(run)}: graph report</title>"
    yield f"<style>\n{style}{graph_style()}</style>"
    yield "</head>"


def _body(report: Report, run: str, gold: str, other: str) -> Iterator[str]:
    details: GraphDetails = report.details
    yield "<header>"
    yield '<p class="eyebrow">Explanation graphs</p>'
    yield f"<h1>{escape(run)}</h1>"
    yield f'<dl class="claim"><dt>Measured against</dt><dd>{escape(gold)}, {counted(len(report.items), "example")}, '
    yield f"of which {details.passing:,} pass</dd></dl></header>"
    yield "<main>"
    yield from _headline(report)
    sentences = list(caveats(report))
    if sentences:
        yield '<section class="missing" aria-labelledby="caveats"><h2 id="caveats">Mind when reading</h2>'
        yield f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in sentences)}</ul></section>"
    yield from _tables(report)
    if report.comparison:
        yield f'<section aria-labelledby="comparison"><h2 id="comparison">Against {escape(other)}</h2>'
        yield _table("Comparison", ("measure", *COMPARISON_TITLES), comparison_rows(report))
        yield "</section>"
    broken = [graph for graph in details.graphs if graph.level is Level.STRUCTURE]
    yield from _drawn("Wrong structure", "broken", broken[:_MOST_BROKEN])
    far = sorted((graph for graph in details.graphs if graph.level is Level.PASSING), key=lambda graph: graph.graph_f1)
    far = [graph for graph in far if graph.graph_f1 < 1]
    yield from _drawn("Passing, and least like the gold graph", "far", far[:_MOST_FAR])
    yield "</main>"
    yield f"<footer>Made by Explanans. Signature: <code>{escape(tidy(report.signature))}</code></footer>"


def _headline(report: Report) -> Iterator[str]:
    yield '<section aria-labelledby="headline">'
    yield '<h2 id="headline">Headline figures</h2><ul class="headline">'
    yield _card("Stance accuracy", report.scores["stance_accuracy"], "level 1")
    yield _card("Structural accuracy", report.scores["structural_accuracy"], "level 2")
    yield _card("Edit distance", report.scores["edit_distance"], "level 3; lower is better")
    yield _card("Graph F1", report.scores["graph_f1"], "level 3; does not saturate")
    yield f'</ul><p class="prose">{escape(gain_sentence(report))}</p></section>'


def _card(name: str, score: Score, note: str) -> str:
    value = score.value or 0.0
    low, high = score.interval or (value, value)
    return (
        f'<li><span class="name">{name}</span><b>{value:.3f}</b>{gauge(value, low, high)}'
        f"<small>95% interval {low:.3f} to {high:.3f}<br>{note}</small></li>"
    )


def _tables(report: Report) -> Iterator[str]:
    yield '<section aria-labelledby="figures"><h2 id="figures">All figures, beside trivial runs</h2>'
    titles = ("measure", "run", "95% interval", "if passing", *report.details.trivial)
    rows = [(row.name, row.value, row.interval, row.passing, *row.trivial) for row in figure_rows(report)]
    yield _table("All figures", titles, rows)
    yield '</section><section aria-labelledby="kinds"><h2 id="kinds">By what the gold graph is like</h2>'
    yield '<div class="tables">'
    for name, kinds in report.breakdown.items():
        yield _table(f"By {KINDS[name]}", (KINDS[name], *KIND_TITLES), kind_rows(kinds))
    yield "</div></section>"


def _table(label: str, titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    heads = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
        for name, *cells in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(label)}"><table class="figures">'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _drawn(title: str, name: str, graphs: Sequence[PlacedGraph]) -> Iterator[str]:
    if graphs:
        yield f'<section aria-labelledby="{name}"><h2 id="{name}">{title}</h2>'
        yield from map(_example, graphs)
        yield "</section>"


def _example(placed: PlacedGraph) -> str:
    gold, predicted = placed.gold, placed.predicted
    drawn = ExplanationGraph(gold.belief, gold.argument, predicted.stance or gold.stance, predicted.edges)
    stance = _stance(drawn) if predicted.stance else "there is no prediction"
    faults = "".join(f"<li>{escape(tidy(fault))}</li>" for fault in placed.faults)
    said = f'<ul class="faults">{faults}</ul>' if faults else ""
    return (
        f'<article class="poor"><p class="count">{escape(tidy(gold.id))} · graph F1 {number(placed.graph_f1)} · '
        f"edit distance {number(placed.edit_distance)}</p>"
        f'<h3>{escape(tidy(gold.belief))}</h3><p class="answer">{escape(tidy(gold.argument))}</p>{said}'
        f'<div class="two"><div><h4>Gold: {_stance(gold)}</h4>{_figure(gold, "Gold graph")}</div>'
        f"<div><h4>Predicted: {stance}</h4>{_figure(drawn, 'Predicted graph')}</div></div></article>"
    )


def _stance(graph: ExplanationGraph) -> str:
    sentence = stance_sentence(graph.stance)
    return sentence[:1].lower() + sentence[1:-1]


def _figure(graph: ExplanationGraph, label: str) -> str:
    if not graph.edges:
        return '<p class="count">No graph that could be read.</p>'
    if len(graph.edges) > _MOST_EDGES:
        return f'<p class="count">{len(graph.edges):,} edges: too many to draw.</p>'
    return f'<div class="graph">{inline_graph(graph, label)}</div>'
