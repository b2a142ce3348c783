"""Reports on predicted graphs: for a terminal, as an HTML page, and as a JSON record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import NamedTuple

from rich import box
from rich.table import Table
from rich.text import Text

from explanans.language.sentences import tidy
from explanans.rendering.graph_drawing import inline_graph
from explanans.rendering.markup import page
from explanans.rendering.pages import card
from explanans.rendering.phrases import counted, stance_sentence
from explanans.rendering.report import Grid
from explanans.rendering.terminal import signature_lines
from explanans.structures.graphs import ExplanationGraph, GraphDetails, Level, PlacedGraph
from explanans.structures.reports import Part, Report

_MOST_BROKEN = 4
_MOST_FAR = 8
_MOST_EDGES = 60
_ABSENT = {
    "semantic_accuracy": "no classifier was named by --semantic",
    "g_bertscore": "no encoder was named by --encoder",
    "edge_importance": "no classifier was named by --stance",
}
"""Why measures are missing."""


def graph_record(report: Report) -> dict[str, object]:
    """Return a report on graphs as JSON-encodable values; rates are in percent."""
    details: GraphDetails = report.details
    shown = {name: score.shown for name, score in report.scores.items()}
    given = [name for name in shown if name.endswith(("_passing", "_given_stance"))]
    encoders = [name for name in matches(report) if name.startswith("bert_score(")]
    parts = [f"{name}{end}" for name in ("graph_f1", *matches(report)) for end in ("", "_precision", "_recall")]
    found: dict[str, object] = dict.fromkeys(_ABSENT)
    found |= {name: value for name, value in shown.items() if name not in {*given, *parts}}
    found |= {_record_name(name): shown[name] for name in parts if not name.startswith("bert_score(")}
    found["g_bertscore"] = {name[len("bert_score(") : -1]: shown[name] for name in encoders} or None
    return {
        **found,
        "why": {name: why for name, why in _ABSENT.items() if found[name] is None},
        "conditional": {
            _record_name(name).removesuffix("_passing").removesuffix("_given_stance"): shown[name] for name in given
        },
        "trivial_baseline": {run: _means(report, means) for run, means in details.trivial.items()},
        "baseline": details.baseline,
        "intervals": {
            _record_name(name): [score.scale * end for end in score.interval]
            for name, score in report.scores.items()
            if score.interval
        },
        **{
            f"by_{way}": {kind: {"examples": part.items, **_means(report, part.values)} for kind, part in kinds.items()}
            for way, kinds in report.breakdown.items()
        },
        "examples": len(report.items),
        "passing": details.passing,
        "inexact": details.inexact,
        "faults": dict(details.faults),
        "errors": dict(details.errors),
        "graphs": details.graphs,
        "comparison": {_record_name(name): asdict(item) for name, item in report.comparison.items()},
        "signature": report.signature,
    }


def _record_name(name: str) -> str:
    return f"g_{name}" if name.startswith(("bleu", "rouge")) else name


def _means(report: Report, means: Mapping[str, float | None]) -> dict[str, float | None]:
    return {
        _record_name(name): None if value is None else report.scores[name].scale * value
        for name, value in means.items()
    }


def graph_report_text(report: Report) -> Iterator[Table | Text | str]:
    """Yield tables and sentences for a rich console."""
    details: GraphDetails = report.details
    rows = list(figure_rows(report))
    yield _table(
        ("run", "95% interval", "if passing"), [(row.name, row.value, row.interval, row.passing) for row in rows]
    )
    titles = [name.removesuffix(" chain") for name in details.trivial]
    yield _table(("run", *titles), [(row.name, row.value, *row.trivial) for row in rows], "beside chains that are")
    for name, kinds in report.breakdown.items():
        yield _table(KIND_TITLES, list(kind_rows(kinds)), KINDS[name])
    yield _error_table(list(error_rows(details)))
    if report.comparison:
        yield _table(COMPARISON_TITLES, list(comparison_rows(report)), "against")
    yield f"{details.passing} of {counted(len(report.items), 'example')} passed. {gain_sentence(report)}"
    yield from caveats(report)
    yield from signature_lines(report.signature)


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]], measure: str = "measure") -> Table:
    table = Table(measure, box=box.SIMPLE_HEAD, pad_edge=False)
    for title in titles:
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def _error_table(rows: Iterable[Sequence[str]]) -> Table:
    """Return the table of errors; if there is little room, what they are is broken into lines, their names are not."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("gravest error", no_wrap=True)
    table.add_column("graphs", justify="right", no_wrap=True)
    table.add_column("what it is")
    for row in rows:
        table.add_row(*row)
    return table


