"""A generator of paraphrases by rules, the best of which are good and the worst of which are bad."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

from explanans.parse import Parse
from explanans.train.recipes.alteration import altered
from explanans.train.recipes.compression import compression
from explanans.train.recipes.rewriting.fluency import Fluency
from explanans.train.recipes.rewriting.rewording import rewordings
from explanans.train.recipes.rewriting.sloppy import dropped_span, moved_phrase, phrase_for_another
from explanans.train.recipes.synonym import Synonym
from explanans.train.recipes.syntax import Syntax
from explanans.verify.parsers.parser import Parser

BEAM = 10
"""Paraphrases of a sentence, as in section 5 of Goyal & Durrett 2020."""

_SLOPPY = (dropped_span, moved_phrase, phrase_for_another)
_HANDICAP = 0.5
"""Nats a word by which an error counts for less fluent; else rare constructions, such as the passive, come last."""
_BATCH = 100
"""Sentences whose paraphrases are parsed in one go."""


class Rewriter:
    """Says sentences in other words: in the passive, in another order, with synonyms, shorter — and badly.

    Rules that keep the meaning make half of a beam at most; errors that generators make, the rest. What they
    make is ordered by how fluent it is, as the beam of a network is by probability, with a handicap for errors, so that
    what is at the bottom is bad, though not all that is bad is at the bottom.

    Args:
        synonyms: Replaces words by synonyms.
        fluency: Says how fluent a sentence is.
        parser: Parses what the rules make.
        seed: Seeds what is drawn.

    Attributes:
        name: What reproduces the paraphrases.
    """

    def __init__(self, synonyms: Synonym, fluency: Fluency, parser: Parser, seed: int = 0) -> None:
        self.name = f"rules(seed={seed},{parser.name})"
        self._synonyms = synonyms
        self._fluency = fluency
        self._parser = parser
        self._seed = seed

    def beams(self, sentences: Iterable[Parse]) -> Iterator[tuple[str, ...]]:
        """Yield the paraphrases of each sentence, best first.

        Args:
            sentences: Parsed sentences.
        """
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
        found = dict.fromkeys(good[: BEAM // 2], False)
        for number in range(2 * BEAM):
            if len(found) >= BEAM:
                break
            found.setdefault(altered(sentence.parse, _SLOPPY[number % len(_SLOPPY)](sentence, rng)).text, True)
        return {text: is_sloppy for text, is_sloppy in found.items() if text and text != sentence.parse.text}
