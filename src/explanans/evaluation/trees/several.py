"""Problems with several gold trees: a prediction is measured against the most similar one."""

from collections.abc import Sequence

from explanans.errors import InputError
from explanans.evaluation.trees.measure import Rules, measure
from explanans.evaluation.trees.measures import ScoredTree
from explanans.evaluation.trees.report import evaluate_trees
from explanans.evaluation.trees.similarity import DEFAULT, Similarity, similarity
from explanans.structures.problems import Prediction, Problem
from explanans.structures.reports import Report


def evaluate_several(
    problems: Sequence[Sequence[Problem]],
    predictions: Sequence[Prediction],
    rules: Rules | None = None,
    *,
    seed: int = 0,
) -> Report:
    """Measure trees whose problems have several gold trees (Dalvi et al. 2021, section 7).

    Of the gold trees of a problem the one counts that the prediction is most like: by whether all of it is correct,
    then by the F1 of its steps, then of its leaves; of equals the first.

    Args:
        problems: For each prediction, the problem with each of its gold trees.
        predictions: One per problem, in the same order.
        rules: Settings; the official ones if None.
        seed: Random seed of the bootstrap.

    Raises:
        InputError: There is not one prediction a problem, or a problem has no gold tree.
        FormatError: A proof is none, and ``rules`` are not lenient.
    """
    rules = rules or Rules()
    if len(problems) != len(predictions) or not all(problems):
        raise InputError(f"{len(predictions)} predictions for {len(problems)} problems; accepted: one each")
    compared = rules.similarities or tuple(map(similarity, DEFAULT))
    nearest = [_nearest(golds, found, rules, compared) for golds, found in zip(problems, predictions, strict=True)]
    return evaluate_trees(nearest, predictions, rules, seed=seed)


def _nearest(golds: Sequence[Problem], prediction: Prediction, rules: Rules, compared: Sequence[Similarity]) -> Problem:
    if len(golds) == 1:
        return golds[0]

    def worth(problem: Problem) -> tuple[float, float, float]:
        by_ids = bool(problem.tree and {*problem.tree.leaves} <= {*prediction.premises})
        scored = ScoredTree.of(measure(problem, prediction, rules, by_ids=by_ids), compared[:1])
        exact = scored.structure * scored.intermediates[compared[0].name].exact
        return exact, scored.steps.f1, scored.leaves.f1

    return max(golds, key=worth)
