"""Explain and answer many questions: what every process needs to know."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from explanans.batch.sharing import Answer
from explanans.codecs import answers, records
from explanans.exceptions import InputError
from explanans.explainer import Explainer
from explanans.explanation import Method
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.verbs.answering import MOST, Answerer

if TYPE_CHECKING:
    from explanans.fact_sets import FactSets


@dataclass(frozen=True, slots=True)
class ExplainJob:
    """How to explain; see ``Explainer``.

    Attributes:
        knowledge: ``starter`` or the paths of knowledge bases.
        ranker: The name or folder of the ranker; that of ``default_ranker`` where None.
        facts: How many facts an explanation shows; as many as the method thinks right where None.
        prover: The name or folder of the prover of trees; the search that comes with the package where None.
        checker: The name of the checker of their steps.
        method: A tree, or which sets of facts.
        judge: The name or folder of the judge; ``none`` where nothing is to be judged.
    """

    knowledge: tuple[str, ...]
    ranker: str | None = None
    facts: int | None = None
    prover: str | None = None
    checker: str = "words"
    method: "Method | FactSets" = Method.TREE
    judge: str = "judge"

    label = "Explaining"

    def explainer(self) -> Explainer:
        """Return what explains.

        Raises:
            InputError: There is no such knowledge base, ranker, prover, checker, judge, pattern or generator.
            MissingExtraError: A network is named, and the extra ``neural`` is not installed.
        """
        knowledge = KnowledgeBase.open(*self.knowledge)
        return Explainer(knowledge, self.ranker, self.prover, self.checker, self.method, judge=self.judge)

    def check(self, question: Question) -> None:
        """Complain of a question without a right answer; see ``LineJob``.

        Args:
            question: The question.
        """
        _ = question.answer

    def open(self) -> Answer:
        """Return what explains one question, as a line of JSON.

        Raises:
            InputError: See ``explainer``.
        """
        explainer = self.explainer()

        def explain(question: Question) -> str:
            explanation = replace(explainer.explain_question(question, facts=self.facts), milliseconds=None)
            return f"{records.encode(explanation)}\n"

        return explain


@dataclass(frozen=True, slots=True)
class AnswerJob:
    """How to answer multiple-choice questions.

    Attributes:
        explaining: How each choice is explained and judged.
    """

    explaining: ExplainJob

    label = "Answering"

    def answerer(self, most: int = MOST) -> Answerer:
        """Return what answers.

        Args:
            most: How many candidates to return where a question has no choices.

        Raises:
            InputError: See ``ExplainJob.explainer``.
        """
        return Answerer(self.explaining.explainer(), facts=self.explaining.facts, most=most)

    def check(self, question: Question) -> None:
        """Complain of a question without choices; see ``LineJob``.

        Args:
            question: The question.
        """
        if not question.choices:
            raise InputError(f"question {question.id} has no choices; accepted: questions with one or more")

    def open(self) -> Answer:
        """Return what answers one question, as a line of JSON.

        Raises:
            InputError: See ``answerer``.
        """
        answerer = self.answerer()

        def answer(question: Question) -> str:
            self.check(question)
            return f"{answers.encode_answers(answerer.answer(question))}\n"

        return answer
