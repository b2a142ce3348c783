"""Features of word overlap between a fact and question and answer."""

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Column, Columns, Feature
from explanans.retrieval.features.evidence import VIEWS, Query
from explanans.retrieval.features.facts import Candidates, FactMatrix, Group, row_maxima, row_sums
from explanans.retrieval.features.sparse_scores import SparseScores

_VIEW_NAMES = {
    "both": "question and right answer",
    "question": "the question",
    "answer": "the right answer",
    "hypothesis": "the statement made of question and answer",
    "others": "the wrong choices",
    "asking": "the question's last sentence and the right answer",
}

RELEVANCE = (
    *(Feature(f"cosine_{view}", f"cosine of BM25 vectors with {_VIEW_NAMES[view]}", Group.RELEVANCE) for view in VIEWS),
    *(
        Feature(name, definition, Group.RELEVANCE)
        for name, definition in (
            ("shared", "content lemmas shared with question or answer"),
            ("shared_question", "content lemmas shared with the question"),
            ("shared_answer", "content lemmas shared with the answer"),
            ("shared_idf", "sum of the idf of the lemmas shared with question or answer"),
            ("shared_idf_answer", "sum of the idf of the lemmas shared with the answer"),
            ("covered", "share of the fact's idf that question and answer hold"),
            ("covered_question", "share of the fact's idf that the question holds"),
            ("covered_answer", "share of the fact's idf that the answer holds"),
            ("covered_rejected", "share of the fact's idf that only the wrong choices hold"),
            ("covers_question", "share of the question's idf that the fact holds"),
            ("covers_answer", "share of the answer's idf that the fact holds"),
            ("foreign", "content lemmas that neither question nor answer holds"),
            ("foreign_idf", "largest idf of a lemma that neither question nor answer holds"),
            ("links", "smaller of the cosines with question and answer: whether the fact bridges them"),
        )
    ),
    *(
        Feature(name, definition, Group.SIDES)
        for name, definition in (
            ("subject_in_question", "share of the subject's idf that the question holds"),
            ("subject_in_answer", "share of the subject's idf that the answer holds"),
            ("object_in_question", "share of the object's idf that the question holds"),
            ("object_in_answer", "share of the object's idf that the answer holds"),
            ("bridges", "larger of subject in question times object in answer, and the reverse"),
            ("bridges_either", "subject in either times object in either"),
        )
    ),
    *(
        Feature(name, definition, Group.EXPANSION)
        for name, definition in (
            ("broader", "share of the fact's idf that names kinds of which question or answer name members"),
            ("narrower", "share of the fact's idf that names members of kinds in question or answer"),
            ("alike", "share of the fact's idf that means the same as words of question or answer"),
            ("expanded", "share of the fact's idf in question, answer or any of these three"),
        )
    ),
    *(
        Feature(name, definition, Group.SHAPE)
        for name, definition in (
            ("size", "different content lemmas of the fact"),
            ("mass", "sum of their idf"),
            ("mean_idf", "mean of their idf"),
            ("relation", "1 for a kind-of fact, 2 for a synonymy, else 0"),
            ("degree", "mean number of facts that share a lemma of the fact, as a logarithm"),
        )
    ),
)


def relevance(facts: FactMatrix, query: Query, candidates: Candidates) -> Columns:
    """Return the features ``RELEVANCE`` of some facts."""
    held = candidates.held
    rows, count, idf = held.rows, len(candidates), facts.idf[held.indices]
    mass, size = row_sums(idf, rows, count), held.lengths.astype(np.float64)
    columns = dict(zip((f"cosine_{view}" for view in VIEWS), (candidates.unit @ query.cosines).T, strict=True))
    broader, narrower, alike = expansions(facts, query)
    expanded = np.maximum.reduce([query.either, broader, narrower, alike])
    kinds = (query.asked, query.answered, query.either, query.rejected, broader, narrower, alike, expanded)
    inside = [kind[held.indices] for kind in kinds]
    asked, answered, either = (row_sums(kind, rows, count) for kind in inside[:3])
    sums = [row_sums(kind * idf, rows, count) for kind in inside]
    shares = [found / np.maximum(mass, 1e-9) for found in sums]
    columns |= {
        "shared": either,
        "shared_question": asked,
        "shared_answer": answered,
        "shared_idf": sums[2],
        "shared_idf_answer": sums[1],
        "covered": shares[2],
        "covered_question": shares[0],
        "covered_answer": shares[1],
        "covered_rejected": shares[3],
        "covers_question": sums[0] / max(float(query.asked @ facts.idf), 1e-9),
        "covers_answer": sums[1] / max(float(query.answered @ facts.idf), 1e-9),
        "foreign": size - either,
        "foreign_idf": row_maxima(held, facts.idf * (1 - query.either)),
        "links": np.minimum(columns["cosine_question"], columns["cosine_answer"]),
        "broader": shares[4],
        "narrower": shares[5],
        "alike": shares[6],
        "expanded": shares[7],
        "size": size,
        "mass": mass,
        "mean_idf": mass / np.maximum(size, 1),
        "relation": facts.relation[candidates.numbers],
        "degree": facts.degree(held),
    }
    return columns | _sides(facts, query, candidates)


