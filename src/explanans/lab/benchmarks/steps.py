"""Benchmark of entailment steps on EntailmentBank: AUC of right against wrong steps, step model and baselines."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from time import perf_counter

from explanans.entailment.arcs.arcs import checked_arcs
from explanans.entailment.arcs.checker import ArcScorer
from explanans.entailment.judge.base import open_judge
from explanans.entailment.steps.model import Critic, StepModel
from explanans.evaluation.decisions import auc, auc_interval
from explanans.evaluation.trees.official import judged_steps
from explanans.formats import proof
from explanans.lab.benchmarks.benchmark import Record
from explanans.lab.datasets.splits import released_trees, tree_problems
from explanans.lab.training.steps import StepExample, gold_steps, other_steps, perturbed, substitutes
from explanans.language.parser import Parser
from explanans.language.tokens import informative_lemmas
from explanans.structures.trees import Prediction, Problem

Judge = Callable[[Sequence[StepExample]], Sequence[float]]
"""Gives each step a number that is the higher, the more it looks right."""
MODEL = "step model"
_TASKS = (1, 2)


def measure_steps(data: Path | None, scorer: ArcScorer, parser: Parser, split: str = "dev", *, seed: int = 0) -> Record:
    """Measure the classification of gold against wrong steps, and of right against wrong steps of released predictions.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.

    Returns:
        ``tasks`` by kind of wrong step: how many steps are ``right`` and ``wrong``; for each of the ``judges`` the
        ``auc``, which is how probable it is that it puts a right step above a wrong one (a tie counts half), and its
        95% bootstrap ``interval``, for which whole trees are drawn; the step model's area against the wrong steps of
        each of the ``kinds``, if there are several. The mean ``milliseconds`` that the step model takes for a step.
    """
    judges = {
        MODEL: by_critic(Critic(open_judge())),
        "likeness alone": by_model,
        "covered words": by_words,
        scorer.name: by_arcs(scorer, parser),
    }
    tasks = {
        name: _figures(examples, judges, seed)
        for name, examples in step_sets(data, split, seed).items()
        if {example.follows for example in examples} == {True, False}
    }
    return {"tasks": tasks, "milliseconds": _milliseconds(tree_problems(data, 1, split))}


def step_sets(data: Path | None, split: str, seed: int) -> dict[str, list[StepExample]]:
    """Return right and wrong steps by where the wrong ones come from."""
    problems = tree_problems(data, 1, split)
    words, random = substitutes(problems), Random(seed)  # noqa: S311 - not for secrets
    gold = [step for problem in problems for step in gold_steps(problem)]
    others = [step for problem in problems for step in other_steps(problem)]
    changed = [
        example
        for problem in problems
        for step in gold_steps(problem)
        for example in perturbed(step, problem, words, random)
    ]
    found = {"another step of the tree": gold + others, "changed conclusions": gold + changed}
    for task in _TASKS:
        posed = tree_problems(data, task, split)
        for name, predictions in released_trees(data, task, split, posed):
            found[f"{name}, task {task}"] = list(predicted_steps(posed, predictions))
    return found


def predicted_steps(problems: Sequence[Problem], predictions: Sequence[Prediction]) -> Iterator[StepExample]:
    """Yield the steps of predictions, each with whether the released scorer finds it right.

    Steps that name a premise which is not there, or say nothing, are left out: no look at words can judge them.
    """
    for problem, prediction in zip(problems, predictions, strict=True):
        steps = judged_steps(
            prediction.proof, proof.encode(problem.tree.steps if problem.tree else ()), problem.hypothesis
        )
        texts = {fact.id: fact.text for fact in prediction.premises} | {step.conclusion: step.text for step in steps}
        for step in steps:
            premises = tuple(texts.get(name, "") for name in step.premises)
            if step.text and all(premises):
                yield StepExample(premises, step.text, follows=step.is_right, kind="predicted", origin=problem.id)


def by_model(steps: Sequence[StepExample]) -> Sequence[float]:
    """Judge steps by the step model that comes with the package."""
    scores: list[float] = StepModel.shipped().likeness([(step.premises, step.conclusion) for step in steps]).tolist()
    return scores


def by_critic(critic: Critic) -> Judge:
    """Return a judge of steps by the probability that the conclusion follows."""

    def judge(steps: Sequence[StepExample]) -> Sequence[float]:
        return critic.follows([(step.premises, step.conclusion) for step in steps])

    return judge


def by_words(steps: Sequence[StepExample]) -> Sequence[float]:
    """Judge steps by the share of the conclusion's telling words that stand in a premise."""
    found = []
    for step in steps:
        said, held = (
            informative_lemmas(step.conclusion),
            frozenset[str]().union(*map(informative_lemmas, step.premises)),
        )
        found.append(len(said & held) / len(said) if said else 1.0)
    return found


def by_arcs(scorer: ArcScorer, parser: Parser) -> Judge:
    """Return a judge of steps by the mean score of the conclusion's arcs; 1 without checked arcs."""

    def judge(steps: Sequence[StepExample]) -> Sequence[float]:
        texts = dict.fromkeys(text for step in steps for text in (*step.premises, step.conclusion))
        parses = dict(zip(texts, parser.parse(texts), strict=True))
        found = []
        for step in steps:
            claim = parses[step.conclusion]
            arcs = checked_arcs(claim)
            scores = scorer.scores([parses[premise] for premise in step.premises], claim, arcs)
            found.append(float(scores.mean()) if len(arcs) else 1.0)
        return found

    return judge


def _figures(examples: Sequence[StepExample], judges: Mapping[str, Judge], seed: int) -> Record:
    right = [example.follows for example in examples]
    origins = [example.origin for example in examples]
    scores = {name: judge(examples) for name, judge in judges.items()}
    kinds = dict.fromkeys(example.kind for example in examples if not example.follows)
    return {
        "right": sum(right),
        "wrong": len(right) - sum(right),
        "judges": {
            name: {"auc": auc(found, right), "interval": auc_interval(found, right, origins, seed)}
            for name, found in scores.items()
        },
        "kinds": {kind: _against(kind, examples, scores[MODEL]) for kind in kinds} if len(kinds) > 1 else {},
    }


def _against(kind: str, examples: Sequence[StepExample], scores: Sequence[float]) -> float:
    chosen = [
        (score, example.follows)
        for score, example in zip(scores, examples, strict=True)
        if example.follows or example.kind == kind
    ]
    return auc([score for score, _ in chosen], [follows for _, follows in chosen])


def _milliseconds(problems: Sequence[Problem]) -> float:
    steps = [step for problem in problems for step in gold_steps(problem)]
    started = perf_counter()
    for step in steps:
        by_model([step])
    return (perf_counter() - started) * 1000 / max(1, len(steps))
