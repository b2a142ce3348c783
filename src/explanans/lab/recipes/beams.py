"""Beams of paraphrases whose best are good and whose last are bad (Goyal & Durrett 2020, section 4).

The generator here works by rules: some keep the meaning, some make the errors that generators make.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import NamedTuple, Protocol

from explanans.entailment.arcs.arcs import ArcExample, checked_arcs
from explanans.lab.recipes.alteration import Piece, Syntax, altered
from explanans.lab.recipes.claims import Labelled, parsed
from explanans.lab.recipes.rewording import Synonym, compression, rewordings
from explanans.language.parser import Parser
from explanans.structures.syntax import Arc, Parse

BOTTOM = 3
"""Paraphrases at the end of a beam that are taken for bad (section 4)."""
SHORTEST = BOTTOM + 2
"""Paraphrases of the shortest beam that has a top and a bottom."""
BEAM_SIZE = 10
"""Paraphrases of a sentence, as in section 5 of Goyal & Durrett 2020."""
_BATCH = 100
"""Number of sentences that are paraphrased and parsed in one batch."""


class Generator(Protocol):
    """Generates paraphrases."""

    @property
    def name(self) -> str:
        """Its signature, which reproduces its paraphrases."""
        ...

    def beams(self, sentences: Iterable[Parse]) -> Iterator[tuple[str, ...]]:
        """Yield different paraphrases of each sentence, the most probable first."""
        ...


@dataclass(frozen=True, slots=True)
class Original:
    """A sentence to paraphrase.

    Attributes:
        gold: A gold paraphrase of it; None if there is none.
    """

    sentence: Parse
    origin: str
    gold: Parse | None = None


@dataclass(frozen=True, slots=True)
class Beam:
    """A sentence and its paraphrases, which wait to be parsed.

    Attributes:
        texts: The best paraphrase, and the last ones.
    """

    original: Original
    texts: tuple[str, ...]

    def labelled(self, parses: tuple[Parse, ...]) -> Iterator[Labelled]:
        """Yield the best paraphrase and the last ones, each with what is known of it.

        An arc that the sentence or its gold paraphrase has is supported. Any other arc of the last paraphrases is not,
        unless the best has it too: then nothing is known, as of the other arcs of the best.
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
    """Yield examples from the beams of a generator, up to four of each sentence."""
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


_OPEN = frozenset({"ADJ", "ADV", "INTJ", "NOUN", "NUM", "PROPN", "SYM", "VERB", "X"})
"""Parts of speech whose words are represented by their tag; other words by themselves."""
_WEIGHTS = (0.6, 0.3, 0.09, 0.01)
"""The weights of trigrams, bigrams, single symbols and chance (Jelinek & Mercer 1980)."""
_EDGE = "<s>"


class Fluency:
    """Scores the fluency of sentences."""

    def __init__(self, sentences: Iterable[Parse]) -> None:
        self._counts: tuple[Counter[tuple[str, ...]], ...] = (Counter(), Counter(), Counter())
        for sentence in sentences:
            symbols = _symbols(sentence)
            for place in range(2, len(symbols)):
                for length in range(3):
                    self._counts[length][tuple(symbols[place - length : place + 1])] += 1
        self._before: tuple[Counter[tuple[str, ...]], ...] = (Counter(), Counter(), Counter())
        for length, counts in enumerate(self._counts):
            for symbols_, count in counts.items():
                self._before[length][symbols_[:-1]] += count

    def __call__(self, sentence: Parse) -> float:
        """Return the mean log probability of the words of a sentence, in nats; 0 at most."""
        symbols = _symbols(sentence)
        places = range(2, len(symbols))
        return sum(math.log(self._probability(tuple(symbols[place - 2 : place + 1]))) for place in places) / len(places)

    def _probability(self, symbols: tuple[str, ...]) -> float:
        """Return the probability of a symbol after two others."""
        probability = _WEIGHTS[3] / (len(self._counts[0]) + 1)
        for length in range(3):
            ngram = symbols[2 - length :]
            seen = self._before[length][ngram[:-1]]
            if seen:
                probability += _WEIGHTS[2 - length] * self._counts[length][ngram] / seen
        return probability


