"""The choice of leaves, trained end to end on a few questions of the starter base."""

from itertools import islice

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training.leaves import train
from explanans.lab.training.relevance import RankedQuestion, lesson
from explanans.retrieval.ranker import open_ranker, score
from explanans.trees.leaf_features import FEATURES


@pytest.fixture(scope="module")
def lessons() -> list[RankedQuestion]:
    starter = KnowledgeBase.open("starter")
    ranker = open_ranker("bm25", starter)
    asked = islice(starter.questions, 30)
    return [lesson(question, score(ranker, starter, question).best(10)) for question in asked]


def test_relevant_facts_count_more_and_facts_without_company_never_count_for_a_set(
    lessons: list[RankedQuestion],
) -> None:
    model = train(lessons, seed=0)
    assert set(model.weights) == {feature.name for feature in FEATURES}
    assert model.origin.data["questions"] == len(lessons)
    assert model.weights["belief"] > 0
    assert all(model.weights[name] <= 0 for name in ("orphan", "dangling", "crowding"))


def test_there_has_to_be_something_to_learn(lessons: list[RankedQuestion]) -> None:
    nothing = [taught._replace(gold=np.zeros_like(taught.gold)) for taught in lessons]
    with pytest.raises(InputError, match="no question has a gold fact among its best ones"):
        train(nothing, seed=0)
