"""Features of a phrase as the answer of a question: its sentence, its words, and its fit to the question."""

import re
from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from explanans.language.tokens import is_function_word
from explanans.language.wordnet import kinship
from explanans.pipeline.proposals.asked import KINDS, AnalyzedQuestion
from explanans.pipeline.proposals.phrases import Phrase
from explanans.pipeline.proposals.seen import QuestionSentence
from explanans.pipeline.proposals.tree import Tree

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
_NUMBERS = frozenset(
    """
    one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred
    thousand million half quarter third dozen no none twice once
    """.split()
)
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
    """Return the features of phrases of a sentence, in the order of ``NAMES``; shape (phrases, features).

    Args:
        seen: The sentence with the question.
        found: Its phrases.
    """
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
        _place(tree.labels[head], _ROLES),
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
        seen.held.get(tree.heads[head], 0.0),
        float(seen.verb >= 0 and tree.heads[head] == seen.verb),
        float(seen.verb >= 0),
        *_ways(seen, phrase, outside),
        float(tree.labels[head] == asked.role),
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


def _is_denied(tree: Tree, verb: int) -> bool:
    return any(tree.tokens[word].text.lower() in _NEGATIONS for word in tree.children[verb])
