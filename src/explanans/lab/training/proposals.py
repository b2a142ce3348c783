"""Train what finds the answers of questions without choices, on questions about the judged texts of the package."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.evaluation.similarity import token_f1
from explanans.knowledge.base import KnowledgeBase
from explanans.lab.boosting import Growth, Rows, grow
from explanans.lab.training.language_relevance import fit as fit_weights
from explanans.language.grammar import PREPOSITIONS
from explanans.language.sentences import sentences
from explanans.language.tokens import tokens
from explanans.learning.boosted_trees import predict
from explanans.learning.language_reader import MOST_READ, LanguageReader, columns
from explanans.learning.model import Origin
from explanans.pipeline.proposals.features import CATEGORICAL, NAMES, Fit
from explanans.pipeline.proposals.language_fit import LanguageFit, readings
from explanans.pipeline.proposals.proposer import Proposer
from explanans.runtime.progress import track
from explanans.structures.labels import LabelledDocument, LabelledQuestion

GROWTH = Growth(trees=500, leaves=15, rate=0.06, least_rows=30, features=0.5, rows=0.7, categorical=CATEGORICAL)
"""Chosen by cross-validation over the texts."""
FOLDS = 5
MANY = 5
"""Among how many proposals the right one is looked for."""

RIGHT = 0.6
"""Minimum word F1 with the right answer at which a phrase counts as right."""
TIE = 0.05
"""How much less like the right answer a phrase may be than the best one."""
_LEADS = PREPOSITIONS | frozenset("a an the because as that only".split())


class CandidatePhrases(NamedTuple):
    """A question with the phrases that may answer it.

    Attributes:
        text: The number of the text that it is about.
        features: The features of the phrases; shape (phrases, features).
        likeness: The F1 of the words of each and of the right answer; shape (phrases,).
    """

    text: int
    features: NDArray[np.float32]
    likeness: NDArray[np.float64]


def open_questions(text: LabelledDocument, fit: Fit | None = None) -> Iterator[tuple[LabelledQuestion, Proposer]]:
    """Yield the questions about a text that are not answered by yes or no, with what proposes answers of its sentences.

    Args:
        fit: The model of phrases; the shipped one if None.
    """
    asked = [question for question in text.questions if question.right not in {"yes", "no"}]
    facts = [sentence.text for paragraph in text.paragraphs for sentence in sentences([paragraph])]
    if asked and facts:
        proposer = Proposer(KnowledgeBase.of(facts), fit)
        yield from ((question, proposer) for question in asked)


def lessons(texts: Sequence[LabelledDocument]) -> Iterator[CandidatePhrases]:
    """Yield a lesson for each question that is not answered by yes or no."""
    for number, text in enumerate(track(texts, "Reading", len(texts))):
        for question, proposer in open_questions(text):
            if found := proposer.look(question.text):
                likeness = np.array([word_f1(item.phrase.text, question.right) for item in found])
                yield CandidatePhrases(number, np.vstack([item.features for item in found]), likeness)


def word_f1(answer: str, right: str) -> float:
    """Return the harmonic mean of precision and recall of an answer's words, without articles and what leads it in.

    Example:
        >>> word_f1("on the first Tuesday", "first Tuesday"), word_f1("two years", "three years")
        (1.0, 0.5)
    """
    return token_f1(_without_lead(answer), _without_lead(right))


def _without_lead(text: str) -> str:
    words = list(tokens(text))
    while len(words) > 1 and words[0].lower() in _LEADS:
        del words[0]
    return " ".join(words)


def train(taught: Sequence[CandidatePhrases], seed: int) -> Fit:
    """Return a classifier of phrases that answer a question."""
    able = [lesson for lesson in taught if lesson.likeness.max() >= RIGHT]
    if not able:
        raise InputError("no question whose answer stands in its text; accepted: texts with one or more")
    columns = np.vstack([lesson.features for lesson in able])
    labels = np.concatenate([_right(lesson.likeness) for lesson in able])
    data: dict[str, int | str] = {
        "questions": len(able),
        "phrases": len(labels),
        "lessons_sha256": sha256(columns.tobytes() + labels.tobytes()).hexdigest(),
    }
    return Fit(grow(Rows(columns, labels), NAMES, GROWTH, seed), Origin(data, seed))


def _right(likeness: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 for the phrases that are nearest to the right answer, else 0."""
    return np.asarray((likeness >= RIGHT) & (likeness >= likeness.max() - TIE), dtype=np.float64)


def train_language(
    texts: Sequence[LabelledDocument], fit: Fit, reader: LanguageReader, seed: int
) -> tuple[LanguageFit, dict[str, float]]:
    """Fit how the readings of phrases by a language model are weighed.

    Return the weights, and the percentage of the questions with a right phrase among those read whose likeliest phrase
    is right: by the trees alone (``trees``) and with the readings (``read``), on the questions that fitted the weights.

    Args:
        texts: Texts from which neither the language model nor the boosted trees have learnt.
        fit: The boosted trees.
    """
    rows = [row for text in track(texts, "Reading", len(texts)) for row in _read(text, fit, reader)]
    if not rows:
        raise InputError("no question whose answer stands in its text; accepted: texts with one or more")
    weights, phrases = fit_weights(rows)
    origin = Origin({"questions": len(rows), "phrases": phrases, "reader": reader.name}, seed)
    model = LanguageFit(weights, origin)
    first = {
        "trees": 100 * float(np.mean([right[0] for _, right in rows])),
        "read": 100 * float(np.mean([right[np.argmax(model.odds(features))] for features, right in rows])),
    }
    return model, first


def _read(
    text: LabelledDocument, fit: Fit, reader: LanguageReader
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Yield the columns of the likeliest phrases for each question about a text, and which of them are right."""
    for question, proposer in open_questions(text, fit):
        found = sorted(proposer.answers(question.text), key=lambda answer: -answer.chance)[:MOST_READ]
        likeness = np.array([word_f1(answer.text, question.right) for answer in found])
        if not len(likeness) or likeness.max() < RIGHT:
            continue
        read = readings(reader, question.text, found)
        yield columns(np.array([answer.chance for answer in found]), read), _right(likeness)


def figures(taught: Sequence[CandidatePhrases], seed: int) -> dict[str, Any]:
    """Return how often the answer is found in texts that were not learnt from, by cross-validation."""
    folds = min(FOLDS, len({lesson.text for lesson in taught}))
    first, among = list[float](), list[float]()
    for fold in track(range(folds), "Testing", folds):
        model = train([lesson for lesson in taught if lesson.text % folds != fold], seed)
        for lesson in (lesson for lesson in taught if lesson.text % folds == fold):
            order = np.argsort(-predict(model.trees, lesson.features), kind="stable")
            first.append(float(lesson.likeness[order[0]]))
            among.append(float(lesson.likeness[order[:MANY]].max()))
    return {
        "questions": len(first),
        "f1": float(np.mean(first)),
        "first": float(np.mean([value >= RIGHT for value in first])),
        "among_five": float(np.mean([value >= RIGHT for value in among])),
        "held": float(np.mean([lesson.likeness.max() >= RIGHT for lesson in taught])),
    }
