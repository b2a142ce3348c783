"""Whatever is written is a graph, token by token, with tokens of every kind."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from explanans.errors import InputError
from explanans.formats import explagraphs
from explanans.lab.networks.graph_writer import EdgeOrder, arrange
from explanans.neural.graphs.automaton import GraphAutomaton, State
from explanans.neural.graphs.partial_graph import ConceptSources
from explanans.neural.graphs.vocabulary import GraphVocabulary
from explanans.structures.graphs import ExplanationGraph, Relation, Stance
from tests.neural.trees.conftest import word_pieces

from .conftest import GRAPHS, TOKENIZERS

LONGEST = 160
SOURCES = ConceptSources("zoos should help animals.", "cats rest at food, and animals need rest.")


@cache
def vocabulary(name: str) -> GraphVocabulary:
    tokenizer = TOKENIZERS[name]()
    return GraphVocabulary(tokenizer, len(tokenizer), tokenizer.eos_token_id)


def shortest(name: str) -> int:
    """Return how many tokens the shortest line must be allowed to have."""
    with pytest.raises(
        InputError, match=r"a line of 5 tokens is too short for a graph; accepted: \d+ tokens"
    ) as caught:
        GraphAutomaton(vocabulary(name), 5, SOURCES)
    return int(str(caught.value).split()[-4])


def walk(follower: GraphAutomaton, scores: Callable[[], Tensor], patience: int = 9) -> State:
    """Return where a line ends whose tokens have the highest scores of those that are allowed.

    After as many edges as there is patience for, it would rather end.
    """
    state, line = follower.start, list[int]()
    while not state.over:
        allowed = follower.allowed(state)
        assert allowed.any(), f"a dead end: {state}"
        wishes = scores()
        wishes[follower.vocabulary.last] += 100.0 * (len(state.edges) >= patience)
        wished = int(wishes.argmax())
        line.append(int(wishes.masked_fill(~allowed, float("-inf")).argmax()))
        told = state if allowed[wished] else follower.denied(state, wished)
        state = follower.follow(told, line[-1]) or pytest.fail("an allowed token was refused")
    ended = follower.end(line)
    assert ended
    assert ended.edges == state.edges
    return state


@pytest.mark.parametrize("name", TOKENIZERS)
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), eager=st.floats(0, 6), spare=st.integers(0, 60), patience=st.integers(0, 9))
def test_whatever_the_scores_a_valid_graph_is_written(
    name: str, seed: int, eager: float, spare: int, patience: int
) -> None:
    """Some networks want to write long concepts, others to name what there is again; some windows are tight."""
    follower = GraphAutomaton(vocabulary(name), shortest(name) + spare, SOURCES)
    chance = torch.Generator().manual_seed(seed)
    wish = eager * torch.randn(vocabulary(name).size, generator=chance)
    state = walk(follower, lambda: wish + torch.randn(len(wish), generator=chance), patience)
    assert patience > 0 or len(state.edges) <= 4
    graph = ExplanationGraph(SOURCES.belief, SOURCES.argument, Stance.SUPPORT, state.edges)
    assert state.left >= 0
    assert graph.faults() == ()
    assert explagraphs.decode_graph(explagraphs.encode_graph(state.edges), "walk") == state.edges


@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("order", EdgeOrder)
def test_gold_graphs_can_be_written_in_every_order(name: str, order: EdgeOrder) -> None:
    chance = np.random.default_rng(0)
    for graph in GRAPHS:
        follower = GraphAutomaton(vocabulary(name), 300, ConceptSources(graph.belief.lower(), graph.argument.lower()))
        for _ in range(3):
            edges = arrange(graph.edges, order, chance)
            end = follower.end(follower.vocabulary.tokens(edges))
            assert end is not None
            assert end.edges == edges


def test_parts_may_be_joined_later() -> None:
    """As in a random order of edges."""
    sources = ConceptSources("cats help.", "animals need food.")
    follower = GraphAutomaton(vocabulary("pairs"), 300, sources)
    for text in (
        "(cats; is a; animals)(help; is a; food)(cats; causes; help)",
        "(a; is a; cats)(b; is a; help)(c; is a; animals)(d; is a; food)(a; causes; b)(b; causes; c)(c; causes; d)",
    ):
        edges = explagraphs.decode_graph(text, "test")
        end = follower.end(follower.vocabulary.tokens(edges))
        assert end is not None
        assert end.edges == edges


@pytest.mark.parametrize(
    "text",
    [
        "(cats; is a; help)(help; is a; need)",
        "(cats; is a; help)(help; is a; need)(need; causes; cats)(need; causes; food)",
        "(cats; is a; cats)(cats; is a; help)(help; is a; need)(need; causes; food)",
        "(cats; is a; help)(cats; is a; help)(help; is a; need)(need; causes; food)",
        "(cats; is a; help)(cats; causes; rest)(need; is a; food)",
        "(cats; is a; help)(help; is a; dogs)(dogs; causes; zoos)(zoos; causes; need)",
        "(cats; is a; help)(help; is a; need)(need; causes; a b c d)(need; causes; food)",
        "(cats; is a; help)(help; is a; need)(need; causes; food)" + "(a; is a; cats)(b; is a; a)" * 3,
        "(a; is a; b)(c; is a; d)(e; is a; f)(cats; is a; help)(need; is a; food)",
    ],
    ids=["few", "cycle", "loop", "twice", "apart", "one side", "long", "many", "too far apart to be joined"],
)
def test_what_is_no_graph_cannot_be_written(text: str) -> None:
    follower = GraphAutomaton(vocabulary("pairs"), 400, ConceptSources("cats help.", "animals need food."))
    assert follower.end(follower.vocabulary.tokens(explagraphs.decode_graph(text, "test"))) is None
    assert follower.end([]) is None


def test_where_no_sources_are_given_concepts_come_from_anywhere() -> None:
    follower = GraphAutomaton(vocabulary("pairs"), 300)
    for text, written in (
        ("(a; is a; b)(b; is a; c)(a; is a; c)", True),
        ("(a; is a; b)(c; is a; d)(d; is a; e)", False),
    ):
        end = follower.end(follower.vocabulary.tokens(explagraphs.decode_graph(text, "test")))
        assert (end is not None) == written


def test_a_concept_may_begin_like_one_that_would_close_a_cycle() -> None:
    follower = GraphAutomaton(vocabulary("bytes"), 400, ConceptSources("cats help.", "animals need food."))
    edges = explagraphs.decode_graph("(cats; is a; animals)(animals; is a; cats help)(cats help; causes; food)", "test")
    end = follower.end(follower.vocabulary.tokens(edges))
    assert end is not None
    assert end.edges == edges


@pytest.mark.parametrize(("belief", "argument"), [("zoos", "animals rest"), ("zoos help", "zoos"), ("", "")])
def test_too_few_words(belief: str, argument: str) -> None:
    with pytest.raises(InputError, match="too few words for a graph; accepted: sentences of two words or more"):
        GraphAutomaton(vocabulary("pairs"), 200, ConceptSources(belief, argument))


def test_a_tokenizer_with_too_few_words() -> None:
    tokenizer = word_pieces(["(", ")", ";", "a", *" ".join(Relation).split()[:12]])
    with pytest.raises(InputError, match="too few tokens with which concepts are written"):
        GraphVocabulary(tokenizer, len(tokenizer), tokenizer.eos_token_id)
