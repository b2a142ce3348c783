"""How telling each term is, counted over the sentences that a model was trained on."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log1p

from explanans.compose.search.sentence import read


@dataclass(frozen=True, slots=True)
class TermWeights:
    """How telling terms are.

    Attributes:
        sentences: How many sentences were counted.
        frequency: In how many of them each term tells something.
    """

    sentences: int
    frequency: dict[str, int] = field(default_factory=dict)

    @classmethod
    def counted(cls, texts: Iterable[str]) -> "TermWeights":
        """Count the terms of sentences.

        Args:
            texts: The sentences, each counted once.
        """
        distinct = sorted(set(texts))
        counts = Counter(name for text in distinct for name in set(read(text).telling))
        return cls(len(distinct), dict(sorted(counts.items())))

    def weight(self, name: str) -> float:
        """Return the inverse document frequency of a term (Robertson & Zaragoza 2009, eq. 3.3), kept positive by 1.

        Args:
            name: A term; one that was never seen is as telling as the rarest.

        Example:
            >>> weights = TermWeights.counted(["ice is a solid", "iron is a solid"])
            >>> weights.weight("ice") > weights.weight("solid") > 0
            True
        """
        count = self.frequency.get(name, 0)
        return log1p((self.sentences - count + 0.5) / (count + 0.5))
