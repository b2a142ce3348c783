"""Fine-tune encoders for graphs: concepts and edges, and judges of graphs (Saha et al. 2021)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import AutoModelForSequenceClassification

from explanans.errors import InputError
from explanans.evaluation.graphs.correctness import importance_pair, semantic_pair
from explanans.formats.explagraphs import Refinement
from explanans.graphs.candidates import ENCODER
from explanans.graphs.composer import Order
from explanans.graphs.concepts import Memory, external_concepts
from explanans.graphs.links import RELATIONS
from explanans.lab.networks.fitting import Measure, Split, Trained, Way, fine_tune, hold_out
from explanans.lab.networks.onnx_graphs import JUDGE, judge_weights
from explanans.lab.training.graphs import Verdict, lessons, lower
from explanans.neural.core.checkpoint import Manifest, Schedule, check_place, versions
from explanans.neural.core.device import batches, best_device, half_precision, reproducible
from explanans.neural.core.pretrained import MINILM, load, locate_encoder
from explanans.neural.graphs.encoder import GraphEncoder, Links, Place, Text, places_of, tags_of
from explanans.structures.graphs import Edge, ExplanationGraph, Stance

SCHEDULE = Schedule(epochs=6, batch=16, rate=1e-4, choose_by="loss")
"""For all-MiniLM-L6-v2. In the paper (appendix D) RoBERTa-large has 1e-5, ten epochs and a decay of .1."""
_DECOYS = 3
"""Concepts that do not belong to the graph, of those that its belief and argument bring to mind, at most."""
_PART = 16
"""Graphs that are read at once in training."""
SEMANTIC, IMPORTANCE = KINDS = ("semantic", "importance")
"""The tasks of graph judges: semantic correctness (SeCA), and the importance of edges (EA)."""
JUDGE_SCHEDULE = Schedule(epochs=6, batch=32, rate=1e-4, choose_by="measure")
"""For all-MiniLM-L6-v2. In the paper (appendix D) RoBERTa-large has ten epochs at 1e-5, with a decay of .1."""
_LABELS = {
    SEMANTIC: tuple(verdict.name.lower() for verdict in Verdict),
    IMPORTANCE: (str(Stance.SUPPORT), str(Stance.COUNTER)),
}
_LONGEST = 128
_AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class GraphEncoderTraining:
    """Training options of a graph encoder.

    Attributes:
        encoder: The encoder to start from, see ``locate_encoder``; or ``judge``, the one that the package's judge reads
            with.
        order: Whether the stance or the graph is predicted first; a stance predicted first is part of the input.
    """

    encoder: str = MINILM
    order: Order = Order.RATIONALISING
    schedule: Schedule = SCHEDULE


class TaggedGraph(NamedTuple):
    """A gold graph, and what is read and asked for it."""

    links: Links
    edges: Sequence[Edge]


def gather_lessons(graphs: Sequence[ExplanationGraph], memory: Memory, order: Order, seed: int) -> list[TaggedGraph]:
    """Return the training examples of gold graphs, with decoys for their external concepts."""
    chance = np.random.default_rng(seed)
    lessons = []
    for graph in map(lower, graphs):
        gold = external_concepts(graph)
        near = [name for name in memory.recall(graph.belief, graph.argument) if name not in gold]
        decoys = chance.permutation(near)[: chance.integers(_DECOYS + 1)].tolist()
        added = tuple(chance.permutation([*gold, *decoys]).tolist())
        stance = graph.stance if order is Order.RATIONALISING else None
        links = Links(Text(graph.belief, graph.argument, added), graph.concepts(), stance)
        lessons.append(TaggedGraph(links, graph.edges))
    return lessons


def train_graph_encoder(training: GraphEncoderTraining, graphs: Split[ExplanationGraph], folder: Path) -> Trained:
    """Fine-tune an encoder and write it into a folder, from which ``GraphEncoder.open`` opens it.

    The loss is the cross entropy of tags, and of relations between all ordered pairs of gold concepts, where no edge is
    one more relation (Saha et al. 2021, appendix C.3).

    Args:
        graphs: Gold graphs to learn, and others to choose the epoch by; see ``fine_tune``.
        folder: A new or empty folder, or an older checkpoint to replace.
    """
    check_place(folder)
    if not graphs.learnt:
        raise InputError("there are no graphs to learn from; accepted: one or more")
    schedule = training.schedule
    of_judge = training.encoder == JUDGE
    network = GraphEncoder.untrained(MINILM if of_judge else training.encoder, training.order, schedule.seed)
    if of_judge:
        network.model.load_state_dict(judge_weights(), strict=False)
    memory = Memory.of([lower(graph) for graph in graphs.learnt])
    learnt, held_out = (gather_lessons(part, memory, training.order, schedule.seed) for part in graphs)
    manifest = Manifest(
        network=f"{ENCODER}{training.order}",
        start=Path(training.encoder).name,
        data="explagraphs",
        examples=len(learnt),
        schedule=schedule,
        versions=versions(),
    )
    way: Way[TaggedGraph] = Way(lambda batch: _losses(network, batch))
    return fine_tune(network, way, Split(learnt, held_out), folder, manifest)


def _losses(network: GraphEncoder, lessons: Sequence[TaggedGraph]) -> Tensor:
    """Return the loss of each tag and of each relation, in nats; shape (predictions,)."""
    parts = []
    for part in batches(sorted(lessons, key=_length), _PART):
        with torch.autocast(network.model.device.type, dtype=torch.bfloat16):
            states = network.states([lesson.links.text for lesson in part])
            tags = network.tag_logits(states).float()
            relations = network.relation_logits(states, [lesson.links for lesson in part]).float()
        gold_tags = [tag for spelt, lesson in zip(states.spelt, part, strict=True) for tag in _tags(spelt, lesson)]
        wanted = torch.tensor(gold_tags, device=tags.device)
        parts.append(cross_entropy(tags.flatten(0, 1)[wanted >= 0], wanted[wanted >= 0], reduction="none"))
        gold = torch.tensor([label for lesson in part for label in _labels(lesson)], device=tags.device)
        parts.append(cross_entropy(relations, gold, reduction="none"))
    return torch.cat(parts)


def _length(lesson: TaggedGraph) -> int:
    belief, argument, added = lesson.links.text
    return sum(map(len, (belief, argument, *added)))


def _tags(spelt: Sequence[Place | None], lesson: TaggedGraph) -> list[int]:
    """Return the tag of each token; -1 if it spells nothing."""
    places = [place for name in lesson.links.concepts for place in places_of(name, lesson.links.text)]
    return [-1 if tag is None else tag for tag in tags_of(spelt, places)]


def _labels(lesson: TaggedGraph) -> list[int]:
    """Return the number of the relation of each pair, counted from 1; 0 if there is no edge."""
    names = lesson.links.concepts
    gold = {(edge.source, edge.target): 1 + RELATIONS.index(edge.relation) for edge in lesson.edges}
    return [gold.get((names[i], names[j]), 0) for i, j in lesson.links.pairs()]


@dataclass(frozen=True, slots=True)
class JudgeTraining:
    """Training options of a judge of graphs.

    Attributes:
        encoder: The encoder to start from; see ``locate_encoder``.
    """

    kind: str
    encoder: str
    schedule: Schedule = JUDGE_SCHEDULE

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(f"no judge of graphs is called {self.kind!r}; accepted: {', '.join(KINDS)}")


class LabelledTexts(NamedTuple):
    """A pair of texts and the number of its label."""

    texts: tuple[str, str]
    label: int


def gather_judge_lessons(
    kind: str, graphs: Sequence[ExplanationGraph], refinements: Sequence[Refinement], seed: int
) -> Split[LabelledTexts]:
    """Return the training examples of a judge, and the held-out ones: those of every tenth belief.

    For ``semantic`` these are the gold graphs, those that verifiers rejected and damaged ones, as the measure shows
    them: belief and bracketed graph. For ``importance`` they are gold graphs as sentences after their arguments.
    """
    labelled: list[tuple[ExplanationGraph, int]]
    spelt: Callable[[ExplanationGraph], tuple[str, str]]
    if kind == SEMANTIC:
        labelled = [(graph, int(verdict)) for graph, verdict in lessons(graphs, refinements, seed) if graph.edges]
        spelt = lambda graph: semantic_pair(graph.belief, graph.edges)  # noqa: E731 - one of two ways
    else:
        labelled = [(graph, _LABELS[IMPORTANCE].index(graph.stance)) for graph in graphs]
        spelt = lambda graph: importance_pair(graph.belief, graph.argument, graph.edges)  # noqa: E731
    learnt, held_out = hold_out(labelled, lambda item: item[0].belief)
    made = ([LabelledTexts(spelt(graph), label) for graph, label in part] for part in (learnt, held_out))
    return Split(*made)


class _Reader:
    """A classifier of pairs of texts that learns."""

    def __init__(self, training: JudgeTraining) -> None:
        labels = dict(enumerate(_LABELS[training.kind]))
        with reproducible(training.schedule.seed):
            model, self.tokenizer = load(
                AutoModelForSequenceClassification,
                locate_encoder(training.encoder),
                id2label=labels,
                label2id={label: number for number, label in labels.items()},
            )
        self.model = model.to(best_device())  # type: ignore[arg-type]

    def logits(self, examples: Sequence[LabelledTexts]) -> Tensor:
        """Return one logit a label, through which gradients flow; shape (examples, labels)."""
        firsts, seconds = zip(*(lesson.texts for lesson in examples), strict=True)
        tokens = self.tokenizer(
            list(firsts), list(seconds), padding=True, truncation=True, max_length=_LONGEST, return_tensors="pt"
        )
        with half_precision(self.model.device):
            logits: Tensor = self.model(**tokens.to(self.model.device)).logits.float()
        return logits

    def losses(self, examples: Sequence[LabelledTexts]) -> Tensor:
        """Return the cross entropy of each example, in nats, the shortest first; shape (examples,)."""
        # Pairs of like length are read together, so that little is padded, and numbers are multiplied in bfloat16.
        ordered = sorted(examples, key=_pair_length)
        with torch.autocast(self.model.device.type, dtype=torch.bfloat16):
            logits = torch.cat([self.logits(part) for part in batches(ordered, _PART)])
        labels = torch.tensor([lesson.label for lesson in ordered], device=logits.device)
        return cross_entropy(logits, labels, reduction="none")

    def accuracy(self, examples: Sequence[LabelledTexts]) -> float:
        """Return the accuracy, from 0 to 1."""
        predicted: list[int] = []
        ordered = sorted(examples, key=_pair_length)
        for batch in batches(ordered, _AT_ONCE):
            predicted += self.logits(batch).argmax(1).tolist()
        return sum(found == lesson.label for found, lesson in zip(predicted, ordered, strict=True)) / len(examples)


def _pair_length(lesson: LabelledTexts) -> int:
    return sum(map(len, lesson.texts))


def train_graph_judge(training: JudgeTraining, examples: Split[LabelledTexts], folder: Path) -> Trained:
    """Fine-tune a judge and write it into a folder, from which ``SequenceClassifier.open`` opens it.

    Args:
        examples: The training examples, and those that choose the epoch; see ``gather_lessons``.
        folder: A new or empty folder, or an older checkpoint to replace.
    """
    check_place(folder)
    if not examples.learnt:
        raise InputError("there are no graphs to learn from; accepted: one or more")
    reader = _Reader(training)
    manifest = Manifest(
        network=f"graph-judge:{training.kind}",
        start=Path(training.encoder).name,
        data="explagraphs",
        examples=len(examples.learnt),
        schedule=training.schedule,
        versions=versions(),
    )
    measure = Measure("accuracy", lambda: reader.accuracy(examples.held_out), cheap=True)
    return fine_tune(reader, Way(reader.losses, measure=measure), examples, folder, manifest)
