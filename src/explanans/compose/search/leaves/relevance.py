"""Features of a premise by itself: what it shares with hypothesis, question and the other premises."""

import numpy as np

from explanans.compose.search.features.feature import Columns, Feature
from explanans.compose.search.leaves.premises import Premises
from explanans.compose.search.sentence import TRAITS
from explanans.compose.search.view import Matrix

_TOP = 5

FEATURES = tuple(
    Feature(name, definition)
    for name, definition in (
        ("cosine", "cosine of its terms and the hypothesis's"),
        ("cosine_part", "the same as a share of the best premise's"),
        ("cosine_rank", "how many premises have a better one"),
        ("cosine_question", "cosine of its terms and the question's"),
        ("cosine_answer", "cosine of its terms and the answer's"),
        ("answer_only", "1 where it holds a term of the answer that the question lacks"),
        ("covers", "share of the hypothesis that it holds"),
        ("covers_rank", "how many premises hold more"),
        ("covers_rare", "the same share, each term divided among the premises that hold it"),
        ("covers_sole", "share of the hypothesis that it holds and no other premise does"),
        ("sought_most", "largest weight of a term that it shares with the hypothesis"),
        ("dense", "share of its terms that the hypothesis holds"),
        ("subject_sought", "share of its subject that the hypothesis holds"),
        ("object_sought", "share of its object that the hypothesis holds"),
        ("starts", "share of the hypothesis's subject that it holds"),
        ("ends", "share of the hypothesis's object that it holds"),
        ("run", "longest run of words that it shares with the hypothesis"),
        ("run_part", "the same as a share of its words"),
        ("length", "its words"),
        ("terms", "its telling terms"),
        ("mass", "their weight"),
        ("foreign", "weight of those that the hypothesis lacks"),
        ("foreign_most", "largest weight of one"),
        ("foreign_held", "share of them that another premise holds"),
        ("foreign_near", "share of them that one of the five premises nearest to the hypothesis holds"),
        ("bridge_most", "best bridge from it to another premise, times that one's cosine with the hypothesis"),
        ("bridge_sum", "sum of these over all other premises"),
        ("bridged_most", "best bridge from another premise to it, times that one's cosine with the hypothesis"),
        ("subject_tied", "weight of its subject's terms in objects of others, the largest times their cosine"),
        ("object_tied", "weight of its object's terms in subjects of others, the largest times their cosine"),
        ("double", "how alike the most similar other premise is"),
        ("double_better", "the same, of those with a better cosine"),
        *((name, f"1 where it has the trait {name}") for name, _ in TRAITS),
        *((f"{name}_number", f"how many premises have the trait {name}") for name, _ in TRAITS),
    )
)


def relevance(premises: Premises) -> Columns:
    """Return the features above; shape (premises,) each.

    Args:
        premises: The premises at hand.
    """
    view, mass = premises.view, premises.mass
    weights, sought = view.weights, view.sought
    total = max(float(weights @ sought), 1e-6)
    found = view.held * sought
    foreign = view.held * (1 - sought)
    holders = np.maximum(view.held.sum(axis=0), 1)
    cosine = premises.cosines(sought)
    covers = found @ weights / total
    columns = {
        "cosine": cosine,
        "cosine_part": cosine / max(float(cosine.max(initial=0.0)), 1e-6),
        "cosine_rank": _rank(cosine),
        "cosine_question": premises.cosines(premises.question),
        "cosine_answer": premises.cosines(premises.answer),
        "answer_only": (view.held @ (premises.answer * (1 - premises.question)) > 0).astype(np.float64),
        "covers": covers,
        "covers_rank": _rank(covers),
        "covers_rare": found @ (weights / holders) / total,
        "covers_sole": found @ (weights * (holders == 1)) / total,
        "sought_most": (found * weights).max(axis=1, initial=0.0),
        "dense": covers * total / np.maximum(mass, 1e-6),
        "subject_sought": _part(view.subject * sought, view.subject, weights),
        "object_sought": _part(view.object * sought, view.object, weights),
        "starts": view.held @ (weights * view.sought_subject) / max(float(weights @ view.sought_subject), 1e-6),
        "ends": view.held @ (weights * view.sought_object) / max(float(weights @ view.sought_object), 1e-6),
        "run": view.hypothesis_runs,
        "run_part": view.hypothesis_runs / np.maximum(view.lengths, 1),
        "length": view.lengths,
        "terms": view.held.sum(axis=1),
        "mass": mass,
        "foreign": foreign @ weights,
        "foreign_most": (foreign * weights).max(axis=1, initial=0.0),
        "foreign_held": _part(foreign * (holders > 1), foreign, weights),
        **_company(premises, cosine, foreign),
    }
    for place, (name, _) in enumerate(TRAITS):
        columns[name] = view.traits[:, place]
        columns[f"{name}_number"] = np.full(len(mass), view.traits[:, place].sum())
    return columns


def _company(premises: Premises, cosine: Matrix, foreign: Matrix) -> Columns:
    view = premises.view
    near = np.argsort(-cosine, kind="stable")[:_TOP]
    counts = view.held[near].sum(axis=0)
    own = np.isin(np.arange(len(cosine)), near)[:, None] * view.held
    tied = (view.subject * view.weights) @ view.object.T * (1 - np.eye(len(cosine)))
    better = cosine[None, :] > cosine[:, None]
    return {
        "foreign_near": _part(foreign * (counts - own > 0), foreign, view.weights),
        "bridge_most": (premises.bridges * cosine).max(axis=1, initial=0.0),
        "bridge_sum": premises.bridges @ cosine,
        "bridged_most": (premises.bridges.T * cosine).max(axis=1, initial=0.0),
        "subject_tied": (tied * cosine).max(axis=1, initial=0.0),
        "object_tied": (tied.T * cosine).max(axis=1, initial=0.0),
        "double": premises.alike.max(axis=1, initial=0.0),
        "double_better": (premises.alike * better).max(axis=1, initial=0.0),
    }


def _rank(values: Matrix) -> Matrix:
    """Return how many values are larger than each."""
    found: Matrix = (values[None, :] > values[:, None]).sum(axis=1).astype(np.float64)
    return found


def _part(part: Matrix, whole: Matrix, weights: Matrix) -> Matrix:
    found: Matrix = part @ weights / np.maximum(whole @ weights, 1e-6)
    return found
