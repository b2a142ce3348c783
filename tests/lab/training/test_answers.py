import numpy as np
import pytest

from explanans.entailment.answers.weighing import NAMES
from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training.answers import QuestionChoices, lessons, train
from explanans.structures.questions import Choice, Question


def test_weights_learn_what_right_choices_have() -> None:
    features = np.zeros((3, len(NAMES)))
    features[0, 0], features[1, 1] = 1.0, 1.0
    model = train([QuestionChoices(features, 0)] * 80, 3)
    assert model.weights[NAMES[0]] > 0 > model.weights[NAMES[1]]
    chances = model.chances(features)
    assert chances.argmax() == 0
    assert model.origin.data == {"questions": 80}


def test_questions_become_lessons_that_hide_their_explanations() -> None:
    choices = (Choice("A", "sand"), Choice("B", "water"))
    asked = [Question("q1", "What is ice made of?", choices, "B"), Question("q2", "What is ice?", choices[:1], "A")]
    knowledge = KnowledgeBase.of(["Ice is made of frozen water.", "Glass is made of sand."], "ice", asked)
    (lesson,) = lessons(knowledge, [], 0)
    assert lesson.right == 1
    assert lesson.features.shape == (2, len(NAMES))


def test_without_questions_there_is_nothing_to_learn() -> None:
    with pytest.raises(InputError, match="no questions with several choices"):
        list(lessons(KnowledgeBase.of(["Ice melts."]), [], 0))
    with pytest.raises(InputError, match="no questions to learn from"):
        train([], 0)
