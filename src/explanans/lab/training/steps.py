"""Train the step model on gold, wrong and graded steps: ``explanans lab train steps``."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from math import log1p
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.judge.base import Judge
from explanans.entailment.steps.features import NAMES, columns
from explanans.entailment.steps.model import StepModel
from explanans.entailment.steps.step import TermStatistics, read, telling_terms
from explanans.errors import InputError
from explanans.lab.boosting import Growth, Rows, draw_places, grow
from explanans.lab.datasets.labels import GradedStep
from explanans.lab.recipes.perturbations import PERTURBATIONS, Substitutes, form, is_content, replaced
from explanans.lab.training.graded_rows import GradedRows, composed_rows, figures, rows, train_graded
from explanans.language.grammar import bare
from explanans.learning.model import Origin
from explanans.registry import name_of
from explanans.runtime.progress import track
from explanans.structures.trees import Problem

GOLD = "gold"
OTHER = "other step"
_NEAR = "replaced by a near concept"
PERTURBED = (*PERTURBATIONS, _NEAR)
"""The kinds of steps whose conclusion was changed."""
FOLDS = 10
GROWTH = Growth(trees=400, leaves=15, rate=0.06, least_rows=30, features=0.4, rows=0.7)
"""Chosen on EntailmentBank's training trees by cross-validation."""
_RENAMED = 0.3
_OTHER, _PERTURBED, _PREMISES = 0.4, 0.5, 0.4
"""The weight of a renamed right step, and all wrong ones of a family; with these, right and wrong count alike."""
DRAWN = 400
"""Number of right steps, and of wrong ones, that are judged besides the graded ones."""
_LEAST = 2
"""Neighbouring terms that fewer sentences have are forgotten."""


@dataclass(frozen=True, slots=True)
class StepExample:
    """A step, right or wrong.

    Attributes:
        premises: The premises in words; one or more.
        kind: How the example was made; ``gold`` for steps that people wrote.
        origin: The group of examples that share a tree.
    """

    premises: tuple[str, ...]
    conclusion: str
    follows: bool
    kind: str
    origin: str


def gold_steps(problem: Problem) -> Iterator[StepExample]:
    """Yield the steps of a problem's gold tree, but for those of one premise."""
    if problem.tree is not None:
        texts = problem.tree.texts()
        for step in problem.tree.steps:
            if len(step.premises) > 1:
                premises = tuple(texts[name] for name in step.premises)
                yield StepExample(premises, step.text, follows=True, kind=GOLD, origin=problem.hypothesis)


def substitutes(problems: Sequence[Problem]) -> Substitutes:
    """Return the words of all sentences of problems."""
    return Substitutes.of(text for problem in problems for text in sentences(problem))


def sentences(problem: Problem) -> tuple[str, ...]:
    """Return the sentences of a problem: its premises and the conclusions of its gold tree."""
    steps = problem.tree.steps if problem.tree else ()
    return (*(premise.text for premise in problem.premises), *(step.text for step in steps))


def other_steps(problem: Problem) -> Iterator[StepExample]:
    """Yield for each gold step the conclusions of the other steps of its tree, but for those that are its premises."""
    steps = list(gold_steps(problem))
    for step in steps:
        known = {read(text).terms for text in (*step.premises, step.conclusion)}
        for other in steps:
            if read(other.conclusion).terms not in known:
                yield StepExample(step.premises, other.conclusion, follows=False, kind=OTHER, origin=step.origin)


def renamed(step: StepExample, words: Substitutes, random: Random) -> StepExample | None:
    """Return a right step with another word in the place of one, in premises and conclusion alike: right as before."""
    said = [word for word in map(bare, step.conclusion.split()) if is_content(word)]
    if not said:
        return None
    old = random.choice(said)
    others = words.words.get(form(old), ())
    if not others:
        return None
    new = random.choice(others)

    def renew(text: str) -> str:
        return " ".join(new if bare(word) == old else word for word in text.split())

    return replace(step, premises=tuple(map(renew, step.premises)), conclusion=renew(step.conclusion), kind="renamed")


