"""Teach a network to write the concepts that graphs add, and keep it: ``explanans lab train concept-writer``."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from explanans.errors import InputError
from explanans.graphs.concepts import external_concepts
from explanans.lab.networks.fitting import Measure, Split, Trained
from explanans.lab.networks.lines import USUAL, Course, Lines, Matrices, fit_lines
from explanans.neural.core.checkpoint import Manifest, Schedule, check_place, versions
from explanans.neural.core.continuations import open_sequences
from explanans.neural.graphs.concept_writer import NETWORK, ConceptWriter, read_line, written_line
from explanans.structures.graphs import ExplanationGraph


def train_concept_writer(
    checkpoint: str, schedule: Schedule, graphs: Split[ExplanationGraph], folder: Path, matrices: Matrices = USUAL
) -> Trained:
    """Fine-tune a network by teacher forcing and write it into a folder, from which ``ConceptWriter.open`` opens it.

    Args:
        checkpoint: The network to start from, see ``open_sequences``; in the paper, BART.
        graphs: Gold graphs to learn from, and others to choose the epoch by; of graphs that add no concept the network
            learns to write none.
        folder: A new or empty folder, or an older checkpoint to replace.
    """
    check_place(folder)
    if not graphs.learnt:
        raise InputError("there are no graphs to learn from; accepted: one or more")
    network = open_sequences(checkpoint, "concept writer")

    def lines(items: Iterable[ExplanationGraph]) -> list[Lines]:
        spelt = ((item, written_line(external_concepts(item))) for item in items)
        return [
            Lines(
                read_line(item.belief, item.argument),
                (*network.tokenizer.encode(text, add_special_tokens=False), network.last),
            )
            for item, text in spelt
        ]

    manifest = Manifest(
        network=NETWORK,
        start=Path(checkpoint).name,
        data="explagraphs",
        examples=len(graphs.learnt),
        schedule=schedule,
        versions=versions(),
    )
    measure = Measure("F1 of concepts", lambda: concepts_f1(ConceptWriter(network, beams=1), graphs.held_out))
    course = Course(lines(graphs.learnt), lines(graphs.held_out), measure=measure)
    return fit_lines(network, course, folder, manifest, matrices)


def concepts_f1(writer: ConceptWriter, graphs: Sequence[ExplanationGraph]) -> float:
    """Return the F1 of the concepts that a writer writes, over all graphs together."""
    written = writer.each([(graph.belief, graph.argument) for graph in graphs])
    gold = [external_concepts(graph) for graph in graphs]
    hits = sum(len({*wanted} & {*found}) for wanted, found in zip(gold, written, strict=True))
    total = sum(map(len, gold)) + sum(map(len, written))
    return 2 * hits / total if total else 0.0
