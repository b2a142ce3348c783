"""Evaluation of predictions of any kind."""

from collections.abc import Iterable
from typing import Any

from explanans.errors import InputError
from explanans.evaluation.answers import evaluate_answers
from explanans.evaluation.graphs.evaluation import evaluate_graphs
from explanans.evaluation.rankings.report import evaluate_rankings
from explanans.evaluation.trees.report import evaluate_trees
from explanans.structures.explanations import JudgedAnswers
from explanans.structures.graphs import ExplanationGraph
from explanans.structures.questions import Question
from explanans.structures.rankings import RelevanceJudgment
from explanans.structures.reports import Report
from explanans.structures.trees import Problem


def evaluate(gold: Iterable[Any], predicted: Iterable[Any], *, seed: int = 0, **settings: Any) -> Report:
    """Evaluate predictions against gold data.

    Args:
        gold: Questions with explanations, or ratings, for rankings; questions with choices, for judged answers;
            problems with gold trees, for trees; gold graphs, or several a row, for graphs.
        predicted: As many rankings, judged answers, predictions of trees, or predictions of graphs.
        settings: Arguments of the family; see ``evaluate_rankings``, ``evaluate_answers``,
            ``evaluate_trees`` and ``evaluate_graphs``.

    Raises:
        InputError: Gold data is missing or of an unknown kind, or does not match the predictions.

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
    if isinstance(first, Question | RelevanceJudgment):
        return evaluate_rankings(known, found, seed=seed, **settings)
    if isinstance(first, Problem):
        return evaluate_trees(known, found, seed=seed, **settings)
    if isinstance(first, ExplanationGraph):
        known = [(graph,) for graph in known]
    if known and isinstance(known[0], tuple) and known[0] and isinstance(known[0][0], ExplanationGraph):
        return evaluate_graphs(known, found, seed=seed, **settings)
    what = f"gold of {type(first).__name__}" if known else "no gold"
    raise InputError(f"{what}; accepted: Questions, Judgments, Problems or ExplanationGraphs")
