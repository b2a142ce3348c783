"""What can be said of a claim beside its premises before it is judged: a reading, and exact findings."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explanans.meaning.embedder import Embedder
from explanans.meaning.reader import LONGEST_CLAIM, LONGEST_PREMISE, Reader, Reading
from explanans.parser import CachedParser, Parser
from explanans.text.sentences import sentences, tidy
from explanans.verify.exact.evidence import Evidence, evidence
from explanans.verify.judge.combination import Seen, describe, shares
from explanans.verify.judge.judge import Pair
from explanans.verify.sentence_index import SentenceIndex

_COVERING, _NEAREST = 3, 2
"""Sentences of the premises that are read closely and compared with the claim word by word: those that hold its words,
and those nearest to it in meaning."""
_PARSES = 4096


class Describer:
    """Reads claims beside premises, and compares them word by word.

    Args:
        reader: The network that reads.
        parser: What finds the words that are compared and the arcs between them.

    Attributes:
        name: The network and the parser.
    """

    def __init__(self, reader: Reader, parser: Parser) -> None:
        self.name = f"{reader.name}, {parser.name}"
        self._reader = reader
        self._parser = CachedParser(parser, _PARSES)

    def describe(self, pair: Pair) -> NDArray[np.float32]:
        """Return the features of a claim beside its premises; see ``combination.NAMES``.

        Args:
            pair: The claim and its premises.
        """
        return describe(self.look(pair))

    def look(self, pair: Pair) -> Seen:
        """Return what is seen of a claim beside its premises.

        Args:
            pair: The claim and its premises.
        """
        found = [sentence.text for sentence in sentences(map(tidy, pair.premises))] or [tidy(" ".join(pair.premises))]
        cosines = self._cosines(found, pair.claim)
        near = self._nearest(found, pair.claim, cosines)
        whole = self.read(pair)
        # Among few sentences there is less to go astray in.
        close = whole if len(near) == len(found) else self.read(Pair(tuple(f"{text}." for text in near), pair.claim))
        best = sorted(cosines.tolist(), reverse=True)[:2]
        return Seen(whole, close, best, self.find(near, pair.claim))

    def read(self, pair: Pair) -> Reading:
        """Return what the network says of a claim.

        Premises that are too long are read part by part, and the part that says most of the claim counts; so are
        claims, whose least supported part counts.

        Args:
            pair: The claim and its premises.
        """
        readings = [self._read(pair.premises, part) for part in parts_of(self._reader, pair.claim, LONGEST_CLAIM)]
        return min(readings, key=lambda reading: float(shares(reading.logits)[0]))

    def _read(self, premises: Iterable[str], claim: str) -> Reading:
        parts = parts_of(self._reader, " ".join(map(tidy, premises)), LONGEST_PREMISE)
        return min((self._reader.read(part, claim) for part in parts), key=lambda found: float(shares(found.logits)[2]))

    def find(self, premises: Sequence[str], claim: str) -> Evidence:
        """Return what is found exactly of a claim in sentences.

        Args:
            premises: The sentences, in their order.
            claim: The claim.
        """
        (parsed,) = self._parser.parse([tidy(claim)])
        return evidence(self._parser.parse(premises), parsed)

    def _cosines(self, texts: Sequence[str], claim: str) -> NDArray[np.float32]:
        """Return how near each sentence is to a claim in meaning; shape (sentences,)."""
        cosines: NDArray[np.float32] = np.stack([_vector(text) for text in texts]) @ _vector(claim)
        return cosines

    def _nearest(self, texts: Sequence[str], claim: str, cosines: NDArray[np.float32]) -> list[str]:
        """Return the sentences that hold the words of a claim, and those nearest to it in meaning, in their order."""
        covering = SentenceIndex(texts).covering(claim, _COVERING)
        nearest = np.argsort(-cosines, kind="stable")[:_NEAREST].tolist()
        return [texts[number] for number in sorted({*covering, *nearest})]


@lru_cache(maxsize=4096)
def _vector(text: str) -> NDArray[np.float32]:
    """Return the vector of a text; those of premises are asked for with one claim after another."""
    vector: NDArray[np.float32] = Embedder.shipped().embed([text])[0]
    return vector


def parts_of(reader: Reader, text: str, most: int) -> list[str]:
    """Return a text in parts of whole words that the network can read at once; usually there is one.

    Args:
        reader: The network.
        text: The text.
        most: The most tokens of a part.
    """
    if reader.length(text) <= most:
        return [text]
    words = text.split()
    if len(words) < 2:
        half = len(text) // 2
        return [*parts_of(reader, text[:half], most), *parts_of(reader, text[half:], most)]
    half = len(words) // 2
    return [*parts_of(reader, " ".join(words[:half]), most), *parts_of(reader, " ".join(words[half:]), most)]
