"""Attachment scores: how well a parser agrees with gold parses, in basic trees and in enhanced arcs."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from explanans.structures.syntax import ROOT, Arc, Parse

_Place = tuple[int, int, int]
_PlacedArc = tuple[_Place | None, _Place, str]


class Agreement(NamedTuple):
    """The number of arcs that two sets share.

    Attributes:
        found: The number of arcs that the parser found.
    """

    shared: int
    gold: int
    found: int

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall, from 0 to 1; 1 if nothing is gold and nothing was found."""
        return 2 * self.shared / (self.gold + self.found) if self.gold + self.found else 1.0

    @property
    def precision(self) -> float:
        """The share of the arcs found that are gold, from 0 to 1; 1 if nothing was found."""
        return self.shared / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """The share of the gold arcs that were found, from 0 to 1; 1 if there is nothing to find."""
        return self.shared / self.gold if self.gold else 1.0


class Attachment(NamedTuple):
    """The attachment scores of a parser (Buchholz & Marsi 2006); their F1 is the accuracy where the words are gold.

    Where the parser finds its own words, arcs agree if head and child stand at the same places (Zeman et al. 2018,
    section 4).

    Attributes:
        unlabelled: Words with the right head (UAS).
        labelled: Words with the right head and the right label, with what follows a colon (LAS).
        enhanced: Enhanced arcs with the right label.
    """

    unlabelled: Agreement
    labelled: Agreement
    enhanced: Agreement


def attachment(pairs: Iterable[tuple[Parse, Parse]], *, punctuation: bool) -> Attachment:
    """Return how well parses agree with gold ones.

    Example:
        >>> from explanans.structures.syntax import Token
        >>> ice, melts = Token("ice", "ice", "NOUN", "NN", 0, 3), Token("melts", "melt", "VERB", "VBZ", 4, 9)
        >>> gold = Parse("ice melts", (ice, melts), (Arc(1, 0, "nsubj"), Arc(ROOT, 1, "root")), ())
        >>> found = Parse("ice melts", (ice, melts), (Arc(1, 0, "obj"), Arc(ROOT, 1, "root")), ())
        >>> scores = attachment([(gold, found)], punctuation=True)
        >>> scores.unlabelled.f1, scores.labelled.f1
        (1.0, 0.5)
    """
    counts = [Counter(shared=0, gold=0, found=0) for _ in Attachment._fields]
    for gold, found in pairs:
        points = set() if punctuation else {child for _, child, label in _placed(gold, gold.arcs) if label == "punct"}
        trees = [_placed(parse, parse.arcs) for parse in (gold, found)]
        graphs = [_placed(parse, parse.enhanced or ()) for parse in (gold, found)]
        bare = [[(head, child, "") for head, child, _ in tree] for tree in trees]
        for count, both in zip(counts, (bare, trees, graphs), strict=True):
            wanted, given = ({arc for arc in arcs if arc[1] not in points} for arcs in both)
            count.update(shared=len(wanted & given), gold=len(wanted), found=len(given))
    return Attachment(*(Agreement(**count) for count in counts))


def _placed(parse: Parse, arcs: Iterable[Arc]) -> list[_PlacedArc]:
    """Return arcs between places in the text in the stead of numbers of words."""
    seen = Counter[tuple[int, int]]()
    places: list[_Place] = []
    for token in parse.tokens:
        span = (token.start, token.end)
        places.append((*span, seen[span]))  # words of a contraction may share their place
        seen[span] += 1
    return [(None if head == ROOT else places[head], places[child], label) for head, child, label in arcs]
