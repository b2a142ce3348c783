"""Features of how strongly leaves are linked within a join and across its border."""

import numpy as np

from explanans.learning.features import Column, Columns, Feature, of_each
from explanans.trees.parts import PLACES, Parts
from explanans.trees.precedents import CLOSENESS, LIKENESS, SIBLING_LIKENESS, SIBLINGS
from explanans.trees.problem_matrix import Matrix, ProblemMatrix

LINKS = {
    "bridging": "weight of the shared terms that the hypothesis lacks",
    "sharing": "weight of the shared terms",
    "crossing": "weight of the terms of one's subject and the other's object",
    "private": "weight of the terms that no third leaf holds, nor the hypothesis",
    "run": "longest run of words in common",
    "siblings": "how often pairs like this were siblings in gold trees",
    "closeness": "how close pairs like this were in gold trees",
    "precedent": "how alike the nearest pair of a gold tree is",
    "sibling_precedent": "how alike the nearest pair of siblings of a gold tree is",
}

FEATURES = (
    *(
        Feature(f"{name}_{which}", f"{definition}: {said}")
        for name, definition in LINKS.items()
        for which, said in (
            ("within", "the strongest link between any two premises, of the least linked two"),
            ("most", "the strongest link between two premises"),
            ("mean", "the mean link between leaves of two premises"),
            ("out_a", "the strongest link between the first premise and a leaf that is left"),
            ("out_b", "the strongest link between the second premise and a leaf that is left"),
            ("margin_a", "the strongest link of the first two premises less the one before the last"),
            ("margin_b", "the strongest link of the first two premises less the last"),
            ("relative", "the first of these as a share of the strongest link of all leaves"),
            ("across", "the mean link between leaves of the conclusion and those that are left"),
        )
    ),
    *of_each(PLACES, "last_{}", "how often the last step used sentences like those of the {} premise, on average"),
    Feature("last_rest", "how often the last step used sentences like those that are left, on average"),
    Feature("support", "how much precedent there is for that"),
)


def links(parts: Parts) -> Columns:
    """Return the features above.

    Args:
        parts: The joins of a problem.
    """
    columns: Columns = {}
    for name, strength in strengths(parts.view).items():
        columns |= {f"{name}_{which}": column for which, column in _of_link(parts, strength).items()}
    outlook = parts.view.outlook
    for letter, inside in zip(PLACES, parts.inside, strict=True):
        columns[f"last_{letter}"] = _mean(inside, outlook.last)
    columns["last_rest"] = _mean(parts.rest, outlook.last)
    columns["support"] = parts.conclusion @ outlook.support
    return columns


def strengths(view: ProblemMatrix) -> dict[str, Matrix]:
    """Return how strongly any two leaves are linked, for each kind of link; shape (leaves, leaves) each.

    Args:
        view: The problem.
    """
    weights, other = view.weights, 1 - view.sought
    crossing = (view.subject * weights) @ view.object.T
    found = {
        "bridging": (view.held * weights * other) @ view.held.T,
        "sharing": (view.held * weights) @ view.held.T,
        "crossing": np.maximum(crossing, crossing.T),
        "private": (view.held * weights * other * (view.held.sum(axis=0) == 2)) @ view.held.T,
        "run": view.runs.copy(),
        "siblings": view.outlook.pairs[SIBLINGS].copy(),
        "closeness": view.outlook.pairs[CLOSENESS].copy(),
        "precedent": view.outlook.pairs[LIKENESS].copy(),
        "sibling_precedent": view.outlook.pairs[SIBLING_LIKENESS].copy(),
    }
    for matrix in found.values():
        np.fill_diagonal(matrix, 0)
    return found


def _of_link(parts: Parts, strength: Matrix) -> Columns:
    first, second, third = parts.inside
    three = parts.has_third
    pair = _strongest(first, second, strength)
    others = np.maximum(_strongest(first, third, strength), _strongest(second, third, strength))
    within = np.where(three, np.minimum(pair, others), pair)
    out_a, out_b = (_strongest(inside, parts.rest, strength) for inside in (first, second))
    means = [_between(one, other, strength) for one, other in ((first, second), (first, third), (second, third))]
    return {
        "within": within,
        "most": np.maximum(pair, others),
        "mean": np.where(three, np.mean(means, axis=0), means[0]),
        "out_a": out_a,
        "out_b": out_b,
        "margin_a": pair - out_a,
        "margin_b": pair - out_b,
        "relative": within / max(float(strength.max()), 1e-6),
        "across": _between(parts.conclusion, parts.rest, strength),
    }


def _strongest(ones: Matrix, others: Matrix, strength: Matrix) -> Column:
    """Return the strongest link between a leaf of one set and a leaf of the other; shape (joins,)."""
    found = np.zeros(len(ones))
    for leaf, row in enumerate(strength):
        np.maximum(found, (others * row).max(axis=1) * ones[:, leaf], out=found)
    return found


def _between(ones: Matrix, others: Matrix, strength: Matrix) -> Column:
    total = ((ones @ strength) * others).sum(axis=1)
    found: Column = total / np.maximum(ones.sum(axis=1) * others.sum(axis=1), 1)
    return found


def _mean(inside: Matrix, values: Matrix) -> Column:
    found: Column = (inside @ values) / np.maximum(inside.sum(axis=1), 1)
    return found
