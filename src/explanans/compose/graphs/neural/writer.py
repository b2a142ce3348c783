"""Writers of explanation graphs: given a belief and an argument, write a graph (Saha et al. 2021, section 7)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

import torch
from transformers import GenerationConfig, LogitsProcessorList

from explanans.compose.graphs.neural.automaton import Automaton
from explanans.compose.graphs.neural.sides import Sides
from explanans.compose.graphs.neural.vocabulary import Language
from explanans.compose.neural.guide import Guide
from explanans.exceptions import InputError
from explanans.graph import Edge, ExplanationGraph, Stance
from explanans.learn.neural.checkpoint import read_manifest
from explanans.learn.neural.pretrained import locate, quiet
from explanans.learn.neural.sequences import SequenceNetwork

BEAMS = 4
"""As in the paper (appendix D)."""

NETWORK = "graph-writer:"
"""How the name of what a writer reads begins in the manifest of a checkpoint."""

_WHAT = "graph writer"


class Reading(StrEnum):
    """What a writer knows of the stance."""

    REASONING = "reasoning"
    """Nothing: the stance is told from the graph."""
    RATIONALISING = "rationalising"
    """The stance is there first, and the graph explains it."""


@dataclass(frozen=True, slots=True)
class GraphWriter:
    """A network that writes explanation graphs, and nothing but valid graphs; see ``Automaton``.

    Attributes:
        network: The network.
        reading: What it knows of the stance.
        beams: How many lines the beam search keeps.
        language: The tokens that it writes with.
    """

    network: SequenceNetwork
    reading: Reading
    beams: int = BEAMS
    language: Language = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # It looks at every token, which takes longer than a line; the automaton is made anew for each belief.
        object.__setattr__(self, "language", language_of(self.network))

    @classmethod
    def open(cls, name: str | Path, beams: int = BEAMS) -> "GraphWriter":
        """Load a writer that ``explanans train graph-writer`` made.

        Args:
            name: Its folder.
            beams: How many lines the beam search keeps.

        Raises:
            InputError: The folder holds no such writer, or one that cannot be used, or there is no beam.
        """
        if beams < 1:
            raise InputError(f"{beams} beams; accepted: 1 or more")
        folder = locate(name, _WHAT)
        network = read_manifest(folder).network
        if not network.startswith(NETWORK):
            raise InputError(f"{folder}: a {network}; accepted: one made by 'explanans train graph-writer'")
        return cls(SequenceNetwork.open(folder, _WHAT), Reading(network.removeprefix(NETWORK)), beams)

    def __call__(self, belief: str, argument: str, stance: Stance) -> ExplanationGraph:
        """Return the best graph.

        Args:
            belief: The belief.
            argument: The argument.
            stance: Whether the argument supports or counters the belief; looked at by writers that rationalise.
        """
        return self.graphs(belief, argument, stance)[0]

    def graphs(self, belief: str, argument: str, stance: Stance, count: int = 1) -> tuple[ExplanationGraph, ...]:
        """Return different graphs, best first.

        Args:
            belief: The belief.
            argument: The argument.
            stance: As above.
            count: How many to return at most.

        Raises:
            InputError: Fewer than one graph is wanted, belief and argument have too few words for one, or the network's
                window is too short for it.
        """
        if count < 1:
            raise InputError(f"{count} graphs; accepted: 1 or more")
        belief, argument = " ".join(belief.split()), " ".join(argument.split())
        model, tokenizer = self.network.model, self.network.tokenizer
        automaton = Automaton(self.language, self.network.window - 1, Sides(belief.lower(), argument.lower()))
        guide = Guide(automaton)
        beams = max(self.beams, count)
        settings = GenerationConfig(
            num_beams=beams,
            num_return_sequences=beams if count > 1 else 1,
            max_new_tokens=automaton.start.left,
            do_sample=False,
            decoder_start_token_id=model.config.decoder_start_token_id,
            eos_token_id=self.network.last,
            pad_token_id=tokenizer.pad_token_id,
        )
        inputs = self.network.read([read_line(belief, argument, stance if self.tells else None)])
        with quiet(), torch.inference_mode():
            lines = model.generate(**inputs, generation_config=settings, logits_processor=LogitsProcessorList([guide]))
        ends = (guide.end(line[1:].tolist()) for line in lines)
        found: dict[frozenset[Edge], Sequence[Edge]] = {}
        for end in ends:
            if end:
                found.setdefault(frozenset(end.edges), end.edges)
        return tuple(ExplanationGraph(belief, argument, stance, tuple(edges)) for edges in found.values())[:count]

    @property
    def tells(self) -> bool:
        """Whether it reads the stance."""
        return self.reading is Reading.RATIONALISING


def language_of(network: SequenceNetwork) -> Language:
    """Return the tokens that a network writes graphs with.

    Args:
        network: The network.

    Raises:
        InputError: Its tokenizer cannot write graphs.
    """
    size = int(network.model.get_output_embeddings().weight.shape[0])
    return Language(network.tokenizer, size, network.last)


def read_line(belief: str, argument: str, stance: Stance | None = None) -> str:
    """Return what a network reads.

    Args:
        belief: The belief.
        argument: The argument.
        stance: Whether the argument supports or counters the belief; None where the network is not told.

    Example:
        >>> read_line("Zoos help.", "Zoos save species.", Stance.SUPPORT)
        'belief: Zoos help. argument: Zoos save species. stance: support'
    """
    told = f" stance: {stance}" if stance else ""
    return f"belief: {belief} argument: {argument}{told}"
