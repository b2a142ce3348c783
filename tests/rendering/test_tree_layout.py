from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.rendering.outline import Conclusion, Leaf, outline, walk
from explanans.rendering.tree_drawing import GAP, Join, NodeBox, TreeLayout, lay_out_tree
from explanans.rendering.typesetting import LABEL_LINE, LABEL_SIZE, text_width
from explanans.structures.explanations import Explanation
from explanans.structures.facts import Fact
from explanans.structures.trees import ROOT, EntailmentTree, Step

Rectangle = tuple[float, float, float, float]
patient = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def layout_of(explanation: Explanation) -> TreeLayout:
    root = outline(explanation)
    assert root is not None
    return lay_out_tree(root)


def overlap(first: Rectangle, second: Rectangle) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def outer(box: NodeBox) -> Rectangle:
    return box.x, box.y, box.x + box.width, box.bottom


def label(join: Join) -> Rectangle:
    width = max((text_width(line, LABEL_SIZE) for line in join.label), default=0)
    middle = join.conclusion.middle
    return middle - width / 2, join.label_y, middle + width / 2, join.label_y + len(join.label) * LABEL_LINE


def wires(join: Join) -> list[Rectangle]:
    """The straight parts of the connectors as thin rectangles, without their ends."""
    middles = [premise.middle for premise in join.premises]
    start = join.conclusion.middle
    stem = (start - 0.5, join.conclusion.bottom + 1, start + 0.5, join.turn)
    across = (min(start, *middles), join.turn - 0.5, max(start, *middles), join.turn + 0.5)
    return [stem, across, *((end - 0.5, join.turn, end + 0.5, join.premises[0].y - 1) for end in middles)]


@given(st.data())
@patient
def test_nothing_overlaps_whatever_the_tree(forests: st.SearchStrategy[Explanation], data: st.DataObject) -> None:
    layout = layout_of(data.draw(forests))
    boxes = [outer(box) for box in layout.boxes]
    labels = [label(join) for join in layout.joins]
    assert not any(overlap(*pair) for pair in combinations([*boxes, *labels], 2))
    for join in layout.joins:
        assert not any(overlap(wire, box) for wire in wires(join) for box in boxes)
        others = [label(other) for other in layout.joins if other is not join]
        assert not any(overlap(wire, other) for wire in wires(join) for other in others)
    assert all(left >= 0 and top >= 0 for left, top, _, _ in boxes)
    assert all(right <= layout.width and bottom <= layout.height for _, _, right, bottom in boxes)


@given(st.data())
@patient
def test_connectors_join_each_conclusion_with_its_premises(
    forests: st.SearchStrategy[Explanation], data: st.DataObject
) -> None:
    explanation = data.draw(forests)
    layout = layout_of(explanation)
    root = layout.boxes[0].node
    assert [box.node for box in layout.boxes] == list(walk(root))
    joins = {id(join.conclusion.node): join for join in layout.joins}
    for box in layout.boxes:
        if isinstance(box.node, Conclusion):
            join = joins[id(box.node)]
            assert join.conclusion == box
            assert tuple(premise.node for premise in join.premises) == box.node.premises
            assert all(premise in layout.boxes for premise in join.premises)
            assert {premise.y for premise in join.premises} == {join.premises[0].y}
            assert box.bottom < join.turn < join.premises[0].y
            first, last = join.premises[0].middle, join.premises[-1].middle
            assert box.middle == pytest.approx((first + last) / 2)


def test_the_hypothesis_is_on_top(spoon: Explanation) -> None:
    layout = layout_of(spoon)
    root, spoon_leaf, conclusion, *leaves = layout.boxes
    assert root.y < spoon_leaf.y == conclusion.y < leaves[0].y == leaves[1].y
    assert conclusion.x - (spoon_leaf.x + spoon_leaf.width) >= GAP


def test_one_node_is_a_drawing() -> None:
    layout = lay_out_tree(Leaf(Fact("f1", ""), "", 0))
    assert len(layout.boxes) == 1
    assert layout.width > layout.boxes[0].width


def test_a_faulty_tree_is_refused() -> None:
    tree = EntailmentTree("so", (Fact("f1", "a"),), (Step(("f1", "f2"), ROOT, "so"),))
    with pytest.raises(InputError, match="the tree cannot be shown: hypothesis rests on f2"):
        outline(Explanation("Why?", "so", "so", (), tree, (), (), "v"))