KIND_TITLES = ("examples", "stance", "structure", "edit distance", "graph F1")
"""Column titles of ``kind_rows`` after the kind."""
KINDS = {"depth": "gold depth", "shape": "gold shape", "external": "external concepts"}
"""Titles of the breakdowns of a report."""
COMPARISON_TITLES = ("other", "by", "95% interval", "p", "better", "equal", "worse")
"""Column titles of ``comparison_rows`` after the measure."""
_SHORT = {
    "stance_accuracy": "stance",
    "structural_accuracy": "structure",
    "edit_distance": "edit ↓",
    "graph_f1": "graph F1",
    "semantic_accuracy": "semantic",
    "edge_importance": "importance",
}
"""Short titles of measures; an arrow marks the measure whose lower values are better."""
_WITH_INTERVAL = frozenset({"stance_accuracy", "structural_accuracy", "edit_distance", "graph_f1"})
_CARDS = (
    ("stance_accuracy", "Stance accuracy", "level 1"),
    ("structural_accuracy", "Structural accuracy", "level 2"),
    ("edit_distance", "Edit distance", "level 3; lower is better"),
    ("graph_f1", "Graph F1", "level 3; does not saturate"),
)
_NAMES = {"bleu": "G-BLEU", "rouge": "G-ROUGE"}


class FigureRow(NamedTuple):
    """One measure of a run.

    Attributes:
        passing: Its mean over the examples that pass; empty if undefined.
        interval: Its 95% interval; empty if none.
        trivial: The values of the trivial baselines, in the order of the report.
    """

    name: str
    value: str
    passing: str
    interval: str
    trivial: tuple[str, ...]


def figure_rows(report: Report) -> Iterator[FigureRow]:
    """Yield the figures of a report, measure by measure."""
    details: GraphDetails = report.details
    for name, (title, passing) in _rows(report).items():
        score, among = report.scores[name], report.scores[passing].value if passing else None
        interval = score.interval if name in _WITH_INTERVAL else None
        yield FigureRow(
            title,
            number(score.value or 0.0),
            "" if among is None else number(among),
            f"{interval[0]:.3f}–{interval[1]:.3f}" if interval else "",
            tuple(number(run[name] or 0.0) for run in details.trivial.values()),
        )


def _rows(report: Report) -> dict[str, tuple[str, str]]:
    """Return the title of each measure and its variant over passing examples; empty for none."""
    rows = {
        "stance_accuracy": ("stance accuracy", ""),
        "structural_accuracy": ("structural accuracy", "structural_accuracy_given_stance"),
        "structural_accuracy_paper": ("the same, as in the paper", ""),
        "semantic_accuracy": ("semantic accuracy", "semantic_accuracy_passing"),
        **{name: (_match_name(name), f"{name}_passing") for name in matches(report)},
        "edit_distance": ("edit distance (lower is better)", "edit_distance_passing"),
        "edge_importance": ("edge importance", "edge_importance_passing"),
        "graph_f1": ("graph F1", "graph_f1_passing"),
    }
    return {name: row for name, row in rows.items() if name in report.scores}


def matches(report: Report) -> list[str]:
    """Return the measures that compare edges as sentences, such as ``bleu``."""
    compared = (name.removesuffix("_precision") for name in report.scores if name.endswith("_precision"))
    return [name for name in compared if name != "graph_f1"]


def _match_name(name: str) -> str:
    return _NAMES.get(name, name.replace("bert_score(", "G-BERTScore ("))


