"""Fine-tune an encoder that tells stances and keep it: ``explanans lab train stance-encoder``."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import AutoModelForSequenceClassification

from explanans.errors import InputError
from explanans.lab.networks.fitting import Measure, Split, Trained, Way, fine_tune
from explanans.neural.core.checkpoint import Manifest, Schedule, check_place, versions
from explanans.neural.core.device import batches, reproducible
from explanans.neural.core.pretrained import load, locate_encoder
from explanans.neural.graphs.composer import ARGUMENT, GRAPH, LABELS, NETWORK, StanceEncoder
from explanans.structures.graphs import ExplanationGraph

SCHEDULE = Schedule(epochs=6, batch=32, rate=1e-4, choose_by="last")
"""For all-MiniLM-L6-v2, chosen on the training split of ExplaGraphs. In the paper (appendix D) RoBERTa-large has ten
epochs at a rate of 1e-5, with a decay of .1, and the epoch is chosen on held-out arguments."""


_AT_ONCE = 32
"""Graphs that are read at once where nothing is learnt."""


@dataclass(frozen=True, slots=True)
class StanceTraining:
    """Training options of a stance encoder.

    Attributes:
        encoder: The encoder to start from; see ``locate_encoder``.
        with_graph: Whether to read the graphs too.
    """

    encoder: str
    schedule: Schedule = SCHEDULE
    with_graph: bool = False


def train_stance_encoder(training: StanceTraining, examples: Split[ExplanationGraph], folder: Path) -> Trained:
    """Fine-tune an encoder and write it into a folder, from which ``StanceEncoder.open`` opens it.

    Args:
        examples: Graphs with their stances to learn, and others to choose the epoch by; see ``fine_tune``.
        folder: A new or empty folder, or an older checkpoint to replace.
    """
    check_place(folder)
    if not examples.learnt:
        raise InputError("there are no graphs to learn stances from; accepted: one or more")
    with reproducible(training.schedule.seed):
        labels = {number: str(stance) for number, stance in enumerate(LABELS)}
        model, tokenizer = load(
            AutoModelForSequenceClassification,
            locate_encoder(training.encoder),
            id2label=labels,
            label2id={label: number for number, label in labels.items()},
        )
    reader = StanceEncoder(model, tokenizer, with_graph=training.with_graph)

    def losses(batch: Sequence[ExplanationGraph]) -> Tensor:
        logits = reader.logits(batch)
        stances = torch.tensor([LABELS.index(graph.stance) for graph in batch], device=logits.device)
        return cross_entropy(logits, stances, reduction="none")

    manifest = Manifest(
        network=f"{NETWORK}{GRAPH if training.with_graph else ARGUMENT}",
        start=Path(training.encoder).name,
        data="explagraphs",
        examples=len(examples.learnt),
        schedule=training.schedule,
        versions=versions(),
    )
    measure = Measure("accuracy", lambda: accuracy(reader, examples.held_out), cheap=True)
    return fine_tune(reader, Way(losses, measure=measure), examples, folder, manifest)


def accuracy(reader: StanceEncoder, graphs: Sequence[ExplanationGraph]) -> float:
    """Return the share of stances that an encoder tells right."""
    numbers = [number for batch in batches(graphs, _AT_ONCE) for number in reader.logits(batch).argmax(1).tolist()]
    return sum(LABELS[number] is graph.stance for number, graph in zip(numbers, graphs, strict=True)) / len(graphs)
