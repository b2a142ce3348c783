"""How readings of answers beside notes are weighed."""

import pytest

from explanans.entailment.judge.base import open_judge
from explanans.errors import InputError
from explanans.lab.training.answer_reading import FOLDS, LabelledAnswer, figures, read_answers, train
from explanans.lab.training.asked_notes import decode
from explanans.pipeline.answer_reading import AnswerEvidence
from explanans.structures.verdicts import NliScores, Status, Verdict
from tests.pipeline.test_answer_reading import Reader

LINES = ["# Lifts", "Ada repairs the lifts. Ben has the keys.", "Q: Who repairs the lifts?", "+ Ada", "- Ben", "? Cleo"]
READ = {
    Status.SUPPORTED: NliScores(0.8, 0.1, 0.1),
    Status.CONTRADICTED: NliScores(0.1, 0.8, 0.1),
    Status.UNKNOWN: NliScores(0.1, 0.1, 0.8),
}
JUDGED = Verdict(Status.UNKNOWN, 0.4, ())


def told() -> list[list[LabelledAnswer]]:
    """Answers of twice as many notes as folds, about which a judge knows nothing and a language model all."""
    answers = [LabelledAnswer("who?", AnswerEvidence(JUDGED, read), status) for status, read in READ.items()]
    return [answers] * (2 * FOLDS)


def test_answers_are_judged_and_read_beside_their_notes() -> None:
    reader = Reader(["Ada"])
    (answers,) = read_answers(list(decode(LINES, "lifts.txt")), open_judge("fast-judge"), lambda: reader)
    assert [item.status for item in answers] == [Status.SUPPORTED, Status.CONTRADICTED, Status.UNKNOWN]
    assert [item.evidence.reading.status for item in answers] == [Status.SUPPORTED, *[Status.CONTRADICTED] * 2]


def test_a_reading_that_tells_all_is_followed_and_figures_say_so() -> None:
    model = train(told(), Reader(), 0)
    for status, read in READ.items():
        assert model.scores(AnswerEvidence(JUDGED, read)).status is status
    found = figures(told())
    assert found["read"] == {
        "statuses": 100.0,
        "above": 100.0,
        "supported": 100.0,
        "supported_falsely": 0.0,
        "contradicted": 100.0,
        "contradicted_falsely": 0.0,
    }
    assert found["judged"]["above"] == 50.0
    assert found["judged"]["statuses"] == pytest.approx(100 / 3)


def test_too_little_to_weigh_is_refused() -> None:
    right = [[item for item in answers if item.status is Status.SUPPORTED] for answers in told()]
    for few in ([], right):
        with pytest.raises(InputError, match="answers of one status; accepted: right, wrong and open ones"):
            train(few, Reader(), 0)
    with pytest.raises(InputError, match="answers about 4 notes; accepted: 5 or more"):
        figures(told()[:4])
