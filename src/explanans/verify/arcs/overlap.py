"""Scorers that look for arcs of the claim among those of the source: by words and label, or by lemmas alone."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from explanans.parse import Arc, Parse
from explanans.verify.arcs.arcs import word_arcs
from explanans.verify.arcs.likeness import words


class LexicalMatch:
    """Finds an arc supported if the source has it: head, child and label (Goyal & Durrett 2020, section 5.2).

    Words are the same in whatever case they are written.
    """

    name = "lexical-match"

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return 1 for each arc that the source has, else 0; shape (arcs,).

        Args:
            source: The sentences of the source.
            claim: The claim.
            arcs: Arcs of the claim.
        """
        held = {key for parse in source for key in _by_words(parse, word_arcs(parse))}
        return np.array([key in held for key in _by_words(claim, arcs)], dtype=np.float64)


class ArcOverlap:
    """Finds an arc supported if the source has one between the same lemmas, whatever its label and direction.

    The mean over a claim's arcs is the rule-based baseline of Goyal & Durrett 2020 (section 6.1), the share of arcs in
    common, with arcs compared less strictly: a claim that turns an active sentence into a passive one, or changes the
    tense of its verb, keeps them.
    """

    name = "arc-overlap"

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return 1 for each arc between lemmas that an arc of the source joins, else 0; shape (arcs,).

        Args:
            source: The sentences of the source.
            claim: The claim.
            arcs: Arcs of the claim.
        """
        held = {key for parse in source for key in _by_lemmas(parse, word_arcs(parse))}
        return np.array([key in held for key in _by_lemmas(claim, arcs)], dtype=np.float64)


def _by_words(parse: Parse, arcs: Sequence[Arc]) -> Iterator[tuple[str, str, str]]:
    for head, child, label in arcs:
        yield parse.tokens[head].text.lower(), parse.tokens[child].text.lower(), label


def _by_lemmas(parse: Parse, arcs: Sequence[Arc]) -> Iterator[frozenset[str]]:
    forms = words(parse)
    for head, child, _ in arcs:
        yield frozenset({forms[head].lemma, forms[child].lemma})
