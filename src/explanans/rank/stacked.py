"""Rank facts by boosted trees in two stages, the second with the best facts of the first as context."""

from explanans.knowledge.base import KnowledgeBase
from explanans.rank.staged import SHIPPED, Staged


def stacked(knowledge: KnowledgeBase) -> Staged:
    """Return the shipped ranker for knowledge bases with gold explanations.

    Its models were trained on WorldTree; the gold explanations that its features draw on are the knowledge base's own.

    Args:
        knowledge: The knowledge base to rank.
    """
    return Staged.open(knowledge, SHIPPED / "stacked")


def lambdamart(knowledge: KnowledgeBase) -> Staged:
    """Return the first stage of ``stacked`` alone.

    Args:
        knowledge: The knowledge base to rank.
    """
    return Staged.open(knowledge, SHIPPED / "stacked", 1)
