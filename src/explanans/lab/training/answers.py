"""Train what weighs the choices of a question against one another, on multiple-choice questions of a knowledge base."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from explanans.entailment.answers.weighing import NAMES, AskedChoice, Weighing, describe
from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.language.statements.hypothesis import hypothesis
from explanans.learning.embedder import Embedder
from explanans.learning.model import Origin
from explanans.learning.nli import softmax
from explanans.pipeline.explainer import Explainer
from explanans.runtime.progress import track
from explanans.structures.questions import Question

QUESTIONS = 320
"""Number of sampled questions; every choice of each is explained and judged, which takes some minutes."""
_PENALTY = 30.0
"""L2 penalty of the standardised weights; chosen by cross-validation over the training questions."""
_LEAST = 1e-12
_FEWEST = 2


class QuestionChoices(NamedTuple):
    """The choices of one question.

    Attributes:
        features: Their features; shape (choices, features).
    """

    features: NDArray[np.float64]
    right: int


def lessons(
    knowledge: KnowledgeBase, others: Iterable[Question], seed: int, most: int = QUESTIONS
) -> Iterator[QuestionChoices]:
    """Yield lessons of training questions, explained from facts that know nothing of their gold explanations.

    Args:
        others: Further questions whose right answers are known. Questions that were written for facts of explanations
            of these very questions know more of them than of users' questions.
    """
    able = [question for question in knowledge.questions if len(question.choices) >= _FEWEST and question.key]
    if not able:
        raise InputError(f"{knowledge.name}: no questions with several choices; accepted: a base that has some")
    drawn = random.Random(seed).sample(able, min(most, len(able)))  # noqa: S311 - not for secrets
    explainer = Explainer(KnowledgeBase.of(list(knowledge.facts), knowledge.name))
    stated = [hypothesis(question.text, question.answer) for question in (*knowledge.questions, *others)]
    known = Embedder.shipped().embed(stated)
    for question in track(drawn, "Answering", len(drawn)):
        yield _lesson(explainer, question, known)


def _lesson(explainer: Explainer, question: Question, known: NDArray[np.float32]) -> QuestionChoices:
    asked = []
    for choice in question.choices:
        explanation = explainer.explain_question(replace(question, key=choice.label))
        if explanation.verdict is not None:
            sentence = explainer.statement(question.text, choice.text).sentence
            asked.append(AskedChoice(choice.text, sentence, explanation.verdict))
    right = [choice.label for choice in question.choices].index(question.key)
    return QuestionChoices(describe(explainer.knowledge, question.text, asked, known), right)


def train(taught: Sequence[QuestionChoices], seed: int) -> Weighing:
    """Return the weights under which the right choices are most probable, and that are not long."""
    if not taught:
        raise InputError("no questions to learn from; accepted: one or more")
    scale = np.vstack([lesson.features for lesson in taught]).std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    scaled = [QuestionChoices(lesson.features / scale, lesson.right) for lesson in taught]

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        total, slope = _PENALTY * float(weights @ weights), 2 * _PENALTY * weights
        for features, right in scaled:
            chances = softmax(features @ weights)
            total -= float(np.log(chances[right] + _LEAST))
            slope = slope - features[right] + chances @ features
        return total, slope

    found = minimize(loss, np.zeros(len(NAMES)), jac=True, method="L-BFGS-B").x / scale
    return Weighing(dict(zip(NAMES, found.tolist(), strict=True)), Origin({"questions": len(taught)}, seed))
