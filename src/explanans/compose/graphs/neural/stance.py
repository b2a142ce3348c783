"""Encoders that are fine-tuned to tell support from counter (Saha et al. 2021, section 7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import AutoModelForSequenceClassification, PreTrainedModel, PreTrainedTokenizerBase

from explanans.codecs import brackets
from explanans.exceptions import InputError
from explanans.graph import Edge, ExplanationGraph, Stance
from explanans.learn.neural.checkpoint import Manifest, check_place, read_manifest, versions
from explanans.learn.neural.fine_tuning import Split, fine_tune
from explanans.learn.neural.pretrained import load, locate, locate_encoder
from explanans.learn.neural.training import Schedule, batches, reproducible

SCHEDULE = Schedule(epochs=6, batch=32, rate=1e-4)
"""For all-MiniLM-L6-v2, chosen on the training split of ExplaGraphs. In the paper (appendix D) RoBERTa-large has ten
epochs at a rate of 1e-5."""

NETWORK = "stance-encoder:"
"""How the name of what an encoder reads begins in the manifest of a checkpoint."""

ARGUMENT = "argument"
GRAPH = "graph"

_LABELS = tuple(Stance)
_LONGEST = 128
_BATCH = 32


@dataclass(frozen=True, slots=True)
class StanceRecipe:
    """How to train an encoder that tells stances.

    Attributes:
        encoder: The encoder to start from; see ``locate_encoder``.
        schedule: How to fit.
        with_graph: Whether to read the graphs too.
    """

    encoder: str
    schedule: Schedule = SCHEDULE
    with_graph: bool = False


class StanceEncoder:
    """A transformer that reads a belief and an argument, and perhaps a graph, and tells the stance.

    Args:
        model: The transformer, with one logit a stance in the order of ``Stance``.
        tokenizer: Its tokenizer.
        with_graph: Whether it reads graphs too, as the reasoning models of the paper do.

    Attributes:
        model: The transformer.
        tokenizer: Its tokenizer.
        with_graph: Whether it reads graphs too.
    """

    def __init__(self, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, *, with_graph: bool) -> None:
        self.model = model
        self.tokenizer = tokenizer
        self.with_graph = with_graph

    @classmethod
    def open(cls, name: str | Path) -> "StanceEncoder":
        """Load an encoder that ``explanans train stance-encoder`` made.

        Args:
            name: Its folder.

        Raises:
            InputError: The folder holds no such encoder, or one that cannot be used.
        """
        folder = locate(name, "stance encoder")
        network = read_manifest(folder).network
        if network not in {f"{NETWORK}{what}" for what in (ARGUMENT, GRAPH)}:
            raise InputError(f"{folder}: a {network}; accepted: one made by 'explanans train stance-encoder'")
        model, tokenizer = load(AutoModelForSequenceClassification, folder, "stance encoder")
        return cls(model, tokenizer, with_graph=network.endswith(GRAPH))

    def __call__(self, belief: str, argument: str, edges: Sequence[Edge] = ()) -> Stance:
        """Return the stance that the encoder holds likelier; of equals support.

        Args:
            belief: The belief.
            argument: The argument.
            edges: The graph, for encoders that read graphs.
        """
        graph = ExplanationGraph(belief, argument, Stance.SUPPORT, tuple(edges))
        self.model.eval()
        with torch.inference_mode():
            logits = self.logits([graph])[0]
        support, counter = (float(logits[_LABELS.index(stance)]) for stance in (Stance.SUPPORT, Stance.COUNTER))
        return Stance.SUPPORT if support >= counter else Stance.COUNTER

    def logits(self, graphs: Sequence[ExplanationGraph]) -> Tensor:
        """Return one logit a stance, through which gradients flow; shape (graphs, stances).

        Args:
            graphs: At least one graph, whose stance is not looked at. Of what is longer than 128 tokens the longer text
                loses its beginning.
        """
        read = [brackets.encode(graph.edges) if self.with_graph else "" for graph in graphs]
        arguments = [f"{graph.argument} {text}".strip() for graph, text in zip(graphs, read, strict=True)]
        beliefs = [graph.belief for graph in graphs]
        tokens = self.tokenizer(
            beliefs, arguments, padding=True, truncation=True, max_length=_LONGEST, return_tensors="pt"
        )
        logits: Tensor = self.model(**tokens).logits
        return logits

    def accuracy(self, graphs: Sequence[ExplanationGraph]) -> float:
        """Return the share of graphs whose stance is told right.

        Args:
            graphs: At least one graph.
        """
        self.model.eval()
        with torch.inference_mode():
            found = torch.cat([self.logits(part).argmax(dim=1) for part in batches(graphs, _BATCH)])
        return sum(_LABELS[place] is graph.stance for place, graph in zip(found.tolist(), graphs, strict=True)) / len(
            graphs
        )


def train_stance_encoder(recipe: StanceRecipe, examples: Sequence[ExplanationGraph], folder: Path) -> StanceEncoder:
    """Fine-tune an encoder and write it into a folder, from which ``StanceEncoder.open`` opens it.

    Args:
        recipe: How to train.
        examples: Graphs with their stances.
        folder: A new or empty folder, or an older checkpoint to replace.

    Raises:
        InputError: The encoder is not usable, there are no examples, or the folder holds something else.
        StorageError: The folder cannot be written.
    """
    check_place(folder)
    if not examples:
        raise InputError("there are no graphs to learn stances from; accepted: one or more")
    with reproducible(recipe.schedule.seed):
        labels = {number: str(stance) for number, stance in enumerate(_LABELS)}
        model, tokenizer = load(
            AutoModelForSequenceClassification,
            locate_encoder(recipe.encoder),
            id2label=labels,
            label2id={label: number for number, label in labels.items()},
        )
    reader = StanceEncoder(model, tokenizer, with_graph=recipe.with_graph)

    def losses(batch: Sequence[ExplanationGraph]) -> Tensor:
        stances = torch.tensor([_LABELS.index(graph.stance) for graph in batch])
        return cross_entropy(reader.logits(batch), stances, reduction="none")

    manifest = Manifest(
        network=f"{NETWORK}{GRAPH if recipe.with_graph else ARGUMENT}",
        start=Path(recipe.encoder).name,
        data="explagraphs",
        examples=len(examples),
        schedule=recipe.schedule,
        versions=versions(),
    )
    fine_tune(reader, losses, Split(examples), folder, manifest)
    return reader
