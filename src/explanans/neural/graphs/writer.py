"""Writers of explanation graphs: given a belief and an argument, write a graph (Saha et al. 2021, section 7)."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from explanans.errors import FormatError, InputError
from explanans.formats import explagraphs
from explanans.graphs.composer import Order
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.continuations import Continuation, locate_sequences, open_sequences
from explanans.neural.core.sequences import SequenceNetwork
from explanans.neural.graphs.automaton import GraphAutomaton, State
from explanans.neural.graphs.partial_graph import ConceptSources
from explanans.neural.graphs.vocabulary import GraphVocabulary
from explanans.structures.graphs import Edge, ExplanationGraph, Stance

_log = logging.getLogger(__name__)

BEAMS = 4
"""As in the paper (appendix D); of a language model, which takes longer for a token, a search keeps one line."""

LONGEST = 160
"""Maximum number of tokens of a graph: gold graphs have a third of that on average, eight edges seldom more."""

NETWORK = "graph-writer:"
"""Prefix of the name of a writer's order in the manifest of a checkpoint."""

_WHAT = "graph writer"


@dataclass(frozen=True, slots=True)
class GraphWriter:
    """A network that writes explanation graphs, by default nothing but valid graphs; see ``GraphAutomaton``.

    Attributes:
        order: Order of stance and graph; with the stance first, it reads the stance, else the stance follows from its
            graph.
        free: Whether it may write whatever it likes, as the models of the paper do; what is no graph has no edges.
        vocabulary: The tokens that it writes with.
    """

    network: SequenceNetwork
    order: Order
    beams: int = BEAMS
    free: bool = False
    vocabulary: GraphVocabulary = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # It looks at every token, which takes longer than a line; the automaton is made anew for each belief.
        object.__setattr__(self, "vocabulary", vocabulary_of(self.network))

    @classmethod
    def open(cls, name: str | Path, beams: int | None = None, *, free: bool = False) -> "GraphWriter":
        """Load a writer that ``explanans lab train graph-writer`` made."""
        if beams is not None and beams < 1:
            raise InputError(f"{beams} beams; accepted: 1 or more")
        folder = locate_sequences(name, _WHAT)
        network = read_manifest(folder).network
        if not network.startswith(NETWORK):
            raise InputError(f"{folder}: a {network}; accepted: one made by 'explanans lab train graph-writer'")
        opened = open_sequences(folder, _WHAT)
        if beams is None:
            beams = 1 if isinstance(opened, Continuation) else BEAMS
        return cls(opened, Order(network.removeprefix(NETWORK)), beams, free)

    def __call__(self, belief: str, argument: str, stance: Stance) -> ExplanationGraph:
        """Return the best graph."""
        return self.graphs(belief, argument, stance)[0]

    def graphs(self, belief: str, argument: str, stance: Stance, count: int = 1) -> tuple[ExplanationGraph, ...]:
        """Return different graphs, best first."""
        if count < 1:
            raise InputError(f"{count} graphs; accepted: 1 or more")
        return self._generate([(belief, argument, stance)], count)[0]

    def each(self, asked: Sequence[tuple[str, str, Stance]]) -> list[ExplanationGraph]:
        """Return the best graph of each of many pairs, generated in batches."""
        return [graphs[0] for graphs in self._generate(asked, 1)]

    def _generate(self, asked: Sequence[tuple[str, str, Stance]], count: int) -> list[tuple[ExplanationGraph, ...]]:
        pairs = [(" ".join(belief.split()), " ".join(argument.split()), stance) for belief, argument, stance in asked]
        texts = [
            read_line(belief, argument, stance if self.reads_stance else None) for belief, argument, stance in pairs
        ]
        longest = min(self.network.window - 1, LONGEST)
        if self.free:
            drawn = self.network.search_each(texts, max(self.beams, count), count, longest)
            return [
                tuple(ExplanationGraph(*pair, edges) for edges in dict.fromkeys(self._read(text, lines)))
                for pair, text, lines in zip(pairs, texts, drawn, strict=True)
            ]
        automata = [
            GraphAutomaton(self.vocabulary, longest, ConceptSources(belief.lower(), argument.lower()))
            for belief, argument, _ in pairs
        ]
        found = self.network.write_each(texts, automata, self.beams, count)
        return [_graphs(pair, ends)[:count] for pair, ends in zip(pairs, found, strict=True)]

    def _read(self, text: str, lines: Iterable[list[int]]) -> Iterator[tuple[Edge, ...]]:
        """Yield the edges of what the network has written of itself, none if that is no graph."""
        for tokens in lines:
            line = str(self.network.tokenizer.decode(tokens, skip_special_tokens=True))
            try:
                yield explagraphs.decode_graph(line, "writer")
            except FormatError as error:
                _log.warning("what is written of %r is no graph: %s", text, error)
                yield ()

    @property
    def reads_stance(self) -> bool:
        """Return whether it reads the stance."""
        return self.order is Order.RATIONALISING


def _graphs(pair: tuple[str, str, Stance], ends: Iterable[State]) -> tuple[ExplanationGraph, ...]:
    """Return the graphs that lines say, of those that differ in the order of edges only the first."""
    found: dict[frozenset[Edge], Sequence[Edge]] = {}
    for end in ends:
        found.setdefault(frozenset(end.edges), end.edges)
    return tuple(ExplanationGraph(*pair, tuple(edges)) for edges in found.values())


def vocabulary_of(network: SequenceNetwork) -> GraphVocabulary:
    """Return the tokens that a network writes graphs with."""
    size = int(network.model.get_output_embeddings().weight.shape[0])
    return GraphVocabulary(network.tokenizer, size, network.last)


def read_line(belief: str, argument: str, stance: Stance | None = None) -> str:
    """Return the input of a network.

    Args:
        stance: The stance of the argument; None if the network does not read it.

    Example:
        >>> read_line("Zoos help.", "Zoos save species.", Stance.SUPPORT)
        'belief: Zoos help. argument: Zoos save species. stance: support'
    """
    suffix = f" stance: {stance}" if stance else ""
    return f"belief: {belief} argument: {argument}{suffix}"
