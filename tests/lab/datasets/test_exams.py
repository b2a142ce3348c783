"""Questions of exams."""

from pathlib import Path

import pytest

from explanans.errors import FormatError
from explanans.lab.datasets.exams import decode_exams, exam_questions
from explanans.lab.training.shown import held_out, shown_facts
from tests.data_sets import present

LINE = '{"question": "What melts ice?", "choices": ["cold", "heat", "wind"], "answer": 1}'


def test_a_question_has_its_choices_and_an_id_that_only_its_text_decides() -> None:
    other = LINE.replace("wind", "dark").replace(": 1", ": 2")
    first, second = decode_exams([LINE, other], "exams.jsonl")
    assert [choice.text for choice in first.choices] == ["cold", "heat", "wind"]
    assert (first.answer, second.answer) == ("heat", "dark")
    assert first.id == second.id == "arc-796ff8fd"


@pytest.mark.parametrize(
    "line", [LINE.replace(": 1", ": 3"), LINE.replace(": 1", ": -1"), '{"question": "Why?"}', "[]"]
)
def test_a_question_without_its_answer_is_refused_by_its_line(line: str) -> None:
    with pytest.raises(FormatError, match=r"exams\.jsonl, line 2: .*accepted: a JSON object with question, choices"):
        list(decode_exams([LINE, line], "exams.jsonl"))


def test_questions_with_facts_to_show_are_in_the_data(data_folder: Path) -> None:
    present(data_folder / "more-inference")
    questions = [question.id for question in exam_questions(data_folder)]
    assert len(questions) == len(set(questions))
    labelled = {name for name in shown_facts() if name.startswith("arc-")}
    assert len(labelled) > 1000
    assert labelled <= set(questions)
    assert held_out() & labelled
