"""Fine-tuned language models that turn a question and its answer into a statement."""

import re
from collections.abc import Sequence
from pathlib import Path

from explanans.errors import InputError
from explanans.language.statements.answers import Answer
from explanans.language.statements.hypothesis import hypothesis
from explanans.language.statements.validation import is_sound
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.continuations import open_sequences
from explanans.neural.core.sequences import SequenceNetwork
from explanans.trees.conclusions.wellformed import foreign

NETWORK = "writer:hypotheses"
"""Purpose of such a writer in its manifest."""
BEAMS = 4

_LONGEST = 96
"""Maximum number of tokens of a statement."""
_DENIAL = re.compile(r"\b(?:no|not|never|none|nobody|nothing|nowhere|cannot)\b|n['’]t\b", re.IGNORECASE)


def read_line(question: str, answer: str) -> str:
    """Return the input of a network.

    Example:
        >>> read_line("What melts ice?", "heat")
        'Question: What melts ice? Answer: heat Statement:'
    """
    return f"Question: {question} Answer: {answer} Statement:"


class HypothesisWriter:
    """Turns a question and its answer into one statement, as ``text.hypothesis`` does by rules.

    Of what a beam search finds, the most probable statement is taken that is English, holds the answer, has no content
    word that neither question nor answer has, and denies something just where one of these does; if there is none,
    the rules' own.
    """

    def __init__(self, network: SequenceNetwork, beams: int = BEAMS) -> None:
        self._network = network
        self._beams = beams

    @classmethod
    def open(cls, folder: Path, beams: int = BEAMS) -> "HypothesisWriter":
        """Load a writer that ``explanans lab train writer --kind hypotheses`` made.

        Raises:
            InputError: The folder holds no such writer, a damaged one, or the language model that it was learnt beside
                is not on this machine.
        """
        network = read_manifest(folder).network
        if network != NETWORK:
            raise InputError(
                f"{folder}: a {network}; accepted: one made by 'explanans lab train writer --kind hypotheses'"
            )
        return cls(open_sequences(folder, "writer of hypotheses"), beams)

    def __call__(self, question: str, answer: str) -> str:
        """Return the statement."""
        return self.each([(question, answer)])[0]

    def each(self, asked: Sequence[tuple[str, str]]) -> list[str]:
        """Return the statement of each of many questions, generated in batches."""
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
        """Return the results of the search, most probable first."""
        return self._lines([(question, answer)])[0]

    def _lines(self, asked: Sequence[tuple[str, str]]) -> list[list[str]]:
        network, tokenizer = self._network, self._network.tokenizer
        texts = [read_line(question, answer) for question, answer in asked]
        found = network.search_each(texts, self._beams, self._beams, _LONGEST)
        return [
            [" ".join(str(tokenizer.decode(line, skip_special_tokens=True)).split()).rstrip(" .") for line in lines]
            for lines in found
        ]
