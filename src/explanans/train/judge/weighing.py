"""Train what says what many premises come to: on texts taken as notes, and on exam questions."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from explanans.judged import UNSUPPORTED, JudgedText
from explanans.knowledge.base import KnowledgeBase
from explanans.learn.trees import Growth
from explanans.meaning.embedder import Embedder
from explanans.progress import track
from explanans.question import Question
from explanans.rank.ranker import default_ranker, open_ranker, score
from explanans.text.hypothesis import hypothesis
from explanans.text.sentences import sentences
from explanans.train.judge.lessons import of_texts
from explanans.train.judge.table import Row, trends
from explanans.verdict import Status
from explanans.verify.judge.evidence import MOST, find
from explanans.verify.judge.judge import Judge
from explanans.verify.judge.weighing import NAMES, RISING, describe

GROWTH = Growth(trees=120, leaves=7, rate=0.05, least_rows=30, features=0.6, rows=0.7, options=(trends(NAMES, RISING),))
"""Chosen by cross-validation over texts."""

_SUPPORTED = frozenset((Status.SUPPORTED,))
_QUESTION_WEIGHT = 0.5
"""Facts seldom say all that the answer to an exam question needs."""


def of_notes(judge: Judge, texts: Sequence[JudgedText], first: int = 0) -> Iterator[Row]:
    """Yield the claims of texts, weighed by their sentences as if these were notes, each a fact.

    Args:
        judge: A judge that has not seen the texts.
        texts: The texts.
        first: The number of the first group.
    """
    for number, lesson in enumerate(track(list(of_texts(texts)), "Weighing", len(texts)), first):
        notes = [(str(place), sentence.text) for place, sentence in enumerate(sentences(lesson.premises))]
        for claim in lesson.claims:
            if found := find(judge, claim.text, _nearest(claim.text, notes)):
                yield Row(describe(found), claim.statuses, lesson.weight, number)


def _nearest(claim: str, notes: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the notes that are nearest to a claim in meaning, the nearest first, as a ranker would."""
    vectors = Embedder.shipped().embed([claim, *(text for _, text in notes)])
    order = np.argsort(-(vectors[1:] @ vectors[0]), kind="stable")
    return [notes[number] for number in order[:MOST]]


def of_choices(judge: Judge, questions: Iterable[Question], knowledge: KnowledgeBase, first: int = 0) -> Iterator[Row]:
    """Yield the choices of questions as statements, weighed by the facts that are ranked first for them.

    Args:
        judge: A judge.
        questions: Questions of the knowledge base; their own gold explanations are not used.
        knowledge: The knowledge base.
        first: The number of the first group.
    """
    ranker = open_ranker(default_ranker(knowledge), knowledge)
    asked = list(questions)
    for number, question in enumerate(track(asked, "Weighing", len(asked)), first):
        for choice in question.choices:
            ranked = score(ranker, knowledge, replace(question, key=choice.label))
            facts = [(item.fact.id, item.fact.text) for item in ranked.best(MOST)]
            if found := find(judge, hypothesis(question.text, choice.text), facts):
                statuses = _SUPPORTED if choice.label == question.key else UNSUPPORTED
                yield Row(describe(found), statuses, _QUESTION_WEIGHT, number)
