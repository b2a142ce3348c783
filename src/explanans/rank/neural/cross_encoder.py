"""Rank facts by a classifier that reads question, answer and fact together, trained by distant supervision."""

from collections.abc import Iterable, Sequence

import numpy as np

from explanans.knowledge.base import KnowledgeBase
from explanans.learn.neural.training import Schedule
from explanans.question import Question
from explanans.rank.neural.examples import Example, gather_examples
from explanans.rank.neural.pair_scorer import Pair, PairScorer, fit_pairs
from explanans.rank.neural.reranker import Reranker

SCHEDULE = Schedule(epochs=1, batch=32, rate=5e-5)

_NEGATIVES = 8
"""Of each kind. Jansen et al. 2021 draw 200 at random, which a graphics card has the time for."""


class CrossEncoder(Reranker):
    """The probability that a fact belongs to the gold explanation, from a network that reads it with the question.

    Over all facts this is the exhaustive classifier that won the TextGraphs 2019 shared task (Das et al. 2019) and
    made the shortlists of Jansen et al. 2021 (section 3); by default it ranks the best facts of a first ranker again.
    """

    name = "cross-encoder"


def train_cross_encoder(
    scorer: PairScorer, knowledge: KnowledgeBase, questions: Iterable[Question], schedule: Schedule = SCHEDULE
) -> None:
    """Train a scorer in place to tell the facts of gold explanations from others.

    Supervision is distant: all facts outside the gold explanation pass for irrelevant, though some are not. Each epoch
    draws new ones for each question: as many at random as among the facts that BM25 ranks first.

    Args:
        scorer: The scorer.
        knowledge: The knowledge base.
        questions: Questions with gold explanations.
        schedule: How to fit.

    Raises:
        InputError: No fact of the knowledge base explains any of the questions.
    """
    examples = gather_examples(knowledge, questions)
    texts = [fact.text for fact in knowledge.facts]
    fit_pairs(scorer, lambda chance: [pair for item in examples for pair in _pairs(item, texts, chance)], schedule)


def _pairs(example: Example, texts: Sequence[str], chance: np.random.Generator) -> list[Pair]:
    """Return a question's facts and, drawn anew, others."""
    anywhere = [texts[number] for number in chance.integers(len(texts), size=_NEGATIVES)]
    similar = chance.permutation(len(example.lookalikes))[:_NEGATIVES]
    others = [*anywhere, *(example.lookalikes[number] for number in similar)]
    targets = dict.fromkeys(others, 0.0) | dict.fromkeys(example.positives, 1.0)
    return [Pair(example.query, text, target) for text, target in targets.items()]
