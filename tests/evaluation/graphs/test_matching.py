"""Edges are matched one to one as well as can be."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explanans.evaluation.graphs.matching import Match, Similarity, bleu, match_edges, rouge
from explanans.structures.graphs import Edge, Relation

EDGES = st.lists(
    st.builds(
        Edge,
        st.sampled_from(["rain", "heavy rain", "mud"]),
        st.sampled_from([Relation.IS_A, Relation.CAUSES, Relation.NOT_CAUSES]),
        st.sampled_from(["sun", "wet soil", "mud"]),
    ),
    min_size=1,
    max_size=4,
)


@pytest.mark.parametrize("similarity", [bleu, rouge])
@settings(max_examples=30)
@given(gold=EDGES, predicted=EDGES)
def test_no_other_matching_is_better(similarity: Similarity, gold: list[Edge], predicted: list[Edge]) -> None:
    texts = [[f"{e.source}; {e.relation}; {e.target}" for e in edges] for edges in (predicted, gold)]
    scores = similarity(*texts)
    wide = scores if len(predicted) <= len(gold) else scores.T
    best = max(
        sum(wide[row, column] for row, column in enumerate(o)) for o in permutations(range(wide.shape[1]), len(wide))
    )
    match = match_edges(gold, predicted, similarity)
    assert match.precision == pytest.approx(best / len(predicted))
    assert match.recall == pytest.approx(best / len(gold))


@pytest.mark.parametrize("similarity", [bleu, rouge])
@settings(max_examples=30)
@given(edges=EDGES)
def test_a_graph_matches_itself(similarity: Similarity, edges: list[Edge]) -> None:
    assert match_edges(edges, edges[::-1], similarity).f1 == pytest.approx(1)


def test_nothing_matches_nothing() -> None:
    assert match_edges([Edge("a", Relation.IS_A, "b")], [], bleu) == Match(0, 0)
    assert Match(0, 0).f1 == 0


def test_semicolons_are_words_for_bleu() -> None:
    # Five words, of which the last differs: precisions 4/5, 3/4, 2/3 and 1/2.
    assert bleu(["rain; causes; mud"], ["rain; causes; sun"]).item() == pytest.approx((0.8 * 0.75 / 1.5 * 0.5) ** 0.25)


def test_rouge_is_the_precision_over_stemmed_pairs() -> None:
    # The pairs of the prediction: heavy rain, rain causes, causes mud; the gold sentence lacks the first one.
    found = rouge(["heavy rains; causes; mud"], ["rain; causes; mud"])
    assert found == pytest.approx(np.array([[2 / 3]]))
    assert rouge(["mud"], ["mud"]).item() == 0
