"""The figures of a graph report as rows of words, for every form that shows them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from explanans.graph_report import GraphComparison, GraphFigures, GraphReport

KIND_TITLES = ("examples", "stance", "structure", "edit distance", "graph F1")
"""What ``kind_rows`` yields after the kind."""
KINDS = {"depth": "gold depth", "shape": "gold shape", "external": "external concepts"}
"""What the breakdowns of a report are called."""
COMPARISON_TITLES = ("other", "by", "95% interval", "p", "better", "equal", "worse")
"""What ``comparison_rows`` yields after the measure."""
_SHORT = {
    "stance_accuracy": "stance",
    "structural_accuracy": "structure",
    "edit_distance": "edit ↓",
    "graph_f1": "graph F1",
    "semantic_accuracy": "semantic",
    "edge_importance": "importance",
}
"""What measures are called where there is little room; of the one with an arrow lower is better."""
_NAMES = {"bleu": "G-BLEU", "rouge": "G-ROUGE"}


class FigureRow(NamedTuple):
    """One measure of a run.

    Attributes:
        name: The measure.
        value: Its value over all examples.
        passing: Its value over the examples that pass; empty where that makes no sense.
        interval: The 95% interval of the value; empty where there is none.
        trivial: The values of the trivial runs, in the order of the report.
    """

    name: str
    value: str
    passing: str
    interval: str
    trivial: tuple[str, ...]


def figure_rows(report: GraphReport) -> Iterator[FigureRow]:
    """Yield the figures of a report, measure by measure.

    Args:
        report: What was measured.
    """
    runs = [report.figures, *report.trivial.values()]
    columns = [dict(_figures(figures)) for figures in runs]
    for name, (value, passing, key) in columns[0].items():
        interval = report.intervals.get(key)
        yield FigureRow(
            name,
            number(value),
            number(passing) if passing is not None else "",
            f"{interval[0]:.3f}–{interval[1]:.3f}" if interval else "",
            tuple(number(column[name][0]) for column in columns[1:]),
        )


def _figures(figures: GraphFigures) -> Iterator[tuple[str, tuple[float, float | None, str]]]:
    """Yield the name of each measure, its value, its value where passing, and the key of its interval."""
    yield "stance accuracy", (figures.stance_accuracy, None, "stance_accuracy")
    yield (
        "structural accuracy",
        (figures.structural_accuracy, figures.structural_accuracy_given_stance, "structural_accuracy"),
    )
    yield "the same, as in the paper", (figures.structural_accuracy_paper, None, "")
    if figures.semantic_accuracy:
        yield "semantic accuracy", (figures.semantic_accuracy.value, figures.semantic_accuracy.passing, "")
    for name, match in figures.matches.items():
        yield _match_name(name), (match.f1, match.f1_passing, "")
    yield "edit distance (lower is better)", (figures.edit_distance, figures.edit_distance_passing, "edit_distance")
    if figures.edge_importance:
        yield "edge importance", (figures.edge_importance.value, figures.edge_importance.passing, "")
    yield "graph F1", (figures.graph_f1.f1, figures.graph_f1.f1_passing, "graph_f1")


def _match_name(name: str) -> str:
    return _NAMES.get(name, name.replace("bert_score(", "G-BERTScore ("))


def comparison_rows(comparison: Mapping[str, GraphComparison]) -> Iterator[tuple[str, ...]]:
    """Yield how two runs differ: measure, the other run, difference, interval, p-value, and how many graphs are better.

    Args:
        comparison: The comparison of a report.
    """
    for name, item in comparison.items():
        low, high = item.interval
        yield (
            _SHORT.get(name) or _match_name(name),
            *(f"{item.other:.3f}", f"{item.difference:+.3f}", f"{low:+.3f} to {high:+.3f}", f"{item.p_value:.2g}"),
            *map(str, (item.wins, item.ties, item.losses)),
        )


def kind_rows(kinds: Mapping[str, GraphFigures]) -> Iterator[tuple[str, ...]]:
    """Yield the figures of each kind of examples: kind, examples, stance, structure, edit distance and graph F1.

    Args:
        kinds: The figures by kind.
    """
    for kind, figures in kinds.items():
        values = (figures.stance_accuracy, figures.structural_accuracy, figures.edit_distance, figures.graph_f1.f1)
        yield kind, f"{figures.examples:,}", *map(number, values)


def gain_sentence(report: GraphReport) -> str:
    """Return how far a run is above the best trivial one, which is what it knows.

    Args:
        report: What was measured.
    """
    low, high = report.intervals["gain"]
    way = "above" if report.gain >= 0 else "below"
    return (
        f"Graph F1 is {abs(report.gain):.3f} {way} that of the {report.baseline} with the same stances "
        f"(95% interval {low:+.3f} to {high:+.3f})."
    )


def caveats(report: GraphReport) -> Iterator[str]:
    """Yield what there is to mind when reading a report, a sentence each.

    Args:
        report: What was measured.
    """
    if report.figures.inexact:
        low, high = report.figures.edit_distance_low, report.figures.edit_distance
        count = f"{report.figures.inexact} graph{'s' * (report.figures.inexact != 1)}"
        yield f"Time ran out for {count}: the mean edit distance lies between {low:.4f} and {high:.4f}."
    for rule, graphs in report.faults.items():
        yield f"{graphs} of {report.examples} graphs have the right stance but break the rule “{_RULES[rule]}”."


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
    """Return a figure with four digits after the point.

    Args:
        value: The figure.
    """
    return f"{value:.4f}"
