"""Statements of questions and answers: by rules, or by the language model where it finds theirs improbable."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from explanans.language.lexicon import word_set
from explanans.language.sentences import sentences, tidy_sentence
from explanans.language.statements.answers import Answer, decapitalize
from explanans.language.statements.hypothesis import hypothesis
from explanans.language.statements.validation import is_sound
from explanans.language.tokens import content_lemmas, informative_lemmas
from explanans.language.values import canonical, canonical_beside
from explanans.learning.decoder import Line, WordAutomaton, write
from explanans.learning.language_reader import LanguageReader
from explanans.runtime.cache import Memory
from explanans.trees.conclusions.wellformed import spellings

LONGEST = 64
"""Maximum number of tokens of a statement."""
PROMPT = 512
"""Maximum number of tokens of question and answer; longer ones lose their beginning."""
_BEAMS = 2
_MARGIN = 0.15
"""How much more probable by token the model's statement has to be than that of the rules, as a logarithm."""
_PROBABLE = -0.25
"""A statement of the rules of at least this score is not written anew."""
_LOST = 1
"""Maximum number of content words of the rules' statement that the model's lacks."""
_FOLLOWS, _LEADS_BACK = 0.8, 0.7
"""How probable it has to be that the model's statement follows from the rules', and theirs from the model's."""
_REMEMBERED = 4096


class StatementRequest(NamedTuple):
    """A request for the statement that a question and its answer make together."""

    question: str
    answer: str

    @property
    def prompt(self) -> str:
        """The prompt of a language model."""
        return f"Question: {self.question}\nAnswer: {self.answer}\nStatement:"


class StatementWriter:
    """Says a question and its answer in one statement, in the words of both.

    The rules' statement (``statements.hypothesis``) is kept unless the language model finds its own more probable, and
    finds that each of the two follows from the other.

    Args:
        reader: A language model that was taught to write statements, and to tell what follows from a text.
    """

    def __init__(self, reader: LanguageReader) -> None:
        self._reader = reader
        self._decoder = reader.decoder
        self._known = Memory[StatementRequest, str](_REMEMBERED)
        self._automata = Memory[StatementRequest, WordAutomaton](1)

    def statement(self, question: str, answer: str) -> str:
        """Return the statement of a question and its answer.

        Args:
            question: The question with its context.
            answer: The text of its answer.
        """
        asked = StatementRequest(question, answer)
        return self._known.one(asked, lambda: self._better(asked, hypothesis(question, answer)))

    def _better(self, asked: StatementRequest, ruled: str) -> str:
        score = self.score(asked, ruled)
        if score >= _PROBABLE:
            return ruled
        better = (line.text for line in self.lines(asked) if line.score >= score + _MARGIN)
        texts = (decapitalize(text, " ".join(asked)) for text in better)
        fit = (
            text for text in texts if _may_stand_for(text, ruled, asked) and self._means_the_same(text, ruled, asked)
        )
        return next(fit, ruled)

    def _means_the_same(self, written: str, ruled: str, asked: StatementRequest) -> bool:
        """Return whether two statements follow from each other, given the sentences before the question."""
        before = [tidy_sentence(part.text) for part in sentences([asked.question])][:-1]
        return (
            self._supported([*before, tidy_sentence(ruled)], written) >= _FOLLOWS
            and self._supported([*before, tidy_sentence(written)], ruled) >= _LEADS_BACK
        )

    def _supported(self, premises: Sequence[str], statement: str) -> float:
        text = canonical(" ".join(premises))
        return float(self._reader.read(text, canonical_beside(tidy_sentence(statement), text))[0])

    def score(self, asked: StatementRequest, statement: str) -> float:
        """Return the logarithm of the probability of a statement by token, among those in the words of both."""
        ids = self._decoder.encode(asked.prompt)[-PROMPT:]
        states, past = self._decoder.read(ids)
        written = [*self._decoder.encode(f" {statement}"), self._decoder.end]
        after, _ = self._decoder.read(written, past)
        automaton, total = self._automaton(asked), 0.0
        for place, token in enumerate(written):
            allowed = [*{*automaton.allowed(written[:place]), token}]
            logits = self._decoder.logits(after[place - 1] if place else states[-1], allowed)
            total += float(logits[allowed.index(token)] - np.logaddexp.reduce(logits))
        return total / len(written)

    def lines(self, asked: StatementRequest) -> Sequence[Line]:
        """Return the results of a beam search, the most probable by token first."""
        ids = self._decoder.encode(asked.prompt)[-PROMPT:]
        return write(self._decoder, ids, self._automaton(asked), _BEAMS, LONGEST)

    def _automaton(self, asked: StatementRequest) -> WordAutomaton:
        return self._automata.one(
            asked, lambda: WordAutomaton(self._decoder.encode, spellings(asked), self._decoder.end)
        )


def _may_stand_for(written: str, ruled: str, asked: StatementRequest) -> bool:
    """Return whether a statement is sound, says what the rules' statement says, and denies as it does."""
    return (
        is_sound(written, asked.question, Answer(asked.answer))
        and _denials(written) == _denials(ruled)
        and len(informative_lemmas(ruled) - informative_lemmas(written)) <= _LOST
        and not Counter(content_lemmas(written)) - Counter(content_lemmas(" ".join(asked)))
    )


_DENIALS = word_set("entailment.arcs.features.negations") | {"cannot"}


def _denials(text: str) -> int:
    words = text.lower().replace("n't", " not").split()
    return sum(word.strip(",.;") in _DENIALS for word in words)
