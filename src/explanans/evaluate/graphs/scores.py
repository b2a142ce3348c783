"""What each predicted graph scores by itself, level by level."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from explanans import __version__
from explanans.batch.crews import ALONE, Hands
from explanans.batch.job import Encoded, Item, Opened, named
from explanans.batch.writing import Going, all_made, outcomes, write_file
from explanans.details.graphs import Level
from explanans.evaluate.graphs.alignment import SECONDS
from explanans.evaluate.graphs.edit_distance import EditDistance, edit_distance
from explanans.evaluate.graphs.graph_f1 import graph_f1
from explanans.evaluate.graphs.judging import Judges, edge_importance, semantic_correctness
from explanans.evaluate.graphs.matching import Match, Similarity, bleu, match_edges, rouge
from explanans.evaluate.graphs.structure import Fault, structural_faults
from explanans.evaluate.measure import Measure
from explanans.exceptions import InputError
from explanans.files import read_lines
from explanans.graph import Edge, ExplanationGraph, GraphPrediction
from explanans.progress import track

NOTHING = Match(0.0, 0.0)
"""How well an example matches that does not pass."""


class Kept(NamedTuple):
    """Where scores are kept.

    Attributes:
        file: The file, a line of JSON a graph.
        resume: Whether to keep what an earlier call has written there.
    """

    file: Path
    resume: bool = False


@dataclass(frozen=True, slots=True)
class Measures:
    """How graphs are measured.

    Attributes:
        similarities: What compares edges as sentences, by name.
        judges: The classifiers that graphs are shown to.
        seconds: How long to search for the edit distance of two graphs, and for their best alignment.
        others: Further measures of the family ``graphs``, such as ``evaluate.measure.named_measures`` finds.
        kept: Where what each graph scores is kept, so that an interruption loses nothing; nowhere where None.
    """

    similarities: Mapping[str, Similarity] = field(default_factory=lambda: {"bleu": bleu, "rouge": rouge})
    judges: Judges = field(default_factory=Judges)
    seconds: float = SECONDS
    others: tuple[Measure[Any], ...] = ()
    kept: Kept | None = None


@dataclass(frozen=True, slots=True)
class GraphScores:
    """What one predicted graph scores. Examples that do not pass have no distance and match nothing.

    Attributes:
        level: How far it gets.
        faults: The structural rules that it breaks, as the released scorer reads them.
        proper: Whether it passes and also keeps the rules as the paper words them.
        distance: The edit distance to the gold graph that is nearest; None where it does not pass.
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
        """The normalised edit distance; 1 where the example does not pass."""
        return 1.0 if self.distance is None else self.distance.normalised

    @property
    def edit_distance_low(self) -> float:
        """The same from below."""
        return 1.0 if self.distance is None else self.distance.normalised_low


@dataclass(frozen=True, slots=True)
class Scoring:
    """Scores predicted graphs; see ``batch.job.Job``.

    Attributes:
        measures: How to measure.
        pairs: What tells the graphs from others; empty where that does not matter.
    """

    measures: Measures
    pairs: str = ""

    label = "Measuring"

    def open(self) -> Opened:
        """Return what scores a prediction beside its gold graphs."""
        names, seconds = "+".join(self.measures.similarities), self.measures.seconds
        signature = f"graphs:{self.pairs}|measures:{names}|seconds:{seconds:g}|version:{__version__}"
        return Opened(lambda pair: score(pair[0], pair[1], self.measures), signature)


def score_runs(
    gold: Sequence[Sequence[ExplanationGraph]],
    runs: Mapping[str, Sequence[GraphPrediction]],
    measures: Measures,
    hands: Hands = ALONE,
) -> dict[str, list[GraphScores]]:
    """Return what each predicted graph of several runs scores.

    Args:
        gold: The gold graphs of each example.
        runs: What was predicted, an item each, by the name of the run.
        measures: How to measure.
        hands: By whom.

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


def _kept(job: Scoring, pairs: Sequence[tuple[str, _Pair]], hands: Hands, kept: Kept) -> Iterator[GraphScores]:
    """Return scores that are read from the file where they are kept."""
    items = (named(*pair) for pair in pairs)
    written = write_file(Encoded(job, _line), items, kept.file, Going(hands, kept.resume, len(pairs)))
    if written.failed:
        raise InputError(
            f"{written.failed} of {written.items} graphs cannot be measured; {kept.file}.failed says why; the others "
            "are kept for a call with --resume"
        )
    decoder = msgspec.json.Decoder(_Line)
    return (decoder.decode(line).scores for line in read_lines(kept.file))


def _line(uid: str, made: GraphScores, signature: str) -> str:
    return msgspec.json.encode(_Line(uid, made, signature)).decode() + "\n"


def _digest(pairs: Sequence[tuple[str, _Pair]]) -> str:
    """Return what tells graphs from others, as a short name."""
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
    """Return scores with what classifiers say; they are asked about all passing graphs at once."""
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
    """Return what a predicted graph scores, but for what classifiers say.

    Args:
        gold: The gold graphs of one belief, argument and stance; one or more.
        predicted: What was predicted.
        measures: How to measure.
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
