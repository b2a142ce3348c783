"""The automaton of valid graphs for constrained decoding."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from math import inf

import torch
from torch import Tensor

from explanans.errors import InputError
from explanans.graphs.concepts import LONGEST, spans
from explanans.language.tokens import is_function_word
from explanans.neural.core.automaton import Automaton
from explanans.neural.graphs.partial_graph import FEWEST_EDGES, Budget, ConceptSources, PartialGraph
from explanans.neural.graphs.vocabulary import GraphVocabulary
from explanans.structures.graphs import Edge, Relation

_TRIED = 64
"""Number of tokens to try as the continuation of a concept that cannot end here."""


class Slot(Enum):
    """The next piece to write."""

    EDGE = "an edge, or the end"
    SOURCE = "the first concept"
    RELATION = "the relation"
    TARGET = "the second concept"
    OVER = "nothing"


@dataclass(frozen=True, slots=True)
class State:
    """The place in a graph that a line has come to.

    Attributes:
        left: Number of tokens that may be added to the line.
        slot: The piece that is being written.
        graph: The edges that are written, and the first concept of the next one.
        relation: The relation of the next edge.
        tokens: The tokens of the concept or relation that is being written.
        words: Number of words of a concept that they begin.
        blank: Whether the last of them is a blank.
        ending: Whether the network would have ended the graph before: what it still lacks comes next.
    """

    left: int
    slot: Slot = Slot.EDGE
    graph: PartialGraph = field(default_factory=PartialGraph)
    source: str = ""
    relation: Relation = Relation.IS_A
    tokens: tuple[int, ...] = ()
    words: int = 0
    blank: bool = False
    ending: bool = False

    @property
    def over(self) -> bool:
        """Return whether the line is complete."""
        return self.slot is Slot.OVER

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The completed edges."""
        return self.graph.edges


