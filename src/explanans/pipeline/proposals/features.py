"""Features of a phrase as the answer of a question, and the probability that it is, by boosted trees."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.language.analysis import SyntaxTree
from explanans.language.lexicon import word_set
from explanans.language.tokens import is_function_word, stem, untelling_words
from explanans.language.wordnet import kinship, likeness
from explanans.learning.boosted_trees import predict
from explanans.learning.model import TreesModel
from explanans.pipeline.proposals.asked import KINDS, AnalyzedQuestion
from explanans.pipeline.proposals.phrases import Phrase

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
        before: The sentence before it; None for the first.
        rarity: How rare each telling word of the question is among the sentences found.
    """

    asked: AnalyzedQuestion
    tree: SyntaxTree
    before: SyntaxTree | None
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


def _matches(asked: AnalyzedQuestion, tree: SyntaxTree) -> dict[str, tuple[int, float]]:
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


_POS = "NOUN PROPN PRON NUM VERB AUX ADJ ADV SYM X".split()
_ROLES = """
    nsubj obj iobj obl nmod nummod advmod advcl acl amod conj xcomp ccomp root appos compound det parataxis
""".split()
_PREPOSITIONS = """
    in on at by of for from with to into until after before during under over between through near as since
""".split()
_MARKS = "because since as so that if when to while although".split()
_MEASURES = "long much many far old often high big deep heavy tall fast wide large".split()
_ASKING = "in on at by of for from with to until".split()
_VERBS = "happen do be have mean cost need call become get take".split()
_NUMBER = re.compile(r"\d")
_NUMBERS = word_set("pipeline.proposals.features.numbers")
_TIME = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|"
    r"wednesday|thursday|friday|saturday|sunday|noon|midnight|dusk|dawn|today|tomorrow|yesterday|spring|summer|autumn|"
    r"winter|morning|evening|afternoon|night|o'clock|1\d{3}|20\d{2})s?\b|\d\s?[ap]m\b|\d:\d\d",
    re.IGNORECASE,
)
_SPANS = frozenset("second minute hour day night week month year decade century fortnight season term".split())
_MONEY = re.compile(
    r"[€$£¥]|\b(?:euro|dollar|pound|cent|franc|krona|yen|fee|price|penny|pence|crown)s?\b", re.IGNORECASE
)
_TITLES = frozenset("mr ms mrs dr miss sir professor".split())
_NEGATIONS = frozenset("not no never nobody nothing none neither nor without n't cannot".split())
_EXCEPTIONS = frozenset("except but apart excluding besides unless".split())
_LEVELS = 4
_FAR_WAY, _FAR_WORDS = 20.0, 30.0
"""Distance to a missing word, in arcs and in words."""

SENTENCE = """
    rank score covered covered_before covered_both rarity_covered cosine cosine_fall words_of_sentence pronoun
""".split()
_PHRASE = """
    pos label preposition mark leads whole words number time span money name person place verb is_all start end title
""".split()
_FIT = """
    overlap own covered_without governor governor_is_verb verb_found nearest mean_way near_words mean_words rarest_words
    rarest_way role_same noun_same noun_kind passive below_verb clause_covered head_asked denied excepted
""".split()
_QUESTION = "kind role asking measure asked_verb has_noun asked_words".split()
NAMES = (*SENTENCE, *_PHRASE, *_FIT, *_QUESTION)
"""The features of a phrase and a question."""
CATEGORICAL = ("pos", "label", "preposition", "mark", "kind", "role", "asking", "measure", "asked_verb")
"""Those whose values are numbers of kinds."""


def describe(seen: QuestionSentence, found: Sequence[Phrase]) -> NDArray[np.float32]:
    """Return the features of phrases of a sentence, in the order of ``NAMES``; shape (phrases, features)."""
    asked = _question(seen.asked)
    rows = [[*seen.row, *_phrase(phrase), *_fit(seen, phrase), *asked] for phrase in found]
    return np.array(rows, dtype=np.float32).reshape(len(found), len(NAMES))


def _place(word: str, words: Sequence[str]) -> float:
    """Return the number of a kind, from 1; 0 for all others."""
    return float(words.index(word) + 1) if word in words else 0.0


def _question(asked: AnalyzedQuestion) -> list[float]:
    return [
        float(KINDS.index(asked.kind)),
        _place(asked.role, _ROLES),
        _place(asked.preposition, _ASKING),
        _place(asked.measure, _MEASURES),
        _place(asked.verb_lemma, _VERBS),
        float(bool(asked.noun)),
        float(len(asked.lemmas)),
    ]


