"""Spans of belief and argument."""

import numpy as np

from explanans.graphs.concepts import LONGEST, NAMES, ConceptCounts, columns, spans
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance


def test_spans_are_raw_substrings_of_up_to_three_words() -> None:
    belief, argument = "Zero-tolerance  policies (often) don't help, ever.", "They work!"
    for span in spans(belief, argument):
        assert span.concept in (argument if span.argument else belief).lower()
        assert 1 <= len(span.concept.split()) <= LONGEST
    found = [span.concept for span in spans(belief, argument)]
    assert "don't help" in found
    assert "zero-tolerance policies" not in found  # two blanks stand between them
    assert "help, ever" not in found


def test_what_was_a_concept_before_is_likelier() -> None:
    edges = (Edge("zoos", Relation.IS_A, "place"),)
    counts = ConceptCounts.of([ExplanationGraph("Zoos harm animals.", "They do.", Stance.SUPPORT, edges)] * 4)
    found = spans("Zoos help.", "No.")
    chances = columns(found, counts)[:, NAMES.index("span")]
    by_name = dict(zip([span.concept for span in found], chances, strict=True))
    assert by_name["zoos"] > by_name["help"]
    assert np.isfinite(columns(found, counts)).all()
    assert columns([], counts).shape == (0, len(NAMES))
