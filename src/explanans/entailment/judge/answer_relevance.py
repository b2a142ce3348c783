"""The content that an answer adds to its question, and whether a text has it, or has another reason or answer."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from explanans.entailment.judge.base import Judge, Pair, judged
from explanans.language.sentences import sentences
from explanans.language.tokens import informative_lemmas, stem, tokens
from explanans.language.wordnet import kinship, likeness
from explanans.learning.embedder import Embedder
from explanans.structures.verdicts import NliScores, Status

_UNTOLD = NliScores(0.2, 0.2, 0.6)
"""The scores of a hypothesis beside a text that does not give the answer."""

_REASON = re.compile(
    r"\bbecause\b|, (?:since|as)\b|\bso\b|\bwhich is why\b|\bin order\b|\bby \w+ing\b"
    r"|\bto (?!which|whom|the|an?|its|their|his|her)[a-z]+"
)
"""The words that introduce a reason, a purpose or a means."""
_WRONGLY = re.compile(r"\b(?:wrongly|falsely|mistakenly|unjustly|unfairly|erroneously)\b", re.IGNORECASE)
_ASKS_REASON = re.compile(
    r"\s*(?:why\b|how (?!many|much|long|often|far|old|big|tall|high|deep|fast|soon)\b)", re.IGNORECASE
)
_BECAUSE = re.compile(r"(?P<effect>.+?),? because (?P<cause>.+)", re.IGNORECASE)
_ANYBODY = re.compile(r"^one(?= (?:may|can|could|must|should|ought|might|needs|has to)\b)", re.IGNORECASE)
_EFFECT = 0.7
"""Which share of the words of an effect a sentence has that speaks of it."""
_CAUSE, _ALIKE = 1 / 3, 0.5
"""Which share of the words of a reason a sentence has that gives it, or how near in meaning some part of it is."""
_BRIDGE = 0.5
"""Which share of the words of a reason another sentence has that links it with the effect."""


class _Reason(NamedTuple):
    """The telling words of what has a reason, those of the reason, and the reason in its words."""

    effect: frozenset[str]
    cause: frozenset[str]
    wording: str


@dataclass(frozen=True)
class QuestionContext:
    """A hypothesis as the answer to a question.

    Attributes:
        question: What is asked; empty if nothing is.
        hypothesis: What question and answer say.
        others: What the facts at hand say.
    """

    question: str
    hypothesis: str
    others: Sequence[str] = ()

    @cached_property
    def asked(self) -> frozenset[str]:
        """The telling words of the question."""
        return informative_lemmas(self.question)

    @cached_property
    def answered(self) -> frozenset[str]:
        """The telling words that the answer adds."""
        return informative_lemmas(self.hypothesis) - self.asked

    @cached_property
    def known(self) -> frozenset[str]:
        """The telling words of the facts at hand."""
        return frozenset(word for text in self.others for word in informative_lemmas(text))

    @cached_property
    def reason(self) -> _Reason | None:
        """The reason, purpose or means that the hypothesis gives, with its effect; None if it gives none."""
        match = _BECAUSE.fullmatch(self.hypothesis)
        if match and not self.question:
            effect = informative_lemmas(match["effect"])
            return _Reason(effect, informative_lemmas(match["cause"]) - effect, match["cause"])
        if _ASKS_REASON.match(self.question):
            return _Reason(self.asked, self.answered, match["cause"] if match else self.hypothesis)
        return None

    def addresses_answer(self, text: str) -> bool:
        """Return whether a text may support the hypothesis, judged by its words.

        Args:
            text: The text, of a sentence or more.
        """
        parts = [item.text for item in sentences([text])]
        said = list(map(informative_lemmas, parts))
        return not self._is_elsewhere(said) and not self._has_other_reason(parts, said)

    def _is_elsewhere(self, said: Sequence[frozenset[str]]) -> bool:
        """Return whether a text has no word of an answer that is in words of other facts."""
        answer = self.answered if self.question else frozenset()
        words = frozenset().union(*said)
        return bool(answer) and answer <= self.known and not _share(answer, words)

    def _has_other_reason(self, parts: Sequence[str], said: Sequence[frozenset[str]]) -> bool:
        """Return whether sentences that speak of an effect give another reason, and nothing links that to the given."""
        if self.reason is None or not self.reason.cause:
            return False
        effect, cause, _ = self.reason
        worded = list(zip(parts, said, strict=True))
        if any(_is_taken_back(part, words, cause) for part, words in worded):
            return True
        about = self._about(worded) or self._about([(text, informative_lemmas(text)) for text in self.others])
        if not about or any(self._gives(part, words) for part, words in about):
            return False
        links = [words for words in said if _share(cause, words) >= _BRIDGE]
        return not any((words - effect) & link for _, words in about for link in links)

    def _about(self, parts: Sequence[tuple[str, frozenset[str]]]) -> list[tuple[str, frozenset[str]]]:
        """Return the sentences that give a reason for what has one."""
        effect = self.reason.effect if self.reason else frozenset()
        return [(part, words) for part, words in parts if _REASON.search(part) and _share(effect, words) >= _EFFECT]

    def _gives(self, sentence: str, words: frozenset[str]) -> bool:
        """Return whether a sentence gives the reason that the answer gives."""
        reason = self.reason
        return reason is not None and (
            _share(reason.cause, words) >= _CAUSE or _nearness(reason.wording, sentence) >= _ALIKE
        )


def is_connected(texts: Iterable[str]) -> bool:
    """Return whether texts speak of the same things: each shares a word with another, all in one chain.

    Example:
        >>> is_connected(["Copper is a metal.", "Metals conduct heat."])
        True
        >>> is_connected(["Copper is a metal.", "Frogs jump."])
        False
    """
    groups: list[set[str]] = []
    for text in texts:
        words = {stem(word) for word in informative_lemmas(text)}
        apart = [group for group in groups if group.isdisjoint(words)]
        groups = [*apart, words.union(*(group for group in groups if not group.isdisjoint(words)))]
    return len(groups) <= 1


class AnswerAwareJudge:
    """A judge that does not take a text for an answer which says of it nothing, or gives another reason."""

    def __init__(self, judge: Judge, aim: QuestionContext) -> None:
        self.name = judge.name
        self._judge = judge
        self._aim = aim

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        """Judge claims; see ``Judge``."""
        found = judged(self._judge, [pair._replace(claim=_as_read(pair.claim)) for pair in pairs])
        return [
            _UNTOLD if self._is_beside(pair, judgement) else judgement
            for pair, judgement in zip(pairs, found, strict=True)
        ]

    def _is_beside(self, pair: Pair, judgement: NliScores) -> bool:
        supported = judgement.supported > _UNTOLD.supported and judgement.status is not Status.CONTRADICTED
        return (
            supported and pair.claim == self._aim.hypothesis and not self._aim.addresses_answer(" ".join(pair.premises))
        )


def _is_taken_back(sentence: str, words: Collection[str], cause: Collection[str]) -> bool:
    """Return whether a sentence says that it is wrong what a reason takes for right: *often blamed wrongly*."""
    return bool(_WRONGLY.search(sentence)) and _share(cause, words) > 0 and not _WRONGLY.search(" ".join(cause))


def _as_read(claim: str) -> str:
    """Return a claim as judges understand it best."""
    # A comma before the reason makes two clauses of it; *you* replaces an impersonal *one*, which may be a number.
    claim = _ANYBODY.sub("you", claim)
    match = _BECAUSE.fullmatch(claim)
    return f"{match['effect']}, because {match['cause']}" if match else claim


def _share(wanted: Collection[str], words: Collection[str]) -> float:
    """Return which share of words other words have, or words like them."""
    return sum(any(_alike(one, other) for other in words) for one in wanted) / max(1, len(wanted))


def _alike(one: str, other: str) -> bool:
    if one == other or stem(one) == stem(other):
        return True
    return any(likeness(one, other, pos) >= 0.15 or kinship(other, one, pos, 1) > 0.15 for pos in ("NOUN", "VERB"))


def _nearness(wording: str, sentence: str) -> float:
    """Return how near in meaning some part of a sentence is to a reason."""
    parts = [part for part in _REASON.split(sentence) if tokens(part)]
    sought, *found = Embedder.shipped().embed([wording, *parts])
    return max(float(vector @ sought) for vector in found)
