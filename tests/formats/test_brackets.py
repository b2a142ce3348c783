"""Bracketed graphs are read leniently, written strictly, and complained of with their place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import FormatError
from explanans.formats import explagraphs
from explanans.structures.graphs import Edge, Relation

CONCEPTS = st.text(st.characters(exclude_characters="();", exclude_categories=("C", "Z")), min_size=1, max_size=8)
EDGES = st.lists(st.builds(Edge, CONCEPTS, st.sampled_from(Relation), CONCEPTS), min_size=1, max_size=8)


@given(EDGES)
def test_what_is_written_is_read_back(edges: list[Edge]) -> None:
    assert explagraphs.decode_graph(explagraphs.encode_graph(edges), "note") == tuple(edges)


@pytest.mark.parametrize("text", ["(a b;is a;c)", " ( a  b ; Is  A; c ) ", "(a b; IS A; c)"])
def test_blanks_and_the_case_of_relations_make_no_difference(text: str) -> None:
    assert explagraphs.decode_graph(text, "note") == (Edge("a b", Relation.IS_A, "c"),)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "note, line 4, column 11: no edge; accepted: (concept; relation; concept)(…)"),
        ("  ", "note, line 4, column 11: no edge; accepted: (concept; relation; concept)(…)"),
        ("(a; is a; b)oops", "note, line 4, column 23: 'oops'; accepted: (concept; relation; concept)(…)"),
        ("(a; is a; b", "note, line 4, column 11: '(a; is a; b'; accepted: (concept; relation; concept)(…)"),
        (
            "(a; is a)",
            "note, line 4, column 11: an edge of 2 parts, (a; is a); accepted: (concept; relation; concept)(…)",
        ),
        (
            "(a; is a; )",
            "note, line 4, column 11: an empty concept in (a; is a; ); accepted: (concept; relation; concept)(…)",
        ),
        (
            "(a; is a; b) ((c; is a; d))",
            "note, line 4, column 24: '((c; is a; d))'; accepted: (concept; relation; concept)(…)",
        ),
    ],
)
def test_what_is_no_graph_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(FormatError) as error:
        explagraphs.decode_graph(text, "note", 4, 11)
    assert str(error.value) == complaint


def test_an_unknown_relation_is_named_with_those_that_are_accepted() -> None:
    with pytest.raises(
        FormatError, match=r"note, column 13: the relation 'eats'; accepted: antonym of, synonym of, "
    ) as error:
        explagraphs.decode_graph("(a; is a; b)(c; eats; d)", "note")
    assert all(relation.value in str(error.value) for relation in Relation)


@pytest.mark.parametrize("concept", ["", " a", "a  b", "a;b", "a)b", "a\nb"])
def test_a_concept_that_could_not_be_read_back_is_not_written(concept: str) -> None:
    with pytest.raises(FormatError, match="accepted: words with single blanks"):
        explagraphs.encode_graph([Edge(concept, Relation.IS_A, "thing")])


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), min_size=1, max_size=10))
def test_depth_first_keeps_every_edge(pairs: list[tuple[str, str]]) -> None:
    edges = [Edge(source, Relation.IS_A, target) for source, target in pairs]
    assert sorted(explagraphs.depth_first(edges)) == sorted(edges)


def test_depth_first_follows_a_branch_to_its_end() -> None:
    edges = [Edge(source, Relation.IS_A, target) for source, target in ("cd", "ab", "ax", "bc", "yx")]
    assert ["".join(edge[::2]) for edge in explagraphs.depth_first(edges)] == ["ab", "bc", "cd", "ax", "yx"]
