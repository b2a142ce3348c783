"""Explanation graphs that a language model writes: whole graphs as text, of which the valid ones are kept."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import chain

from explanans.formats import explagraphs
from explanans.graphs.candidates import Style
from explanans.graphs.composer import GraphComposer, GraphModel, Order, justified
from explanans.graphs.stance import stance_of, sureness
from explanans.language.inflection import forms
from explanans.language.tokens import tokens
from explanans.learning.decoder import Decoder, Encode, write
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance

LONGEST = 130
"""Maximum number of tokens of a graph."""
BEAMS = 3
_MOST_WORDS, _FEWEST_EDGES, _MOST_EDGES = 3, 3, 8
_OPEN, _PART, _NEXT, _CLOSE = " (", ";", ")(", ")"


def prompt(belief: str, argument: str, stance: Stance) -> str:
    r"""Return the prompt of a language model that writes a graph.

    Example:
        >>> prompt("Zoos help.", "Zoos save species.", Stance.SUPPORT)
        'Belief: Zoos help.\nArgument: Zoos save species.\nStance: support\nGraph:'
    """
    return f"Belief: {belief}\nArgument: {argument}\nStance: {stance.value}\nGraph:"


class _Node:
    """A place in a prefix tree of spellings.

    Attributes:
        after: The places that further tokens lead to.
        text: What is spelt so far, if that is a whole; else empty.
    """

    __slots__ = ("after", "text")

    def __init__(self) -> None:
        self.after: dict[int, _Node] = {}
        self.text = ""


def _tree(encode: Encode, texts: Iterable[str], before: str) -> _Node:
    root = _Node()
    for text in texts:
        node = root
        for token in encode(before + text):
            node = node.after.setdefault(token, _Node())
        node.text = text
    return root


@dataclass(frozen=True, slots=True)
class _State:
    """What a partial line says.

    Attributes:
        edges: The complete edges.
        parts: The complete parts of the next one.
        words: The complete words of the part that is being written.
        node: Where its next word, or the relation, has come to; None where the line is over.
    """

    edges: tuple[Edge, ...]
    parts: tuple[str, ...]
    words: tuple[str, ...]
    node: _Node | None


class GraphAutomaton:
    """The lines that say valid graphs, as ``(concept; relation; concept)(…)``; see ``ExplanationGraph.faults``.

    Args:
        encode: The tokenizer of the language model.
        words: The words of concepts.
        is_valid: Whether edges are a whole graph.
        end: The token that ends a line.
    """

    def __init__(
        self, encode: Encode, words: Iterable[str], is_valid: Callable[[tuple[Edge, ...]], bool], end: int
    ) -> None:
        spelt = sorted(words)
        self._first, self._further = _tree(encode, spelt, ""), _tree(encode, spelt, " ")
        self._relations = _tree(encode, Relation, " ")
        self._open, self._part, self._next, self._close = (encode(sign)[0] for sign in (_OPEN, _PART, _NEXT, _CLOSE))
        self._is_valid = is_valid
        self._end = end
        self._states: dict[tuple[int, ...], _State | None] = {}

    def allowed(self, line: Sequence[int]) -> list[int]:
        """Return the tokens that may come next; the end alone after a line that is over, or that leads nowhere."""
        if not line:
            return [self._open]
        state = self._state(tuple(line))
        if state is None or state.node is None:
            return [self._end]
        return [*state.node.after, *self._after_whole(state)] or [self._end]

    def _state(self, line: tuple[int, ...]) -> _State | None:
        if line not in self._states:
            if len(line) == 1:
                self._states[line] = _State((), (), (), self._first)
            else:
                before = self._state(line[:-1])
                self._states[line] = self._next_state(before, line[-1]) if before and before.node else None
        return self._states[line]

    def _next_state(self, state: _State, token: int) -> _State | None:
        if state.node is not None and token in state.node.after:
            return replace(state, node=state.node.after[token])
        return self._after_whole(state).get(token)

    def _after_whole(self, state: _State) -> dict[int, _State]:
        """Return the states that follow where a word or a relation is complete, by their tokens."""
        node = state.node
        if node is None or not node.text:
            return {}
        if len(state.parts) == 1:
            parts = *state.parts, node.text
            return {self._part: replace(state, parts=parts, words=(), node=self._further)}
        words = *state.words, node.text
        found = dict[int, _State]()
        if len(words) < _MOST_WORDS:
            found = {token: replace(state, words=words, node=after) for token, after in self._further.after.items()}
        concept = " ".join(words)
        if not state.parts:
            found[self._part] = replace(state, parts=(concept,), words=(), node=self._relations)
            return found
        edge = Edge(state.parts[0], Relation(state.parts[1]), concept)
        if edge.target not in _leading_to(edge.source, state.edges) and edge not in state.edges:
            edges = *state.edges, edge
            if len(edges) < _MOST_EDGES:
                found[self._next] = _State(edges, (), (), self._first)
            if len(edges) >= _FEWEST_EDGES and self._is_valid(edges):
                found[self._close] = _State(edges, (), (), None)
        return found


def _leading_to(concept: str, edges: Sequence[Edge]) -> set[str]:
    """Return a concept and those from which edges lead to it."""
    found = {concept}
    for _ in edges:
        found |= {edge.source for edge in edges if edge.target in found}
    return found


@dataclass(frozen=True, slots=True)
class LanguageComposer:
    """Draws graphs that a language model writes; those of another composer where it writes none that is valid.

    Attributes:
        decoder: A language model that was taught to write graphs.
        usual: Predicts stances, and draws the other graphs.
    """

    decoder: Decoder
    usual: GraphComposer
    beams: int = BEAMS

    def compose(
        self,
        belief: str,
        argument: str,
        stance: Stance | None = None,
        *,
        order: Order | None = None,
        alternatives: int = 1,
    ) -> list[ExplanationGraph]:
        """Return the best graphs; see ``Composer``.

        Raises:
            InputError: Belief or argument have fewer than two concepts, so that there is no graph.
        """
        if (order or self.usual.order) is Order.REASONING or self.usual.style is not Style.SPOKEN:
            return self.usual.compose(belief, argument, stance, order=order, alternatives=alternatives)
        belief, argument = " ".join(belief.split()), " ".join(argument.split())
        probability = None
        if stance is None:
            supporting = float(self.usual.stances.supporting([(belief, argument)])[0])
            stance, probability = stance_of(supporting), sureness(supporting)
        written = [
            ExplanationGraph(belief, argument, stance, edges, probability=probability)
            for edges in self.written(belief, argument, stance)
        ]
        found = justified(written, alternatives, self.usual.stances)
        if len(found) < alternatives:
            others = self.usual.compose(belief, argument, stance, alternatives=alternatives)
            found += [replace(graph, probability=probability) for graph in others]
        return found[:alternatives]

    def written(self, belief: str, argument: str, stance: Stance) -> list[tuple[Edge, ...]]:
        """Return the edges of the graphs that the language model writes, the most probable first."""

        def is_valid(edges: tuple[Edge, ...]) -> bool:
            return not ExplanationGraph(belief, argument, stance, edges).faults()

        automaton = GraphAutomaton(self.decoder.encode, _words(belief, argument), is_valid, self.decoder.end)
        asked = self.decoder.encode(prompt(belief, argument, stance))
        lines = write(self.decoder, asked, automaton, self.beams, LONGEST)
        graphs = (explagraphs.decode_graph(line.text, "written") for line in lines if line.text.endswith(_CLOSE))
        return [*dict.fromkeys(edges for edges in map(explagraphs.depth_first, graphs) if is_valid(edges))]


def _words(belief: str, argument: str) -> frozenset[str]:
    """Return the words that concepts of a graph may have: those of both texts in any form, and those of many graphs."""
    said = {token.lower() for token in tokens(f"{belief} {argument}")}
    said |= {form for word in said if word.isalpha() for form in forms(word)}
    return said | _usual_words()


@cache
def _usual_words() -> frozenset[str]:
    written = (files("explanans.graphs") / "words" / "concepts.txt").read_text("utf-8").split()
    return frozenset(chain(written, *map(str.split, GraphModel.shipped().memory.profiles)))
