"""Features of a join: what is known of putting two or three premises together, and how strongly they are linked."""

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Column, Columns, Feature, of_each, table
from explanans.trees.joins import PLACES, Masks, Parts, share
from explanans.trees.problem_matrix import CLOSENESS, LIKENESS, SIBLING_LIKENESS, SIBLINGS, Matrix, ProblemMatrix
from explanans.trees.terms import TRAITS

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

LINK_FEATURES = (
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
    """Return the features above."""
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
    """Return how strongly any two leaves are linked, for each kind of link; shape (leaves, leaves) each."""
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


def _each(stem: str, definition: str) -> tuple[Feature, ...]:
    """Return one feature a premise; ``{}`` in its definition names the premise."""
    return of_each(PLACES, f"{stem}_{{}}", definition)


_SHAPE = (
    Feature("leaves", "leaves of the whole tree"),
    Feature("size", "leaves that the conclusion rests on"),
    Feature("rest", "leaves that it does not rest on"),
    Feature("part", "share of the leaves that it rests on"),
    Feature("three", "1 for three premises, 0 for two"),
    *_each("size", "leaves of the {} premise"),
    *_each("length", "words of the leaves of the {} premise"),
    *(feature for name, _ in TRAITS for feature in _each(name, f"leaves of the {{}} premise with the trait {name}")),
    *(Feature(f"{name}_rest", f"leaves with the trait {name} that are left") for name, _ in TRAITS),
)
"""Features of the size of a join and of its premises."""

_WORDS = (
    Feature("bridge", "weight of the terms shared by premises that the hypothesis lacks"),
    Feature("bridge_own", "the same, of those that no other leaf holds"),
    Feature("bridge_common", "the same, of those that another leaf holds too"),
    Feature("bridge_most", "the largest weight of such a term"),
    Feature("bridge_own_most", "the largest weight of one that no other leaf holds"),
    Feature("shared", "terms shared by premises"),
    Feature("shared_most", "the largest weight of one"),
    Feature("shared_sought", "weight of the shared terms that the hypothesis holds"),
    Feature("shared_sought_own", "the same, of those that no other leaf holds"),
    Feature("alike", "weight of the shared terms as a share of all terms of the premises"),
    Feature("open", "weight of the terms, not the hypothesis's, that a leaf that is left holds too"),
    Feature("open_sought", "the same of the hypothesis's terms"),
    Feature("closed", "weight of the terms, not the hypothesis's, that leaves of the conclusion alone share"),
    Feature("dangling", "weight of the terms, not the hypothesis's, that one leaf of the conclusion alone holds"),
    Feature("covered", "share of the hypothesis that the premises hold"),
    Feature("covered_rest", "share of the hypothesis that the leaves that are left hold"),
    Feature("covered_all", "share of the hypothesis that all leaves hold"),
    Feature("covered_only", "share of the hypothesis that the premises hold and no other leaf does"),
    Feature("covered_not", "share of the hypothesis that other leaves hold and the premises do not"),
    Feature("covered_gain", "how much more of the hypothesis the conclusion covers than its best premise"),
    Feature("dense", "share of the premises' terms that the hypothesis holds"),
    Feature("dense_live", "the same, but for terms that closed within the conclusion"),
    Feature("dense_after", "the same, but for terms that this join closes"),
    Feature("cosine", "cosine of the premises' terms and the hypothesis's"),
    Feature("cosine_live", "the same, but for terms that closed within the conclusion"),
    Feature("live", "terms that did not close within the conclusion"),
    *_each("covered", "share of the hypothesis that the {} premise holds"),
    *_each("covered_only", "share of the hypothesis that the {} premise holds and no other leaf does"),
    *_each("cosine", "cosine of the terms of the {} premise and of the hypothesis"),
    *_each("open", "weight of the terms of the {} premise, not the hypothesis's, that a leaf that is left holds"),
    *_each("tied", "weight of the terms of the {} premise, not the hypothesis's, that another premise holds"),
    *_each("lone", "weight of the terms of the {} premise, not the hypothesis's, that no other leaf holds"),
    *_each("tied_part", "share of the terms of the {} premise that another premise holds"),
    *_each("run", "longest run of words that a leaf of the {} premise shares with the hypothesis"),
    *_each("place", "mean place in the hypothesis of the terms of the {} premise"),
    *_each("start", "share of the hypothesis's subject that the {} premise holds"),
    *_each("end", "share of the hypothesis's object that the {} premise holds"),
)
"""The words that premises share with one another, with the hypothesis and with what is left."""

_SIDES = {
    "crossed": "the subject of one premise and the object of another",
    "subjects": "the subjects of two premises",
    "objects": "the objects of two premises",
    "wholes": "two premises",
}

_ROLES = (
    Feature("subject_object", "weight of the terms of the first premise's subject and the second's object"),
    Feature("object_subject", "weight of the terms of the first premise's object and the second's subject"),
    Feature("subject_subject", "weight of the terms of both subjects"),
    Feature("object_object", "weight of the terms of both objects"),
    *(
        Feature(f"{name}_{which}", f"share of the terms of {definition} that are the same: {said}")
        for name, definition in _SIDES.items()
        for which, said in (
            ("first", "of the first two premises"),
            ("least", "of the least alike premises"),
            ("most", "of the most alike ones"),
        )
    ),
    *(
        feature
        for side in ("subject", "object")
        for feature in (
            *_each(f"{side}_tied", f"weight of the terms of the {side} of the {{}} premise that another one holds"),
            *_each(f"{side}_tied_part", f"share of the {side} of the {{}} premise that another one holds"),
            *_each(f"{side}_sought", f"share of the {side} of the {{}} premise that the hypothesis holds"),
            *_each(f"{side}_left", f"share of the {side} of the {{}} premise that a leaf that is left holds"),
        )
    ),
)
"""The terms that stand before and after the relations that premises state."""

FEATURES: tuple[Feature, ...] = (*_SHAPE, *_WORDS, *_ROLES, *LINK_FEATURES)
NAMES: tuple[str, ...] = tuple(feature.name for feature in FEATURES)


def columns(view: ProblemMatrix, joins: Masks) -> NDArray[np.float32]:
    """Return the features of joins; shape (joins, features).

    Args:
        joins: The joins; shape (joins, 3).
    """
    parts = Parts.of(view, joins)
    found = _shape(parts) | _words(parts) | _roles(parts) | links(parts)
    return table(FEATURES, found).astype(np.float32)


def _shape(parts: Parts) -> Columns:
    """Return the features of ``_SHAPE``; shape (joins,) each."""
    view, size = parts.view, parts.conclusion.sum(axis=1)
    columns = {
        "leaves": np.full(len(size), float(view.leaves)),
        "size": size,
        "rest": view.leaves - size,
        "part": size / view.leaves,
        "three": parts.has_third.astype(np.float64),
    }
    for letter, inside in zip(PLACES, parts.inside, strict=True):
        columns[f"size_{letter}"] = inside.sum(axis=1)
        columns[f"length_{letter}"] = inside @ view.lengths
        columns |= {f"{name}_{letter}": inside @ view.traits[:, place] for place, (name, _) in enumerate(TRAITS)}
    return columns | {f"{name}_rest": parts.rest @ view.traits[:, place] for place, (name, _) in enumerate(TRAITS)}


def _words(parts: Parts) -> Columns:
    """Return the features of ``_WORDS``; shape (joins,) each."""
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


def _roles(parts: Parts) -> Columns:
    """Return the features of ``_ROLES``; shape (joins,) each."""
    view, mass = parts.view, parts.mass
    subjects, objects = parts.terms(view.subject), parts.terms(view.object)
    columns = {
        "subject_object": mass(subjects[0] * objects[1]),
        "object_subject": mass(objects[0] * subjects[1]),
        "subject_subject": mass(subjects[0] * subjects[1]),
        "object_object": mass(objects[0] * objects[1]),
    }
    for name, ones, others in (
        ("crossed", subjects, objects),
        ("subjects", subjects, subjects),
        ("objects", objects, objects),
        ("wholes", parts.held, parts.held),
    ):
        pairs = [_alike(parts, ones, others, *pair) for pair in ((0, 1), (0, 2), (1, 2))]
        columns[f"{name}_first"] = pairs[0]
        columns[f"{name}_least"] = np.where(parts.has_third, np.minimum.reduce(pairs), pairs[0])
        columns[f"{name}_most"] = np.maximum.reduce(pairs)
    everything = np.add.reduce(parts.held)
    for place, letter in enumerate(PLACES):
        elsewhere = everything - parts.held[place] > 0
        for side, terms in (("subject", subjects[place]), ("object", objects[place])):
            weight = mass(terms)
            columns[f"{side}_tied_{letter}"] = mass(terms * elsewhere)
            columns[f"{side}_tied_part_{letter}"] = share(mass(terms * elsewhere), weight)
            columns[f"{side}_sought_{letter}"] = share(mass(terms * view.sought), weight)
            columns[f"{side}_left_{letter}"] = share(mass(terms * parts.left), weight)
    return columns


def _alike(parts: Parts, ones: tuple[Matrix, ...], others: tuple[Matrix, ...], first: int, second: int) -> Column:
    """Return the weighted Jaccard coefficient of two sides, the better way round."""

    def jaccard(one: Matrix, other: Matrix) -> Column:
        return share(parts.mass(one * other), parts.mass(np.maximum(one, other)))

    return np.maximum(jaccard(ones[first], others[second]), jaccard(others[first], ones[second]))
