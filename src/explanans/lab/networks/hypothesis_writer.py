"""Train a network to state a question and its answer: ``explanans lab train writer --kind hypotheses``."""

from collections.abc import Iterable
from pathlib import Path

from explanans.errors import InputError
from explanans.lab.networks.fitting import Split, Trained
from explanans.lab.networks.lines import USUAL, Course, Lines, fit_lines
from explanans.lab.networks.upper_blocks import Matrices
from explanans.neural.conclusions.hypotheses import NETWORK, read_line
from explanans.neural.core.checkpoint import Manifest, Schedule, check_place, versions
from explanans.neural.core.continuations import open_sequences
from explanans.structures.trees import Problem


def train_hypothesis_writer(  # noqa: PLR0913 - the last two are seldom needed
    checkpoint: str,
    schedule: Schedule,
    problems: Split[Problem],
    folder: Path,
    data: str = "",
    *,
    matrices: Matrices = USUAL,
) -> Trained:
    """Fine-tune a network by teacher forcing and write it into a folder, from which ``HypothesisWriter.open`` opens it.

    Args:
        checkpoint: The network to start from; see ``open_sequences``.
        problems: Problems with question, answer and hypothesis to learn from, and others to choose the epoch by.
        folder: A new or empty folder, or an older checkpoint to replace.
        matrices: The matrices that a language model learns; other networks learn all weights.

    Raises:
        InputError: The network to start from is not usable, no problem has a question and an answer, the rate is so
            high that weights grow beyond all numbers, or the folder holds something else.
        StorageError: The folder cannot be written.
    """
    check_place(folder)
    network = open_sequences(checkpoint, "writer")

    def lines(items: Iterable[Problem]) -> list[Lines]:
        return [
            Lines(
                read_line(item.question, item.answer),
                (*network.tokenizer.encode(f" {item.hypothesis}", add_special_tokens=False), network.last),
            )
            for item in items
            if item.question and item.answer
        ]

    learnt = lines(problems.learnt)
    if not learnt:
        raise InputError("none of the problems has a question and an answer; accepted: problems with both")
    manifest = Manifest(
        network=NETWORK,
        start=Path(checkpoint).name,
        data=data,
        examples=len(learnt),
        schedule=schedule,
        versions=versions(),
    )
    return fit_lines(network, Course(learnt, lines(problems.held_out)), folder, manifest, matrices)
