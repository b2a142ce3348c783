"""Whatever is written is a graph, token by token, with tokens of every kind."""

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.codecs import brackets
from explanans.compose.graphs.neural.automaton import Automaton
from explanans.compose.graphs.neural.language import Language
from explanans.exceptions import InputError

from .conftest import GRAPHS, TOKENIZERS

LONGEST = 120


@cache
def automaton(name: str, longest: int = LONGEST) -> Automaton:
    tokenizer = TOKENIZERS[name]()
    return Automaton(Language(tokenizer, len(tokenizer), tokenizer.eos_token_id), longest)


@pytest.mark.parametrize("name", TOKENIZERS)
@settings(max_examples=12, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_every_walk_is_a_graph(name: str, chance: Random) -> None:
    follower = automaton(name)
    state = follower.start
    while not state.over:
        token = chance.choice(follower.allowed(state).nonzero().flatten().tolist())
        state = follower.follow(state, token) or pytest.fail("an allowed token was refused")
    assert state.left >= 0
    assert 3 <= len(state.edges) <= 8
    assert all(1 <= len(concept.split()) <= 3 for edge in state.edges for concept in (edge.source, edge.target))
    assert brackets.decode(brackets.encode(state.edges), "walk") == state.edges


@pytest.mark.parametrize("name", TOKENIZERS)
def test_gold_graphs_can_be_written(name: str) -> None:
    follower = automaton(name, 300)
    for graph in GRAPHS:
        end = follower.end(follower.language.tokens(graph.edges))
        assert end is not None
        assert end.edges == graph.edges


@pytest.mark.parametrize(
    "text",
    [
        "(zoos; is a; help)(help; is a; rest)",
        "(a b c d; is a; help)(help; is a; rest)(rest; causes; food)",
        "(a; is a; b)" * 9,
    ],
)
def test_what_is_no_graph_cannot_be_written(text: str) -> None:
    follower = automaton("pairs", 300)
    assert follower.end(follower.language.tokens(brackets.decode(text, "test"))) is None
    assert follower.end([]) is None


def test_a_window_that_is_too_short() -> None:
    with pytest.raises(InputError, match="a line of 5 tokens is too short for a graph; accepted: "):
        automaton("pairs", 5)
