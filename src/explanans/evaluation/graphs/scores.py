"""Scores of single predicted graphs by level, and the measures made of them.

Examples that do not pass count 0, or 1 if distance is measured; the measures that end in ``_passing`` look at those
that pass alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from explanans.errors import InputError, amount
from explanans.evaluation.graphs.correctness import (
    Fault,
    Judges,
    edge_importance,
    semantic_correctness,
    structural_faults,
)
from explanans.evaluation.graphs.matching import (
    SECONDS,
    EditDistance,
    Match,
    Similarity,
    bleu,
    edit_distance,
    graph_f1,
    match_edges,
    rouge,
)
from explanans.evaluation.measure import Measure
from explanans.io.files import read_lines
from explanans.runtime.job import Encoded, Item, OpenJob, named
from explanans.runtime.progress import track
from explanans.runtime.version import __version__
from explanans.runtime.writing import SERIAL, ResumeState, WorkerConfig, all_made, outcomes, write_file
from explanans.structures.graphs import Edge, ExplanationGraph, GraphPrediction, Level

NOTHING = Match(0.0, 0.0)
"""Match of an example that does not pass."""


class ScoreStore(NamedTuple):
    """Storage of scores.

    Attributes:
        file: A JSON Lines file with one line per graph.
        resume: Whether to resume an interrupted run.
    """

    file: Path
    resume: bool = False


@dataclass(frozen=True, slots=True)
class Measures:
    """Settings of the measures.

    Attributes:
        similarities: Similarities of edges as sentences, by name.
        seconds: Time limit of the search for the edit distance of two graphs, and for their best alignment.
        others: Further measures of the family ``graphs``, such as ``evaluate.measure.named_measures`` finds.
        kept: Where what each graph scores is kept, so that an interruption loses nothing; nowhere if None.
    """

    similarities: Mapping[str, Similarity] = field(default_factory=lambda: {"bleu": bleu, "rouge": rouge})
    judges: Judges = field(default_factory=Judges)
    seconds: float = SECONDS
    others: tuple[Measure[Any], ...] = ()
    kept: ScoreStore | None = None


@dataclass(frozen=True, slots=True)
class GraphScores:
    """Scores of a predicted graph. Examples that do not pass have no distance and no match.

    Attributes:
        level: The highest level that it passes.
        faults: The structural rules that it breaks, as the released scorer reads them.
        proper: Whether it passes and also keeps the rules as the paper words them.
        distance: The edit distance to the gold graph that is nearest; None if it does not pass.
        graph_f1: Its graph F1 against the gold graph that it is most like.
        matches: How well its edges match those of the best gold graph, by measure.
        semantic: Whether a classifier infers the gold stance from it, 1 or 0.
        importance: The share of its edges that matter to a classifier.
        gain: How much higher its graph F1 is than that of the best trivial run.
    """

    level: Level
    faults: tuple[Fault, ...]
    proper: bool
    distance: EditDistance | None = None
    graph_f1: Match = NOTHING
    matches: Mapping[str, Match] = field(default_factory=dict)
    semantic: float = 0.0
    importance: float = 0.0
    gain: float = 0.0

    @property
    def edit_distance(self) -> float:
        """The normalised edit distance; 1 if the example does not pass."""
        return 1.0 if self.distance is None else self.distance.normalised

    @property
    def edit_distance_low(self) -> float:
        """The lower bound of the normalised edit distance."""
        return 1.0 if self.distance is None else self.distance.normalised_low


@dataclass(frozen=True, slots=True)
class Scoring:
    """Scores predicted graphs; see ``batch.job.Job``.

    Attributes:
        pairs: Name of the graphs for resumption; empty if not needed.
    """

    measures: Measures
    pairs: str = ""

    label = "Measuring"

    def open(self) -> OpenJob:
        """Return a function that scores a prediction against its gold graphs."""
        names, seconds = "+".join(self.measures.similarities), self.measures.seconds
        signature = f"graphs:{self.pairs}|measures:{names}|seconds:{seconds:g}|version:{__version__}"
        return OpenJob(lambda pair: score(pair[0], pair[1], self.measures), signature)


def score_runs(
    gold: Sequence[Sequence[ExplanationGraph]],
    runs: Mapping[str, Sequence[GraphPrediction]],
    measures: Measures,
    hands: WorkerConfig = SERIAL,
) -> dict[str, list[GraphScores]]:
    """Return the scores of each predicted graph of several runs.

    Raises:
        InputError: A prediction cannot be measured, or the earlier call was about others.
        StorageError: The file cannot be written.
    """
    job = Scoring(replace(measures, judges=Judges(), others=(), kept=None))
    pairs = [
        (f"prediction {number} of {name}", pair)
        for name, run in runs.items()
        for number, pair in enumerate(zip(gold, run, strict=True), 1)
    ]
    if measures.kept:
        found = _kept(replace(job, pairs=_digest(pairs)), pairs, hands, measures.kept)
    else:
        items = (Item(*pair) for pair in pairs)
        found = iter(all_made(track(outcomes(job, items, hands), job.label, len(pairs))))
    return {name: _judged(gold, run, list(islice(found, len(gold))), measures) for name, run in runs.items()}


_Pair = tuple[Sequence[ExplanationGraph], GraphPrediction]


class _Line(msgspec.Struct):
    id: str
    scores: GraphScores
    signature: str


def _kept(
    job: Scoring, pairs: Sequence[tuple[str, _Pair]], hands: WorkerConfig, kept: ScoreStore
) -> Iterator[GraphScores]:
    """Return scores that are read from the file if they are kept."""
    items = (named(*pair) for pair in pairs)
    written = write_file(Encoded(job, _line), items, kept.file, ResumeState(hands, kept.resume, len(pairs)))
    if written.failed:
        raise InputError(
            f"{written.failed} of {amount(written.items, 'graph')} cannot be measured; {kept.file}.failed says why; "
            "the others are kept for a call with --resume"
        )
    decoder = msgspec.json.Decoder(_Line)
    return (decoder.decode(line).scores for line in read_lines(kept.file))


def _line(uid: str, made: GraphScores, signature: str) -> str:
    return msgspec.json.encode(_Line(uid, made, signature)).decode() + "\n"


def _digest(pairs: Sequence[tuple[str, _Pair]]) -> str:
    """Return a short name that identifies the graphs."""
    digest = blake2b(digest_size=8)
    for pair in pairs:
        digest.update(msgspec.json.encode(pair))
    return digest.hexdigest()


def _judged(
    gold: Sequence[Sequence[ExplanationGraph]],
    predicted: Sequence[GraphPrediction],
    scores: list[GraphScores],
    measures: Measures,
) -> list[GraphScores]:
    """Return scores with the results of classifiers, which judge all passing graphs at once."""
    passing = [number for number, item in enumerate(scores) if item.level is Level.PASSING]
    firsts, edges = [gold[number][0] for number in passing], [predicted[number].edges for number in passing]
    judges = measures.judges
    semantic = semantic_correctness(firsts, edges, judges.semantic) if judges.semantic and passing else []
    importance = edge_importance(firsts, edges, judges.stance) if judges.stance and passing else []
    for number, value in zip(passing, semantic, strict=False):
        scores[number] = replace(scores[number], semantic=value)
    for number, value in zip(passing, importance, strict=False):
        scores[number] = replace(scores[number], importance=value)
    return scores


def score(gold: Sequence[ExplanationGraph], predicted: GraphPrediction, measures: Measures) -> GraphScores:
    """Return the scores of a predicted graph without those of classifiers.

    Args:
        gold: The gold graphs of one belief, argument and stance; at least one.
    """
    first = gold[0]
    faults = structural_faults(predicted, first.belief, first.argument)
    if predicted.stance is not first.stance:
        return GraphScores(Level.STANCE, faults, proper=False)
    if faults:
        return GraphScores(Level.STRUCTURE, faults, proper=False)
    edges = predicted.edges
    return GraphScores(
        Level.PASSING,
        (),
        proper=not ExplanationGraph(first.belief, first.argument, first.stance, edges).faults(),
        distance=_nearest(gold, edges, measures.seconds),
        graph_f1=_best(graph_f1(graph.edges, edges, measures.seconds) for graph in gold),
        matches={
            name: _best(match_edges(graph.edges, edges, similarity) for graph in gold)
            for name, similarity in measures.similarities.items()
        },
    )


def _nearest(gold: Sequence[ExplanationGraph], edges: Sequence[Edge], seconds: float) -> EditDistance:
    return min((edit_distance(graph.edges, edges, seconds) for graph in gold), key=lambda found: found.normalised)


def _best(matches: Iterable[Match]) -> Match:
    return max(matches, key=lambda match: match.f1)


_LEVELS = "Saha et al. 2021, section 6"
_OWN = "docs/measures.md, graph F1"

Value = Callable[[GraphScores], float | None]


def graph_measures(measures: Measures) -> tuple[Measure[GraphScores], ...]:
    """Return the measures of graphs, in the order of reports."""
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
        yield from _classifier_measure("semantic_accuracy", lambda item: item.semantic)
    if measures.judges.stance:
        yield from _classifier_measure("edge_importance", lambda item: item.importance)


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


def _classifier_measure(name: str, value: Value) -> Iterator[Measure[GraphScores]]:
    yield _share(name, value)
    yield _share(f"{name}_passing", lambda item: value(item) if _passes(item) else None)
