"""Train the concluder on the gold steps of trees, so that no step judges itself, and its model of fluency."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from explanans.errors import InputError, amount
from explanans.lab.boosting import Growth, Rows, grow
from explanans.language.grammar import bare
from explanans.learning.model import Origin
from explanans.runtime.progress import track
from explanans.structures.trees import ROOT, Problem
from explanans.trees.conclusions.concluder import ConclusionModel, candidates
from explanans.trees.conclusions.edits import NAMES as EDIT_NAMES
from explanans.trees.conclusions.edits import Editor, edits
from explanans.trees.conclusions.edits import table as edit_table
from explanans.trees.conclusions.features import (
    BUCKETS,
    HYPOTHESIS_NAMES,
    NAMES,
    Fluency,
    columns,
    nearness_to_joined,
    places,
)
from explanans.trees.conclusions.replacement import agreeing, plain, plain_premises

FOLDS = 3

_STEEPNESS = 15.0
_PENALTY = 0.26
_JOINED = (0.88, 0.91)
"""A sentence that is its premises side by side loses nothing up to the first nearness, all from the second on."""
_WORST, _LEEWAY = -1.5, 0.7
"""How badly a sentence may read at its worst place, or how much worse than its premises."""
_UNREADABLE = 0.4
"""The share that is left of the worth of a sentence that reads worse."""
_SOUGHT = 3
"""The number of an edit's features that need a hypothesis; the last ones."""
_GROWTH = Growth(
    trees=200,
    leaves=15,
    rate=0.05,
    objective="regression",
    least_rows=30,
    features=0.5,
    categorical=("proposer", "inference", "kind"),
)
"""Chosen on EntailmentBank's training trees by cross-validation."""
_RIDGE = 2.0
_ROUNDS = 60
_CORRUPTIONS = 3
_LONGEST_SPAN = 4


class Likeness(NamedTuple):
    """A measure of how alike two texts are.

    Attributes:
        measure: The measure; from a text and the gold text to a number from 0 to 1.
        threshold: From where on a text counts as the gold one.
    """

    measure: Callable[[str, str], float]
    threshold: float


@dataclass(frozen=True, slots=True)
class GoldStep:
    """A step whose conclusion people wrote."""

    premises: tuple[str, ...]
    conclusion: str
    hypothesis: str


class _RankedCandidates(NamedTuple):
    columns: NDArray[np.float64]
    worth: NDArray[np.float64]


def gold_steps(problem: Problem) -> list[GoldStep]:
    """Return the steps of a problem's gold tree that conclude an intermediate sentence from two premises or more."""
    if problem.tree is None:
        return []
    texts = problem.tree.texts()
    return [
        GoldStep(tuple(texts[premise] for premise in step.premises), step.text, problem.hypothesis)
        for step in problem.tree.steps
        if step.conclusion != ROOT and len(step.premises) > 1
    ]


def last_steps(problem: Problem) -> list[GoldStep]:
    """Return the last step of a problem's gold tree, if it has two premises or more, without its aim."""
    if problem.tree is None:
        return []
    texts = problem.tree.texts()
    return [
        GoldStep(tuple(texts[premise] for premise in step.premises), problem.hypothesis, "")
        for step in problem.tree.steps
        if step.conclusion == ROOT and len(step.premises) > 1
    ]


