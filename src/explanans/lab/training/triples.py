"""Learn from commonsense triples what may be linked, before gold graphs are learnt from (Saha et al. 2021, C.3).

There RoBERTa is fine-tuned on ConceptNet, to tell the relation of two concepts. Boosted trees cannot be trained further
on other data; instead, what they make of triples is shown to those that learn from gold graphs.
"""

from collections.abc import Sequence
from hashlib import sha256

import numpy as np

from explanans.errors import InputError
from explanans.graphs import links
from explanans.graphs.links import RELATIONS, LinkCounts, TripleCounts, TripleModel, head_key, word_counts
from explanans.learning.boosted_trees import Growth, Rows, draw_folds, grow, join
from explanans.runtime.progress import track
from explanans.structures.graphs import Edge, Relation, Stance

FOLDS = 5
MOST = 20_000
"""Triples that trees are grown on; all are counted."""
_EDGES = Growth(trees=100, leaves=15, rate=0.06, features=0.5, rows=0.7)
_RELATIONS = Growth(trees=30, leaves=7, rate=0.1, classes=len(RELATIONS), features=0.5, rows=0.7)
_SYMMETRIC = frozenset({Relation.ANTONYM_OF, Relation.SYNONYM_OF})


def pretrain(triples: Sequence[Edge], *, seed: int) -> TripleModel:
    """Learn from triples.

    Trees are grown on triples, on the same turned round, and on the same with the second concept of another, by counts
    over other triples only: those of the same last words are kept together.
    """
    different = sorted(set(triples))
    if len(different) < FOLDS:
        raise InputError(f"{len(different)} different triples; accepted: {FOLDS} or more")
    chance = np.random.default_rng(seed)
    drawn = [different[number] for number in sorted(chance.permutation(len(different))[:MOST].tolist())]
    keys = list(map(_key, different))
    folds = dict(zip(keys, draw_folds(keys, FOLDS, chance).tolist(), strict=True))
    known = {(triple.source, triple.target) for triple in different}
    found = []
    for fold in track(range(FOLDS), "Triples", FOLDS):
        counts = word_counts(triple for triple in triples if folds[_key(triple)] != fold)
        held = [triple for triple in drawn if folds[_key(triple)] == fold]
        found += [_rows(triple, drawn[chance.integers(len(drawn))].target, known, counts) for triple in held]
    rows, labels, *_ = join(found)
    there = labels >= 0
    names = links.RELATION_NAMES
    return TripleModel(
        grow(Rows(rows, there.astype(np.intp)), names, _EDGES, seed),
        grow(Rows(rows[there], labels[there]), names, _RELATIONS, seed),
        TripleCounts.of(triples),
    )


def digest(triples: Sequence[Edge]) -> str:
    """Return the digest of a set of triples, in hexadecimal."""
    return sha256("\n".join("\t".join(triple) for triple in triples).encode()).hexdigest()


def _key(triple: Edge) -> str:
    """Return the last words of a triple's concepts, in either order."""
    return "; ".join(sorted(head_key(triple.source, triple.target).split("; ")))


def _rows(triple: Edge, other: str, known: set[tuple[str, str]], counts: LinkCounts) -> Rows:
    """Return the features of a triple and of what it is not, and the number of its relation, or -1."""
    pairs = [(triple.source, triple.target)]
    if triple.relation not in _SYMMETRIC:
        pairs.append((triple.target, triple.source))
    if other not in {triple.source, triple.target}:
        pairs.append((triple.source, other))
    wrong = [pair for pair in pairs[1:] if pair not in known]
    rows = [links.all_links("", "", Stance.SUPPORT, pair, counts).relations[0] for pair in (pairs[0], *wrong)]
    return Rows(np.array(rows), np.array([RELATIONS.index(triple.relation)] + [-1] * len(wrong), dtype=np.intp))