def _symbols(sentence: Parse) -> list[str]:
    words = [token.tag or token.pos if token.pos in _OPEN else token.text.lower() for token in sentence.tokens]
    return [_EDGE, _EDGE, *words, _EDGE]


_LONGEST = 5
"""Words of a span that is dropped at most."""


def _dropped_span(sentence: Syntax, rng: Random) -> list[Piece]:
    """Return a sentence without a span of words, wherever it starts and ends."""
    count = len(sentence.tokens)
    length = rng.randint(1, min(_LONGEST, count - 1))
    start = rng.randint(0, count - length)
    return sentence.pieces(sentence.rest(range(start, start + length)))


def _moved_phrase(sentence: Syntax, rng: Random) -> list[Piece]:
    """Return a sentence with a phrase anywhere but where it was."""
    phrase = sentence.subtree(rng.randrange(len(sentence.tokens)))
    rest = sentence.rest(phrase)
    place = rng.randint(0, len(rest))
    return sentence.pieces([*rest[:place], *phrase, *rest[place:]])


def _phrase_for_another(sentence: Syntax, rng: Random) -> list[Piece]:
    """Return a sentence in which a copy of one phrase replaces another."""
    copied, replaced = (sentence.subtree(rng.randrange(len(sentence.tokens))) for _ in range(2))
    rest = [number for number in range(len(sentence.tokens)) if number not in replaced]
    place = sum(number < replaced[0] for number in rest)
    return sentence.pieces([*rest[:place], *copied, *rest[place:]])


_SLOPPY = (_dropped_span, _moved_phrase, _phrase_for_another)
"""The errors that generators make."""
_HANDICAP = 0.5
"""Nats a word by which an error counts for less fluent; else rare constructions, such as the passive, come last."""


class Rewriter:
    """Generates paraphrases by rules: passives, reordering, synonyms, compressions, and errors.

    Rules that keep the meaning make half of a beam at most; errors that generators make, the rest. What they
    make is ordered by how fluent it is, as the beam of a network is by probability, with a handicap for errors, so that
    what is at the bottom is bad, though not all that is bad is at the bottom.

    Attributes:
        name: The signature that reproduces the paraphrases.
    """

    def __init__(self, synonyms: Synonym, fluency: Fluency, parser: Parser, seed: int = 0) -> None:
        self.name = f"rules(seed={seed},{parser.name})"
        self._synonyms = synonyms
        self._fluency = fluency
        self._parser = parser
        self._seed = seed

    def beams(self, sentences: Iterable[Parse]) -> Iterator[tuple[str, ...]]:
        """Yield the paraphrases of each sentence, best first."""
        waiting = iter(sentences)
        while batch := list(islice(waiting, _BATCH)):
            beams = [self._rewritten(Syntax(sentence)) for sentence in batch]
            parses = self._parser.parse(text for beam in beams for text in beam)
            for beam in beams:
                scores = {
                    text: self._fluency(parse) - _HANDICAP * is_sloppy
                    for (text, is_sloppy), parse in zip(beam.items(), islice(parses, len(beam)), strict=True)
                }
                yield tuple(sorted(scores, key=lambda text: (-scores[text], text)))

    def _rewritten(self, sentence: Syntax) -> dict[str, bool]:
        """Return different paraphrases, in no order, and whether they are made by error."""
        rng = Random(f"{self._seed} {sentence.parse.text}")  # noqa: S311 - not for secrets
        good = [altered(sentence.parse, pieces).text for pieces in rewordings(sentence)]
        for recipe in (self._synonyms, compression) * 2:
            draft = recipe(sentence, rng)
            if draft:
                good.append(draft.claim.text)
        rng.shuffle(good)
        found = dict.fromkeys(good[: BEAM_SIZE // 2], False)
        for number in range(2 * BEAM_SIZE):
            if len(found) >= BEAM_SIZE:
                break
            found.setdefault(altered(sentence.parse, _SLOPPY[number % len(_SLOPPY)](sentence, rng)).text, True)
        return {text: is_sloppy for text, is_sloppy in found.items() if text and text != sentence.parse.text}