def train_conclusions(problems: Iterable[Problem], likenesses: Sequence[Likeness], seed: int) -> ConclusionModel:
    """Return a chooser trained on the gold steps of problems.

    A step's fluency features come from a model that has not seen its tree.
    """
    known = sorted((problem for problem in problems if gold_steps(problem)), key=lambda problem: problem.id)
    if len(known) < FOLDS:
        raise InputError(f"{amount(len(known), 'tree')} with intermediate steps to train on; accepted: {FOLDS} or more")
    Random(seed).shuffle(known)  # noqa: S311 - not for secrets
    taught = [[_edit_lesson(step, likenesses) for step in gold_steps(problem)] for problem in known]
    lessons: dict[bool, list[_RankedCandidates]] = {True: [], False: []}
    for fold in range(FOLDS):
        outside = [place for place in range(len(known)) if place % FOLDS != fold]
        reads = train_fluency(texts(known[place] for place in outside), seed)
        editor = _editor([lesson for place in outside for lesson in taught[place]], seed)
        inside = known[fold::FOLDS]
        for problem in track(inside, f"Conclusions {fold + 1}/{FOLDS}", len(inside)):
            for step in gold_steps(problem):
                for informed, found in lessons.items():
                    found.append(_lesson(step, reads, editor, likenesses, informed=informed))
    digest = sha256("\n".join(f"{problem.id} {problem.hypothesis}" for problem in known).encode()).hexdigest()
    data: dict[str, int | str] = {"trees": len(known), "steps": len(lessons[True]), "sha256": digest}
    return ConclusionModel(
        train_fluency(texts(known), seed),
        _editor([lesson for found in taught for lesson in found], seed),
        _chooser(lessons[True], NAMES + HYPOTHESIS_NAMES, seed),
        _chooser(lessons[False], NAMES, seed),
        Origin(data, seed),
    )


def texts(problems: Iterable[Problem]) -> list[str]:
    """Return the sentences of problems that people wrote, each once."""
    found: dict[str, None] = {}
    for problem in problems:
        written = [premise.text for premise in problem.premises] + [problem.hypothesis]
        written += [step.text for step in problem.tree.steps] if problem.tree else []
        found.update(dict.fromkeys(map(plain, written)))
    return sorted(found)


def _edit_lesson(step: GoldStep, likenesses: Sequence[Likeness]) -> _RankedCandidates:
    """Return the edits of a step's premises, with and without its hypothesis, each with what it gains."""
    premises = plain_premises(step.premises, step.hypothesis)
    found = edits(premises, plain(step.hypothesis))
    before = {premise: _worth(premise, step.conclusion, likenesses) for premise in premises}
    gains = [_worth(edit.text, step.conclusion, likenesses) - before[edit.base] for edit in found]
    return _RankedCandidates(edit_table(found), np.asarray(gains))


def _lesson(
    step: GoldStep, reads: Fluency, editor: Editor, likenesses: Sequence[Likeness], *, informed: bool
) -> _RankedCandidates:
    """Return the candidates of a step, each with its worth."""
    hypothesis = step.hypothesis if informed else ""
    premises = plain_premises(step.premises, hypothesis)
    offered = candidates(premises, plain(hypothesis), editor)
    worst = min(_WORST, *(reads(premise).worst for premise in premises)) - _LEEWAY
    worth = [
        _worth(offer.text, step.conclusion, likenesses) * (1.0 if reads(offer.text).worst >= worst else _UNREADABLE)
        - _loss_by_joining(offer.text, premises)
        for offer in offered
    ]
    return _RankedCandidates(columns(offered, premises, plain(hypothesis), reads), np.asarray(worth))


def _worth(text: str, gold: str, likenesses: Sequence[Likeness]) -> float:
    """Return how good a conclusion is, from 0 to 1: the mean of likeness and, softened, of passing."""
    values = ((measure(text, gold), threshold) for measure, threshold in likenesses)
    worth = [value / 2 + 0.5 / (1 + np.exp(-_STEEPNESS * (value - threshold))) for value, threshold in values]
    return float(np.mean(worth))


def _loss_by_joining(text: str, premises: Sequence[str]) -> float:
    start, end = _JOINED
    return _PENALTY * min(max((nearness_to_joined(text, premises) - start) / (end - start), 0.0), 1.0)


def _editor(lessons: Sequence[_RankedCandidates], seed: int) -> Editor:
    found = [lesson for lesson in lessons if len(lesson.worth)]
    known = np.concatenate([lesson.columns for lesson in found])
    gains = np.concatenate([lesson.worth for lesson in found])
    unseen = known.copy()
    unseen[:, -_SOUGHT:] = np.nan  # the same edits, where no hypothesis is known
    return Editor(_grown(Rows(np.concatenate([known, unseen]), np.tile(gains, 2)), EDIT_NAMES, seed))


