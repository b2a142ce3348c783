"""Teach a language model what notes make of the answers of questions: ``explanans lab train language-answers``.

It goes on from the reader of claims that comes with the package, whose low-rank matrices it changes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from explanans.lab.datasets.labels import UNSUPPORTED
from explanans.lab.judge.curriculum import parted
from explanans.lab.judge.examples import Pool, TrainingClaim, TrainingExample, of_texts
from explanans.lab.judge.texts import short_texts
from explanans.lab.networks.language_choices import FurtherLessons
from explanans.lab.networks.mixture import MixtureSchedule
from explanans.lab.training.asked_notes import AskedNotes, asked_notes
from explanans.pipeline.answer_reading import answer_statement
from explanans.structures.labels import LabelledDocument
from explanans.structures.verdicts import Status

SCHEDULE = MixtureSchedule(tokens=760_000, batch=1500, rate=4e-4)
_NOTES, _QUESTIONS, _CLAIMS, _SHORT = 0.52, 0.41, 0.035, 0.035
"""Shares of the tokens: questions about notes, questions about judged texts, claims of these and of short ones."""


@dataclass(frozen=True)
class AnswerLessons(FurtherLessons):
    """The training data of a language model that reads answers.

    Attributes:
        notes: Notes beside the answers of their questions; see `note_examples`.
        questions: Judged texts beside the answers of their questions; see `question_examples`.
        claims: Judged texts beside their claims.
        short: Short ones beside theirs.
    """

    notes: Sequence[TrainingExample]
    questions: Sequence[TrainingExample]
    claims: Sequence[TrainingExample]
    short: Sequence[TrainingExample]

    @classmethod
    def shipped(cls, fits: Callable[[str], bool]) -> "AnswerLessons":
        """Return what comes with the package.

        Args:
            fits: Returns whether the language model reads a text whole.
        """
        texts, _ = parted()
        claims = of_texts(replace(text, questions=()) for text in texts)
        notes, questions = note_examples(asked_notes(), fits), question_examples(texts)
        return cls(list(notes), list(questions), list(claims), list(of_texts(short_texts())))

    def pools(self) -> tuple[Pool, ...]:
        """Return what it learns to read."""
        return (
            Pool(self.notes, _NOTES),
            Pool(self.questions, _QUESTIONS),
            Pool(self.claims, _CLAIMS),
            Pool(self.short, _SHORT),
        )

    def counts(self) -> dict[str, int]:
        """Return how much there is of each kind."""
        return {
            "answers": sum(len(example.claims) for example in (*self.notes, *self.questions)),
            "claims": sum(len(example.claims) for example in (*self.claims, *self.short)),
        }


def note_examples(notes: Iterable[AskedNotes], fits: Callable[[str], bool]) -> Iterator[TrainingExample]:
    """Yield notes beside the answers of their questions.

    Args:
        fits: Returns whether the language model reads a text whole; longer notes are left out.
    """
    for item in filter(lambda item: fits(item.text), notes):
        claims = (
            TrainingClaim(answer_statement(question.text, answer.text), frozenset((answer.status,)))
            for question in item.questions
            for answer in question.answers
        )
        yield TrainingExample((item.text,), tuple(claims))


def question_examples(texts: Iterable[LabelledDocument]) -> Iterator[TrainingExample]:
    """Yield texts beside the right and the wrong answers of their questions; of wrong ones no more is known."""
    for text in texts:
        claims = [
            TrainingClaim(answer_statement(question.text, answer), statuses)
            for question in text.questions
            for answers, statuses in (
                ((question.right,), frozenset((Status.SUPPORTED,))),
                (question.wrong, UNSUPPORTED),
            )
            for answer in answers
        ]
        if claims:
            yield TrainingExample((" ".join(text.paragraphs),), tuple(claims))
