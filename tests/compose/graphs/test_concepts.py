"""Spans of belief and argument."""

import numpy as np

from explanans.compose.graphs.concepts import LONGEST, NAMES, ConceptCounts, columns, spans


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
    seen = [(span, span.concept == "zoos") for _ in range(4) for span in spans("Zoos harm animals.", "They do.")]
    counts = ConceptCounts.of(seen, ["Zoos harm animals.", "They do."])
    found = spans("Zoos help.", "No.")
    chances = columns(found, counts)[:, NAMES.index("span")]
    by_name = dict(zip([span.concept for span in found], chances, strict=True))
    assert by_name["zoos"] > by_name["help"]
    assert np.isfinite(columns(found, counts)).all()
    assert columns([], counts).shape == (0, len(NAMES))