def perturbed(step: StepExample, problem: Problem, words: Substitutes, random: Random) -> Iterator[StepExample]:
    """Yield a step with its conclusion changed in each way that changes it.

    Args:
        problem: The problem that it is of, whose words take a place in the conclusion once, too.
    """
    near = Substitutes.of(sentences(problem))
    for name, perturb in (*PERTURBATIONS.items(), (_NEAR, replaced)):
        text = perturb(step.conclusion, near if name == _NEAR else words, random)
        if text is not None and read(text).words != read(step.conclusion).words:
            yield StepExample(step.premises, text, follows=False, kind=name, origin=step.origin)


def wrong_premises(step: StepExample, problem: Problem, words: Substitutes, random: Random) -> Iterator[StepExample]:
    """Yield a step with premises that its conclusion does not follow from.

    One premise is another sentence of the problem, one is changed in some way, one is missing; or the conclusion only
    says a premise again.
    """

    def wrong(premises: Sequence[str], conclusion: str, kind: str) -> StepExample:
        return StepExample(tuple(premises), conclusion, follows=False, kind=kind, origin=step.origin)

    premises = list(step.premises)
    place = random.randrange(len(premises))
    others = [text for text in sentences(problem) if text not in {*premises, step.conclusion}]
    if others:
        yield wrong(
            [*premises[:place], random.choice(others), *premises[place + 1 :]], step.conclusion, "other premise"
        )
        near = max(others, key=lambda text: (len(telling_terms(text) & telling_terms(premises[place])), text))
        yield wrong([*premises[:place], near, *premises[place + 1 :]], step.conclusion, "near premise")
    perturb = PERTURBATIONS[random.choice([name for name in PERTURBATIONS if name != "hallucinated word"])]
    text = perturb(premises[place], words, random)
    if text is not None and read(text).words != read(premises[place]).words:
        yield wrong([*premises[:place], text, *premises[place + 1 :]], step.conclusion, "premise changed")
    yield wrong([*premises[:place], *premises[place + 1 :]], step.conclusion, "premise missing")
    yield wrong(premises, premises[place], "premise repeated")


class StepTable(NamedTuple):
    """Right and wrong steps to learn from, as numbers.

    Attributes:
        columns: Their features; shape (steps, features).
        weights: The weight of each; shape (steps,).
        folds: The fold that each is of; shape (steps,).
    """

    columns: NDArray[np.float32]
    examples: tuple[StepExample, ...]
    weights: NDArray[np.float64]
    folds: NDArray[np.intp]

    @property
    def right(self) -> NDArray[np.int32]:
        """1 for right steps, else 0; shape (steps,)."""
        return np.array([example.follows for example in self.examples], dtype=np.int32)


class Trained(NamedTuple):
    """A model, and how good it is."""

    model: StepModel
    figures: dict[str, dict[str, object]]


def train(problems: Sequence[Problem], graded: Sequence[GradedStep], judge: Judge | None, *, seed: int) -> Trained:
    """Train on the steps of gold trees, and on graded ones.

    Args:
        problems: Problems with gold trees; sentences that only distract, as in EntailmentBank's task 2, make better
            wrong steps.
        judge: The judge that will be asked about steps; none if None.
    """
    taught = [problem for problem in problems if any(gold_steps(problem))]
    table = tabulate(taught, seed)
    booster = grow(Rows(table.columns, table.right, table.weights), NAMES, GROWTH, seed)
    words = count_terms(taught)
    composed = composed_rows(graded, booster, words, judge)
    held_out = held_out_rows(table, taught, judge, seed)
    digest = sha256()
    for example in (*table.examples, *graded):
        digest.update(repr(example).encode() + b"\n")
    right = int(table.right.sum())
    data: dict[str, int | str] = {
        "problems": len(taught),
        "right": right,
        "wrong": len(table.examples) - right,
        "graded": len(graded),
        "judge": name_of(judge) if judge else "none",
        "examples_sha256": digest.hexdigest(),
    }
    model = StepModel(booster, train_graded(composed, held_out, seed), words, Origin(data, seed))
    return Trained(model, figures(composed, held_out, seed))


