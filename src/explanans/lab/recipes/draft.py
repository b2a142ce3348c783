"""Drafts: altered sentences that wait to be parsed, and what is known of their arcs once they are."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, Protocol

from explanans.entailment.arcs.arcs import checked_arcs
from explanans.lab.recipes.alteration import Alteration, Piece, altered
from explanans.lab.recipes.syntax import Syntax
from explanans.language.parser import Parser
from explanans.structures.syntax import Arc, Parse

_BATCH = 1000
"""Drafts that are parsed in one go: enough for a parser to be quick, few enough to stay small."""


class Labelled(NamedTuple):
    """A claim, its source and what is known of its arcs: what a draft comes to.

    Attributes:
        source: The sentence that the claim is checked against.
        labels: The arcs of the claim of which it is known whether the source supports them.
    """

    source: Parse
    claim: Parse
    labels: Mapping[Arc, bool]


class Draft(Protocol):
    """A pair of a source and a claim, parts of which wait to be parsed."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The sentences that are to be parsed."""
        ...

    def labelled(self, parses: tuple[Parse, ...]) -> Iterator[Labelled]:
        """Yield the pairs that the draft comes to."""
        ...


@dataclass(frozen=True, slots=True)
class AlteredClaim:
    """A claim that is a sentence altered; the sentence as it was is its source.

    An arc is supported where the sentence has it, word for word; it is not where it touches a changed word, or joins
    two words that are known not to belong together. Of any other arc nothing is known: it may be the parser's doing. In
    a claim that keeps what the sentence says, as a paraphrase does, all arcs are supported, even so.

    Attributes:
        claim: The altered sentence.
        denied: Pairs of its words, the lower number first, between which no arc is supported any longer.
        doubtful: Pairs of its words between which arcs may be supported or not.
        keeps: Whether the whole claim is supported.
    """

    sentence: Syntax
    claim: Alteration
    denied: frozenset[tuple[int, int]] = frozenset()
    doubtful: frozenset[tuple[int, int]] = frozenset()
    keeps: bool = False

    @classmethod
    def of(
        cls,
        sentence: Syntax,
        pieces: Iterable[Piece],
        denied: frozenset[tuple[int, int]] = frozenset(),
        doubtful: frozenset[tuple[int, int]] = frozenset(),
        *,
        keeps: bool = False,
    ) -> "AlteredClaim":
        """Return a sentence and the claim that some of its words make; the rest is as the attributes say."""
        return cls(sentence, altered(sentence.parse, pieces), denied, doubtful, keeps)

    @property
    def texts(self) -> tuple[str, ...]:
        """The claim."""
        return (self.claim.text,)

    def labelled(self, parses: tuple[Parse, ...]) -> Iterator[Labelled]:
        """Yield the sentence and the claim, if it still differs from the sentence."""
        (claim,) = parses
        if self.claim.text == self.sentence.parse.text:
            return
        labels = dict.fromkeys(checked_arcs(claim), True) if self.keeps else self._labels(claim)
        yield Labelled(self.sentence.parse, claim, labels)

    def _labels(self, claim: Parse) -> dict[Arc, bool]:
        places = self.claim.places(claim)
        arcs = frozenset(self.sentence.arcs)
        labels: dict[Arc, bool] = {}
        for arc in checked_arcs(claim):
            head, child = places[arc.head], places[arc.child]
            if head.origin is not None and child.origin is not None:
                between = pair(head.origin, child.origin)
                if between in self.denied:
                    labels[arc] = False
                if between in self.denied | self.doubtful:
                    continue
                if Arc(head.origin, child.origin, arc.label) in arcs:
                    labels[arc] = True
                    continue
            if head.changed or child.changed:
                labels[arc] = False
        return labels


@dataclass(frozen=True, slots=True)
class AlteredSource:
    """A source that is a sentence without some of its words; the whole sentence is the claim.

    Arcs that touch a missing word are not supported; those that the source has too are.

    Attributes:
        source: The shortened sentence.
    """

    sentence: Syntax
    source: Alteration

    @property
    def texts(self) -> tuple[str, ...]:
        """The source."""
        return (self.source.text,)

    def labelled(self, parses: tuple[Parse, ...]) -> Iterator[Labelled]:
        """Yield the shortened sentence, and the sentence."""
        (source,) = parses
        places = self.source.places(source)
        there = {piece.origin for piece in self.source.pieces}
        arcs = {(places[arc.head].origin, places[arc.child].origin, arc.label) for arc in checked_arcs(source)}
        labels: dict[Arc, bool] = {}
        for arc in self.sentence.arcs:
            if arc.head not in there or arc.child not in there:
                labels[arc] = False
            elif arc in arcs:
                labels[arc] = True
        yield Labelled(source, self.sentence.parse, labels)


@dataclass(frozen=True, slots=True)
class Unaltered:
    """Two sentences as they are; all arcs of the claim are supported, or none is.

    Attributes:
        supported: Whether its arcs are supported.
    """

    source: Syntax
    claim: Syntax
    supported: bool

    @property
    def texts(self) -> tuple[str, ...]:
        """Nothing is left to be parsed."""
        return ()

    def labelled(self, parses: tuple[Parse, ...]) -> Iterator[Labelled]:  # noqa: ARG002 - there are none
        """Yield the two sentences."""
        yield Labelled(self.source.parse, self.claim.parse, dict.fromkeys(self.claim.arcs, self.supported))


def pair(one: int, other: int) -> tuple[int, int]:
    """Return two words, the lower number first."""
    return (one, other) if one < other else (other, one)


def parsed(drafts: Iterable[Draft], parser: Parser) -> Iterator[list[Labelled]]:
    """Yield the example of each draft, in order; drafts are parsed in batches."""
    waiting = iter(drafts)
    while batch := list(islice(waiting, _BATCH)):
        parses = iter(parser.parse(text for draft in batch for text in draft.texts))
        for draft in batch:
            yield list(draft.labelled(tuple(islice(parses, len(draft.texts)))))
