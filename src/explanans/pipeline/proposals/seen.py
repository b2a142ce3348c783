"""A sentence compared with a question: matching words, and the relevance of the sentence."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from explanans.language.tokens import is_function_word, stem, untelling_words
from explanans.language.wordnet import kinship, likeness
from explanans.pipeline.proposals.asked import AnalyzedQuestion
from explanans.pipeline.proposals.tree import Tree

_PRONOUNS = frozenset("he she it they this these that those him her them his its their".split())
_LEAST, _MOST = 0.15, 0.8
"""Minimum share of common uses of similar words, and maximum similarity of words with different stems."""
_STEM = 0.9
_WORDS = 1 << 15


class Nearness(NamedTuple):
    """The relevance of a sentence for a question among those found.

    Attributes:
        rank: Its place, from 0.
        score: Its BM25 score, as a share of the best.
        cosine: The cosine of both in meaning.
        fall: How much less that is than the best.
    """

    rank: int
    score: float
    cosine: float
    fall: float


@dataclass(frozen=True)
class QuestionSentence:
    """A sentence compared with a question.

    Attributes:
        asked: The question.
        tree: The sentence.
        before: The sentence before it; None for the first.
        nearness: How near it is to the question.
        rarity: How rare each telling word of the question is among the sentences found.
    """

    asked: AnalyzedQuestion
    tree: Tree
    before: Tree | None
    nearness: Nearness
    rarity: Mapping[str, float]

    @cached_property
    def matches(self) -> Mapping[str, tuple[int, float]]:
        """The best matching word for each content word of the question, and their similarity."""
        return _matches(self.asked, self.tree)

    @cached_property
    def held(self) -> Mapping[int, float]:
        """The similarity of each word of the sentence to the question's words."""
        return dict(self.matches.values())

    @cached_property
    def verb(self) -> int:
        """The number of the word that matches the question's verb; -1 if none does."""
        return self.matches.get(self.asked.verb_lemma, (-1, 0.0))[0]

    @cached_property
    def rarest(self) -> int | None:
        """The number of the word that matches the rarest word of the question; None if no word matches any."""
        return (
            max(self.matches.items(), key=lambda item: (self.rarity[item[0]], item[0]))[1][0] if self.matches else None
        )

    @cached_property
    def row(self) -> list[float]:
        """The features of the sentence; see ``features.SENTENCE``."""
        here, before = self.matches, _matches(self.asked, self.before) if self.before else {}
        count = max(1, len(self.asked.lemmas))
        none = (0, 0.0)
        both = sum(max(here.get(word, none)[1], before.get(word, none)[1]) for word in sorted(self.asked.lemmas))
        rare = sum(self.rarity[word] * weight for word, (_, weight) in here.items())
        return [
            float(self.nearness.rank),
            self.nearness.score,
            sum(weight for _, weight in here.values()) / count,
            sum(weight for _, weight in before.values()) / count,
            both / count,
            rare / max(sum(sorted(self.rarity.values())), 1e-9),
            self.nearness.cosine,
            self.nearness.fall,
            float(len(self.tree.tokens)),
            float(any(token.text.lower() in _PRONOUNS for token in self.tree.tokens)),
        ]


def _matches(asked: AnalyzedQuestion, tree: Tree) -> dict[str, tuple[int, float]]:
    found = dict[str, tuple[int, float]]()
    for word in sorted(asked.lemmas):
        pos = asked.kinds.get(word, "NOUN")
        weights = [alike(word, lemma, pos) for lemma in tree.lemmas]
        best = max(weights, default=0.0)
        if best > 0:
            found[word] = weights.index(best), best
    return found


@lru_cache(_WORDS)
def alike(one: str, other: str, pos: str) -> float:
    """Return how alike two words are: 1 for the same, less for one stem, for synonyms, and for a kind of the first.

    Args:
        one: A dictionary form.
        other: Another.
        pos: The part of speech of the first, in the universal tag set.

    Example:
        >>> alike("cost", "cost", "VERB"), alike("cost", "moon", "VERB")
        (1.0, 0.0)
    """
    if one == other:
        return 1.0
    if other in untelling_words() or is_function_word(other):
        return 0.0
    if stem(one) == stem(other):
        return _STEM
    found = max(likeness(one, other, pos), _MOST * kinship(other, one, pos, 1))
    return min(found, _MOST) if found >= _LEAST else 0.0
