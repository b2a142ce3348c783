"""What can be said of a claim beside its premises before it is judged: a reading, and exact findings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.judge.base import Pair
from explanans.entailment.judge.combination import Seen, describe
from explanans.entailment.rules.evidence import evidence
from explanans.entailment.sentence_index import SentenceIndex
from explanans.language.parser import CachedParser, Parser
from explanans.language.sentences import sentences, tidy, tidy_sentence
from explanans.language.values import canonical
from explanans.learning.embedder import Embedder
from explanans.learning.nli import LONGEST_CLAIM, LONGEST_PREMISE, NliClassifier, Reading, softmax
from explanans.structures.syntax import Parse

_COVERING, _NEAREST = 3, 2
"""Sentences of the premises that are read closely and compared with the claim word by word: those that hold its words,
and those nearest to it in meaning."""


class _Held(NamedTuple):
    """A claim and the sentences of its premises, before it is read.

    Attributes:
        cosines: How near the nearest two are to the claim in meaning.
    """

    pair: Pair
    near: list[str]
    among: int
    cosines: list[float]


class Describer:
    """Reads claims beside premises, and compares them word by word."""

    def __init__(self, reader: NliClassifier, parser: Parser) -> None:
        self.name = f"{reader.name}, {parser.name}"
        self._reader = reader
        self._parser = CachedParser.of(parser)
        self._embedder = Embedder.shipped()

    def describe(self, pair: Pair) -> NDArray[np.float32]:
        """Return the features of a claim beside its premises; see ``combination.NAMES``."""
        return describe(*self.look([pair]))

    def look(self, pairs: Sequence[Pair]) -> list[Seen]:
        """Return what is seen of claims beside their premises.

        Args:
            pairs: The claims and their premises; their sentences are parsed together.
        """
        held = [self._hold(pair) for pair in pairs]
        said = [tidy(pair.claim) for pair in pairs]
        texts = list(dict.fromkeys(text for one, claim in zip(held, said, strict=True) for text in (*one.near, claim)))
        parses = dict(zip(texts, self._parser.parse(texts), strict=True))
        return [self._see(one, claim, parses) for one, claim in zip(held, said, strict=True)]

    def _hold(self, pair: Pair) -> _Held:
        found = [sentence.text for sentence in sentences(map(tidy_sentence, pair.premises))] or [
            tidy(" ".join(pair.premises))
        ]
        cosines = self._embedder.embed(found) @ self._embedder.embed([pair.claim])[0]
        near = self._nearest(found, pair.claim, cosines)
        return _Held(pair, near, len(found), sorted(cosines.tolist(), reverse=True)[:2])

    def _see(self, held: _Held, claim: str, parses: Mapping[str, Parse]) -> Seen:
        pair, near = held.pair, held.near
        whole = self.read(pair)
        # Among few sentences there is less to go astray in.
        close = whole if held.among == len(near) else self.read(Pair(tuple(f"{text}." for text in near), pair.claim))
        found = evidence([parses[text] for text in near], parses[claim])
        return Seen(whole, close, held.cosines, found, held.among == 1, tuple(near))

    def read(self, pair: Pair) -> Reading:
        """Return what the network says of a claim.

        Premises that are too long are read part by part, and the part that says most of the claim counts; so are
        claims, whose least supported part counts.
        """
        readings = [
            self._read(pair.premises, part) for part in parts_of(self._reader, tidy_sentence(pair.claim), LONGEST_CLAIM)
        ]
        return min(readings, key=lambda reading: float(softmax(reading.logits)[0]))

    def _read(self, premises: Iterable[str], claim: str) -> Reading:
        text = canonical(" ".join(map(tidy_sentence, premises)))
        claim = canonical(claim, beside=text)
        parts = parts_of(self._reader, text, LONGEST_PREMISE)
        return min(
            (self._reader.read(part, claim) for part in parts), key=lambda found: float(softmax(found.logits)[2])
        )

    def _nearest(self, texts: Sequence[str], claim: str, cosines: NDArray[np.float32]) -> list[str]:
        """Return the sentences that hold the words of a claim, and those nearest to it in meaning, in their order."""
        covering = SentenceIndex(texts).covering(claim, _COVERING)
        nearest = np.argsort(-cosines, kind="stable")[:_NEAREST].tolist()
        return [texts[number] for number in sorted({*covering, *nearest})]


def parts_of(reader: NliClassifier, text: str, most: int) -> list[str]:
    """Return a text in parts of whole words that the network can read at once; usually there is one.

    Args:
        most: The most tokens of a part.
    """
    if (text.isascii() and len(text) <= most) or reader.length(text) <= most:  # a token has a character at least
        return [text]
    words = text.split()
    if len(words) < 2:
        half = len(text) // 2
        return [*parts_of(reader, text[:half], most), *parts_of(reader, text[half:], most)]
    half = len(words) // 2
    return [*parts_of(reader, " ".join(words[:half]), most), *parts_of(reader, " ".join(words[half:]), most)]
