"""Train boosted trees on claims some of whose arcs are known to be supported or not: ``explanans lab train arcs``."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.entailment.arcs.arcs import ArcExample
from explanans.entailment.arcs.features import FEATURES, NAMES, columns
from explanans.entailment.arcs.model import ArcModel
from explanans.errors import InputError, amount
from explanans.lab.boosting import Growth, Rows, grow
from explanans.learning.boosted_trees import Feature
from explanans.learning.model import Origin

GROWTH = Growth(trees=300, leaves=15, rate=0.05, least_rows=40, features=0.6, rows=0.8)
"""Chosen on held-out altered sentences and on summaries written for the purpose."""

_FOUND = [NAMES.index("head_found"), NAMES.index("child_found")]
_LIKE = 0.5
"""Minimum similarity of a word of the source for a word of the claim to count as found."""


def train(examples: Iterable[ArcExample], seed: int) -> ArcModel:
    """Train on what is known of arcs."""
    rows, labels = [], []
    recipes: Counter[str] = Counter()
    for example in examples:
        features, supported = labelled_rows(example)
        recipes[example.recipe] += 1
        rows.append(features)
        labels.append(supported)
    supported = np.concatenate(labels) if labels else np.zeros(0, dtype=np.bool_)
    if len(set(supported.tolist())) < 2:
        raise InputError(
            f"{amount(len(supported), 'arc')} to learn from, all of one kind; accepted: supported and unsupported ones"
        )
    data = {"arcs": len(supported), "supported": int(supported.sum())} | {
        f"examples, {name}": count for name, count in sorted(recipes.items())
    }
    return ArcModel(fit(np.concatenate(rows), supported, FEATURES, seed), Origin(data, seed))


def labelled_rows(example: ArcExample) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the features of the arcs of an example to learn from, and which of them are supported.

    Supported arcs of which a word has no match in the source are left out: such paraphrases need world knowledge, and
    the features do not distinguish them from hallucinations.

    Returns:
        Features, shape (arcs, features), and labels, shape (arcs,).
    """
    arcs = list(example.labels)
    features = columns(example.source, example.claim, arcs)
    supported = np.array([example.labels[arc] for arc in arcs], dtype=np.bool_)
    kept = ~supported | (features[:, _FOUND] >= _LIKE).all(axis=1)
    return features[kept], supported[kept]


def fit(
    rows: NDArray[np.float32], supported: NDArray[np.bool_], features: Sequence[Feature], seed: int
) -> lightgbm.Booster:
    """Return boosted trees that classify arcs as supported or not.

    Args:
        rows: The features of arcs; shape (arcs, features).
        supported: Which arcs are supported; shape (arcs,).
    """
    # More of what speaks for an arc never lowers its score: else the trees learn what is peculiar to the recipes.
    growth = replace(GROWTH, options=(("monotone_constraints", [feature.trend for feature in features]),))
    return grow(Rows(rows, supported.astype(np.int32)), [feature.name for feature in features], growth, seed)
