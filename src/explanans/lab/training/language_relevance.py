"""Train how readings of facts by a language model are weighed: ``explanans lab train language-relevance``."""

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.optimize import minimize

from explanans.lab.training.relevance import Teaching, relevant_facts
from explanans.learning.language_reader import MOST_READ, WEIGHTS, LanguageReader, columns
from explanans.learning.model import Origin
from explanans.runtime.progress import track
from explanans.trees.language_relevance import LanguageRelevance, readings, spelt_question
from explanans.trees.problem_matrix import Matrix

_PENALTY = 1e-3


def train(teaching: Teaching, reader: LanguageReader, seed: int) -> LanguageRelevance:
    """Fit the weights on questions that the language model did not learn from, by trees that did not either."""
    rows = list(_rows(teaching, reader, seed))
    weights, facts = fit(rows)
    return LanguageRelevance(weights, Origin({"questions": len(rows), "facts": facts, "reader": reader.name}, seed))


def fit(rows: Sequence[tuple[Matrix, Matrix]]) -> tuple[dict[str, float], int]:
    """Return the weights of a logistic regression and the number of statements.

    Args:
        rows: The columns of the statements of each question, see `columns`, and 1 for those that are right, else 0.
    """
    features, gold = np.concatenate([row for row, _ in rows]), np.concatenate([gold for _, gold in rows])
    return logistic_weights(WEIGHTS, features, gold, _PENALTY), len(gold)


def logistic_weights(
    names: Sequence[str], features: Matrix, gold: Matrix, penalty: float, counts: Matrix | None = None
) -> dict[str, float]:
    """Return the weights of a logistic regression by the names of their features.

    Args:
        features: Shape (examples, features).
        gold: 1 or 0; shape (examples,).
        penalty: The L2 penalty of all weights, beside the mean loss.
        counts: What each example counts for, shape (examples,); the same if None.
    """
    signs = 2 * gold - 1
    shares = np.full(len(gold), 1 / len(gold)) if counts is None else counts / counts.sum()

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        margins = signs * (features @ weights)
        slopes = -signs / (1 + np.exp(margins))
        value = shares @ np.logaddexp(0, -margins) + penalty * weights @ weights
        return float(value), features.T @ (shares * slopes) + 2 * penalty * weights

    solved: Matrix = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B").x
    return dict(zip(names, solved.round(6).tolist(), strict=True))


def _rows(teaching: Teaching, reader: LanguageReader, seed: int) -> Iterator[tuple[Matrix, Matrix]]:
    """Yield the columns of the facts of each question, and which of them an explanation shows."""
    left = [item for item in relevant_facts(teaching, seed) if not item.is_learnt]
    for question, ranked, belief, _ in track(left, "Reading", len(left)):
        text = spelt_question(question.text, question.answer)
        first = np.argsort(-belief, kind="stable")[:MOST_READ]
        read = readings(reader, text, [ranked.premises.texts[place] for place in first.tolist()])
        yield columns(belief[first], read), ranked.gold[first].astype(np.float64)
