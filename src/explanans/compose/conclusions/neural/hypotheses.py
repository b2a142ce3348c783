"""A small language model that has learnt to make one statement of a question and its answer."""

import re
from collections.abc import Sequence
from pathlib import Path

from explanans.compose.conclusions.vocabulary import foreign
from explanans.exceptions import InputError
from explanans.learn.neural.checkpoint import read_manifest
from explanans.learn.neural.continuations import open_sequences
from explanans.learn.neural.sequences import SequenceNetwork
from explanans.text.answers import Answer
from explanans.text.hypothesis import hypothesis
from explanans.text.soundness import is_sound

NETWORK = "writer:hypotheses"
"""What the manifest of such a writer says that it is for."""
BEAMS = 4

_LONGEST = 96
"""Tokens of a statement at most."""
_DENIAL = re.compile(r"\b(?:no|not|never|none|nobody|nothing|nowhere|cannot)\b|n['’]t\b", re.IGNORECASE)


def read_line(question: str, answer: str) -> str:
    """Return what a network reads.

    Args:
        question: The question.
        answer: Its answer.

    Example:
        >>> read_line("What melts ice?", "heat")
        'Question: What melts ice? Answer: heat Statement:'
    """
    return f"Question: {question} Answer: {answer} Statement:"


class HypothesisWriter:
    """Turns a question and its answer into one statement, as ``text.hypothesis`` does by rules.

    Of what a beam search finds, the most probable statement is taken that is English, holds the answer, has no content
    word that neither question nor answer has, and denies something just where one of these does; where there is none,
    the rules' own.

    Args:
        network: The trained network.
        beams: How many lines the search keeps.
    """

    def __init__(self, network: SequenceNetwork, beams: int = BEAMS) -> None:
        self._network = network
        self._beams = beams

    @classmethod
    def open(cls, folder: Path, beams: int = BEAMS) -> "HypothesisWriter":
        """Load a writer that ``explanans train writer --kind hypotheses`` made.

        Args:
            folder: Its folder.
            beams: How many lines the search keeps.

        Raises:
            InputError: The folder holds no such writer, a damaged one, or the language model that it was learnt beside
                is not on this machine.
        """
        network = read_manifest(folder).network
        if network != NETWORK:
            raise InputError(f"{folder}: a {network}; accepted: one made by 'explanans train writer --kind hypotheses'")
        return cls(open_sequences(folder, "writer of hypotheses"), beams)

    def __call__(self, question: str, answer: str) -> str:
        """Return the statement.

        Args:
            question: The question.
            answer: Its answer.
        """
        return self.each([(question, answer)])[0]

    def each(self, asked: Sequence[tuple[str, str]]) -> list[str]:
        """Return the statement of each of many questions; several lines are written side by side.

        Args:
            asked: Questions with their answers.
        """
        found = zip(asked, self._lines(asked), strict=True)
        return [self._chosen(question, answer, lines) for (question, answer), lines in found]

    @staticmethod
    def _chosen(question: str, answer: str, lines: Sequence[str]) -> str:
        given = Answer.of(answer, question)
        for line in lines:
            as_denied = bool(_DENIAL.search(f"{question} {answer}")) == bool(_DENIAL.search(line))
            if as_denied and is_sound(line, question, given) and not foreign(line, (question, answer)):
                return line
        return hypothesis(question, answer)

    def lines(self, question: str, answer: str) -> list[str]:
        """Return what the search finds, the most probable first.

        Args:
            question: The question.
            answer: Its answer.
        """
        return self._lines([(question, answer)])[0]

    def _lines(self, asked: Sequence[tuple[str, str]]) -> list[list[str]]:
        network, tokenizer = self._network, self._network.tokenizer
        texts = [read_line(question, answer) for question, answer in asked]
        found = network.search_each(texts, self._beams, self._beams, _LONGEST)
        return [
            [" ".join(str(tokenizer.decode(line, skip_special_tokens=True)).split()).rstrip(" .") for line in lines]
            for lines in found
        ]
