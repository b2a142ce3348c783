"""The relevance of facts as a language model reads them beside the question and its answer."""

from collections.abc import Sequence
from pathlib import Path

from explanans.language.sentences import tidy, tidy_sentence
from explanans.language.values import canonical, canonical_beside
from explanans.learning.language_reader import LanguageReader, ReadingWeights
from explanans.structures.trees import Problem
from explanans.trees.model import RelevantFacts
from explanans.trees.problem_matrix import Matrix


class LanguageRelevance(ReadingWeights):
    """Weighs the relevance of facts by boosted trees and their readings by a language model."""

    kind = "language-relevance"
    home = Path(__file__).parent / "models" / "language-relevance"

    def refined(self, reader: LanguageReader, problem: Problem, texts: Sequence[str], belief: Matrix) -> Matrix:
        """Return the relevance of facts, of which the most relevant are read; shape (facts,).

        Args:
            problem: The question with its answer; if there is none, or if they are longer than what the language model
                reads, nothing is read.
            belief: Their relevance by the trees; shape (facts,).
        """
        if not problem.question or not reader.fits(spelt_question(problem.question, problem.answer)):
            return belief
        return self.read_on(belief, lambda places: readings(reader, problem, [texts[place] for place in places]))


def refined(reader: LanguageReader, problem: Problem, facts: RelevantFacts) -> RelevantFacts:
    """Return facts with their relevance as the model that comes with the package refines it."""
    belief = LanguageRelevance.shipped().refined(reader, problem, facts.premises.texts, facts.belief)
    return facts._replace(belief=belief)


def readings(reader: LanguageReader, problem: Problem, texts: Sequence[str]) -> Matrix:
    """Return how probable it is that each fact explains the answer, as a language model reads it; shape (facts,).

    Each fact is read after those before it: one that only repeats what these say explains nothing more.

    Args:
        problem: The question with its answer.
        texts: The facts, the most relevant first; one or more.
    """
    text = spelt_question(problem.question, problem.answer)
    return reader.read_in_turn(text, [canonical_beside(spelt_fact(fact), text) for fact in texts])[:, 0]


def spelt_question(question: str, answer: str) -> str:
    """Return the text that a language model reads facts and statements beside, with values in their canonical form.

    Example:
        >>> spelt_question("What melts ice?", "heat")
        'Question: What melts ice? Answer: heat'
    """
    return canonical(f"Question: {tidy(question)} Answer: {tidy(answer)}")


def spelt_fact(fact: str) -> str:
    """Return the statement by which a language model is asked for a fact.

    Example:
        >>> spelt_fact("heat melts ice")
        'Fact: heat melts ice.'
    """
    return f"Fact: {tidy_sentence(fact)}"
