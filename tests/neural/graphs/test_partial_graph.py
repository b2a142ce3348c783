"""How many tokens complete a graph."""

from math import inf

from explanans.neural.graphs.partial_graph import Budget

BUDGET = Budget(relation=3, new=2, kit=4)
AN_EDGE = 6


def test_every_part_is_joined_to_the_one_that_is_named_in_the_fewest_tokens() -> None:
    assert BUDGET.rest(3, 0, [5.0]) == 1
    assert BUDGET.rest(3, 0, [5.0, 2.0, 3.0]) == 2 * (AN_EDGE + 2) + 5 + 3 + 1
    assert BUDGET.rest(3, 2, [5.0]) == 2 * (AN_EDGE + 5 + 4) + 1


def test_a_graph_starts_with_concepts_that_are_lacking() -> None:
    assert BUDGET.rest(0, 4, []) == 3 * (AN_EDGE + 4 + 4) + 1
    assert BUDGET.rest(0, 0, []) == 3 * (AN_EDGE + 2 + 2) + 1


def test_there_are_three_edges_at_least_and_eight_at_most() -> None:
    assert BUDGET.rest(1, 0, [1.0]) == 2 * (AN_EDGE + 1 + 2) + 1
    assert BUDGET.rest(7, 1, [1.0]) < inf
    assert BUDGET.rest(7, 1, [1.0, 1.0]) == BUDGET.rest(8, 1, [1.0]) == BUDGET.more(8, [1.0]) == inf


def test_an_edge_is_completed_by_what_is_wanted_most() -> None:
    """Another part, else a concept that is lacking, else a new one."""
    assert BUDGET.target(2, 1, 3.0, [5.0, 2.0]) == 2 + 1 + BUDGET.rest(3, 1, [2.0, 5.0])
    assert BUDGET.target(2, 1, 3.0, []) == 4 + 1 + BUDGET.rest(3, 0, [3.0])
    assert BUDGET.target(3, 0, 3.0, []) == 2 + 1 + 1