class GraphAutomaton(Automaton[State]):
    """Follows lines through graphs: three to eight edges, known relations, concepts of one to three words.

    Edges come in any order, but what is written can always be completed within the length of a line: to a connected
    graph without cycles, if these are given with two concepts from each. Concepts are free; where few edges
    or tokens are left, they are those that the graph has, or spans of the belief and the argument. So they are as soon
    as the network would rather end a graph that is not complete: each edge then adds what is lacking, and the graph
    ends when nothing is.

    Args:
        sources: The belief and the argument; if None, concepts may come from anywhere, and a line to a dead end.
    """

    def __init__(self, vocabulary: GraphVocabulary, longest: int, sources: ConceptSources | None = None) -> None:
        self.vocabulary = vocabulary
        self._sources = sources
        self._spans = _telling_spans(vocabulary, sources) if sources else {}
        self._budget = Budget(min(map(len, vocabulary.relations)), vocabulary.shortest, self._kit())
        self.start = State(longest)
        needed = self._budget.rest(0, self._lacking(PartialGraph()), [])
        if needed > longest:
            raise InputError(
                f"a line of {longest} tokens is too short for a graph; accepted: {needed:.0f} tokens or more"
            )

    def _lacking(self, graph: PartialGraph) -> int:
        return self._sources.lacking(graph.spelt) if self._sources else 0

    def _kit(self) -> int:
        """Return how long each of some concepts is at most, with which any graph has enough of belief and argument."""
        if self._sources is None:
            return 0
        kit: dict[str, int] = {}
        for concept, tokens in sorted(self._spans.items(), key=lambda item: (len(item[1]), item[0])):
            if self._sources.lacking((*kit, concept)) < self._sources.lacking(kit):
                kit[concept] = len(tokens)
        if self._sources.lacking(kit):
            raise InputError(
                f"{self._sources.belief!r} and {self._sources.argument!r}: too few words for a graph; accepted: "
                "sentences of two words or more that the tokenizer can spell"
            )
        return max(kit.values())

    def allowed(self, state: State) -> Tensor:
        """Return the mask of allowed next tokens; shape (tokens,)."""
        vocabulary, graph, room = self.vocabulary, state.graph, state.left - 1
        tokens = torch.zeros(vocabulary.size, dtype=torch.bool)
        match state.slot:
            case Slot.EDGE:
                _, parts = graph.shortest()
                whole = len(parts) == 1 and not self._lacking(graph) and len(state.edges) >= FEWEST_EDGES
                tokens[vocabulary.last] = whole
                more = self._budget.more(len(state.edges), parts) if whole else 0
                tokens[vocabulary.first] = not whole or (more <= state.left and not state.ending)
            case Slot.RELATION:
                written, after = len(state.tokens), self._after_relation(graph, state.source)
                for spelt in vocabulary.relations:
                    if spelt[:written] == state.tokens and len(spelt) - written + after <= state.left:
                        tokens[spelt[written]] = True
            case Slot.SOURCE | Slot.TARGET:
                if not self._completing(state):
                    tokens |= self._free(state, room - self._after_new(state))
                self._allow_known(state, tokens)
        return tokens

    def denied(self, state: State, token: int) -> State:
        """Return the state of a line whose preferred next token is not allowed."""
        return replace(state, ending=True) if state.slot is Slot.EDGE and token == self.vocabulary.last else state

    def _completing(self, state: State) -> bool:
        """Return whether the next edge must bring the graph nearer to its end."""
        return state.ending and self._wanting(state.graph) > 0

    def _wanting(self, graph: PartialGraph) -> int:
        """Return how many edges complete a graph: they join its parts, and add the concepts that it lacks."""
        return self._lacking(graph) + max(0, len(graph.parts) - 1)

    def _serves(self, state: State, concept: str, graph: PartialGraph) -> bool:
        """Return whether a concept brings a graph nearer to its end."""
        if state.slot is Slot.SOURCE:
            return concept in state.graph.spelt or self._lacking(graph) < self._lacking(state.graph)
        return self._wanting(graph) < self._wanting(state.graph)

    def _after_relation(self, graph: PartialGraph, source: str) -> float:
        return self._budget.target(len(graph.edges), self._lacking(graph), *graph.shortest(source))

    def _after(self, state: State, concept: str, tokens: tuple[int, ...]) -> float:
        """Return how many tokens must follow a concept, with the one that ends it; infinite if it will not do."""
        graph = state.graph.named(concept, tokens)
        if state.slot is Slot.SOURCE:
            if self._completing(state) and not self._serves(state, concept, graph):
                return inf
            return 1 + self._budget.relation + self._after_relation(graph, concept)
        edge = Edge(state.source, state.relation, concept)
        if not graph.takes(edge) or (self._completing(state) and not self._serves(state, concept, graph.linked(edge))):
            return inf
        return 1 + self._budget.rest(len(graph.edges) + 1, self._lacking(graph), graph.linked(edge).shortest()[1])

    def _after_new(self, state: State) -> float:
        """Return the same for a concept of neither text that the graph does not have, however long it is."""
        graph = state.graph
        edges, lacking = len(graph.edges), self._lacking(graph)
        if state.slot is Slot.SOURCE:
            return 1 + self._budget.relation + self._budget.target(edges, lacking, inf, graph.shortest()[1])
        own, others = graph.shortest(state.source)
        return 1 + self._budget.rest(edges + 1, lacking, [own, *others])

    def _allow_known(self, state: State, allowed: Tensor) -> None:
        """Allow the tokens that end a concept, or go on with one that the graph has or that stands in a text."""
        written = len(state.tokens)
        if written and not state.blank:
            ended = self._after(state, self.vocabulary.text(state.tokens), state.tokens) <= state.left
            allowed[self.vocabulary.part if state.slot is Slot.SOURCE else self.vocabulary.close] = ended
        for concept, spelt in (self._spans | dict(state.graph.spelt)).items():
            more = len(spelt) - written
            if more > 0 and spelt[:written] == state.tokens and not allowed[spelt[written]]:
                allowed[spelt[written]] = more + self._after(state, concept, spelt) <= state.left

    def _free(self, state: State, spare: float) -> Tensor:
        """Return which tokens go on with any concept; shape (tokens,)."""
        allowed = self._grammatical(state, spare)
        traps = {
            concept for concept, spelt in state.graph.spelt.items() if self._after(state, concept, spelt) >= state.left
        }
        text = self.vocabulary.text(state.tokens) if state.tokens else ""
        for trap in traps:
            for token in self.vocabulary.completing(text, trap):
                if allowed[token] and self.vocabulary.text((*state.tokens, token)) == trap:
                    allowed[token] = self._escapes(self._concept(state, token), spare - 1, traps)
        blanks = allowed & self.vocabulary.blanks
        for token in blanks.nonzero().flatten().tolist():
            allowed[token] = self._escapes(self._concept(state, token), spare - 1, traps)
        return allowed

    def _grammatical(self, state: State, spare: float) -> Tensor:
        vocabulary = self.vocabulary
        allowed = torch.zeros(vocabulary.size, dtype=torch.bool)
        more_words = not state.blank and state.words < LONGEST
        if spare >= 0:
            if state.blank:
                allowed |= vocabulary.telling
            elif state.words:
                allowed |= vocabulary.joins
            if more_words:
                allowed |= vocabulary.opens
        if spare >= 1 and more_words:
            allowed |= vocabulary.blanks
        return allowed

    def _escapes(self, state: State, spare: float, traps: set[str]) -> bool:
        """Return whether one more token makes a concept that may be ended."""
        tokens = (self._grammatical(state, spare) & ~self.vocabulary.blanks).nonzero().flatten()[:_TRIED].tolist()
        return any(self.vocabulary.text((*state.tokens, token)) not in traps for token in tokens)

    def _concept(self, state: State, token: int) -> State:
        """Return where a line has come to with one more token of a concept."""
        opened, blank = state.blank or bool(self.vocabulary.opens[token]), bool(self.vocabulary.blanks[token])
        return replace(
            state, left=state.left - 1, tokens=(*state.tokens, token), words=state.words + opened, blank=blank
        )

    def follow(self, state: State, token: int) -> State | None:
        """Return the state after one more token; None if the token is not allowed."""
        if not self.allowed(state)[token]:
            return None
        vocabulary, graph = self.vocabulary, state.graph
        begun = replace(state, left=state.left - 1, tokens=(), words=0, blank=False)
        match state.slot:
            case Slot.EDGE:
                return replace(begun, slot=Slot.SOURCE if token == vocabulary.first else Slot.OVER)
            case Slot.RELATION:
                spelt = (*state.tokens, token)
                relation = vocabulary.relations.get(spelt)
                return replace(begun, slot=Slot.TARGET, relation=relation) if relation else replace(begun, tokens=spelt)
            case Slot.SOURCE if token == vocabulary.part:
                source = vocabulary.text(state.tokens)
                return replace(begun, slot=Slot.RELATION, source=source, graph=graph.named(source, state.tokens))
            case Slot.TARGET if token == vocabulary.close:
                edge = Edge(state.source, state.relation, vocabulary.text(state.tokens))
                return replace(begun, slot=Slot.EDGE, graph=graph.named(edge.target, state.tokens).linked(edge))
        return self._concept(state, token)


def _telling_spans(vocabulary: GraphVocabulary, sources: ConceptSources) -> dict[str, tuple[int, ...]]:
    """Return the spans that neither begin nor end with a function word; all if those are too few for a graph."""
    found = dict(_spans(vocabulary, sources))
    telling = {
        concept: tokens
        for concept, tokens in found.items()
        if not any(is_function_word(word) for word in (concept.split()[0], concept.split()[-1]))
    }
    return found if sources.lacking(telling) else telling


def _spans(vocabulary: GraphVocabulary, sources: ConceptSources) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the spans of belief and argument that can be written, with their tokens."""
    for span in spans(sources.belief, sources.argument):
        tokens = vocabulary.spelling(span.concept)
        if tokens and any(sources.place(span.concept)):
            yield span.concept, tokens
