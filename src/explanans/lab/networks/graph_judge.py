"""Fine-tune what measures of graphs ask (Saha et al. 2021, section 6): ``explanans lab train graph-judge``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import AutoModelForSequenceClassification

from explanans.errors import InputError
from explanans.evaluation.graphs.correctness import importance_pair, semantic_pair
from explanans.formats.explagraphs import Refinement
from explanans.lab.networks.fitting import Measure, Split, Trained, Way, fine_tune, hold_out
from explanans.lab.training.graph_verdicts import Verdict, lessons
from explanans.neural.core.checkpoint import Manifest, Schedule, check_place, versions
from explanans.neural.core.device import batches, best_device, half_precision, reproducible
from explanans.neural.core.pretrained import load, locate_encoder
from explanans.structures.graphs import ExplanationGraph, Stance

SEMANTIC, IMPORTANCE = KINDS = ("semantic", "importance")
"""The tasks of graph judges: semantic correctness (SeCA), and the importance of edges (EA)."""

SCHEDULE = Schedule(epochs=6, batch=32, rate=1e-4, choose_by="measure")
"""For all-MiniLM-L6-v2. In the paper (appendix D) RoBERTa-large has ten epochs at 1e-5, with a decay of .1."""

_LABELS = {
    SEMANTIC: tuple(verdict.name.lower() for verdict in Verdict),
    IMPORTANCE: (str(Stance.SUPPORT), str(Stance.COUNTER)),
}
_LONGEST = 128
_AT_ONCE = 32
_PART = 16
"""Pairs that are read at once in training."""


@dataclass(frozen=True, slots=True)
class JudgeTraining:
    """Training options of a judge of graphs.

    Attributes:
        kind: Its task, one of ``KINDS``.
        encoder: The encoder to start from; see ``locate_encoder``.
    """

    kind: str
    encoder: str
    schedule: Schedule = SCHEDULE

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(f"no judge of graphs is called {self.kind!r}; accepted: {', '.join(KINDS)}")


class LabelledTexts(NamedTuple):
    """A pair of texts and the number of its label."""

    texts: tuple[str, str]
    label: int


def gather_lessons(
    kind: str, graphs: Sequence[ExplanationGraph], refinements: Sequence[Refinement], seed: int
) -> Split[LabelledTexts]:
    """Return the training examples of a judge, and the held-out ones: those of every tenth belief.

    For ``semantic`` these are the gold graphs, those that verifiers rejected and damaged ones, as the measure shows
    them: belief and bracketed graph. For ``importance`` they are gold graphs as sentences after their arguments.

    Args:
        kind: One of ``KINDS``.
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
        """Return the cross entropy of each example, in nats, the shortest first; shape (examples,).

        Pairs of like length are read together, so that little is padded, and numbers are multiplied in bfloat16.
        """
        ordered = sorted(examples, key=_length)
        with torch.autocast(self.model.device.type, dtype=torch.bfloat16):
            logits = torch.cat([self.logits(part) for part in batches(ordered, _PART)])
        labels = torch.tensor([lesson.label for lesson in ordered], device=logits.device)
        return cross_entropy(logits, labels, reduction="none")

    def accuracy(self, examples: Sequence[LabelledTexts]) -> float:
        """Return the accuracy, from 0 to 1."""
        predicted: list[int] = []
        ordered = sorted(examples, key=_length)
        for batch in batches(ordered, _AT_ONCE):
            predicted += self.logits(batch).argmax(1).tolist()
        return sum(found == lesson.label for found, lesson in zip(predicted, ordered, strict=True)) / len(examples)


def _length(lesson: LabelledTexts) -> int:
    return sum(map(len, lesson.texts))


def train_graph_judge(training: JudgeTraining, examples: Split[LabelledTexts], folder: Path) -> Trained:
    """Fine-tune a judge and write it into a folder, from which ``SequenceClassifier.open`` opens it.

    Args:
        examples: The training examples, and those that choose the epoch; see ``gather_lessons``.
        folder: A new or empty folder, or an older checkpoint to replace.

    Raises:
        InputError: The encoder is not usable, there is nothing to learn, or the folder holds something else.
        StorageError: The folder cannot be written.
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
