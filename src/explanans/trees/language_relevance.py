"""Facts that explain an answer, and premises that are leaves of a tree, as a language model reads them in turn."""

from collections.abc import Callable, Sequence
from dataclasses import replace
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
        text = spelt_question(problem.question, problem.answer)
        if not problem.question or not reader.fits(text):
            return belief
        return self.read_on(belief, lambda places: readings(reader, text, [texts[place] for place in places]))


class LanguageLeaves(ReadingWeights):
    """Weighs how probable a leaf each premise is by boosted trees and their readings by a language model."""

    kind = "language-leaves"
    home = Path(__file__).parent / "models" / "language-leaves"

    def refined(self, reader: LanguageReader, problem: Problem, texts: Sequence[str], belief: Matrix) -> Matrix:
        """Return how probable a leaf each premise is, of which the most probable ones are read; shape (premises,).

        Args:
            problem: The hypothesis, with the question and the answer if there are any. If they are longer than what the
                language model reads, the hypothesis alone is read; if it is, too, nothing is.
            belief: How probable a leaf each is by the trees; shape (premises,).
        """
        text = fitting_aim(reader.fits, problem)
        if text is None:
            return belief
        return self.read_on(belief, lambda places: readings(reader, text, [texts[place] for place in places]))


def refined(reader: LanguageReader, problem: Problem, facts: RelevantFacts) -> RelevantFacts:
    """Return facts with their relevance as the model that comes with the package refines it."""
    belief = LanguageRelevance.shipped().refined(reader, problem, facts.premises.texts, facts.belief)
    return facts._replace(belief=belief)


def readings(reader: LanguageReader, text: str, facts: Sequence[str]) -> Matrix:
    """Return how probable it is that facts are to be shown, as a language model reads them in turn; shape (facts,).

    Each fact is read after those before it: one that only repeats what these say explains nothing more.

    Args:
        text: What they are read beside; see `spelt_question` and `spelt_aim`.
        facts: The facts, the most relevant first; one or more.
    """
    return reader.read_in_turn(text, [canonical_beside(spelt_fact(fact), text) for fact in facts])[:, 0]


def spelt_question(question: str, answer: str) -> str:
    """Return the text that a language model reads facts and statements beside, with values in their canonical form.

    Example:
        >>> spelt_question("What melts ice?", "heat")
        'Question: What melts ice? Answer: heat'
    """
    return canonical(f"Question: {tidy(question)} Answer: {tidy(answer)}")


def spelt_aim(problem: Problem) -> str:
    """Return the text that premises are read beside: the question and its answer if both are given, and the hypothesis.

    Example:
        >>> spelt_aim(Problem("", "heat melts ice", (), question="What melts ice?", answer="heat"))
        'Question: What melts ice? Answer: heat To show: heat melts ice.'
        >>> spelt_aim(Problem("", "heat melts ice", ()))
        'To show: heat melts ice.'
    """
    aim = f"To show: {canonical(tidy_sentence(problem.hypothesis))}"
    asked = problem.question and problem.answer
    return f"{spelt_question(problem.question, problem.answer)} {aim}" if asked else aim


def fitting_aim(fits: Callable[[str], bool], problem: Problem, more: str = "") -> str | None:
    """Return the text that premises are read beside, without the question if it is too long; None if it still is.

    Args:
        fits: Returns whether the language model reads a text whole.
        more: What follows the hypothesis.
    """
    texts = (f"{spelt_aim(asked)}{more}" for asked in (problem, replace(problem, question="")))
    return next(filter(fits, texts), None)


def spelt_fact(fact: str) -> str:
    """Return the statement by which a language model is asked for a fact.

    Example:
        >>> spelt_fact("heat melts ice")
        'Fact: heat melts ice.'
    """
    return f"Fact: {tidy_sentence(fact)}"