def _chooser(lessons: Sequence[_RankedCandidates], names: Sequence[str], seed: int) -> lightgbm.Booster:
    found = [lesson for lesson in lessons if len(lesson.worth) > 1]
    weights = np.concatenate([np.full(len(lesson.worth), len(lesson.worth) ** -0.5) for lesson in found])
    table = np.concatenate([lesson.columns for lesson in found])
    return _grown(Rows(table, np.concatenate([lesson.worth for lesson in found]), weights), names, seed)


def _grown(rows: Rows, names: Sequence[str], seed: int) -> lightgbm.Booster:
    return grow(rows, [name.replace(" ", "_") for name in names], _GROWTH, seed)


def train_fluency(sentences: Sequence[str], seed: int) -> Fluency:
    """Return a model of how well sentences read.

    It is taught to tell sentences that people wrote from the same sentences after one bad edit (contrastive estimation,
    Smith and Eisner 2005): a span dropped, doubled, moved or put in from elsewhere, an article or a verb in the wrong
    number. Those are the faults that conclusions made of spans have.
    """
    generator = Random(seed)  # noqa: S311 - not for secrets
    split = [sentence.split() for sentence in dict.fromkeys(sentences) if len(sentence.split()) > 2]
    examples, labels = [], []
    for words in split:
        examples.append(words)
        labels.append(1.0)
        for _ in range(_CORRUPTIONS):
            bad = _corrupted(words, generator.choice(split), generator)
            if bad != words:
                examples.append(bad)
                labels.append(0.0)
    return _fitted(_matrix(examples), np.asarray(labels))


def _fitted(matrix: csr_matrix, labels: NDArray[np.float64]) -> Fluency:
    """Return the weights that tell the labels apart, by logistic regression; both labels weigh the same."""
    used = np.unique(matrix.indices)
    matrix = matrix[:, used]
    signs = 2 * labels - 1
    shares = np.where(labels > 0, 0.5 / labels.sum(), 0.5 / (1 - labels).sum()) * len(labels)

    def loss(parameters: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        margins = signs * (matrix @ parameters[:-1] + parameters[-1])
        slopes = -signs * shares / (1 + np.exp(np.clip(margins, -50, 50)))
        value = float(shares @ np.logaddexp(0, -margins)) + _RIDGE / 2 * float(parameters[:-1] @ parameters[:-1])
        return value, np.append(matrix.T @ slopes + _RIDGE * parameters[:-1], slopes.sum())

    start = np.zeros(len(used) + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": _ROUNDS}).x
    weights = np.zeros(BUCKETS)
    weights[used] = found[:-1]
    return Fluency.decode(Fluency(weights, float(found[-1])).encode())


def _matrix(examples: Sequence[Sequence[str]]) -> csr_matrix:
    columns: list[int] = []
    ends = [0]
    for words in examples:
        for place in places(words):
            columns.extend(place)
        ends.append(len(columns))
    data = np.ones(len(columns))
    return csr_matrix((data, np.asarray(columns), np.asarray(ends)), shape=(len(examples), BUCKETS))


def _corrupted(words: Sequence[str], others: Sequence[str], generator: Random) -> list[str]:
    """Return words after one bad edit."""
    start = generator.randrange(len(words))
    end = min(len(words), start + generator.randint(1, _LONGEST_SPAN))
    span = list(words[start:end])
    elsewhere = generator.randrange(len(others))
    taken = list(others[elsewhere : elsewhere + generator.randint(1, _LONGEST_SPAN)])
    place = generator.randrange(len(words) + 1)
    rest = [*words[:start], *words[end:]]
    edits: tuple[Callable[[], list[str]], ...] = (
        lambda: rest or list(words),
        lambda: [*words[:start], *taken, *words[end:]],
        lambda: [*words[:place], *taken, *words[place:]],
        lambda: [*rest[:place], *span, *rest[place:]],
        lambda: list(words[:start]) if start > 2 else list(words[end:]),
        lambda: [_misagreeing(word) if word == words[start] else word for word in words],
        lambda: [*words[:start], *taken, *words[end:], *span],
    )
    return generator.choice(edits)()


def _misagreeing(word: str) -> str:
    """Return a verb in the other number, or an article before another one."""
    low = bare(word)
    other = agreeing(low, is_plural=agreeing(low, is_plural=True) != low)
    return f"a {word}" if other == low else other
