"""Explanation graphs written by the language model, by a beam search over valid graphs in the words of both sentences.

A graph is one line, ``(concept; relation; concept)(concept; relation; concept)``, as in Saha et al. 2021, section 7.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from explanans.graphs.concepts import LONGEST
from explanans.language.lexicon import word_set
from explanans.language.sentences import tidy_sentence
from explanans.learning.decoder import Decoder, write
from explanans.learning.language_reader import LanguageReader
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance

MOST_TOKENS = 120
"""Maximum number of tokens of a graph."""
_PROMPT = 256
_BEAMS = 3
_FEWEST, _MOST = 3, 6
"""Numbers of edges of a written graph."""
_WORDS = "graphs.writer.concepts"
"""Words that concepts may have beside those of the two sentences."""
_WORD = re.compile(r"[\w'’-]+")


class GraphRequest(NamedTuple):
    """A request for a graph."""

    belief: str
    argument: str
    stance: Stance

    @property
    def prompt(self) -> str:
        """The prompt of a language model."""
        belief, argument = tidy_sentence(self.belief), tidy_sentence(self.argument)
        return f"Belief: {belief}\nArgument: {argument}\nStance: {self.stance}\nGraph:"


class GraphWriter:
    """Writes graphs that explain a stance.

    Args:
        reader: A language model that was taught to write graphs.
    """

    def __init__(self, reader: LanguageReader) -> None:
        self._decoder = reader.decoder

    def graphs(self, belief: str, argument: str, stance: Stance) -> list[ExplanationGraph]:
        """Return valid graphs, the most probable by token first; there may be none."""
        asked = GraphRequest(belief, argument, stance)
        automaton = GraphLines(self._decoder, asked)
        ids = self._decoder.encode(asked.prompt)[-_PROMPT:]
        found = write(self._decoder, ids, automaton, _BEAMS, MOST_TOKENS)
        return [ExplanationGraph(belief, argument, stance, automaton.edges(line.tokens)) for line in found]


class _Slot(Enum):
    """The piece of a graph that comes next."""

    OPENING = "the bracket before the first edge"
    SOURCE = "the first concept of an edge"
    RELATION = "its relation"
    TARGET = "its second concept"
    END = "the end of the line"


class _Node:
    """A place in a tree of token sequences.

    Attributes:
        after: The places by the next token.
        says: The sequences that end here: a word, or a relation.
    """

    __slots__ = ("after", "says")

    def __init__(self) -> None:
        self.after: dict[int, _Node] = {}
        self.says = ""

    def add(self, tokens: Sequence[int], says: str) -> None:
        """Add a sequence of tokens."""
        place = self
        for token in tokens:
            place = place.after.setdefault(token, _Node())
        place.says = says


@dataclass(frozen=True, slots=True)
class _State:
    """The state of a partial line.

    Attributes:
        words: The finished words of the current concept; the last one may still go on.
        place: Where in a tree the current word or relation has come to.
    """

    slot: _Slot
    edges: tuple[Edge, ...] = ()
    source: str = ""
    relation: Relation = Relation.IS_A
    words: tuple[str, ...] = ()
    place: _Node | None = None


class GraphLines:
    """The lines that are valid graphs of two sentences; see ``ExplanationGraph.faults``.

    Concepts have words of the two sentences and some general ones. No two edges join the same concepts.

    Args:
        decoder: Supplies the tokens.
    """

    def __init__(self, decoder: Decoder, asked: GraphRequest) -> None:
        self._asked, self._decode, self._end = asked, decoder.decode, decoder.end
        self._opening, self._between, self._closing, self._separator = (
            decoder.encode(mark)[0] for mark in (" (", ")(", ")", ";")
        )
        self._first, self._later, self._relations = _Node(), _Node(), _Node()
        for word in sorted({*_WORD.findall(f"{asked.belief} {asked.argument}".lower()), *word_set(_WORDS)}):
            self._first.add(decoder.encode(word), word)
            self._later.add(decoder.encode(f" {word}"), word)
        for relation in Relation:
            self._relations.add(decoder.encode(f" {relation}"), relation)
        self._states: dict[tuple[int, ...], _State] = {(): _State(_Slot.OPENING)}

    def allowed(self, line: Sequence[int]) -> list[int]:
        """Return the tokens that may come next; none where no valid graph goes on so."""
        return [token for token, _ in self._next(self._state(tuple(line)))]

    def edges(self, line: Sequence[int]) -> tuple[Edge, ...]:
        """Return the edges of a whole line."""
        return self._state(tuple(line)).edges

    def _state(self, line: tuple[int, ...]) -> _State:
        if line not in self._states:
            before = self._state(line[:-1])
            self._states[line] = dict(self._next(before))[line[-1]]
        return self._states[line]

    def _next(self, state: _State) -> Iterator[tuple[int, _State]]:
        """Yield the tokens that may come next, with the states that they lead to."""
        match state.slot:
            case _Slot.OPENING:
                yield self._opening, _State(_Slot.SOURCE)
            case _Slot.SOURCE | _Slot.TARGET:
                yield from self._in_concept(state)
            case _Slot.RELATION:
                place = state.place or self._relations
                if place.says:
                    relation = Relation(place.says)
                    yield self._separator, _State(_Slot.TARGET, state.edges, state.source, relation)
                for token, further in place.after.items():
                    yield token, _State(_Slot.RELATION, state.edges, state.source, place=further)
            case _Slot.END:
                yield self._end, state

    def _in_concept(self, state: _State) -> Iterator[tuple[int, _State]]:
        place = state.place
        if place is None:
            start = self._first if state.slot is _Slot.SOURCE else self._later
            yield from self._words(state, start, state.words)
            return
        yield from self._words(state, place, state.words)
        if not place.says:
            return
        words = (*state.words, place.says)
        if len(words) < LONGEST:
            yield from self._words(state, self._later, words)
        concept = " ".join(words)
        if state.slot is _Slot.SOURCE:
            yield self._separator, _State(_Slot.RELATION, state.edges, concept)
            return
        edges = (*state.edges, Edge(state.source, state.relation, concept))
        if self._may_have(edges):
            if len(edges) < _MOST:
                yield self._between, _State(_Slot.SOURCE, edges)
            if len(edges) >= _FEWEST and not self._graph(edges).faults():
                yield self._closing, _State(_Slot.END, edges)

    def _words(self, state: _State, place: _Node, words: tuple[str, ...]) -> Iterator[tuple[int, _State]]:
        for token, further in place.after.items():
            yield token, _State(state.slot, state.edges, state.source, state.relation, words, further)

    def _may_have(self, edges: Sequence[Edge]) -> bool:
        """Return whether the last edge joins two concepts that no other one joins, and closes no circle."""
        *others, last = edges
        joined = {last.target}
        for _ in others:
            joined |= {edge.target for edge in others if edge.source in joined}
        apart = all({edge.source, edge.target} != {last.source, last.target} for edge in others)
        return apart and last.source not in joined

    def _graph(self, edges: tuple[Edge, ...]) -> ExplanationGraph:
        return ExplanationGraph(self._asked.belief, self._asked.argument, self._asked.stance, edges)
