"""Fine-tune a writer of trees and keep it: ``explanans lab train writer``."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from explanans.errors import InputError
from explanans.evaluation.trees.measure import Rules
from explanans.evaluation.trees.report import evaluate_trees, predicted
from explanans.evaluation.trees.scored import similarity
from explanans.lab.networks.fitting import Measure, Split, Trained
from explanans.lab.networks.lines import USUAL, Course, Lines, Matrices, fit_lines, usual_schedule
from explanans.neural.core.checkpoint import Manifest, Schedule, check_place, versions
from explanans.neural.core.continuations import open_sequences
from explanans.neural.core.pretrained import MINILM
from explanans.neural.core.sequences import SequenceNetwork
from explanans.neural.core.warm_start import warm_started
from explanans.neural.trees.language import proof_pieces, read_line
from explanans.neural.trees.partial_proof import Kind
from explanans.neural.trees.writer import NETWORK, Writer
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Problem

_log = logging.getLogger(__name__)

_SIMILARITY = "chrf++"

FINE_TUNED = Schedule(epochs=20, batch=8, rate=1e-3, optimiser="adafactor")
"""For encoder–decoders: batch, rate and optimiser are those of the T5 library and of the paper (appendix C)."""
WARM_STARTED = Schedule(epochs=30, batch=8, rate=2e-4)
"""For encoder–decoders that start as an encoder on both sides."""


@dataclass(frozen=True, slots=True)
class WriterTraining:
    """Training options of a writer.

    Attributes:
        checkpoint: The encoder–decoder or language model to start from; see ``open_sequences``. Where it is empty, an
            encoder is the start.
        encoder: The encoder to start from on both sides; see ``warm_started``.
        matrices: The matrices that a language model learns; other networks learn all weights.
    """

    kind: Kind
    schedule: Schedule
    checkpoint: str = ""
    encoder: str = MINILM
    matrices: Matrices = USUAL

    @classmethod
    def usual(
        cls, kind: str, checkpoint: str = "", encoder: str = "", changes: Mapping[str, Any] | None = None
    ) -> "WriterTraining":
        """Return how a writer is usually trained, with changes.

        Args:
            checkpoint: The encoder–decoder or language model to start from; empty to start from an encoder.
            encoder: The encoder to start from; where both are empty, ``all-MiniLM-L6-v2``.

        Example:
            >>> WriterTraining.usual("one-step").encoder
            'all-MiniLM-L6-v2'
            >>> WriterTraining.usual("all-at-once", checkpoint="t5-large", changes={"epochs": 3}).schedule.epochs
            3
        """
        if kind not in list(Kind):
            raise InputError(f"no writer is of the kind {kind!r}; accepted: {', '.join(Kind)}")
        if checkpoint and encoder:
            found = f"{checkpoint} and {encoder} cannot both be the start"
            raise InputError(f"{found}; accepted: a checkpoint or an encoder")
        schedule = replace(
            usual_schedule(checkpoint, FINE_TUNED) if checkpoint else WARM_STARTED, **dict(changes or {})
        )
        return cls(Kind(kind), schedule, checkpoint, encoder or MINILM)

    def untrained(self) -> Writer:
        """Return the writer to be trained."""
        if self.checkpoint:
            return Writer(open_sequences(self.checkpoint, "writer"), self.kind)
        return Writer(SequenceNetwork(*warm_started(self.encoder, self.schedule.seed)), self.kind)


def train_writer(training: WriterTraining, problems: Split[Problem], folder: Path, data: str = "") -> Trained:
    """Fine-tune a writer by teacher forcing and write it into a folder, from which ``Writer.open`` opens it.

    Args:
        problems: Problems with gold trees to learn from, and others to choose the epoch by; see ``fine_tune``.
        folder: A new or empty folder, or an older checkpoint to replace.
    """
    check_place(folder)
    writer = training.untrained()
    learnt = fitting_lines(writer, gather_examples(problems.learnt, writer.kind))
    judges = gather_examples(problems.held_out, writer.kind) if problems.held_out else []
    held_out = fitting_lines(writer, judges) if judges else []
    manifest = Manifest(
        network=f"{NETWORK}{writer.kind}",
        start=Path(training.checkpoint or training.encoder).name,
        data=data,
        examples=len(learnt),
        schedule=training.schedule,
        versions=versions(),
    )
    measure = Measure("overall AllCorrect", lambda: all_correct(writer, judges))
    course = Course(learnt, held_out, measure=measure)
    return fit_lines(writer.network, course, folder, manifest, training.matrices)


@dataclass(frozen=True, slots=True)
class Example:
    """A problem and the tree that a writer is to write of it.

    Attributes:
        problem: The input problem, with the given premises.
    """

    problem: Problem
    tree: EntailmentTree


def all_correct(writer: Writer, examples: Sequence[Example]) -> float:
    """Return the share of trees that are right in leaves, steps and conclusions (Dalvi et al. 2021, section 6.1).

    Conclusions are compared by chrF++, the stand-in of BLEURT that fits it best. The paper chose its checkpoints so.
    """
    asked = [example for example in examples if writer.fits(example.problem)]
    gold = [replace(example.problem, tree=example.tree) for example in asked]
    if not gold:
        return 0.0
    trees = writer.each([replace(problem, tree=None) for problem in gold])
    written = [predicted(problem, tree) for problem, tree in zip(gold, trees, strict=True)]
    rules = Rules(lenient=True, similarities=(similarity(_SIMILARITY),))
    return evaluate_trees(gold, written, rules)[f"overall.{_SIMILARITY}.all_predicted"] or 0.0


def gather_examples(problems: Iterable[Problem], kind: Kind) -> list[Example]:
    """Return the training lines of a kind of writer.

    Trees that are none (see ``EntailmentTree.faults``), or that rest on sentences other than the problem's premises,
    cannot be written; they are left out, and a warning says how many.
    """
    given = list(problems)
    good = [(problem, problem.tree) for problem in given if problem.tree and _is_writable(problem, problem.tree)]
    if not good:
        raise InputError("none of the problems has a tree over its premises; accepted: problems with gold trees")
    if len(good) < len(given):
        _log.warning("%d of %d problems are not learnt: no valid tree", len(given) - len(good), len(given))
    return [example for problem, tree in good for example in _examples(problem, tree, kind)]


def _is_writable(problem: Problem, tree: EntailmentTree) -> bool:
    premises = {premise.text for premise in problem.premises}
    return not tree.faults() and all(leaf.text in premises for leaf in tree.leaves)


def _examples(problem: Problem, tree: EntailmentTree, kind: Kind) -> Iterator[Example]:
    match kind:
        case Kind.ALL_AT_ONCE:
            yield Example(problem, tree)
        case Kind.NO_CONTEXT:
            yield Example(replace(problem, premises=()), tree)
        case Kind.ONE_STEP:
            for shred in shreds(tree):
                own = replace(problem, hypothesis=shred.hypothesis)
                yield Example(own, shred)
                # So that it can be asked to show a premise from nothing.
                yield Example(replace(own, premises=()), shred)


def shreds(tree: EntailmentTree) -> Iterator[EntailmentTree]:
    """Yield a tree of one step for each step of a tree, its conclusion the hypothesis (Dalvi et al. 2021, section 7).

    Example:
        >>> from explanans.structures.trees import Step
        >>> ice, heat, sun = Fact("f1", "ice is a solid"), Fact("f2", "heat melts solids"), Fact("f3", "the sun heats")
        >>> steps = Step(("f1", "f2"), "int1", "heat melts ice"), Step(("f3", "int1"), ROOT, "the sun melts ice")
        >>> for shred in shreds(EntailmentTree("the sun melts ice", (ice, heat, sun), steps)):
        ...     print([leaf.text for leaf in shred.leaves], "->", shred.hypothesis)
        ['ice is a solid', 'heat melts solids'] -> heat melts ice
        ['the sun heats', 'heat melts ice'] -> the sun melts ice
    """
    leaves, texts = {leaf.id: leaf for leaf in tree.leaves}, tree.texts()
    for step in tree.steps:
        facts = tuple(leaves.get(name) or Fact(name, texts[name]) for name in step.premises)
        yield EntailmentTree(step.text, facts, (replace(step, conclusion=ROOT),), tree.question)


def fitting_lines(writer: Writer, examples: Sequence[Example]) -> list[Lines]:
    """Return the lines of examples that fit the window, if need be without the last premises that no tree uses."""
    window = writer.network.window
    shortened = [_shortened(writer, example) for example in examples]
    lines = [
        Lines(
            read_line(example.problem, writer.kind),
            tuple(writer.vocabulary.tokens(proof_pieces(example.problem, example.tree, writer.kind))),
        )
        for example in shortened
        if writer.fits(example.problem)
    ]
    lines = [line for line in lines if len(line.written) < window]
    if not lines:
        raise InputError(f"no tree is as short as the {window} tokens that the writer reads and writes")
    if len(lines) < len(examples):
        _log.warning(
            "%d of %d examples are not learnt, for they are longer than %d tokens",
            *(len(examples) - len(lines), len(examples), window),
        )
    changed = sum(example is not whole for example, whole in zip(shortened, examples, strict=True))
    if changed:
        _log.warning("%d of %d examples are learnt without their last distractors", changed, len(examples))
    return lines


def _shortened(writer: Writer, example: Example) -> Example:
    used = {leaf.text for leaf in example.tree.leaves}
    while not writer.fits(example.problem):
        premises = example.problem.premises
        spare = [number for number, premise in enumerate(premises) if premise.text not in used]
        if not spare:
            break
        kept = premises[: spare[-1]] + premises[spare[-1] + 1 :]
        example = replace(example, problem=replace(example.problem, premises=kept))
    return example
