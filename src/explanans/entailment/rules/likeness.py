"""Likeness: what a word of a claim is to a word of a premise."""

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from explanans.entailment.arcs.similarity import synonym_groups
from explanans.entailment.rules.opposites import are_opposites, converses
from explanans.entailment.rules.reading import Word
from explanans.language.tokens import stem
from explanans.language.wordnet import PARTS, kinship, likeness, related, similar


class Relation(IntEnum):
    """Relation of a claim word to a premise word, the most certain first."""

    EQUAL = 0
    FORM = 1
    SYNONYM = 2
    KIND = 3
    """The premise names a kind of what the claim names: *spaniel* in the premise, *dog* in the claim."""
    CONVERSE = 4
    OPPOSITE = 5
    BROADER = 6
    """The claim names a kind of what the premise names."""
    NONE = 7


class Tie(NamedTuple):
    """A relation and how sure it is, from 0 to 1."""

    relation: Relation
    weight: float

    @property
    def is_same(self) -> bool:
        """Return whether the two words say the same, or the premise says it and more."""
        return self.relation <= Relation.KIND


NO_TIE = Tie(Relation.NONE, 0.0)

_EQUAL, _FORM = Tie(Relation.EQUAL, 1.0), Tie(Relation.FORM, 0.9)
_OPPOSITE, _CONVERSE = Tie(Relation.OPPOSITE, 0.75), Tie(Relation.CONVERSE, 0.75)
_LISTED = Tie(Relation.SYNONYM, 0.85)
_LEAST_SYNONYM, _LEAST_KIND = 0.12, 0.3
_LEAST_LETTERS = 4
_TIES = 1 << 17


_Key = tuple[str, str, str, str, bool]


def tie(claim: Word, premise: Word) -> Tie:
    """Return what a word of a claim is to a word of a premise."""
    if claim.lower == premise.lower or claim.lemma == premise.lemma:
        return _EQUAL
    return _tie(claim.key, premise.key)


@lru_cache(_TIES)
def _tie(claim: _Key, premise: _Key) -> Tie:
    lemma, other, lower, pos, is_name = claim
    lemma_there, other_there, lower_there, pos_there, is_name_there = premise
    if other in {other_there, lemma_there} or lemma == other_there:
        return _EQUAL
    if "NUM" in {pos, pos_there}:
        return NO_TIE
    if is_name and is_name_there:
        return _names(lower, lower_there)
    parts = sorted({pos, pos_there} & PARTS.keys())
    ones = {lower} if is_name or is_name_there else {lemma, other}
    others = {lower_there} if is_name or is_name_there else {lemma_there, other_there}
    forms = sorted((one, another) for one in ones for another in others)
    return max((_meant(one, another, part) for one, another in forms for part in parts), key=_rank, default=NO_TIE)


def _rank(found: Tie) -> tuple[int, float]:
    return -found.relation, found.weight


def _names(one: str, other: str) -> Tie:
    """Return the tie of two names: alike but for an ending or a letter."""
    shared = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    if shared >= _LEAST_LETTERS and shared >= 0.75 * max(len(one), len(other)):
        return Tie(Relation.FORM, 0.8)
    return NO_TIE


@lru_cache(_TIES)
def _meant(one: str, other: str, pos: str) -> Tie:  # noqa: PLR0911 - one return a relation
    if are_opposites(one, other, pos):
        return _CONVERSE if other in converses().get(one, ()) else _OPPOSITE
    if other in converses().get(one, ()):
        return _CONVERSE
    if synonym_groups().get(one, frozenset()) & synonym_groups().get(other, frozenset()):
        return _LISTED
    shared = likeness(one, other, pos)
    if shared >= _LEAST_SYNONYM:
        return Tie(Relation.SYNONYM, 0.6 + 0.3 * min(1.0, shared))
    if _are_forms(one, other, pos):
        return _FORM
    kind = kinship(other, one, pos)
    if kind >= _LEAST_KIND:
        return Tie(Relation.KIND, 0.5 + 0.3 * kind)
    if pos == "ADJ" and max(similar(one).get(other, 0.0), similar(other).get(one, 0.0)) >= _LEAST_KIND:
        return Tie(Relation.SYNONYM, 0.6)
    broader = kinship(one, other, pos)
    if broader >= _LEAST_KIND:
        return Tie(Relation.BROADER, 0.3 + 0.3 * broader)
    return NO_TIE


def _are_forms(one: str, other: str, pos: str) -> bool:
    if stem(one) == stem(other) and min(len(one), len(other)) >= _LEAST_LETTERS:
        return True
    return any(word == other for word, _ in related(one, pos)) or any(word == one for word, _ in related(other, pos))
