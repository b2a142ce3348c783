"""Explain a file of questions by sets of facts."""

from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from explanans.batch.local import Job
from explanans.batch.sharing import Answer
from explanans.explanation import Way
from explanans.fact_explainer import FactExplainer
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.render.record import explanation_record


@dataclass(frozen=True, slots=True)
class FactJob(Job):
    """What every worker needs to know.

    Attributes:
        way: How to explain.
        schemas: A cache of solutions, or patterns; see ``FactExplainer``.
        generator: A generator; see ``FactExplainer``.
    """

    way: Way = Way.RANKING
    schemas: Path | None = None
    generator: str | None = None

    def open(self) -> Answer:
        """Return what explains one question, as a line of JSON.

        Raises:
            InputError: There is no such knowledge base, ranker, pattern or generator.
            MissingExtraError: A generator is named, and the extra ``neural`` is not installed.
        """
        knowledge = KnowledgeBase.open(self.knowledge)
        explainer = FactExplainer(knowledge, self.way, self.model, self.schemas, self.generator)

        def explain(question: Question) -> str:
            explanation = replace(explainer.explain_question(question, facts=self.facts), milliseconds=None)
            return f"{msgspec.json.encode({'id': question.id, **explanation_record(explanation)}).decode()}\n"

        return explain
