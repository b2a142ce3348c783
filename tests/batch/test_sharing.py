"""Work shared among processes: each question answered once, in order, by whoever is free."""

import importlib
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from explanans.batch.sharing import Job, answers
from explanans.exceptions import InputError
from explanans.question import Question

# Processes that start later find it as a module of its own; it is slow, so that there is time for them to start.
SLOW = """
import os, time
from dataclasses import dataclass
from explanans.exceptions import InputError

@dataclass(frozen=True)
class Slow:
    seconds: float
    refused: str = ""

    def open(self):
        def answer(question):
            if question.text == self.refused:
                raise InputError(f"{question.text} cannot be answered")
            time.sleep(self.seconds)
            return f"{question.text} {os.getpid()}"

        return answer
"""


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Job]:
    (tmp_path / "slow_job.py").write_text(SLOW)
    monkeypatch.syspath_prepend(str(tmp_path))
    made: Callable[..., Job] = importlib.import_module("slow_job").Slow
    return made


def questions(count: int) -> list[Question]:
    return [Question.asked(f"Number {number}?", "yes") for number in range(count)]


@pytest.mark.parametrize("count", [0, 1, 4, 5, 9])
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_answers_come_in_the_order_of_the_questions(slow: Callable[..., Job], count: int, workers: int) -> None:
    asked, job = questions(count), slow(0.0)
    found = [answer.rpartition(" ")[0] for answer in answers(job, job.open(), asked, workers)]
    assert found == [question.text for question in asked]


def test_all_processes_work_and_this_is_one_of_them(slow: Callable[..., Job]) -> None:
    asked, job = questions(160), slow(0.02)
    found = [answer.rpartition(" ") for answer in answers(job, job.open(), asked, 2)]
    assert [text for text, _, _ in found] == [question.text for question in asked]
    shares = Counter(int(process) for _, _, process in found)
    assert len(shares) == 2
    assert os.getpid() in shares


@pytest.mark.parametrize("refused", ["Number 0?", "Number 100?", "Number 159?"])
def test_a_complaint_reaches_the_caller_whoever_made_it(slow: Callable[..., Job], refused: str) -> None:
    job = slow(0.01, refused)
    with pytest.raises(InputError, match="cannot be answered"):
        list(answers(job, job.open(), questions(160), 2))
