"""Learned span edits: which phrase of a premise to replace, drop or add to, as the conclusions that people wrote show.

Each edit of one premise by another is described by what its spans share with the other premise and the hypothesis;
boosted trees learn how much nearer to the gold conclusion it leads.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.language.grammar import (
    AUXILIARIES,
    CLAUSE_STARTS,
    CONJUNCTIONS,
    DETERMINERS,
    MODALS,
    PREPOSITIONS,
    RELATIVES,
    bare,
    is_adverb,
    is_common_verb,
    is_gerund,
    is_third_person,
    is_verb,
)
from explanans.language.inflection import base_form, is_participle
from explanans.language.tokens import informative_lemmas, is_function_word
from explanans.learning.boosted_trees import Booster, predict
from explanans.structures.trees import Inference
from explanans.trees.conclusions.conclusion import Candidate
from explanans.trees.conclusions.fact_parts import clause, conditional, ties, word_class
from explanans.trees.conclusions.features import dice
from explanans.trees.conclusions.replacement import put, tidied

NAMES = (
    "kind", "place", "before verb", "other before verb", "words", "other words", "alike", "in other", "other in base",
    "bridge", "bridge before verb", "linked", "other linked", "same link", "base rule", "other rule", "base tie",
    "other tie", "base words", "other sentence words", "sought", "other sought", "base sought",
)  # fmt: skip
_PLACES = {name: place for place, name in enumerate(NAMES[1:])}
_NO_NOUNS = frozenset({"adjective", "participle", "adverb", "gerund"})
_BRIDGED = 0.5
_TIES = ("none", "kind", "synonym", "part", "whole", "definition", "being", "verb")
_REPLACE, _DROP, _ADD = range(3)
_PROPOSERS = ("edit replaced", "edit dropped", "edit added")
_INFERENCES = (Inference.SUBSTITUTION, Inference.SPECIFICATION, Inference.SPECIFICATION)
_SHORTEST = 3
_LINKS = PREPOSITIONS | RELATIVES | CLAUSE_STARTS | CONJUNCTIONS | AUXILIARIES | {"to", "not", "then"}


class Span(NamedTuple):
    """A noun phrase of a sentence.

    Attributes:
        start: The place of its first word.
        end: The place after its last.
        link: The preposition before it; empty if there is none.
        before_verb: Whether it stands before the verb of the sentence.
    """

    start: int
    end: int
    words: tuple[str, ...]
    lemmas: frozenset[str]
    link: str
    before_verb: bool


@lru_cache(65_536)
def spans(text: str) -> tuple[Span, ...]:
    """Return the noun phrases of a sentence, in order.

    Example:
        >>> [" ".join(span.words) for span in spans("the roots of a plant take in water from soil")]
        ['the roots', 'a plant', 'water', 'soil']
    """
    words = text.split()
    verb = _verb_places(text)
    found: list[Span] = []
    start: int | None = None
    for place, word in enumerate([*words, "."]):
        low = bare(word)
        ends = place == len(words) or place in verb or low in _LINKS or _is_verbal(words, place)
        opens = low in DETERMINERS
        if start is not None and (ends or opens or words[place - 1][-1] in ",;:"):
            _add(found, words, start, place, min(verb, default=len(words)))
            start = None
        if not ends and start is None and (opens or not is_function_word(low)):
            start = place
    return tuple(found)


def _verb_places(text: str) -> set[int]:
    rule = conditional(text)
    places: set[int] = set()
    parts = (rule.condition, rule.consequence) if rule else (text,)
    for part in parts:
        found = clause(part)
        if found:
            offset = len(text[: text.find(part)].split()) + len(found.subject)
            places.update(range(offset, offset + len(found.verb)))
    return places


def _is_verbal(words: list[str], place: int) -> bool:
    """Return whether a word is a verb or adverb that governs what follows, as in *to see an ant*."""
    low = bare(words[place])
    before = bare(words[place - 1]) if place else ""
    after = bare(words[place + 1]) if place + 1 < len(words) else ""
    if is_adverb(low) or low in {"too", "very", "able", "likely"}:
        return True
    if before == "to" or before in MODALS:
        return is_verb(low)
    if is_gerund(low) or is_participle(low):
        return after in DETERMINERS or after in PREPOSITIONS
    governs = words[place][-1] not in ",;:" and after in DETERMINERS | PREPOSITIONS
    return governs and before not in DETERMINERS and is_third_person(low) and is_common_verb(base_form(low))


def _add(found: list[Span], words: list[str], start: int, end: int, verb: int) -> None:
    phrase = tuple(words[start:end])
    lemmas = informative_lemmas(" ".join(phrase))
    if lemmas:
        before = bare(words[start - 1]) if start else ""
        link = before if before in PREPOSITIONS else ""
        found.append(Span(start, end, phrase, lemmas, link, end <= verb))


class Edit(NamedTuple):
    """A premise after one edit.

    Attributes:
        kind: 0 if a phrase was replaced, 1 if it was dropped, 2 if one was added.
        features: The features of the edit, in the order of ``NAMES``.
    """

    text: str
    kind: int
    base: str
    features: tuple[float, ...]


def edits(premises: Sequence[str], hypothesis: str = "") -> list[Edit]:
    """Return every edit of one premise by another.

    Args:
        hypothesis: The hypothesis that they are to lead to; empty if there is none.

    Example:
        >>> [edit.text for edit in edits(["plants need light", "a leaf catches light from the sun"])]
        ['plants need light from the sun', 'a leaf catches light']
    """
    return [edit for base, other in permutations(premises, 2) for edit in _edits(base, other, hypothesis)]


def _edits(base: str, other: str, hypothesis: str) -> Iterator[Edit]:
    words, said = base.split(), informative_lemmas(base)
    phrases = spans(other)
    pair = _PairFeatures.of(base, other, hypothesis)
    for span in spans(base):
        for new in phrases:
            if span.lemmas == new.lemmas:
                continue
            described = pair.features(span, new)
            # as in "a body of water" and "something hard"
            named_on = words[span.end : span.end + 1] == ["of"] or "something" in words[: span.start][-1:]
            nested = span.lemmas < new.lemmas or new.lemmas < span.lemmas
            if (
                not named_on
                and not _is_same_class(described, span)
                and (nested or _is_tied(described))
                and _is_noun(new)
            ):
                text = tidied(put(words, span.start, span.end, new.words))
                yield Edit(text, _REPLACE, base, (_REPLACE, *described))
            if (
                new.link not in {"", "of"}
                and span.words[-1][-1] not in ",;:"
                and not new.lemmas <= said
                and _may_take(span, new, phrases)
            ):
                text = tidied([*words[: span.end], new.link, *new.words, *words[span.end :]])
                yield Edit(text, _ADD, base, (_ADD, *described))
        if span.link and span.link != "of" and len(words) - (span.end - span.start) > _SHORTEST:
            text = tidied([*words[: span.start - 1], *words[span.end :]])
            yield Edit(text, _DROP, base, (_DROP, *pair.features(span, span)))


def _is_same_class(described: Sequence[float], span: Span) -> bool:
    """Return whether both premises name the class of a thing, and the phrase is the class."""
    ties = {described[_PLACES[name]] for name in ("base tie", "other tie")}
    return ties == {_TIES.index("kind")} and not span.before_verb


def _is_tied(described: Sequence[float]) -> bool:
    """Return whether the other premise ties the new phrase to the old one."""
    bridge, tie = (described[_PLACES[name]] for name in ("bridge", "other tie"))
    return bridge >= _BRIDGED and 0 < tie < _TIES.index("verb")


def _is_noun(span: Span) -> bool:
    named = bare(span.words[0]) in DETERMINERS
    return (named or word_class(span.words[-1]) not in _NO_NOUNS) and word_class(span.words[0]) != "gerund"


def _may_take(span: Span, new: Span, phrases: Sequence[Span]) -> bool:
    """Return whether the other premise states the addition about a phrase."""
    before = [phrase for phrase in phrases if phrase.end < new.start]
    return any(dice(phrase.lemmas, span.lemmas) >= _BRIDGED for phrase in before[-1:])


@dataclass(frozen=True, slots=True)
class _PairFeatures:
    """Features that all edits of one premise by another have in common."""

    said: frozenset[str]
    other: frozenset[str]
    sought: frozenset[str]
    length: int
    phrases: tuple[Span, ...]
    common: tuple[float, ...]
    near: float

    @classmethod
    def of(cls, base: str, other: str, hypothesis: str) -> "_PairFeatures":
        said, added, sought = map(informative_lemmas, (base, other, hypothesis))
        common = (
            float(conditional(base) is not None),
            float(conditional(other) is not None),
            _tie(base),
            _tie(other),
            float(len(base.split())),
            float(len(other.split())),
        )
        near = dice(said, sought) if hypothesis else float("nan")
        return cls(said, added, sought, len(base.split()), spans(other), common, near)

    def features(self, span: Span, new: Span) -> tuple[float, ...]:
        rest = [item for item in self.phrases if item is not new]
        bridge = max(rest, key=lambda item: dice(item.lemmas, span.lemmas), default=None)
        nothing = float("nan")
        return (
            span.start / self.length,
            float(span.before_verb),
            float(new.before_verb),
            float(len(span.words)),
            float(len(new.words)),
            dice(span.lemmas, new.lemmas),
            len(span.lemmas & self.other) / len(span.lemmas),
            len(new.lemmas & self.said) / len(new.lemmas),
            dice(bridge.lemmas, span.lemmas) if bridge else 0.0,
            float(bridge.before_verb) if bridge else nothing,
            float(bool(span.link)),
            float(bool(new.link)),
            float(span.link == new.link),
            *self.common,
            len(span.lemmas & self.sought) / len(span.lemmas) if self.sought else nothing,
            len(new.lemmas & self.sought) / len(new.lemmas) if self.sought else nothing,
            self.near,
        )


def _tie(text: str) -> float:
    found = ties(text)
    return float(_TIES.index(found[0].kind if found else "none"))


class Editor:
    """Proposes the edits that are likely to lead nearest to what people would write.

    Args:
        most: The number of edits to propose.
    """

    def __init__(self, booster: Booster, most: int = 12) -> None:
        self.booster = booster
        self._most = most

    def __call__(self, premises: Sequence[str], hypothesis: str = "") -> Iterator[Candidate]:
        """Yield the best edits, the best first.

        Args:
            hypothesis: The hypothesis that they are to lead to; empty if there is none.
        """
        found = edits(premises, hypothesis)
        if not found:
            return
        scores = predict(self.booster, table(found))
        for place in np.argsort(-scores, kind="stable")[: self._most]:
            edit = found[place]
            yield Candidate(edit.text, _INFERENCES[edit.kind], _PROPOSERS[edit.kind])


def table(found: Sequence[Edit]) -> NDArray[np.float64]:
    """Return the features of edits; shape (edits, features)."""
    return np.asarray([edit.features for edit in found], dtype=np.float64)
