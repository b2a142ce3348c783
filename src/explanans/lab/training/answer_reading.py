"""Train how the reading of answers beside notes is weighed: ``explanans lab train answer-reading``."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby, permutations
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from explanans.entailment.judge.base import Judge
from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.training.asked_notes import AskedNotes
from explanans.lab.training.language_relevance import logistic_weights
from explanans.language.sentences import sentence_spans
from explanans.learning.language_reader import LanguageReader
from explanans.learning.model import Origin
from explanans.pipeline.answer_reading import AnswerEvidence, AnswerReader, AnswerWeights, columns, status_of
from explanans.pipeline.explainer import Explainer
from explanans.runtime.progress import track
from explanans.structures.verdicts import NliScores, Status

_PENALTY = 1e-3
"""The L2 penalty of ten weights, which hardly matters for thousands of answers."""
FOLDS = 5
"""How many parts the notes have in cross-validation."""


class LabelledAnswer(NamedTuple):
    """An answer with its evidence and its label."""

    question: str
    evidence: AnswerEvidence
    status: Status


def read_answers(
    notes: Sequence[AskedNotes], judge: Judge, open_reader: Callable[[], LanguageReader]
) -> list[list[LabelledAnswer]]:
    """Return the answers of the questions about each of some notes, explained and read.

    Args:
        notes: Notes that the language model did not learn from.
    """
    return [list(_read(item, judge, open_reader)) for item in track(notes, "Reading", len(notes))]


def _read(notes: AskedNotes, judge: Judge, open_reader: Callable[[], LanguageReader]) -> Iterator[LabelledAnswer]:
    found: list[AnswerEvidence] = []

    def keep(evidence: AnswerEvidence) -> NliScores:
        found.append(evidence)
        return NliScores(0.0, 0.0, 1.0)

    facts = [notes.text[start:end] for start, end in sentence_spans(notes.text)]
    explainer = Explainer(KnowledgeBase.of(facts), judge=judge, answer_reader=AnswerReader(open_reader, keep))
    for question in notes.questions:
        for answer in question.answers:
            explainer.explain(question.text, answer.text)
            if found:  # none if the statement is not judged
                yield LabelledAnswer(question.text, found.pop(), answer.status)


def train(answers: Sequence[Sequence[LabelledAnswer]], reader: LanguageReader, seed: int) -> AnswerWeights:
    """Fit the weights of `AnswerWeights` by logistic regressions.

    Args:
        answers: Of each of some notes; see `read_answers`.
        reader: The language model that read them.
        seed: Recorded with the weights.

    Raises:
        InputError: There are no answers of one of the three statuses.
    """
    rows = [*chain.from_iterable(answers)]
    return AnswerWeights(_weights(rows), Origin({"answers": len(rows), "reader": reader.name}, seed))


def _weights(rows: Sequence[LabelledAnswer]) -> dict[str, float]:
    left, weights = rows, dict[str, float]()
    for status in (Status.SUPPORTED, Status.CONTRADICTED):
        gold = np.array([float(row.status is status) for row in left])
        if len(set(gold.tolist())) < 2:
            raise InputError("answers of one status; accepted: right, wrong and open ones")
        features = np.array([[*columns(row.evidence).values()] for row in left])
        names = [f"{status} {name}" for name in columns(left[0].evidence)]
        weights |= logistic_weights(names, features, gold, _PENALTY)
        left = [row for row in left if row.status is not status]  # the second model reads what is not supported
    return weights


def figures(answers: Sequence[Sequence[LabelledAnswer]]) -> dict[str, dict[str, float]]:
    """Return how well answers are distinguished, in percent, by cross-validation over notes.

    Of verdicts without the reading (``judged``), and with it (``read``): ``statuses`` that are right; right answers
    that have more support than a wrong or an open one of the same question (``above``); right answers that are
    supported (``supported``), and others that are (``supported_falsely``); wrong answers that are contradicted
    (``contradicted``), and right ones that are (``contradicted_falsely``).

    Raises:
        InputError: There are fewer notes than folds, or no answers of one of the three statuses.
    """
    if len(answers) < FOLDS:
        raise InputError(f"answers about {len(answers)} notes; accepted: {FOLDS} or more")
    judged, read = list[_Rated](), list[_Rated]()
    for fold in range(FOLDS):
        learnt = [row for number, rows in enumerate(answers) if number % FOLDS != fold for row in rows]
        scores = AnswerWeights(_weights(learnt), Origin({}, 0)).scores
        for number, rows in list(enumerate(answers))[fold::FOLDS]:
            for row in rows:
                asked, found, verdict = f"{number} {row.question}", scores(row.evidence), row.evidence.judged
                judged.append(_Rated(asked, row.status, verdict.status, verdict.support))
                read.append(_Rated(asked, row.status, status_of(found), found.supported))
    return {"judged": _measured(judged), "read": _measured(read)}


class _Rated(NamedTuple):
    question: str
    label: Status
    status: Status
    support: float


def _measured(rows: Sequence[_Rated]) -> dict[str, float]:
    pairs = [
        (one.support > other.support) + (one.support == other.support) / 2
        for _, asked in groupby(rows, key=attrgetter("question"))
        for one, other in permutations(asked, 2)
        if one.label is Status.SUPPORTED is not other.label
    ]

    def share(status: Status, *labels: Status) -> float:
        return _percent([row.status is status for row in rows if row.label in labels])

    return {
        "statuses": _percent([row.status is row.label for row in rows]),
        "above": _percent(pairs),
        "supported": share(Status.SUPPORTED, Status.SUPPORTED),
        "supported_falsely": share(Status.SUPPORTED, Status.CONTRADICTED, Status.UNKNOWN),
        "contradicted": share(Status.CONTRADICTED, Status.CONTRADICTED),
        "contradicted_falsely": share(Status.CONTRADICTED, Status.SUPPORTED),
    }


def _percent(values: Sequence[float]) -> float:
    return 100 * float(np.mean(values)) if values else 0.0
