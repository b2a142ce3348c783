"""Arc diagrams: whatever the arcs, nothing covers what must be read."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from explanans.rendering.arc_drawing import Wire, lay_out_arcs
from explanans.structures.verdicts import ClaimVerdict, RankedClaim


def reach(wire: Wire) -> tuple[float, float]:
    """Return how far an arc and its label reach to the left and to the right."""
    middle, half = (wire.head_x + wire.child_x) / 2, wire.label_width / 2
    return min(wire.head_x, wire.child_x, middle - half), max(wire.head_x, wire.child_x, middle + half)


def test_arcs_of_the_same_height_and_their_labels_stand_apart(
    claim_verdicts: st.SearchStrategy[ClaimVerdict],
) -> None:
    @given(claim_verdicts)
    def check(verdict: ClaimVerdict) -> None:
        layout = lay_out_arcs(verdict, verdict.sentences[0])
        assert len(layout.wires) == len(verdict.arcs)
        by_height: dict[float, list[tuple[float, float]]] = {}
        for wire in layout.wires:
            by_height.setdefault(wire.y, []).append(reach(wire))
        for reaches in by_height.values():
            assert all(before[1] <= after[0] + 1e-6 for before, after in pairwise(sorted(reaches)))

    check()


def test_the_drawing_holds_everything_and_words_stand_in_order(
    claim_verdicts: st.SearchStrategy[ClaimVerdict],
) -> None:
    @given(claim_verdicts)
    def check(verdict: ClaimVerdict) -> None:
        layout = lay_out_arcs(verdict, verdict.sentences[0])
        assert " ".join(word.span.text for word in layout.words) == verdict.claim
        assert all(one.x + one.width < other.x for one, other in pairwise(layout.words))
        assert all(word.x >= 0 and word.x + word.width <= layout.width for word in layout.words)
        for wire in layout.wires:
            left, right = reach(wire)
            assert left >= 0
            assert right <= layout.width
            assert 0 < wire.y < layout.base < layout.height

    check()


def test_arcs_meet_their_words_and_no_two_at_one_point(claim_verdicts: st.SearchStrategy[ClaimVerdict]) -> None:
    @given(claim_verdicts)
    def check(verdict: ClaimVerdict) -> None:
        layout = lay_out_arcs(verdict, verdict.sentences[0])
        place = {word.span.start: word for word in layout.words}
        ends = []
        for wire in layout.wires:
            for x, span in ((wire.head_x, wire.arc.head), (wire.child_x, wire.arc.child)):
                assert place[span.start].x <= x <= place[span.start].x + place[span.start].width
                ends.append(x)
            if wire.arc.head != wire.arc.child:
                assert abs(wire.head_x - wire.child_x) > wire.label_width
        assert all(other - one > 5 for one, other in pairwise(sorted(ends)))

    check()


def test_arcs_that_can_be_nested_do_not_cross(claims: tuple[RankedClaim, ...]) -> None:
    verdict = claims[0].verdict
    layout = lay_out_arcs(verdict, verdict.sentences[0])
    spans = [sorted((wire.head_x, wire.child_x)) for wire in layout.wires]
    for one in spans:
        for other in spans:
            assert not one[0] < other[0] < one[1] < other[1]
