"""A language model goes on from a reader to learn what notes make of answers."""

from pathlib import Path

from explanans.lab.judge.examples import TrainingClaim, TrainingExample
from explanans.lab.networks.language_answers import (
    AnswerLessons,
    note_examples,
    question_examples,
)
from explanans.lab.networks.language_choices import train_further
from explanans.lab.networks.language_reader import ReaderTraining
from explanans.lab.training.asked_notes import decode
from explanans.learning.language_model import ADAPTER
from explanans.structures.labels import LabelledDocument, LabelledQuestion
from explanans.structures.verdicts import Status
from tests.lab.training.test_answer_reading import LINES

NOTES = list(decode(LINES, "lifts.txt"))
TEXT = LabelledDocument("Ice", ("Ice floats.",), (), (LabelledQuestion("What floats?", "ice", ("iron",)),))


def lessons() -> AnswerLessons:
    claims = TrainingExample(("Ice floats.",), (TrainingClaim("Ice sinks.", frozenset((Status.CONTRADICTED,))),))
    return AnswerLessons(
        list(note_examples(NOTES, lambda text: True)), list(question_examples([TEXT])), [claims], [claims]
    )


def test_answers_stand_beside_their_notes_with_their_question() -> None:
    (example,) = note_examples(NOTES, lambda text: True)
    assert not list(note_examples(NOTES, lambda text: False))
    assert example.premises == ("Ada repairs the lifts. Ben has the keys.",)
    assert [(claim.text.partition("Answer: ")[2], *claim.statuses) for claim in example.claims] == [
        ("Ada.", Status.SUPPORTED),
        ("Ben.", Status.CONTRADICTED),
        ("Cleo.", Status.UNKNOWN),
    ]


def test_a_wrong_answer_about_a_judged_text_is_contradicted_or_open() -> None:
    (example,) = question_examples([TEXT, TEXT.__class__("Sand", ("Sand sinks.",), (), ())])
    assert [set(claim.statuses) for claim in example.claims] == [
        {Status.SUPPORTED},
        {Status.CONTRADICTED, Status.UNKNOWN},
    ]


def test_what_is_learnt_is_written_and_can_be_repeated(training: ReaderTraining, started: Path, tmp_path: Path) -> None:
    data = train_further(training, lessons(), tmp_path / "one", started)
    train_further(training, lessons(), tmp_path / "other", started)
    assert data == {"answers": 5, "claims": 2, "tokens": 4000}
    assert (tmp_path / "one" / ADAPTER).read_bytes() == (tmp_path / "other" / ADAPTER).read_bytes()
    assert (tmp_path / "one" / ADAPTER).read_bytes() != (started / ADAPTER).read_bytes()


def test_lessons_of_the_package_are_many() -> None:
    shipped = AnswerLessons.shipped(lambda text: len(text.split()) < 170)
    assert min(len(pool.examples) for pool in shipped.pools()) > 300
