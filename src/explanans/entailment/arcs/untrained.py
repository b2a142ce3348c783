"""Scorers of arcs that learn nothing: baselines, and the one by alignment."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.arcs.alignment import AlignedArc, Alignment, SourceGraph, words
from explanans.entailment.arcs.arcs import role, word_arcs
from explanans.structures.syntax import Arc, Parse

_SAME_ROLE, _OTHER_ROLE, _REVERSED = 1.0, 0.85, 0.7
"""The worth of an arc of the source that joins the two words: in the same role, in another, the other way round."""

_EACH_ARC = 0.55
"""The share of that which each further arc between the two words leaves, so that two are the bar for equal words."""


class Majority:
    """Finds every arc supported: the commoner label (Goyal & Durrett 2020, section 5.2)."""

    name = "majority"

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:  # noqa: ARG002 - whatever they say
        """Return 1 for each arc; see ``ArcScorer``."""
        return np.ones(len(arcs))


class LexicalMatch:
    """Finds an arc supported if the source has it: head, child and label (Goyal & Durrett 2020, section 5.2).

    Words are the same in whatever case they are written.
    """

    name = "lexical-match"

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return 1 for each arc that the source has, else 0; see ``ArcScorer``."""
        return _held(_by_words, source, claim, arcs)


class ArcOverlap:
    """Finds an arc supported if the source has one between the same lemmas, whatever its label and direction.

    The mean over a claim's arcs is the rule-based baseline of Goyal & Durrett 2020 (section 6.1), the share of arcs in
    common, with arcs compared less strictly: a claim that turns an active sentence into a passive one, or changes the
    tense of its verb, keeps them.
    """

    name = "arc-overlap"

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return 1 for each arc between lemmas that an arc of the source joins, else 0; see ``ArcScorer``."""
        return _held(_by_lemmas, source, claim, arcs)


class AlignmentScorer:
    """Scores an arc by how alike its words are to two of the source, and by how near those are to each other there."""

    name = "alignment"

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return how well the best two words of the source support each arc, from 0 to 1; see ``ArcScorer``."""
        alignment = Alignment(SourceGraph.of(source), claim)
        return np.array([_score(alignment, alignment.of(arc)) for arc in arcs], dtype=np.float64)


def _held(
    keys: Callable[[Parse, Sequence[Arc]], Iterator[object]], source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]
) -> NDArray[np.float64]:
    """Return 1 for each arc of a claim whose key is that of an arc of its source, else 0."""
    held = {key for parse in source for key in keys(parse, word_arcs(parse))}
    return np.array([key in held for key in keys(claim, arcs)], dtype=np.float64)


def _by_words(parse: Parse, arcs: Sequence[Arc]) -> Iterator[tuple[str, str, str]]:
    for head, child, label in arcs:
        yield parse.tokens[head].text.lower(), parse.tokens[child].text.lower(), label


def _by_lemmas(parse: Parse, arcs: Sequence[Arc]) -> Iterator[frozenset[str]]:
    forms = words(parse)
    for head, child, _ in arcs:
        yield frozenset({forms[head].lemma, forms[child].lemma})


def _score(alignment: Alignment, aligned: AlignedArc) -> float:
    if not aligned.is_whole:
        return 0.0
    head, child, _ = aligned.arc
    alike = float(alignment.alike[head, aligned.head] * alignment.alike[child, aligned.child])
    return alike * _tie(alignment.source, aligned) * float(_EACH_ARC ** (aligned.distance - 1))


def _tie(source: SourceGraph, aligned: AlignedArc) -> float:
    """Return the factor for direction and label of the arc between two words; 1 if there is none."""
    if down := source.labels.get((aligned.head, aligned.child)):
        return _SAME_ROLE if role(aligned.arc.label) in map(role, down) else _OTHER_ROLE
    return _REVERSED if (aligned.child, aligned.head) in source.labels else _SAME_ROLE
