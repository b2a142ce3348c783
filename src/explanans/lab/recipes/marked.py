"""Claims of which people marked the words that the cited page does not support."""

from collections.abc import Iterable, Iterator
from itertools import islice

from explanans.entailment.arcs.arcs import ArcExample, checked_arcs
from explanans.language.parser import Parser
from explanans.language.sentences import sentences, tidy
from explanans.structures.labelled import LabelledPair
from explanans.structures.syntax import Arc, Parse

MARKED = "marked"
"""The name of the recipe that takes them."""


def marked(pairs: Iterable[LabelledPair], parser: Parser) -> Iterator[ArcExample]:
    """Yield an example a claim whose words people looked at, in its order.

    An arc that touches a marked word is not supported; an arc between two words that people left unmarked is.

    Args:
        pairs: Claims with their sentences and the words that people marked; pairs without word annotation are skipped.
    """
    taken = [
        (pair, [sentence.text for sentence in sentences(map(tidy, pair.premises))])
        for pair in pairs
        if pair.marks is not None
    ]
    parses = parser.parse(text for pair, source in taken for text in (*source, pair.claim))
    for pair, texts in taken:
        source, claim = tuple(islice(parses, len(texts))), next(parses)
        labels = dict(_labels(claim, pair.marks or ()))
        if labels and source:
            yield ArcExample(source, claim, labels, MARKED, pair.group)


def _labels(claim: Parse, marks: Iterable[tuple[int, int]]) -> Iterator[tuple[Arc, bool]]:
    spans = list(marks)
    unsupported = {
        number
        for number, token in enumerate(claim.tokens)
        if any(token.start < end and start < token.end for start, end in spans)
    }
    for arc in checked_arcs(claim):
        yield arc, unsupported.isdisjoint({arc.head, arc.child})
