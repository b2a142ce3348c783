"""A claim finds its words, its arcs and the ways between them in the source."""

import pytest

from explanans.entailment.arcs.alignment import FARTHEST, NOWHERE, AlignedArc, Alignment, SourceGraph
from explanans.structures.syntax import Arc, Parse

from .conftest import parsed


def view(source: list[Parse], claim: Parse) -> Alignment:
    return Alignment(SourceGraph.of(source), claim)


def test_the_nearest_of_several_occurrences_is_taken() -> None:
    source = parsed(
        "dogs/NOUN/2/nsubj saw/VERB/0/root cats/NOUN/2/obj that/SCONJ/6/mark dogs/NOUN/6/nsubj chase/VERB/3/acl"
    )
    claim = parsed("dogs/NOUN/2/nsubj chase/VERB/0/root")
    pair = view([source], claim).of(Arc(1, 0, "nsubj"))
    assert pair == AlignedArc(Arc(1, 0, "nsubj"), 5, 4, 1.0)


def test_of_equally_near_words_those_in_the_same_role_are_taken() -> None:
    source = parsed("dogs/NOUN/2/nsubj chase/VERB/0/root dogs/NOUN/2/obj")
    claim = parsed("we/PRON/2/nsubj chase/VERB/0/root dogs/NOUN/2/obj")
    assert view([source], claim).of(Arc(1, 2, "obj")).child == 2


def test_a_word_that_the_source_lacks_is_nowhere(chase: Parse) -> None:
    claim = parsed("red/ADJ/2/amod dog/NOUN/0/root")
    pair = view([chase], claim).of(Arc(1, 0, "amod"))
    assert pair == AlignedArc(Arc(1, 0, "amod"), 2, NOWHERE, FARTHEST)
    assert not pair.is_whole


def test_the_way_between_two_words(chase: Parse) -> None:
    seen = view([chase], chase)
    assert seen.path(1, 5) == (1, 2, 3, 5)
    assert seen.path(2, 2) == (2,)


def test_no_way_leads_between_sentences_that_share_no_word() -> None:
    source = [parsed("dogs/NOUN/2/nsubj bark/VERB/0/root"), parsed("cats/NOUN/2/nsubj purr/VERB/0/root")]
    claim = parsed("dogs/NOUN/2/nsubj purr/VERB/0/root")
    seen = view(source, claim)
    assert seen.of(Arc(1, 0, "nsubj")).distance == FARTHEST
    assert seen.path(0, 3) == ()


def test_sentences_meet_in_words_that_they_share() -> None:
    source = [
        parsed("dogs/NOUN/2/nsubj eat/VERB/0/root meat/NOUN/2/obj"),
        parsed("meat/NOUN/3/nsubj is/AUX/3/cop food/NOUN/0/root"),
    ]
    assert SourceGraph.of(source).paths([0]).distances[0].tolist() == pytest.approx([0, 1, 2, 3, 5, 4])


def test_neighbours_and_children(chase: Parse) -> None:
    seen = view([chase], chase)
    assert seen.neighbours(3) == {2, 5}
    assert seen.children(2) == {0: "det", 1: "amod"}
