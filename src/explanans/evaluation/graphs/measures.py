"""Measures of one explanation graph: the three levels of Saha et al. 2021, section 6, and graph F1.

Examples that do not pass count 0, or 1 if distance is measured; the measures that end in ``_passing`` look at those
that pass alone.
"""

from collections.abc import Callable, Iterator

from explanans.evaluation.graphs.matching import Match
from explanans.evaluation.graphs.scores import NOTHING, GraphScores, Measures
from explanans.evaluation.measure import Measure
from explanans.structures.details.graphs import Level

_LEVELS = "Saha et al. 2021, section 6"
_OWN = "docs/measures.md, graph F1"

Value = Callable[[GraphScores], float | None]


def graph_measures(measures: Measures) -> tuple[Measure[GraphScores], ...]:
    """Return the measures of graphs, in the order of reports.

    Args:
        measures: Similarities of edges, and classifiers.
    """
    return tuple(_measures(measures))


def _measures(measures: Measures) -> Iterator[Measure[GraphScores]]:
    yield _share("stance_accuracy", lambda item: float(item.level is not Level.STANCE))
    yield _share("structural_accuracy", lambda item: float(_passes(item)))
    yield _share("structural_accuracy_paper", lambda item: float(item.proper))
    yield _share(
        "structural_accuracy_given_stance",
        lambda item: None if item.level is Level.STANCE else float(_passes(item)),
    )
    yield _distance("edit_distance", lambda item: item.edit_distance)
    yield _distance("edit_distance_low", lambda item: item.edit_distance_low)
    yield _distance("edit_distance_passing", lambda item: item.edit_distance if _passes(item) else None)
    yield from _match("graph_f1", lambda item: item.graph_f1, _OWN)
    yield _share("gain", lambda item: item.gain, _OWN)
    for name in measures.similarities:
        yield from _match(name, lambda item, name=name: item.matches.get(name, NOTHING), _LEVELS)  # type: ignore[misc]
    if measures.judges.semantic:
        yield from _judged("semantic_accuracy", lambda item: item.semantic)
    if measures.judges.stance:
        yield from _judged("edge_importance", lambda item: item.importance)


def _passes(item: GraphScores) -> bool:
    return item.level is Level.PASSING


def _share(name: str, value: Value, source: str = _LEVELS) -> Measure[GraphScores]:
    return Measure(name, "graphs", source, value, percent=True)


def _distance(name: str, value: Value) -> Measure[GraphScores]:
    return Measure(name, "graphs", _LEVELS, value, lower_is_better=True)


def _match(name: str, match: Callable[[GraphScores], Match], source: str) -> Iterator[Measure[GraphScores]]:
    percent = not name.startswith("bert_score")  # BERTScore is shown from 0 to 1, as in the paper
    for suffix, value in (
        ("", lambda item: match(item).f1),
        ("_precision", lambda item: match(item).precision),
        ("_recall", lambda item: match(item).recall),
        ("_passing", lambda item: match(item).f1 if _passes(item) else None),
    ):
        yield Measure(f"{name}{suffix}", "graphs", source, value, percent=percent)


def _judged(name: str, value: Value) -> Iterator[Measure[GraphScores]]:
    yield _share(name, value)
    yield _share(f"{name}_passing", lambda item: value(item) if _passes(item) else None)
