"""What several people say, put together."""

import pytest

from explanans.evaluation.facts.manual import averaged, judged_complete
from explanans.structures.grading import Annotation


@pytest.mark.parametrize(("given", "together"), [([0], 0), ([0, 1], 1), ([1, 2], 2), ([1, 1, 2], 2), ([2, 3, 1], 2)])
def test_the_mean_is_rounded_up(given: list[int], together: int) -> None:
    annotations = [Annotation("q1", "f1", f"rater {place}", rating) for place, rating in enumerate(given)]
    (judgment,) = averaged([*annotations, Annotation("q1", "", "rater 0", 1)])
    assert (judgment.question, judgment.fact, judgment.relevance) == ("q1", "f1", together)


@pytest.mark.parametrize(("given", "complete"), [([0], False), ([1, 0], True), ([1, 0, 0], False), ([1, 1, 0], True)])
def test_half_of_those_who_judge_decide(given: list[int], *, complete: bool) -> None:
    annotations = [Annotation("Q1", "", f"rater {place}", rating) for place, rating in enumerate(given)]
    assert judged_complete([*annotations, Annotation("q1", "f1", "rater 0", 3)]) == {"q1": complete}
