"""Statements of questions and answers: by rules, or by the language model where it finds its own better."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from explanans.language.lexicon import word_set
from explanans.language.sentences import tidy_sentence
from explanans.language.statements.answers import Answer, decapitalize
from explanans.language.statements.hypothesis import hypothesis
from explanans.language.statements.validation import is_sound
from explanans.language.values import canonical_beside
from explanans.learning.decoder import Line, WordAutomaton, write
from explanans.learning.language_reader import LanguageReader
from explanans.runtime.cache import Memory
from explanans.trees.conclusions.wellformed import spellings
from explanans.trees.language_relevance import spelt_question

LONGEST = 64
"""Maximum number of tokens of a statement."""
PROMPT = 512
"""Maximum number of tokens of question, answer and draft; longer ones lose their beginning."""
_BEAMS = 2
_GOOD = 0.8
"""A statement of the rules that is good with this probability is not written anew."""
_GAIN = 0.15
"""How much better the model's statement has to be than that of the rules, in worth (``StatementGrades``).

Both bounds were chosen on 336 questions that it did not learn from."""
_REMEMBERED = 4096


class StatementRequest(NamedTuple):
    """A request for the statement that a question and its answer make together.

    Attributes:
        question: The question with its context.
        answer: The text of its answer.
        draft: The statement that rules make of both.
    """

    question: str
    answer: str
    draft: str

    @property
    def prompt(self) -> str:
        """The prompt of a language model."""
        return f"Question: {self.question}\nAnswer: {self.answer}\nDraft: {self.draft}\nStatement:"

    @property
    def text(self) -> str:
        """The text that a language model reads statements beside."""
        return spelt_question(self.question, self.answer)


class StatementGrades(NamedTuple):
    """The probabilities of two of the grades of ``evaluate reading``; the third is *rough*."""

    good: float
    bad: float

    @property
    def worth(self) -> float:
        """A good statement is worth 1, a rough one 0, a wrong one -1.5."""
        return self.good - 1.5 * self.bad


class StatementWriter:
    """Says a question and its answer in one statement, in the words of both and of the rules' statement.

    The rules' statement (``statements.hypothesis``) is the draft. The language model grades it; if it may not be good,
    the model writes others, and the best of them is taken if it is better by far. Questions that are longer than what
    the model reads keep the draft.

    Args:
        reader: A language model that was taught to write statements and to grade them.
    """

    def __init__(self, reader: LanguageReader) -> None:
        self._reader = reader
        self._decoder = reader.decoder
        self._known = Memory[tuple[str, str], str](_REMEMBERED)

    def statement(self, question: str, answer: str) -> str:
        """Return the statement of a question and its answer.

        Args:
            question: The question with its context.
            answer: The text of its answer.
        """
        return self._known.one((question, answer), lambda: self._best(question, answer))

    def _best(self, question: str, answer: str) -> str:
        asked = StatementRequest(question, answer, hypothesis(question, answer))
        if not answer.strip() or not self._reader.fits(asked.text):
            return asked.draft
        drafted = self.grades(asked, asked.draft)
        if drafted.good >= _GOOD:
            return asked.draft
        given = f"{question} {answer}"
        texts = (decapitalize(line.text, given) for line in self.lines(asked))
        graded = [(self.grades(asked, text).worth, text) for text in texts if _may_stand_for(text, asked)]
        worth, text = max(graded, default=(-inf, ""))
        return text if worth >= drafted.worth + _GAIN else asked.draft

    def grades(self, asked: StatementRequest, statement: str) -> StatementGrades:
        """Return the probabilities that a statement is good and that it is wrong."""
        text = asked.text
        good, bad, _ = self._reader.read(text, canonical_beside(spelt_statement(statement), text)).tolist()
        return StatementGrades(good, bad)

    def lines(self, asked: StatementRequest) -> Sequence[Line]:
        """Return the results of a beam search, the most probable by token first."""
        ids = self._decoder.encode(asked.prompt)[-PROMPT:]
        automaton = WordAutomaton(self._decoder.encode, spellings(asked), self._decoder.end)
        return write(self._decoder, ids, automaton, _BEAMS, LONGEST)


def spelt_statement(statement: str) -> str:
    """Return the sentence by which a language model is asked for the grade of a statement.

    Example:
        >>> spelt_statement("heat melts ice")
        'Statement: heat melts ice.'
    """
    return f"Statement: {tidy_sentence(statement)}"


def _may_stand_for(written: str, asked: StatementRequest) -> bool:
    """Return whether a statement is sound, and denies as the rules' statement, or question and answer, do."""
    drafted, given = _denials(asked.draft), _denials(asked.question) + _denials(asked.answer)
    denies_alike = drafted <= _denials(written) <= max(drafted, given)
    return denies_alike and is_sound(written, asked.question, Answer(asked.answer))


_DENIALS = word_set("entailment.arcs.features.negations") | {"cannot"}


def _denials(text: str) -> int:
    words = text.lower().replace("n't", " not").split()
    return sum(word.strip(",.;") in _DENIALS for word in words)