def comparison_rows(report: Report) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a comparison: measure, other run, difference, interval, p-value and counts of graphs."""
    shown = {*_SHORT, *matches(report)}
    for name, item in report.comparison.items():
        if name in shown:
            low, high = item.interval
            yield (
                _SHORT.get(name) or _match_name(name),
                *(f"{item.other:.3f}", f"{item.difference:+.3f}", f"{low:+.3f} to {high:+.3f}", f"{item.p_value:.2g}"),
                *map(str, (item.wins, item.ties, item.losses)),
            )


def kind_rows(kinds: Mapping[str, Part]) -> Iterator[tuple[str, ...]]:
    """Yield the figures of each kind of examples: kind, examples, stance, structure, edit distance and graph F1."""
    for kind, part in kinds.items():
        values = (part.values[name] for name in ("stance_accuracy", "structural_accuracy", "edit_distance", "graph_f1"))
        yield kind, f"{part.items:,}", *(number(value or 0.0) for value in values)


def error_rows(details: GraphDetails) -> Iterator[tuple[str, str, str]]:
    """Yield the gravest kinds of errors with their counts and descriptions."""
    for name, count in details.errors.items():
        yield name.replace("_", " "), f"{count:,}", _ERRORS[name]


def gain_sentence(report: Report) -> str:
    """Return a sentence with the gain of a run over the best trivial baseline."""
    details: GraphDetails = report.details
    gain = report["gain"] or 0.0
    low, high = report.scores["gain"].interval or (gain, gain)
    way = "above" if gain >= 0 else "below"
    return (
        f"Graph F1 is {abs(gain):.3f} {way} that of the {details.baseline} with the same stances "
        f"(95% interval {low:+.3f} to {high:+.3f})."
    )


def caveats(report: Report) -> Iterator[str]:
    """Yield the caveats of a report, a sentence each."""
    details: GraphDetails = report.details
    if details.inexact:
        low, high = report["edit_distance_low"] or 0.0, report["edit_distance"] or 0.0
        count = counted(details.inexact, "graph")
        yield f"Time ran out for {count}: the mean edit distance lies between {low:.4f} and {high:.4f}."
    for rule, graphs in details.faults.items():
        count = f"{graphs} of {counted(len(report.items), 'graph')}"
        yield f"{count} had the right stance but broke the rule “{_RULES[rule]}”."


_ERRORS = {
    "no_graph": "none was drawn, or it cannot be read",
    "wrong_stance": "the graph explains the other stance",
    "broken_rule": "the graph breaks a structural rule",
    "other_concepts": "it names fewer than half of the gold concepts",
    "other_links": "it links fewer than half of what gold edges link",
    "turned_relations": "it denies what a gold edge asserts, or asserts what one denies",
    "other_relations": "it links as gold edges do, by other relations",
}
_RULES = {
    "readable": "the graph can be read",
    "edges": "three edges or more",
    "words": "at most three words a concept",
    "belief": "two concepts from the belief",
    "argument": "two concepts from the argument",
    "connected": "connected",
    "acyclic": "no cycle",
}


def number(value: float) -> str:
    """Return a number with four decimals."""
    return f"{value:.4f}"


def graph_page(report: Report, run: str, gold: str, other: str = "") -> str:
    """Return a report as an HTML page: figures next to trivial baselines, and the worst graphs next to gold graphs.

    Args:
        other: Name of the compared run; empty if none.

    Example:
        >>> from explanans.evaluation.graphs.evaluation import evaluate_graphs
        >>> from explanans.structures.graphs import Edge, GraphPrediction, Relation, Stance
        >>> graph = ExplanationGraph("Rain.", "Mud.", Stance.SUPPORT, (Edge("rain", Relation.CAUSES, "mud"),))
        >>> report = evaluate_graphs([(graph,)], [GraphPrediction(Stance.SUPPORT, ())])
        >>> graph_page(report, "preds.tsv", "dev.tsv").splitlines()[:2]
        ['<!DOCTYPE html>', '<html lang="en">']
    """
    details: GraphDetails = report.details
    broken = [graph for graph in details.graphs if graph.level is Level.STRUCTURE]
    far = [graph for graph in details.graphs if graph.level is Level.PASSING and graph.graph_f1 < 1]
    far.sort(key=lambda graph: graph.graph_f1)
    titles = ("measure", "run", "95% interval", "if passing", *details.trivial)
    rows = [(row.name, row.value, row.interval, row.passing, *row.trivial) for row in figure_rows(report)]
    compared = Grid("Comparison", ("measure", *COMPARISON_TITLES), list(comparison_rows(report)))
    return page(
        "graph_report",
        title=f"{tidy(run)}: graph report",
        run=tidy(run),
        gold=tidy(gold),
        other=tidy(other),
        report=report,
        cards=[card(title, report.scores[name], note) for name, title, note in _CARDS],
        gain=gain_sentence(report),
        caveats=list(caveats(report)),
        figures=Grid("All figures", titles, rows),
        kinds=[
            Grid(f"By {KINDS[name]}", (KINDS[name], *KIND_TITLES), list(kind_rows(kinds)))
            for name, kinds in report.breakdown.items()
        ],
        comparison=compared if report.comparison else None,
        examples=(
            ("Wrong structure", "broken", list(map(_example, broken[:_MOST_BROKEN]))),
            ("Passing, and least like the gold graph", "far", list(map(_example, far[:_MOST_FAR]))),
        ),
    )


def _example(placed: PlacedGraph) -> tuple[PlacedGraph, tuple[tuple[str, str, str], ...]]:
    """Return an example with its gold and its predicted graph: what it is, a note if it is not drawn, and SVG."""
    gold, predicted = placed.gold, placed.predicted
    drawn = ExplanationGraph(gold.belief, gold.argument, predicted.stance or gold.stance, predicted.edges)
    stance = _stance(drawn) if predicted.stance else "there is no prediction"
    return placed, (
        (f"Gold: {_stance(gold)}", *_figure(gold, "Gold graph")),
        (f"Predicted: {stance}", *_figure(drawn, "Predicted graph")),
    )


def _stance(graph: ExplanationGraph) -> str:
    sentence = stance_sentence(graph.stance)
    return sentence[:1].lower() + sentence[1:-1]


def _figure(graph: ExplanationGraph, label: str) -> tuple[str, str]:
    if not graph.edges:
        return "No graph that could be read.", ""
    if len(graph.edges) > _MOST_EDGES:
        return f"{len(graph.edges):,} edges: too many to draw.", ""
    return "", inline_graph(graph, label)
