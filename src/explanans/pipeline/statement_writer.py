"""Statements of questions and answers: by rules, or by the language model where it finds its own better."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from explanans.language.lexicon import word_set
from explanans.language.sentences import tidy_sentence
from explanans.language.statements.answers import Answer, decapitalize, lower_emphasis
from explanans.language.statements.contexts import AskedSentence
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


class Statement(NamedTuple):
    """A question and its answer as a statement.

    Attributes:
        sentence: One sentence, by which facts are ranked, chosen and judged.
        said: What is shown: the same, or a sentence that says what was asked and follows the context.
        context: What the question tells; empty if the statement stands alone. So nothing is lost on which the truth of
            the statement depends.
    """

    sentence: str
    said: str
    context: str = ""

    @property
    def text(self) -> str:
        """The whole statement.

        Example:
            >>> Statement("heat melts it", "heat melts it", "Ice lies in the sun.").text
            'Ice lies in the sun. Heat melts it.'
        """
        return f"{self.context} {_capitalized(self.said)}" if self.context else self.said


class StatementRequest(NamedTuple):
    """A request for the statement that a question and its answer make together.

    Attributes:
        question: The question with its context.
        answer: The text of its answer.
        draft: The statement that rules make of both.
        context: What the question tells, if that precedes the statement; empty if the statement stands alone.
    """

    question: str
    answer: str
    draft: str
    context: str = ""

    @classmethod
    def of(cls, question: str, answer: str, *, in_context: bool = False) -> "StatementRequest":
        """Return the request for a statement.

        Args:
            in_context: Whether it follows what the question tells, if that is anything.

        Example:
            >>> StatementRequest.of("Tim drops a cup. What pulls it down?", "gravity", in_context=True)[2:]
            ('gravity pulls it down', 'Tim drops a cup.')
        """
        if in_context and (asked := AskedSentence.of(lower_emphasis(question))).context:
            return cls(question, answer, hypothesis(asked.text, answer), asked.context)
        return cls(question, answer, hypothesis(question, answer))

    @property
    def prompt(self) -> str:
        """The prompt of a language model."""
        return f"Question: {self.question}\nAnswer: {self.answer}\nDraft: {self.draft}\n{self._kind}:"

    @property
    def text(self) -> str:
        """The text that a language model reads statements beside."""
        return spelt_question(self.question, self.answer)

    def spelt(self, statement: str) -> str:
        """Return the sentence by which a language model is asked for the grade of a statement.

        Example:
            >>> StatementRequest("What melts ice?", "heat", "").spelt("heat melts ice")
            'Statement: heat melts ice.'
            >>> StatementRequest("It is cold. What melts ice?", "heat", "", "It is cold.").spelt("heat melts ice")
            'In context: Heat melts ice.'
        """
        return f"{self._kind}: {_capitalized(statement) if self.context else tidy_sentence(statement)}"

    @property
    def _kind(self) -> str:
        return "In context" if self.context else "Statement"


class StatementGrades(NamedTuple):
    """The probabilities of two of the grades of ``evaluate reading``; the third is *rough*."""

    good: float
    bad: float

    @property
    def worth(self) -> float:
        """A good statement is worth 1, a rough one 0, a wrong one -1.5."""
        return self.good - 1.5 * self.bad


def _capitalized(statement: str) -> str:
    sentence = tidy_sentence(statement)
    return sentence[:1].upper() + sentence[1:]


def ruled_statement(question: str, answer: str) -> Statement:
    """Return the statement that rules make of a question and its answer.

    Args:
        question: The question with its context.
        answer: The text of its answer.

    Example:
        >>> ruled_statement("Tim drops a cup. What pulls it down?", "gravity").text
        'Tim drops a cup. Gravity pulls it down.'
    """
    asked = StatementRequest.of(question, answer, in_context=bool(answer.strip()))
    return Statement(hypothesis(question, answer), asked.draft, asked.context)


class StatementWriter:
    """Says a question and its answer as a statement, in the words of both and of the rules' statement.

    What the question tells before it asks is repeated, and the rules' statement (``statements.hypothesis``) of the
    sentence that asks is the draft. The language model grades it; if it may not be good, the model writes others, and
    the best of them is taken if it is better by far. Questions longer than what the model reads keep the draft.

    Args:
        reader: A language model that was taught to write statements and to grade them.
    """

    def __init__(self, reader: LanguageReader) -> None:
        self._reader = reader
        self._decoder = reader.decoder
        self._known = Memory[tuple[str, str], Statement](_REMEMBERED)

    def statement(self, question: str, answer: str) -> Statement:
        """Return the statement of a question and its answer.

        Args:
            question: The question with its context.
            answer: The text of its answer.
        """
        return self._known.one((question, answer), lambda: self._best(question, answer))

    def _best(self, question: str, answer: str) -> Statement:
        asked = StatementRequest.of(question, answer, in_context=True)
        if not answer.strip() or not self._reader.fits(asked.text):
            return ruled_statement(question, answer)
        written = self._written(asked)
        return Statement(hypothesis(question, answer) if asked.context else written, written, asked.context)

    def _written(self, asked: StatementRequest) -> str:
        """Return the draft if it is good, else the best of the model's statements if it is better by far."""
        drafted = self.grades(asked, asked.draft)
        if drafted.good >= _GOOD:
            return asked.draft
        given = f"{asked.question} {asked.answer}"
        texts = (decapitalize(line.text, given) for line in self.lines(asked))
        graded = [(self.grades(asked, text).worth, text) for text in texts if _may_stand_for(text, asked)]
        worth, text = max(graded, default=(-inf, ""))
        return text if worth >= drafted.worth + _GAIN else asked.draft

    def grades(self, asked: StatementRequest, statement: str) -> StatementGrades:
        """Return the probabilities that a statement is good and that it is wrong."""
        good, bad, _ = self._reader.read(asked.text, canonical_beside(asked.spelt(statement), asked.text)).tolist()
        return StatementGrades(good, bad)

    def lines(self, asked: StatementRequest) -> Sequence[Line]:
        """Return the results of a beam search, the most probable by token first."""
        ids = self._decoder.encode(asked.prompt)[-PROMPT:]
        automaton = WordAutomaton(self._decoder.encode, spellings(asked), self._decoder.end)
        return write(self._decoder, ids, automaton, _BEAMS, LONGEST)


def _may_stand_for(written: str, asked: StatementRequest) -> bool:
    """Return whether a statement is sound, and denies as the rules' statement, or question and answer, do."""
    drafted, given = _denials(asked.draft), _denials(asked.question) + _denials(asked.answer)
    denies_alike = drafted <= _denials(written) <= max(drafted, given)
    return denies_alike and is_sound(written, asked.question, Answer(asked.answer))


_DENIALS = word_set("entailment.arcs.features.negations") | {"cannot"}


def _denials(text: str) -> int:
    words = text.lower().replace("n't", " not").split()
    return sum(word.strip(",.;") in _DENIALS for word in words)
