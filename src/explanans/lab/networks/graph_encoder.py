"""Fine-tune an encoder that tells concepts and edges of graphs, and keep it: ``explanans lab train graph-encoder``."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from explanans.errors import InputError
from explanans.graphs.candidates import ENCODER
from explanans.graphs.composer import Order
from explanans.graphs.concepts import Memory, external_concepts
from explanans.graphs.links import RELATIONS
from explanans.lab.networks.fitting import Split, Trained, Way, fine_tune
from explanans.lab.networks.trunks import JUDGE, judge_weights
from explanans.lab.training.graphs import lower
from explanans.neural.core.checkpoint import Manifest, Schedule, check_place, versions
from explanans.neural.core.device import batches
from explanans.neural.core.pretrained import MINILM
from explanans.neural.graphs.encoder import GraphEncoder, Links, Place, Text, places_of, tags_of
from explanans.structures.graphs import Edge, ExplanationGraph

SCHEDULE = Schedule(epochs=6, batch=16, rate=1e-4, choose_by="loss")
"""For all-MiniLM-L6-v2. In the paper (appendix D) RoBERTa-large has 1e-5, ten epochs and a decay of .1."""

_DECOYS = 3
"""Concepts that do not belong to the graph, of those that its belief and argument bring to mind, at most."""
_PART = 16
"""Graphs that are read at once in training."""


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
    """Return the training examples of gold graphs, with decoys for their external concepts.

    Args:
        order: Whether the stance or the graph is predicted first; a stance predicted first is part of the input.
    """
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

    Raises:
        InputError: The encoder is not usable, there are no graphs, the rate is so high that weights grow beyond all
            numbers, or the folder holds something else.
        StorageError: The folder cannot be written.
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
