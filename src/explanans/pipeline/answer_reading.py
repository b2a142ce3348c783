"""The status of an answer given notes: a language model reads question and answer beside them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from explanans.entailment.judge.premise_scores import expit, log_odds
from explanans.language.sentences import tidy, tidy_sentence
from explanans.language.values import canonical, canonical_beside
from explanans.learning.embedder import Embedder
from explanans.learning.language_reader import LanguageReader
from explanans.learning.model import LinearModel
from explanans.runtime.cache import Memory
from explanans.structures.facts import Fact
from explanans.structures.questions import Question
from explanans.structures.verdicts import BELOW_ENOUGH, NliScores, Status, Verdict

_FEATURES = ("constant", "judged", "denied", "read_supported", "read_contradicted")
_STATUSES = (Status.SUPPORTED, Status.CONTRADICTED)
_DENIED = 0.7
"""Minimum probability for which an answer is said to be contradicted, chosen on held-out notes: with it as many wrong
answers are as without the reading, and fewer right ones."""
_NEAREST = 4
"""How many facts, the nearest to question and answer, are read alone to find the decisive one."""
_REMEMBERED = 16  # texts of notes


class AnswerEvidence(NamedTuple):
    """The evidence on an answer, given notes.

    Attributes:
        judged: The verdict on the statement of question and answer.
        reading: The probabilities by the language model, which reads question and answer.
    """

    judged: Verdict
    reading: NliScores


class AnswerWeights(LinearModel):
    """Two logistic models of the evidence: is the answer right, and, if not, do the notes say that it is wrong?"""

    kind = "answer-reading"
    home = Path(__file__).parent / "models" / "answer-reading"
    names = tuple(f"{status} {feature}" for status in _STATUSES for feature in _FEATURES)

    def scores(self, evidence: AnswerEvidence) -> NliScores:
        """Return the probabilities that notes support an answer, contradict it, or leave it open."""
        values = columns(evidence)
        supported, contradicted = (
            expit(sum(self.weights[f"{status} {name}"] * value for name, value in values.items()))
            for status in _STATUSES
        )
        contradicted *= 1 - supported
        return NliScores(supported, contradicted, 1 - supported - contradicted)


def columns(evidence: AnswerEvidence) -> dict[str, float]:
    """Return the features of an answer, by the names of their weights without the status."""
    judged, reading = evidence
    values = (
        1.0,
        log_odds(judged.support),
        float(judged.status is Status.CONTRADICTED),
        log_odds(reading.supported),
        log_odds(reading.contradicted),
    )
    return dict(zip(_FEATURES, values, strict=True))


class AnswerReader:
    """Refines verdicts on answers by reading question and answer beside all notes.

    Args:
        open_reader: Returns the language model; it is called when there is an answer to read.
        scores: Weighs the evidence; None for the weights that come with the package.
    """

    def __init__(
        self, open_reader: Callable[[], LanguageReader], scores: Callable[[AnswerEvidence], NliScores] | None = None
    ) -> None:
        self._open = open_reader
        self._scores = scores
        self._texts = Memory[tuple[str, ...], str](_REMEMBERED)

    def refine(  # noqa: PLR0913, PLR0917 - what is asked of what, and what is known of it
        self,
        asked: Question,
        notes: Sequence[Fact],
        judged: Verdict,
        whole: Verdict,
        leaves: Sequence[Fact],
        facts: Sequence[Fact],
    ) -> Verdict:
        """Return the verdict on an answer by the evidence of its statement and of the reading.

        It names the facts of the first verdict with the same status, if these are shown; else the leaves, if it is
        supported; else the fact that by itself says most clearly that the answer is right, or wrong. The verdict is not
        changed if there is no fact to name, or if question and answer are longer than the language model reads.

        Args:
            asked: The question with its answer.
            notes: All notes, in the order of their text; if they are too long, those nearest to the question are read.
            judged: The verdict on the statement of question and answer.
            whole: The verdict of all notes on it, which is not limited by that of the leaves.
            leaves: The leaves of the tree; there may be none.
            facts: The facts that are shown.
        """
        reader = self._open()
        texts = [note.text for note in notes if any(map(str.isalnum, note.text))]
        query = " ".join((asked.text, *(choice.text for choice in asked.choices)))
        text = self._texts.one((query, *texts), lambda: notes_text(reader, texts, query))
        statement = answer_statement(asked.text, asked.answer, text)
        if not facts or not reader.fits_statement(statement):
            return judged
        weigh = self._scores or AnswerWeights.shipped().scores
        found = weigh(AnswerEvidence(judged, NliScores(*reader.read(text, statement).tolist())))
        status = status_of(found)
        if status is Status.UNKNOWN:
            return Verdict(status, min(found.supported, BELOW_ENOUGH), ())
        shown = {fact.id for fact in facts}
        known = [verdict.because for verdict in (judged, whole) if verdict.status is status]
        if status is Status.SUPPORTED:
            known.append(tuple(leaf.id for leaf in leaves))
        because = next((names for names in known if names and shown.issuperset(names)), ())
        return Verdict(status, found.supported, because or (_decisive(reader, asked, facts, status).id,))


def status_of(scores: NliScores) -> Status:
    """Return the status of an answer, which is contradicted only if that is more probable than others have to be.

    Example:
        >>> status_of(NliScores(0.1, 0.6, 0.3)), status_of(NliScores(0.1, 0.75, 0.15))
        (<Status.UNKNOWN: 'unknown'>, <Status.CONTRADICTED: 'contradicted'>)
    """
    is_open = scores.status is Status.CONTRADICTED and scores.contradicted < _DENIED
    return Status.UNKNOWN if is_open else scores.status


def answer_statement(question: str, answer: str, notes: str = "") -> str:
    """Return the statement by which a language model is asked for an answer.

    Args:
        notes: The text that it is read with, by whose values the statement has notes.

    Example:
        >>> answer_statement("What melts ice?", "heat")
        'Question: What melts ice? Answer: heat.'
    """
    return canonical_beside(f"Question: {tidy(question)} Answer: {tidy_sentence(answer)}", notes)


def notes_text(reader: LanguageReader, notes: Sequence[str], query: str) -> str:
    """Return notes as one text, in their order; if that is longer than what is read, those nearest to a query.

    The nearest is among them even if it is too long by itself.
    """
    whole = _joined(notes)
    if reader.fits(whole):
        return whole
    first, *others = _nearest(query, notes)
    chosen = [first]
    for place in others:
        more = sorted([*chosen, place])
        if not reader.fits(_joined([notes[number] for number in more])):
            break
        chosen = more
    return _joined([notes[number] for number in chosen])


def _joined(notes: Sequence[str]) -> str:
    return canonical(" ".join(map(tidy_sentence, notes)))


def _nearest(query: str, texts: Sequence[str]) -> list[int]:
    """Return the numbers of texts, the nearest to a query in meaning first."""
    sought, *found = Embedder.shipped().embed([query, *texts])
    order: list[int] = np.argsort(-(np.stack(found) @ sought), kind="stable").tolist()
    return order


def _decisive(reader: LanguageReader, asked: Question, facts: Sequence[Fact], status: Status) -> Fact:
    """Return the fact that by itself says most clearly that an answer is right, or wrong."""

    def clearness(fact: Fact) -> float:
        text = _joined([fact.text])
        return float(reader.read(text, answer_statement(asked.text, asked.answer, text))[list(Status).index(status)])

    near = _nearest(f"{asked.text} {asked.answer}", [fact.text for fact in facts])[:_NEAREST]
    return max((facts[place] for place in near), key=clearness)
