"""The relevance of facts as a language model reads them beside the question and its answer."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from explanans.language.sentences import tidy, tidy_sentence
from explanans.language.values import canonical
from explanans.learning.language_reader import LanguageReader
from explanans.learning.model import LinearModel
from explanans.structures.trees import Problem
from explanans.trees.problem_matrix import Matrix, log_odds

MOST_READ = 16
"""Maximum number of facts that are read, the most relevant ones."""
WEIGHTS = ("constant", "relevance", "reading")

LEAST = 1e-3
"""Probabilities closer to 0 or 1 count as this close."""


class LanguageRelevance(LinearModel):
    """A logistic model of the relevance by boosted trees and of the reading of a language model.

    Its weights are a constant, and those of the log-odds of both.
    """

    kind = "language-relevance"
    home = Path(__file__).parent / "models" / "language-relevance"
    names = WEIGHTS

    def refined(self, reader: LanguageReader, problem: Problem, texts: Sequence[str], belief: Matrix) -> Matrix:
        """Return the relevance of facts, of which the most relevant are read; shape (facts,).

        A fact that is not read is as relevant as one that the language model finds as likely as the least likely of
        those that it read.

        Args:
            problem: The question with its answer; where there is none, nothing is read.
            belief: Their relevance by the trees; shape (facts,).
        """
        if not problem.question or not len(belief):
            return belief
        first = np.argsort(-belief, kind="stable")[:MOST_READ]
        found = readings(reader, problem, [texts[place] for place in first.tolist()])
        read = np.full(len(belief), found.min())
        read[first] = found
        constant, trees, language = (self.weights[name] for name in WEIGHTS)
        odds = constant + trees * log_odds(belief, LEAST) + language * log_odds(read, LEAST)
        refined: Matrix = 1 / (1 + np.exp(-odds))
        return refined


def readings(reader: LanguageReader, problem: Problem, texts: Sequence[str]) -> Matrix:
    """Return how probable it is that each fact explains the answer, as a language model reads it; shape (facts,).

    Args:
        problem: The question with its answer.
    """
    text = canonical(spelt_question(problem.question, problem.answer))
    return np.array([reader.read(text, canonical(spelt_fact(fact), beside=text))[0] for fact in texts])


def spelt_question(question: str, answer: str) -> str:
    """Return the text that a language model reads facts beside.

    Example:
        >>> spelt_question("What melts ice?", "heat")
        'Question: What melts ice? Answer: heat'
    """
    return f"Question: {tidy(question)} Answer: {tidy(answer)}"


def spelt_fact(fact: str) -> str:
    """Return the statement by which a language model is asked for a fact.

    Example:
        >>> spelt_fact("heat melts ice")
        'Fact: heat melts ice.'
    """
    return f"Fact: {tidy_sentence(fact)}"
