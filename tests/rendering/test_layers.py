"""Rows, their order, and the places of their items."""

from itertools import pairwise

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from explanans.rendering.layers import arrange, crossings, depths, forward, spread

LINKS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=10)


@given(LINKS)
def test_turned_links_make_no_cycle(links: list[tuple[int, int]]) -> None:
    found, turned = forward(links)
    assert nx.is_directed_acyclic_graph(nx.DiGraph([link for link in found if link[0] != link[1]]))
    for number, (before, after) in enumerate(zip(links, found, strict=True)):
        assert after == (before[::-1] if number in turned else before)


@given(LINKS)
def test_links_without_a_cycle_stay(links: list[tuple[int, int]]) -> None:
    straight = [(min(link), max(link)) for link in links]
    assert forward(straight) == (straight, set())


@given(LINKS)
def test_links_lead_down(links: list[tuple[int, int]]) -> None:
    found, _ = forward(links)
    rows = depths(found)
    assert all(rows[source] < rows[target] for source, target in found if source != target)


def test_an_order_without_crossings_is_found() -> None:
    rows = [["a", "b", "c"], ["x", "y", "z"], ["n"]]
    links = [("a", "z"), ("b", "y"), ("c", "x"), ("x", "n"), ("z", "n")]
    assert crossings(rows, links) == 3
    assert crossings(arrange(rows, links), links) == 0


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), LINKS)
def test_neighbours_keep_their_distance(sizes: list[int], links: list[tuple[int, int]]) -> None:
    rows = [[(row, place) for place in range(min(size, 4))] for row, size in enumerate(sizes)]
    items = [item for row in rows for item in row]
    steps = [
        ((row, a % len(rows[row])), (row + 1, b % len(rows[row + 1]))) for row in range(len(rows) - 1) for a, b in links
    ]
    widths = {item: 10.0 + 7 * sum(item) for item in items}
    middles = spread(rows, steps, widths, 5.0)
    for row in rows:
        for left, right in pairwise(row):
            assert middles[right] - middles[left] >= (widths[left] + widths[right]) / 2 + 5 - 1e-6
    assert min(middles[item] - widths[item] / 2 for item in items) >= -1e-9
