"""Distance of explanations from the facts that lexical retrieval finds (Jansen & Ustalov 2019, sections 2 and 6)."""

from collections.abc import Sequence
from statistics import fmean

import numpy as np

from explanans.knowledge.base import KnowledgeBase
from explanans.lab.statistics.counting import counts, share
from explanans.lab.statistics.worldtree import gold, holders, neighbours
from explanans.retrieval.baselines.tfidf import TfIdf
from explanans.runtime.progress import track
from explanans.structures.questions import Question
from explanans.structures.statistics import DataPart, Figure

FIRST = 25
"""Number of facts that lexical retrieval starts from, as in the paper."""


def describe_reach(name: str, questions: Sequence[Question], knowledge: KnowledgeBase) -> DataPart:
    """Measure how often an explanation can be reached in one hop, and by chance.

    A hop leads from a fact to any other that shares a content word with it. The chance of a hop is the share of the
    facts that a gold fact leads to, without itself, which are gold too: a mean over all gold facts.

    Args:
        questions: The questions; those without an explanation are left out.

    Example:
        >>> from explanans.structures.facts import Role
        >>> from explanans.structures.questions import Choice, GoldFact
        >>> knowledge = KnowledgeBase.of(["Heat melts ice.", "Ice is a solid."], "f")
        >>> explanation = tuple(GoldFact(f"f#{number}", Role.CENTRAL) for number in (1, 2))
        >>> asked = Question("q1", "What melts?", (Choice("A", "ice"),), "A", explanation)
        >>> describe_reach("mine", [asked], knowledge).figures["chance"].value
        100.0
    """
    explained = [question for question in questions if question.explanation]
    facts, ranker = list(knowledge.facts), TfIdf(knowledge)
    numbers = {uid.lower(): number for number, uid in enumerate(knowledge.ids)}
    index = holders(facts)
    found, reached, chances = list[bool](), list[bool](), list[float]()
    for question in track(explained, "Reaching", len(explained)):
        wanted = {numbers[fact] for fact in gold(question) if fact in numbers}
        best = np.argsort(-ranker.scores(question), kind="stable")[:FIRST].tolist()
        found.append(wanted <= set(best))
        reached.append(wanted <= {*best, *neighbours(best, facts, index)})
        for number in wanted:
            ways = set(neighbours([number], facts, index)) - {number}
            if ways:
                chances.append(len(ways & wanted) / len(ways))
    figures = {
        **counts(questions=("questions with an explanation", len(explained))),
        "found": share(f"explanations within the first {FIRST} facts by tf.idf", found),
        "one_hop": share(f"explanations within one hop of the first {FIRST} facts by tf.idf", reached),
        "chance": Figure(
            "facts that a gold fact leads to which are gold", 100 * fmean(chances) if chances else None, percent=True
        ),
    }
    return DataPart(name, figures)