def _phrase(phrase: Phrase) -> list[float]:
    tree, head, text = phrase.tree, phrase.head, phrase.text
    tokens = tree.tokens
    words = [tokens[word].text.lower() for word in phrase.words]
    kinds = {tokens[word].pos for word in phrase.words}
    lead = tokens[phrase.lead].text.lower() if phrase.lead >= 0 else ""
    noun = tree.lemmas[head] if tokens[head].pos in {"NOUN", "PROPN"} else ""
    return [
        _place(tokens[head].pos, _POS),
        _place(tree.kind(head), _ROLES),
        _place(lead, _PREPOSITIONS),
        _place(lead, _MARKS),
        float(phrase.lead >= phrase.first),
        float(phrase.whole),
        float(len(words)),
        float(bool(_NUMBER.search(text)) or not _NUMBERS.isdisjoint(words)),
        float(bool(_TIME.search(text))),
        float(not _SPANS.isdisjoint(tree.lemmas[word] for word in phrase.words)),
        float(bool(_MONEY.search(text))),
        float("PROPN" in kinds),
        kinship(noun, "person", "NOUN", 6),
        max(kinship(noun, kind, "NOUN", _LEVELS) for kind in ("location", "structure", "area")),
        float(not kinds.isdisjoint({"VERB", "AUX"})),
        float(len(words) >= len(tokens) - 1),
        phrase.first / len(tokens),
        phrase.last / len(tokens),
        float(words[0].rstrip(".") in _TITLES),
    ]


def _fit(seen: QuestionSentence, phrase: Phrase) -> list[float]:
    asked, tree, head = seen.asked, phrase.tree, phrase.head
    inside, above = set(phrase.words), list(tree.ancestors(head))
    telling = [word for word in phrase.words if not is_function_word(tree.tokens[word].text.lower())]
    overlap = sum(seen.held.get(word, 0.0) for word in telling)
    outside = [place for place in seen.held if place not in inside]
    count = max(1, len(asked.lemmas))
    clause = next((word for word in above if tree.tokens[word].pos in {"VERB", "AUX"}), tree.root)
    of_clause = [place for place in outside if place == clause or clause in tree.ancestors(place)]
    before = range(max(0, phrase.first - 2), phrase.last)
    return [
        overlap / max(1, len(telling)),
        float(len(telling)) - overlap,
        sum(seen.held[place] for place in outside) / count,
        seen.held.get(tree.head(head), 0.0),
        float(seen.verb >= 0 and tree.head(head) == seen.verb),
        float(seen.verb >= 0),
        *_ways(seen, phrase, outside),
        float(tree.kind(head) == asked.role),
        *_kinds(asked, phrase),
        float(tree.is_passive) - float(asked.tree.is_passive),
        float(seen.verb >= 0 and seen.verb in above),
        sum(seen.held[place] for place in of_clause) / count,
        seen.held.get(head, 0.0),
        float(_is_denied(tree, clause)) - float(_is_denied(asked.tree, asked.verb)),
        float(any(tree.tokens[word].text.lower() in _EXCEPTIONS for word in before)),
    ]


def _ways(seen: QuestionSentence, phrase: Phrase, outside: Sequence[int]) -> list[float]:
    """Return how far a phrase is from the words that the question says: the nearest, all, and the rarest."""
    ways = [seen.tree.distance(phrase.head, place) for place in outside]
    words = [min(abs(place - phrase.first), abs(place - phrase.last)) for place in outside]
    rarest = seen.rarest if seen.rarest in outside else None
    return [
        float(min(ways, default=_FAR_WAY)),
        sum(ways) / len(ways) if ways else _FAR_WAY,
        float(min(words, default=_FAR_WORDS)),
        sum(words) / len(words) if words else _FAR_WORDS,
        _FAR_WORDS if rarest is None else float(words[outside.index(rarest)]),
        _FAR_WAY if rarest is None else float(ways[outside.index(rarest)]),
    ]


def _kinds(asked: AnalyzedQuestion, phrase: Phrase) -> list[float]:
    """Return whether a phrase has the noun that names what is asked for, and whether it is of that kind."""
    tree = phrase.tree
    inside = (word for word in phrase.words if tree.tokens[word].pos in {"NOUN", "PROPN"})
    nouns = [tree.lemmas[word] for word in chain((phrase.head,), inside)]
    if not asked.noun:
        return [0.0, 0.0]
    return [float(asked.noun in nouns), max(kinship(noun, asked.noun, "NOUN", _LEVELS) for noun in nouns)]


def _is_denied(tree: SyntaxTree, verb: int) -> bool:
    return any(tree.tokens[word].text.lower() in _NEGATIONS for word in tree.children(verb))


class Fit(TreesModel):
    """Boosted trees over the features of a phrase and a question."""

    kind = "proposals"
    home = Path(__file__).parent / "models" / "fit"
    features: ClassVar = {"fit": NAMES}

    def chances(self, columns: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return how probable it is that each phrase is the answer; shape (phrases,).

        Args:
            columns: Their features, see ``features.NAMES``; shape (phrases, features).
        """
        return predict(self.trees, columns)
