"""Measure predictions against gold, whatever they are of."""

from collections.abc import Iterable
from typing import Any

from explanans.candidate import JudgedAnswers
from explanans.evaluate.answers.report import evaluate_answers
from explanans.evaluate.graphs.evaluation import evaluate_graphs
from explanans.evaluate.rankings.report import evaluate_rankings
from explanans.evaluate.trees.report import evaluate_trees
from explanans.exceptions import InputError
from explanans.graph import ExplanationGraph
from explanans.problem import Problem
from explanans.question import Question
from explanans.ranking import Judgment
from explanans.report import Report


def evaluate(gold: Iterable[Any], predicted: Iterable[Any], *, seed: int = 0, **settings: Any) -> Report:
    """Measure predictions against gold.

    Args:
        gold: Questions with explanations, or ratings, for rankings; questions with choices, for judged answers;
            problems with gold trees, for trees; gold graphs, or several a row, for graphs.
        predicted: As many rankings, judged answers, predictions of trees, or predictions of graphs.
        seed: Seeds the bootstrap.
        settings: What the measures of that family take; see ``evaluate_rankings``, ``evaluate_answers``,
            ``evaluate_trees`` and ``evaluate_graphs``.

    Raises:
        InputError: There is nothing to measure against, it is of no known kind, or gold and predictions do not fit.

    Example:
        >>> from explanans import GoldFact, Ranking, Role
        >>> asked = Question("q1", "What melts ice?", explanation=(GoldFact("f1", Role.CENTRAL),))
        >>> evaluate([asked], [Ranking("q1", ("f2", "f1"))])["map"]
        0.5
    """
    known = list(gold)
    first, found = known[0] if known else None, list(predicted)
    if isinstance(first, Question) and found and isinstance(found[0], JudgedAnswers):
        return evaluate_answers(known, found, seed=seed, **settings)
    if isinstance(first, Question | Judgment):
        return evaluate_rankings(known, found, seed=seed, **settings)
    if isinstance(first, Problem):
        return evaluate_trees(known, found, seed=seed, **settings)
    if isinstance(first, ExplanationGraph):
        known = [(graph,) for graph in known]
    if known and isinstance(known[0], tuple) and known[0] and isinstance(known[0][0], ExplanationGraph):
        return evaluate_graphs(known, found, seed=seed, **settings)
    what = f"gold of {type(first).__name__}" if known else "no gold"
    raise InputError(f"{what}; accepted: Questions, Judgments, Problems or ExplanationGraphs")
