"""Which token may come next, so that what a network writes is a graph, whatever its weights."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

import torch
from torch import Tensor

from explanans.compose.graphs.neural.language import Language
from explanans.exceptions import InputError
from explanans.graph import Edge, Relation

FEWEST_EDGES = 3
MOST_EDGES = 8
MOST_WORDS = 3


class Slot(Enum):
    """What is written next."""

    EDGE = "an edge, or the end"
    SOURCE = "the first concept"
    RELATION = "the relation"
    TARGET = "the second concept"
    OVER = "nothing"


@dataclass(frozen=True, slots=True)
class State:
    """Where in a graph a line has come to.

    Attributes:
        left: How many more tokens the line may have.
        slot: What is being written.
        edges: The edges that are written.
        source: The first concept of the next edge.
        relation: Its relation.
        tokens: The tokens of the concept or relation that is being written.
        words: How many words of a concept they begin.
        blank: Whether the last of them is a blank.
    """

    left: int
    slot: Slot = Slot.EDGE
    edges: tuple[Edge, ...] = ()
    source: str = ""
    relation: Relation = Relation.IS_A
    tokens: tuple[int, ...] = ()
    words: int = 0
    blank: bool = False

    @property
    def over(self) -> bool:
        """Whether the line is complete."""
        return self.slot is Slot.OVER


class Automaton:
    """Follows lines token by token: three to eight edges, known relations, concepts of one to three words.

    Only what can still be brought to an end within the length of a line is allowed.

    Args:
        language: The tokens.
        longest: How many tokens a line may have.

    Attributes:
        language: The tokens.
        start: Where every line starts.

    Raises:
        InputError: Not even the shortest graph is as short as that.
    """

    def __init__(self, language: Language, longest: int) -> None:
        self.language = language
        self._concept = 1 if language.opens.any() else 2
        self._relation = min(map(len, language.relations))
        self._edge = 1 + self._concept + 1 + self._relation + self._concept + 1
        if self._tail(0) > longest:
            needed = self._tail(0)
            raise InputError(f"a line of {longest} tokens is too short for a graph; accepted: {needed} tokens or more")
        self.start = State(longest)

    def _tail(self, edges: int) -> int:
        """Return how many tokens the shortest way to the end takes after so many edges."""
        return max(0, FEWEST_EDGES - edges) * self._edge + 1

    def allowed(self, state: State) -> Tensor:
        """Return which tokens may come next; shape (tokens,).

        Args:
            state: Where the line has come to.
        """
        language, room = self.language, state.left - 1
        tokens = torch.zeros(language.size, dtype=torch.bool)
        after = self._tail(len(state.edges) + 1)
        match state.slot:
            case Slot.EDGE:
                tokens[language.first] = len(state.edges) < MOST_EDGES and room >= self._edge - 1 + after
                tokens[language.last] = len(state.edges) >= FEWEST_EDGES
            case Slot.RELATION:
                written = len(state.tokens)
                for spelt in language.relations:
                    rest = len(spelt) - written - 1
                    if spelt[:written] == state.tokens and room >= rest + self._concept + 1 + after:
                        tokens[spelt[written]] = True
            case Slot.SOURCE:
                self._allow_concept(state, tokens, room - (1 + self._relation + self._concept + 1 + after))
            case Slot.TARGET:
                self._allow_concept(state, tokens, room - (1 + after))
        return tokens

    def _allow_concept(self, state: State, tokens: Tensor, spare: int) -> None:
        """Allow the tokens that go on with a concept or end it.

        Args:
            state: Where the line has come to.
            tokens: Which tokens are allowed; shape (tokens,).
            spare: How many tokens are left after the next one and all that must follow a concept.
        """
        language = self.language
        if state.words and not state.blank:
            tokens[language.part if state.slot is Slot.SOURCE else language.close] = True
        if spare >= 0:
            if state.blank:
                tokens |= language.telling
            elif state.words:
                tokens |= language.joins
            if not state.blank and state.words < MOST_WORDS:
                tokens |= language.opens
        if spare >= 1 and not state.blank and state.words < MOST_WORDS and language.telling.any():
            tokens |= language.blanks

    def follow(self, state: State, token: int) -> State | None:
        """Return where a line has come to with one more token; None where the token is not allowed.

        Args:
            state: Where it was.
            token: The token.
        """
        if not self.allowed(state)[token]:
            return None
        language = self.language
        state = replace(state, left=state.left - 1)
        begun = replace(state, tokens=(), words=0, blank=False)
        match state.slot:
            case Slot.EDGE:
                return replace(begun, slot=Slot.SOURCE if token == language.first else Slot.OVER)
            case Slot.RELATION:
                spelt = (*state.tokens, token)
                relation = language.relations.get(spelt)
                return replace(begun, slot=Slot.TARGET, relation=relation) if relation else replace(state, tokens=spelt)
            case Slot.SOURCE if token == language.part:
                return replace(begun, slot=Slot.RELATION, source=language.text(state.tokens))
            case Slot.TARGET if token == language.close:
                edge = Edge(state.source, state.relation, language.text(state.tokens))
                return replace(begun, slot=Slot.EDGE, edges=(*state.edges, edge))
        opened = state.blank or bool(language.opens[token])
        blank = bool(language.blanks[token])
        return replace(state, tokens=(*state.tokens, token), words=state.words + opened, blank=blank)

    def end(self, line: Iterable[int]) -> State | None:
        """Return where a complete line has come to; None for one that is no graph.

        Args:
            line: Its tokens; those after the one that ends it are passed over.
        """
        state: State | None = self.start
        for token in line:
            if state is None or state.over:
                break
            state = self.follow(state, token)
        return state if state is not None and state.over else None
