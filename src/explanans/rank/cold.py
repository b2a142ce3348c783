"""Rank facts by boosted trees where a knowledge base has no gold explanations to learn from."""

from explanans.knowledge.base import KnowledgeBase
from explanans.rank.staged import SHIPPED, Staged


def cold(knowledge: KnowledgeBase) -> Staged:
    """Return the shipped ranker for knowledge bases without gold explanations.

    Its models were trained on WorldTree with features of wording alone: none knows a fact, a table or an explanation.

    Args:
        knowledge: The knowledge base to rank.
    """
    return Staged.open(knowledge, SHIPPED / "cold")
