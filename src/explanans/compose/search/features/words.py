"""Features of the words that premises share with one another, with the hypothesis and with what is left."""

import numpy as np

from explanans.compose.search.features.feature import PLACES, Columns, Feature, of_each
from explanans.compose.search.features.parts import Parts, share

FEATURES = (
    *(
        Feature(name, definition)
        for name, definition in (
            ("bridge", "weight of the terms shared by premises that the hypothesis lacks"),
            ("bridge_own", "the same, of those that no other leaf holds"),
            ("bridge_common", "the same, of those that another leaf holds too"),
            ("bridge_most", "the largest weight of such a term"),
            ("bridge_own_most", "the largest weight of one that no other leaf holds"),
            ("shared", "terms shared by premises"),
            ("shared_most", "the largest weight of one"),
            ("shared_sought", "weight of the shared terms that the hypothesis holds"),
            ("shared_sought_own", "the same, of those that no other leaf holds"),
            ("alike", "weight of the shared terms as a share of all terms of the premises"),
            ("open", "weight of the terms, not the hypothesis's, that a leaf that is left holds too"),
            ("open_sought", "the same of the hypothesis's terms"),
            ("closed", "weight of the terms, not the hypothesis's, that leaves of the conclusion alone share"),
            ("dangling", "weight of the terms, not the hypothesis's, that one leaf of the conclusion alone holds"),
            ("covered", "share of the hypothesis that the premises hold"),
            ("covered_rest", "share of the hypothesis that the leaves that are left hold"),
            ("covered_all", "share of the hypothesis that all leaves hold"),
            ("covered_only", "share of the hypothesis that the premises hold and no other leaf does"),
            ("covered_not", "share of the hypothesis that other leaves hold and the premises do not"),
            ("covered_gain", "how much more of the hypothesis the conclusion covers than its best premise"),
            ("dense", "share of the premises' terms that the hypothesis holds"),
            ("dense_live", "the same, but for terms that closed within the conclusion"),
            ("dense_after", "the same, but for terms that this join closes"),
            ("cosine", "cosine of the premises' terms and the hypothesis's"),
            ("cosine_live", "the same, but for terms that closed within the conclusion"),
            ("live", "terms that did not close within the conclusion"),
        )
    ),
    *of_each("covered", "share of the hypothesis that the {} premise holds"),
    *of_each("covered_only", "share of the hypothesis that the {} premise holds and no other leaf does"),
    *of_each("cosine", "cosine of the terms of the {} premise and of the hypothesis"),
    *of_each("open", "weight of the terms of the {} premise, not the hypothesis's, that a leaf that is left holds"),
    *of_each("tied", "weight of the terms of the {} premise, not the hypothesis's, that another premise holds"),
    *of_each("lone", "weight of the terms of the {} premise, not the hypothesis's, that no other leaf holds"),
    *of_each("tied_part", "share of the terms of the {} premise that another premise holds"),
    *of_each("run", "longest run of words that a leaf of the {} premise shares with the hypothesis"),
    *of_each("place", "mean place in the hypothesis of the terms of the {} premise"),
    *of_each("start", "share of the hypothesis's subject that the {} premise holds"),
    *of_each("end", "share of the hypothesis's object that the {} premise holds"),
)


def words(parts: Parts) -> Columns:
    """Return the features above.

    Args:
        parts: The joins of a problem.
    """
    columns = _of_conclusions(parts)
    for place, letter in enumerate(PLACES):
        columns |= {f"{stem}_{letter}": column for stem, column in _of_premise(parts, place).items()}
    columns["covered_gain"] = columns["covered"] - np.maximum(columns["covered_a"], columns["covered_b"])
    return columns


def _of_conclusions(parts: Parts) -> Columns:
    view, mass, left, shared = parts.view, parts.mass, parts.left, parts.shared
    sought, other = view.sought, 1 - view.sought
    held = (parts.counts > 0).astype(np.float64)
    bridging = shared * other
    own = bridging * (1 - left)
    closed = (parts.counts >= 2) * (1 - left) * other
    live = held * (1 - closed)
    after = held * (1 - own)
    weight = mass(held)
    everything = float(((view.held.sum(axis=0) > 0) * sought) @ view.weights)
    return {
        "bridge": mass(bridging),
        "bridge_own": mass(own),
        "bridge_common": mass(bridging * left),
        "bridge_most": (bridging * view.weights).max(axis=1, initial=0.0),
        "bridge_own_most": (own * view.weights).max(axis=1, initial=0.0),
        "shared": shared.sum(axis=1),
        "shared_most": (shared * view.weights).max(axis=1, initial=0.0),
        "shared_sought": mass(shared * sought),
        "shared_sought_own": mass(shared * sought * (1 - left)),
        "alike": share(mass(shared), weight),
        "open": mass(held * other * left),
        "open_sought": mass(held * sought * left),
        "closed": mass(closed),
        "dangling": mass((parts.counts == 1) * other * (1 - left)),
        "covered": mass(held * sought) / parts.total,
        "covered_rest": mass(left * sought) / parts.total,
        "covered_all": np.full(len(weight), everything / parts.total),
        "covered_only": mass(held * sought * (1 - left)) / parts.total,
        "covered_not": mass(left * sought * (1 - held)) / parts.total,
        "dense": share(mass(held * sought), weight),
        "dense_live": share(mass(live * sought), mass(live)),
        "dense_after": share(mass(after * sought), mass(after)),
        "cosine": share(mass(held * sought), np.sqrt(weight * parts.total)),
        "cosine_live": share(mass(live * sought), np.sqrt(mass(live) * parts.total)),
        "live": live.sum(axis=1),
    }


def _of_premise(parts: Parts, place: int) -> Columns:
    view, mass, held, left = parts.view, parts.mass, parts.held[place], parts.left
    other = 1 - view.sought
    elsewhere = (np.add.reduce(parts.held) - held > 0).astype(np.float64)
    weight, found = mass(held), held * view.sought
    return {
        "covered": mass(found) / parts.total,
        "covered_only": mass(found * (1 - elsewhere) * (1 - left)) / parts.total,
        "cosine": share(mass(found), np.sqrt(weight * parts.total)),
        "open": mass(held * other * left),
        "tied": mass(held * other * elsewhere),
        "lone": mass(held * other * (1 - left) * (1 - elsewhere)),
        "tied_part": share(mass(held * elsewhere), weight),
        "run": (parts.inside[place] * view.hypothesis_runs).max(axis=1),
        "place": share(found @ view.places, found.sum(axis=1)),
        "start": mass(held * view.sought_subject) / max(float(view.weights @ view.sought_subject), 1e-6),
        "end": mass(held * view.sought_object) / max(float(view.weights @ view.sought_object), 1e-6),
    }
