"""Which token may come next, so that what a network writes is a valid graph, whatever its weights."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from math import inf

import torch
from torch import Tensor

from explanans.compose.graphs.concepts import LONGEST, spans
from explanans.compose.graphs.neural.outline import Outline
from explanans.compose.graphs.neural.plan import FEWEST_EDGES, Plan
from explanans.compose.graphs.neural.sides import Sides
from explanans.compose.graphs.neural.vocabulary import Language
from explanans.exceptions import InputError
from explanans.graph import Edge, Relation

_TRIED = 64
"""How many tokens are tried to go on with a concept that cannot be left as it is."""


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
        outline: The edges that are written, and the first concept of the next one.
        source: That concept.
        relation: The relation of the next edge.
        tokens: The tokens of the concept or relation that is being written.
        words: How many words of a concept they begin.
        blank: Whether the last of them is a blank.
    """

    left: int
    slot: Slot = Slot.EDGE
    outline: Outline = field(default_factory=Outline)
    source: str = ""
    relation: Relation = Relation.IS_A
    tokens: tuple[int, ...] = ()
    words: int = 0
    blank: bool = False

    @property
    def over(self) -> bool:
        """Whether the line is complete."""
        return self.slot is Slot.OVER

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges that are written."""
        return self.outline.edges


class Automaton:
    """Follows lines token by token: three to eight edges, known relations, concepts of one to three words.

    Edges come in any order, but what is written can always be completed within the length of a line: to a connected
    graph without cycles, where sides are given with two concepts from each. Concepts are free; where few edges
    or tokens are left, they are those that the graph has, or spans of the belief and the argument.

    Args:
        language: The tokens.
        longest: How many tokens a line may have.
        sides: The belief and the argument; where None, concepts may come from anywhere.

    Attributes:
        language: The tokens.
        start: Where every line starts.

    Raises:
        InputError: Belief and argument have too few words, or not even the shortest graph is as short as a line.
    """

    def __init__(self, language: Language, longest: int, sides: Sides | None = None) -> None:
        self.language = language
        self._sides = sides
        self._spans = dict(_spans(language, sides)) if sides else {}
        self._plan = Plan(min(map(len, language.relations)), language.shortest, self._kit())
        self.start = State(longest)
        needed = self._plan.rest(0, self._lacking(Outline()), [])
        if needed > longest:
            raise InputError(
                f"a line of {longest} tokens is too short for a graph; accepted: {needed:.0f} tokens or more"
            )

    def _lacking(self, outline: Outline) -> int:
        return self._sides.lacking(outline.spelt) if self._sides else 0

    def _kit(self) -> int:
        """Return how long each of some concepts is at most, with which any graph has enough of belief and argument."""
        if self._sides is None:
            return 0
        kit: dict[str, int] = {}
        for concept, tokens in sorted(self._spans.items(), key=lambda item: (len(item[1]), item[0])):
            if self._sides.lacking((*kit, concept)) < self._sides.lacking(kit):
                kit[concept] = len(tokens)
        if self._sides.lacking(kit):
            raise InputError(
                f"{self._sides.belief!r} and {self._sides.argument!r}: too few words for a graph; accepted: sentences "
                "of two words or more that the tokenizer can spell"
            )
        return max(kit.values())

    def allowed(self, state: State) -> Tensor:
        """Return which tokens may come next; shape (tokens,).

        Args:
            state: Where the line has come to.
        """
        language, outline, room = self.language, state.outline, state.left - 1
        tokens = torch.zeros(language.size, dtype=torch.bool)
        match state.slot:
            case Slot.EDGE:
                _, parts = outline.shortest()
                whole = len(parts) == 1 and not self._lacking(outline) and len(state.edges) >= FEWEST_EDGES
                tokens[language.last] = whole
                more = self._plan.more(len(state.edges), parts) if whole else 0
                tokens[language.first] = not whole or more <= state.left
            case Slot.RELATION:
                written, after = len(state.tokens), self._after_relation(outline, state.source)
                for spelt in language.relations:
                    if spelt[:written] == state.tokens and len(spelt) - written + after <= state.left:
                        tokens[spelt[written]] = True
            case Slot.SOURCE | Slot.TARGET:
                tokens |= self._free(state, room - self._after_new(state))
                self._allow_known(state, tokens)
        return tokens

    def _after_relation(self, outline: Outline, source: str) -> float:
        return self._plan.target(len(outline.edges), self._lacking(outline), *outline.shortest(source))

    def _after(self, state: State, concept: str, tokens: tuple[int, ...]) -> float:
        """Return how many tokens must follow a concept, with the one that ends it; infinite where it will not do."""
        outline = state.outline.named(concept, tokens)
        if state.slot is Slot.SOURCE:
            return 1 + self._plan.relation + self._after_relation(outline, concept)
        edge = Edge(state.source, state.relation, concept)
        if not outline.takes(edge):
            return inf
        return 1 + self._plan.rest(len(outline.edges) + 1, self._lacking(outline), outline.linked(edge).shortest()[1])

    def _after_new(self, state: State) -> float:
        """Return the same for a concept of neither text that the graph does not have, however long it is."""
        outline = state.outline
        edges, lacking = len(outline.edges), self._lacking(outline)
        if state.slot is Slot.SOURCE:
            return 1 + self._plan.relation + self._plan.target(edges, lacking, inf, outline.shortest()[1])
        own, others = outline.shortest(state.source)
        return 1 + self._plan.rest(edges + 1, lacking, [own, *others])

    def _allow_known(self, state: State, allowed: Tensor) -> None:
        """Allow the tokens that end a concept, or go on with one that the graph has or that stands in a text.

        Args:
            state: Where the line has come to.
            allowed: Which tokens are allowed; shape (tokens,).
        """
        written = len(state.tokens)
        if written and not state.blank:
            ended = self._after(state, self.language.text(state.tokens), state.tokens) <= state.left
            allowed[self.language.part if state.slot is Slot.SOURCE else self.language.close] = ended
        for concept, spelt in (self._spans | dict(state.outline.spelt)).items():
            more = len(spelt) - written
            if more > 0 and spelt[:written] == state.tokens and not allowed[spelt[written]]:
                allowed[spelt[written]] = more + self._after(state, concept, spelt) <= state.left

    def _free(self, state: State, spare: float) -> Tensor:
        """Return which tokens go on with any concept; shape (tokens,).

        Args:
            state: Where the line has come to.
            spare: How many tokens are left after the next one and all that must follow a new concept.
        """
        allowed = self._grammatical(state, spare)
        traps = {
            concept
            for concept, spelt in state.outline.spelt.items()
            if self._after(state, concept, spelt) >= state.left
        }
        text = self.language.text(state.tokens) if state.tokens else ""
        for trap in traps:
            for token in self.language.completing(text, trap):
                if allowed[token] and self.language.text((*state.tokens, token)) == trap:
                    allowed[token] = self._escapes(self._concept(state, token), spare - 1, traps)
        blanks = allowed & self.language.blanks
        for token in blanks.nonzero().flatten().tolist():
            allowed[token] = self._escapes(self._concept(state, token), spare - 1, traps)
        return allowed

    def _grammatical(self, state: State, spare: float) -> Tensor:
        language = self.language
        allowed = torch.zeros(language.size, dtype=torch.bool)
        more_words = not state.blank and state.words < LONGEST
        if spare >= 0:
            if state.blank:
                allowed |= language.telling
            elif state.words:
                allowed |= language.joins
            if more_words:
                allowed |= language.opens
        if spare >= 1 and more_words:
            allowed |= language.blanks
        return allowed

    def _escapes(self, state: State, spare: float, traps: set[str]) -> bool:
        """Tell whether one more token makes a concept that may be ended."""
        tokens = (self._grammatical(state, spare) & ~self.language.blanks).nonzero().flatten()[:_TRIED].tolist()
        return any(self.language.text((*state.tokens, token)) not in traps for token in tokens)

    def _concept(self, state: State, token: int) -> State:
        """Return where a line has come to with one more token of a concept."""
        opened, blank = state.blank or bool(self.language.opens[token]), bool(self.language.blanks[token])
        return replace(
            state, left=state.left - 1, tokens=(*state.tokens, token), words=state.words + opened, blank=blank
        )

    def follow(self, state: State, token: int) -> State | None:
        """Return where a line has come to with one more token; None where the token is not allowed.

        Args:
            state: Where it was.
            token: The token.
        """
        if not self.allowed(state)[token]:
            return None
        language, outline = self.language, state.outline
        begun = replace(state, left=state.left - 1, tokens=(), words=0, blank=False)
        match state.slot:
            case Slot.EDGE:
                return replace(begun, slot=Slot.SOURCE if token == language.first else Slot.OVER)
            case Slot.RELATION:
                spelt = (*state.tokens, token)
                relation = language.relations.get(spelt)
                return replace(begun, slot=Slot.TARGET, relation=relation) if relation else replace(begun, tokens=spelt)
            case Slot.SOURCE if token == language.part:
                source = language.text(state.tokens)
                return replace(begun, slot=Slot.RELATION, source=source, outline=outline.named(source, state.tokens))
            case Slot.TARGET if token == language.close:
                edge = Edge(state.source, state.relation, language.text(state.tokens))
                return replace(begun, slot=Slot.EDGE, outline=outline.named(edge.target, state.tokens).linked(edge))
        return self._concept(state, token)

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


def _spans(language: Language, sides: Sides) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the spans of belief and argument that can be written, with their tokens."""
    for span in spans(sides.belief, sides.argument):
        tokens = language.spelling(span.concept)
        if tokens and any(sides.place(span.concept)):
            yield span.concept, tokens
