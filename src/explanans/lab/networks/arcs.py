"""Fine-tune encoders on arcs, or on whole claims, and keep them: ``explanans lab train arc-encoder``."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import torch
from torch import Tensor

from explanans.entailment.arcs.arcs import ArcExample
from explanans.errors import InputError
from explanans.lab.networks.fitting import Measure, Split, Trained, Way, fine_tune
from explanans.lab.networks.onnx_graphs import JUDGE, judge_weights
from explanans.neural.arcs.arc_encoder import ArcEncoder, ClaimEncoder, accuracy_on
from explanans.neural.arcs.pair_encoder import PairEncoder, Question
from explanans.neural.core.checkpoint import Manifest, Schedule, check_place, versions
from explanans.neural.core.device import batches
from explanans.neural.core.language_models import is_language_model, located_language_model
from explanans.neural.core.pretrained import MINILM, locate_encoder

_log = logging.getLogger(__name__)

SCHEDULE = Schedule(epochs=3, batch=32, rate=1e-5, decay=0, warm_up=0, choose_by="measure")
"""As in the paper (table 7; the epoch of the best accuracy), for BERT and ELECTRA of 110M parameters.

Smaller encoders want a higher rate.
"""

Watch = Callable[[ArcEncoder | ClaimEncoder], None]
"""Is shown an encoder in the course of its training."""
_PART = 8
"""Examples that are read at once on a processor; a graphics card reads a batch as a whole."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of an encoder's training.

    Attributes:
        encoder: The encoder to start from, see ``locate_encoder``; or ``judge``, the one that the package's judge reads
            with.
        sentence_level: Whether to learn of claims as a whole instead of their arcs, to compare the two (section 7.1).
    """

    encoder: str | Path = MINILM
    schedule: Schedule = SCHEDULE
    sentence_level: bool = False


def check_encoder(name: str | Path) -> None:
    """Make sure that there is a network to start from, before sentences are altered and parsed for minutes."""
    if is_language_model(name):
        located_language_model(name)
    elif name != JUDGE:
        locate_encoder(name)


def train_encoder(
    settings: Settings,
    examples: Split[ArcExample],
    folder: Path,
    data: str = "",
    watch: Watch | None = None,
) -> Trained:
    """Fine-tune an encoder and write it into a folder, from which an ``ArcEncoder`` or a ``ClaimEncoder`` is opened.

    Args:
        examples: The training examples, and those that choose the epoch. Those without labelled arcs are left out, and
            those whose claim is too long, with a warning.
        folder: A new or empty folder, or an older checkpoint to replace.
        watch: Is shown the encoder before the first epoch, so that what it cannot read is known at once, and after
            each.
    """
    check_place(folder)
    from_judge = settings.encoder == JUDGE
    level: type[ArcEncoder | ClaimEncoder] = ClaimEncoder if settings.sentence_level else ArcEncoder
    network = level.untrained(MINILM if from_judge else settings.encoder, settings.schedule.seed)
    if from_judge:
        network.model.load_state_dict(judge_weights(), strict=False)  # the layer on top is new
    learnt, held_out = (_questions(network, part) for part in examples)
    if not learnt:
        raise InputError("there are no labelled arcs to learn from; accepted: one example with one or more")
    schedule = settings.schedule
    if not held_out and schedule.choose_by == "measure":
        schedule = replace(schedule, choose_by="last")
    manifest = Manifest(
        network=network.kind,
        start=Path(settings.encoder).name,
        data=data,
        examples=len(learnt),
        schedule=schedule,
        versions=versions(),
    )
    measure = Measure("accuracy", lambda: accuracy_on(network, held_out).right, cheap=True)
    shown = partial(watch, network) if watch else None
    if shown:
        shown()
    way: Way[Question] = Way(lambda batch: _losses(network, batch), measure=measure, watch=shown)
    return fine_tune(network, way, Split(learnt, held_out), folder, manifest)


def _losses(network: PairEncoder, questions: Sequence[Question]) -> Tensor:
    """Return the losses of a batch; examples of like length are read together, so that little is padded."""
    device = network.model.device.type
    parts = batches(sorted(questions, key=_length), _PART if device == "cpu" else len(questions))
    with torch.autocast(device, dtype=torch.bfloat16):
        answers = [network.answers(part) for part in parts]
    return torch.cat([answer._replace(logits=answer.logits.float()).losses() for answer in answers])


def _length(question: Question) -> int:
    return sum(len(sentence.text) for sentence in (*question.example.source, question.example.claim))


def _questions(network: PairEncoder, examples: Sequence[ArcExample]) -> list[Question]:
    """Return the examples that have labelled arcs and fit the window, read once for all epochs."""
    labelled = sum(bool(example.labels) for example in examples)
    questions = network.questions(examples)
    if len(questions) < labelled:
        _log.warning(
            "%d of %d examples are left out: their claims are too long for the encoder",
            *(labelled - len(questions), labelled),
        )
    return questions
