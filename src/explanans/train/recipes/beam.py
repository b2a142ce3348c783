"""Examples from the beams of generators of paraphrases (Goyal & Durrett 2020, section 4)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, Protocol

from explanans.parse import Arc, Parse
from explanans.train.recipes.draft import Labelled, parsed
from explanans.verify.arcs.arcs import ArcExample, checked_arcs
from explanans.verify.parsers.parser import Parser

BOTTOM = 3
"""How many of the last of a beam are taken for bad (section 4)."""

SHORTEST = BOTTOM + 2
"""Paraphrases of the shortest beam that has a top and a bottom."""

_BATCH = 100
"""Sentences that are said in other words in one go."""


class Generator(Protocol):
    """Says sentences in other words."""

    @property
    def name(self) -> str:
        """What reproduces its paraphrases."""
        ...

    def beams(self, sentences: Iterable[Parse]) -> Iterator[tuple[str, ...]]:
        """Yield different paraphrases of each sentence, the most probable first.

        Args:
            sentences: Parsed sentences.
        """
        ...


@dataclass(frozen=True, slots=True)
class Original:
    """A sentence that is to be said in other words.

    Attributes:
        sentence: The sentence.
        origin: What it is of.
        gold: A gold paraphrase of it; None where there is none.
    """

    sentence: Parse
    origin: str
    gold: Parse | None = None


@dataclass(frozen=True, slots=True)
class Beam:
    """A sentence and its paraphrases, which wait to be parsed.

    Attributes:
        original: The sentence.
        texts: The best paraphrase, and the last ones.
    """

    original: Original
    texts: tuple[str, ...]

    def labelled(self, parses: tuple[Parse, ...]) -> Iterator[Labelled]:
        """Yield the best paraphrase and the last ones, each with what is known of it.

        An arc that the sentence or its gold paraphrase has is supported. Any other arc of the last paraphrases is not,
        unless the best has it too: then nothing is known, as of the other arcs of the best.

        Args:
            parses: The parses of the texts.
        """
        source, gold = self.original.sentence, self.original.gold
        supported = _said(source) | (_said(gold) if gold else frozenset())
        best, *last = parses
        unsure = _said(best)
        yield Labelled(source, best, {arc: True for arc in checked_arcs(best) if _words(best, arc) in supported})
        for claim in last:
            yield Labelled(
                source,
                claim,
                {
                    arc: words in supported
                    for arc in checked_arcs(claim)
                    if (words := _words(claim, arc)) in supported or words not in unsure
                },
            )


class _Words(NamedTuple):
    """An arc by its words: what arcs of two sentences have in common (section 4)."""

    head: str
    label: str
    child: str


def from_beams(originals: Iterable[Original], generator: Generator, parser: Parser, name: str) -> Iterator[ArcExample]:
    """Yield examples from the beams of a generator, up to four of each sentence.

    Args:
        originals: The sentences; memory does not grow with their number.
        generator: Says them in other words.
        parser: Parses the paraphrases.
        name: The name of the recipe.
    """
    waiting = iter(originals)
    while batch := list(islice(waiting, _BATCH)):
        generated = generator.beams(original.sentence for original in batch)
        beams = [
            Beam(original, (texts[0], *texts[-BOTTOM:]))
            for original, texts in zip(batch, generated, strict=True)
            if len(texts) >= SHORTEST
        ]
        for beam, outcome in zip(beams, parsed(beams, parser), strict=True):
            for labelled in outcome:
                if labelled.labels:
                    yield ArcExample((labelled.source,), labelled.claim, labelled.labels, name, beam.original.origin)


def _said(parse: Parse) -> frozenset[_Words]:
    return frozenset(_words(parse, arc) for arc in checked_arcs(parse))


def _words(parse: Parse, arc: Arc) -> _Words:
    head, child = parse.tokens[arc.head], parse.tokens[arc.child]
    return _Words(head.lemma.lower(), arc.label, child.lemma.lower())