def held_out_rows(table: StepTable, problems: Sequence[Problem], judge: Judge | None, seed: int) -> GradedRows:
    """Return right and wrong steps of one fold, with predictions of trees grown on the other folds."""
    inside = table.folds == 0
    others = grow(Rows(table.columns[~inside], table.right[~inside], table.weights[~inside]), NAMES, GROWTH, seed)
    folds = _folds(problems, seed)
    words = count_terms([problem for problem, fold in zip(problems, folds, strict=True) if fold])
    chance = np.random.default_rng(seed)
    drawn: list[int] = []
    for right in (1, 0):
        places = np.flatnonzero(inside & (table.right == right))
        shares = table.weights[places] / table.weights[places].sum()
        drawn += chance.choice(places, min(DRAWN, len(places)), replace=False, p=shares).tolist()
    chosen = [table.examples[place] for place in drawn]
    steps = [(example.premises, example.conclusion) for example in chosen]
    return rows(steps, [example.follows for example in chosen], others, words, judge)


def tabulate(problems: Sequence[Problem], seed: int) -> StepTable:
    """Return right and wrong steps made of gold trees; what is known of words comes from the other folds only."""
    folds = _folds(problems, seed)
    words = substitutes(problems)
    random = Random(seed)  # noqa: S311 - not for secrets
    rows, examples, weights, places = [], list[StepExample](), list[float](), list[int]()
    for fold in track(range(FOLDS), "Steps", FOLDS):
        outside = count_terms([problem for problem, number in zip(problems, folds, strict=True) if number != fold])
        inside = [problem for problem, number in zip(problems, folds, strict=True) if number == fold]
        made = [weighted for problem in inside for weighted in _weighted_steps(problem, words, random)]
        rows.append(columns([(example.premises, example.conclusion) for example, _ in made], outside))
        examples += [example for example, _ in made]
        weights += [weight for _, weight in made]
        places += [fold] * len(made)
    return StepTable(np.concatenate(rows), tuple(examples), np.array(weights), np.array(places, dtype=np.intp))


def count_terms(problems: Sequence[Problem]) -> TermStatistics:
    """Return word statistics of problems and their gold steps.

    The weight of a term is its inverse document frequency (Robertson & Zaragoza 2009, eq. 3.3), kept positive by 1.
    """
    texts = {text for problem in problems for text in sentences(problem)}
    frequency = Counter(name for text in texts for name in telling_terms(text))
    weights = {
        name: round(log1p((len(texts) - count + 0.5) / (count + 0.5)), 4) for name, count in sorted(frequency.items())
    }
    neighbours = Counter(pair for text in texts for pair in set(map(" ".join, pairwise(read(text).terms))))
    pairs = {pair: count for pair, count in sorted(neighbours.items()) if count >= _LEAST}
    return TermStatistics(weights, dict(sorted(Counter(_added(problems)).items())), pairs)


def _added(problems: Iterable[Problem]) -> Iterable[str]:
    for problem in problems:
        for step in gold_steps(problem):
            yield from telling_terms(step.conclusion).difference(*(read(premise).terms for premise in step.premises))


def _weighted_steps(problem: Problem, words: Substitutes, random: Random) -> Iterator[tuple[StepExample, float]]:
    """Yield the steps that are made of a problem, and what each counts for."""
    others: dict[tuple[str, ...], list[StepExample]] = {}
    for example in other_steps(problem):
        others.setdefault(example.premises, []).append(example)
    for step in gold_steps(problem):
        yield step, 1.0
        again = renamed(step, words, random)
        if again:
            yield again, _RENAMED
        for family, weight in (
            (others.get(step.premises, []), _OTHER),
            (list(perturbed(step, problem, words, random)), _PERTURBED),
            (list(wrong_premises(step, problem, words, random)), _PREMISES),
        ):
            for example in family:
                yield example, weight / len(family)


def _folds(problems: Sequence[Problem], seed: int) -> NDArray[np.intp]:
    """Return the fold of each problem, those of one hypothesis being in one; shape (problems,)."""
    names = sorted({problem.hypothesis for problem in problems})
    if len(names) < FOLDS:
        raise InputError(f"{len(names)} hypotheses with gold steps to train on; accepted: {FOLDS} or more")
    places = dict(zip(names, draw_places([[name] for name in names], seed).tolist(), strict=True))
    return np.array([places[problem.hypothesis] % FOLDS for problem in problems], dtype=np.intp)