def _sides(facts: FactMatrix, query: Query, candidates: Candidates) -> Columns:
    shares = []
    for side in (candidates.subject, candidates.object):
        idf = facts.idf[side.indices]
        mass = np.maximum(row_sums(idf, side.rows, len(candidates)), 1e-9)
        kinds = (query.asked, query.answered, query.either)
        shares.append([row_sums(kind[side.indices] * idf, side.rows, len(candidates)) / mass for kind in kinds])
    subject, object_ = shares
    return {
        "subject_in_question": subject[0],
        "subject_in_answer": subject[1],
        "object_in_question": object_[0],
        "object_in_answer": object_[1],
        "bridges": np.maximum(subject[0] * object_[1], subject[1] * object_[0]),
        "bridges_either": subject[2] * object_[2],
    }


def expansions(facts: FactMatrix, query: Query) -> tuple[Column, Column, Column]:
    """Return the lemmas that kind-of facts and synonymies relate to those of question and answer.

    Returns:
        1 for broader, for narrower and for synonymous lemmas that question and answer lack, else 0; shape (lemmas,)
        each.
    """
    free = 1 - query.either
    terms = np.flatnonzero(query.either)
    broader, narrower, alike = np.zeros_like(free), np.zeros_like(free), np.zeros_like(free)
    for column, ties in ((broader, facts.broader), (narrower, facts.narrower), (alike, facts.alike)):
        column[ties.of(terms.tolist())] = 1
    return broader * free, narrower * free, alike * free


MEANING = tuple(
    Feature(name, definition, Group.MEANING)
    for name, definition in (
        ("meaning", "cosine of sentence vectors with question and right answer"),
        ("meaning_standard", "the same in standard deviations above the mean of all facts"),
        ("meaning_place", "rank among all facts by it, as a logarithm"),
    )
)


def meaning(near: SparseScores, candidates: NDArray[np.intp]) -> Columns:
    """Return the features ``MEANING`` of some facts.

    Args:
        near: The cosine of every compared fact with the question.
        candidates: Fact indices; shape (candidates,).

    Example:
        >>> columns = meaning(SparseScores.of(np.array([0.1, 0.5, 0.3])), np.array([1, 2]))
        >>> np.expm1(columns["meaning_place"]).round(6).tolist()
        [0.0, 1.0]
    """
    cosines, chosen = near.values, near.at(candidates)
    above = len(cosines) - np.searchsorted(np.sort(cosines), chosen, side="right")
    return {
        "meaning": chosen,
        "meaning_standard": (chosen - cosines.mean()) / max(float(cosines.std()), 1e-9),
        "meaning_place": np.log1p(above),
    }


_RANKED = {
    "cosine_both": Group.RELEVANCE,
    "cosine_answer": Group.RELEVANCE,
    "cosine_hypothesis": Group.RELEVANCE,
    "shared_idf": Group.RELEVANCE,
    "hops_new": Group.HOPS,
    "meaning": Group.MEANING,
    "near_answer": Group.NEARNESS,
    "near_hypothesis": Group.NEARNESS,
    "near_power_4": Group.PRECEDENTS,
    "near_ridge": Group.PRECEDENTS,
    "near_reached": Group.PRECEDENTS,
    "power_1": Group.POWER,
    "power_2": Group.POWER,
    "power_answer": Group.POWER,
    "power_ridge": Group.POWER,
    "spread_new": Group.POWER,
    "called_lift": Group.POWER,
    "words_lift": Group.POWER,
}

RANKS = tuple(
    Feature(f"{name}_rank", f"rank among the candidates by {name}, as a logarithm", group)
    for name, group in _RANKED.items()
)


def ranks(columns: Columns) -> Columns:
    """Return the features ``RANKS`` of the candidates; those of equal value share the best rank."""
    names = [name for name in _RANKED if name in columns]
    values = np.array([columns[name] for name in names])
    ordered = np.sort(values, axis=1)
    above = [len(row) - low.searchsorted(row, side="right") for low, row in zip(ordered, values, strict=True)]
    return dict(zip((f"{name}_rank" for name in names), np.log1p(above), strict=True))
