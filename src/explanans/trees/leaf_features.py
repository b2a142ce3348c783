"""Features of sets of leaves: of each fact, of each pair, of each part of the hypothesis, and of the size."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Feature
from explanans.trees.conclusions.deduction import deductions
from explanans.trees.conclusions.replacement import plain_premises
from explanans.trees.missing_links import Naming, naming
from explanans.trees.premises import Premises
from explanans.trees.problem_matrix import Matrix
from explanans.trees.terms import read, stands_whole

LARGEST = 7
"""Maximum number of leaves of one explanation; 95% of the gold explanations of WorldTree have no more central and
grounding facts."""

FACT = (
    Feature("belief", "log-odds of its relevance, clipped to [-5, 5]"),
    Feature("probability", "its relevance as a probability"),
    Feature("restates", "weighted Jaccard coefficient of its terms and the hypothesis's"),
    Feature("restates_most", "1 if that is at least 0.7"),
    Feature("covers", "share of the hypothesis's weight that it holds"),
    Feature("foreign", "share of its own weight that neither hypothesis nor question holds"),
    Feature("kind", "1 if it only states what a thing is a kind of"),
    Feature("synonym", "1 if it only states another name of a thing"),
    Feature("opposite", "1 if it only states an opposite"),
    Feature("anything", "1 if it holds of anything: *something … something*"),
    Feature("rule", "1 if it states a condition"),
    Feature("cause", "1 if it states a cause"),
    Feature("unasked", "1 if it names a thing that neither hypothesis nor question mentions"),
)
"""Features of one chosen fact."""

PAIR = (
    Feature("link", "cosine of the terms of two facts that the hypothesis lacks"),
    Feature("linked", "1 if they share such a term"),
    Feature("alike", "weighted Jaccard coefficient of their terms"),
    Feature("repeats", "1 if that is at least 0.6"),
    Feature("resembles", "how much that exceeds 0.3"),
    Feature("tied", "share of the subject of one that the object of the other holds, the larger of both ways"),
    Feature("complements", "smaller of the shares of the hypothesis that only one of them holds"),
    Feature("grounds", "1 if one classifies a mentioned thing and the other speaks of that class"),
    Feature("siblings", "1 if they differ in one term only, and that of one is not mentioned"),
    Feature("same_class", "1 if both classify things as the same class, and one of the things is not mentioned"),
    Feature("deduced", "1 if a conclusion follows from both by their form"),
)
"""Features of two chosen facts."""

PART = (
    Feature("term", "weight of a term of the hypothesis, as a share of all"),
    Feature("term_answer", "the same for a term of the answer that the question lacks"),
    Feature("term_question", "the same for a term of the question"),
    Feature("subject", "1 for the subject of the hypothesis"),
    Feature("object", "1 for its predicate"),
    Feature("clause", "1 for a conjunct, a cause or an effect"),
    Feature("member", "1 for a term of a member of an enumeration, as in *coal and gas*"),
)
"""Features of a part of the hypothesis that a chosen fact covers: a term, or at least half of a clause."""

LACKING = (
    Feature("orphan", "number of chosen facts that share no term with the hypothesis or another chosen fact"),
    Feature("dangling", "number of chosen facts that name a thing by a class or word that nothing else mentions"),
    Feature("idle", "number of chosen facts that name a thing by a class or word that no chosen statement mentions"),
)
"""Features of the set that count the chosen facts that lack another one; see `Company`."""

SIZE = (
    Feature("further", "number of leaves beside the first"),
    Feature("crowding", "number of pairs of leaves beside the first"),
)
"""Features of the number of leaves."""

FEATURES = (*FACT, *PAIR, *PART, *LACKING, *SIZE)
"""All features of a set, in the order of the learned weights."""

_OF_ANYTHING = re.compile(r"\bsomething\b.*\bsomething\b")
_CLAUSES = re.compile(r",? because |,? so that |;| but | while | than |, and | and (?=\w+ \w+ \w+)")
_ENUMERATED = re.compile(
    r"(?P<before>[\w'’-]+)(?:, and|, or|,| and| or) (?=(?P<after>(?:an? |the )?[\w'’-]+(?: of)?(?: [\w'’-]+)?))"
)
_RESTATES, _REPEATS, _RESEMBLES, _HALF = 0.7, 0.6, 0.3, 0.5
_CLIP = 5.0
_ELIGIBLE = 0.03
"""Minimum relevance of a leaf: less relevant facts only take the time of the integer program."""
_RULE, _CAUSE = 2, 3


class Company(NamedTuple):
    """Which facts need another one beside them.

    Attributes:
        needless: Whether a fact needs none; shape (facts,).
        partners: Whether the second is what the first needs; shape (facts, facts).
    """

    needless: NDArray[np.bool_]
    partners: NDArray[np.bool_]

    def lone(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which chosen facts lack what they need; shape (facts,).

        Args:
            chosen: Whether each fact is in the set; shape (facts,).
        """
        found: NDArray[np.bool_] = chosen & ~self.needless & ~(self.partners & chosen).any(axis=1)
        return found


@dataclass(frozen=True, slots=True)
class LeafProblem:
    """The candidates of an explanation, with the features that any set of them is scored by.

    Attributes:
        facts: Features of each fact; shape (facts, ``FACT``).
        eligible: Whether a fact is relevant enough to be a leaf at all; shape (facts,).
        pairs: Numbers of two facts, for each pair with a feature that is not 0; shape (pairs, 2).
        of_pairs: Features of each such pair; shape (pairs, ``PAIR``).
        covers: Whether a fact covers a part of the hypothesis; shape (parts, facts).
        of_parts: Features of each part; shape (parts, ``PART``).
        linked: Facts that share no term with the hypothesis need one that shares a term with them.
        tied: Facts that name a thing by what the hypothesis lacks need one that has the class or word.
        used: Facts that name a thing need a statement that has the class or word.
    """

    facts: Matrix
    eligible: NDArray[np.bool_]
    pairs: NDArray[np.intp]
    of_pairs: Matrix
    covers: NDArray[np.bool_]
    of_parts: Matrix
    linked: Company
    tied: Company
    used: Company

    @property
    def companies(self) -> tuple[Company, ...]:
        """The needs of facts, in the order of the features that count those that lack them."""
        return self.linked, self.tied, self.used

    def features(self, chosen: NDArray[np.bool_]) -> Matrix:
        """Return the features of a set; shape (``FEATURES``,).

        Args:
            chosen: Whether each fact is in the set; shape (facts,).
        """
        both = chosen[self.pairs].all(axis=1)
        covered = (self.covers & chosen).any(axis=1)
        further = int(chosen.sum()) - 1
        return np.concatenate(
            [
                self.facts[chosen].sum(axis=0),
                self.of_pairs[both].sum(axis=0),
                self.of_parts[covered].sum(axis=0),
                [float(company.lone(chosen).sum()) for company in self.companies],
                [float(further), further * (further - 1) / 2],
            ]
        )


def leaf_problem(hypothesis: str, premises: Premises, probabilities: Sequence[float]) -> LeafProblem:
    """Return the candidates of an explanation with their features."""
    belief = np.clip(np.asarray(probabilities, dtype=np.float64), 1e-6, 1 - 1e-6)
    names = [naming(text) for text in premises.texts]
    mentioned = np.maximum(premises.view.sought, np.maximum(premises.question, premises.answer))
    eligible = ((belief >= _ELIGIBLE) | (belief == belief.max(initial=0.0))) & _said_once(premises.texts, belief)
    pairs, of_pairs = _pairs(premises, names, mentioned, np.flatnonzero(eligible).tolist())
    covers, of_parts = _parts(hypothesis, premises)
    shared = (premises.view.held @ premises.view.held.T) > 0
    np.fill_diagonal(shared, val=False)
    anchored = (premises.view.held @ premises.view.sought) > 0
    facts = _facts(premises, belief, names, mentioned)
    tied, used = _ties(premises, names)
    return LeafProblem(facts, eligible, pairs, of_pairs, covers, of_parts, Company(anchored, shared), tied, used)


def _said_once(texts: Sequence[str], belief: Matrix) -> NDArray[np.bool_]:
    """Return which texts no more relevant one says word for word, as two rows of tables may once they are worded."""
    best = {texts[place]: place for place in np.argsort(belief, kind="stable").tolist()}
    return np.array([best[text] == place for place, text in enumerate(texts)], dtype=np.bool_)


def _facts(premises: Premises, belief: Matrix, names: Sequence[Naming | None], mentioned: Matrix) -> Matrix:
    view, mass = premises.view, np.maximum(premises.mass, 1e-6)
    total = max(float(view.weights @ view.sought), 1e-6)
    found = (view.held * view.sought) @ view.weights
    restates = found / np.maximum(mass + total - found, 1e-6)
    foreign = (view.held * (1 - mentioned)) @ view.weights / mass
    kinds = np.array([[_is_kind(name), _is(name, "synonym"), _is(name, "opposite")] for name in names], dtype=float)
    anything = np.array([bool(_OF_ANYTHING.search(text)) for text in premises.texts], dtype=float)
    known = {term for term, value in zip(view.terms, mentioned.tolist(), strict=True) if value}
    unasked = [
        name is not None and not (set(read(name.name).telling) | set(read(name.class_).telling)) & known
        for name in names
    ]
    return np.column_stack(
        [
            np.clip(np.log(belief / (1 - belief)), -_CLIP, _CLIP),
            belief,
            restates,
            restates >= _RESTATES,
            found / total,
            foreign,
            kinds,
            anything,
            view.traits[:, _RULE],
            view.traits[:, _CAUSE],
            np.array(unasked, dtype=float),
        ]
    ).astype(np.float64)


def _is_kind(name: Naming | None) -> bool:
    return name is not None and not name.synonym and not name.opposite


def _is(name: Naming | None, which: str) -> bool:
    return name is not None and bool(getattr(name, which))


def _pairs(
    premises: Premises, names: Sequence[Naming | None], mentioned: Matrix, eligible: Sequence[int]
) -> tuple[NDArray[np.intp], Matrix]:
    """Return all pairs of eligible facts, with their features."""
    view, weights = premises.view, premises.view.weights
    total = max(float(weights @ view.sought), 1e-6)
    foreign = view.held * (1 - view.sought)
    own = np.maximum(foreign @ weights, 1e-6)
    shared = (foreign * weights) @ foreign.T
    subject = np.maximum(view.subject @ weights, 1e-6)
    tied = (view.subject * weights) @ view.object.T / subject[:, None]
    alone = ((view.held * view.sought) @ (weights[:, None] * (1 - view.held.T))) / total
    differ = (view.held @ (1 - view.held.T)).round()
    unasked = (view.held * (1 - mentioned)) @ (1 - view.held.T) > 0
    siblings = (differ == 1) & (differ.T == 1) & (unasked | unasked.T)
    pairs = np.array(list(combinations(eligible, 2)), dtype=np.intp).reshape(-1, 2)
    one, other = pairs.T
    linked = shared[one, other] > 0
    known = _Links(premises, names)
    of_words = np.array(
        [known.features(*pair, is_linked=is_linked) for pair, is_linked in zip(pairs.tolist(), linked, strict=True)],
        dtype=np.float64,
    ).reshape(-1, 3)
    alike = premises.alike[one, other]
    of_pairs = np.column_stack(
        [
            shared[one, other] / np.sqrt(own[one] * own[other]),
            linked,
            alike,
            alike >= _REPEATS,
            np.maximum(alike - _RESEMBLES, 0.0),
            np.maximum(tied[one, other], tied[other, one]),
            np.minimum(alone[one, other], alone[other, one]),
            of_words[:, 0],
            siblings[one, other],
            of_words[:, 1:],
        ]
    )
    return pairs, of_pairs.astype(np.float64)


def _ties(premises: Premises, names: Sequence[Naming | None]) -> tuple[Company, Company]:
    """Return what facts need that name a thing: another that has its class or word, and a statement that has it."""
    count = len(names)
    held = [frozenset(sentence.telling) for sentence in map(read, premises.texts)]
    sought = frozenset(
        term for term, value in zip(premises.view.terms, premises.view.sought.tolist(), strict=True) if value
    )
    states = np.array([name is None or name.telling for name in names], dtype=np.bool_)
    settled, tied = states.copy(), np.zeros((count, count), dtype=np.bool_)
    shares = np.zeros((count, count), dtype=np.bool_)
    for one, name in enumerate(names):
        if name is None or name.telling:
            continue
        own, class_ = frozenset(read(name.name).telling), frozenset(read(name.class_).telling)
        bridges = (class_, own) if name.synonym else (class_,)
        settled[one] = bool(class_) and not class_ <= own and class_ <= sought and not own <= sought
        for other in range(count):
            shares[one, other] = bool(states[other]) and any(bridge & held[other] for bridge in bridges)
            if other != one and _kind_terms(names[other]) != tuple(read(name.class_).telling):
                tied[one, other] = any(
                    bridge and bridge <= held[other] and not (bridge <= sought or own <= held[other] - bridge)
                    for bridge in bridges
                )
    return Company(settled, tied), Company(states, shares)


class _Links:
    """Links between facts that their words show, not their terms."""

    def __init__(self, premises: Premises, names: Sequence[Naming | None]) -> None:
        self._texts = premises.texts
        self._names = names
        asked = np.maximum(premises.view.sought, premises.question)
        terms = {term for term, held in zip(premises.view.terms, asked.tolist(), strict=True) if held}
        self._classes = [_kind_terms(name) for name in names]
        self._mentioned = [name is not None and terms.issuperset(read(name.name).telling) for name in names]
        self._grounding = [
            name is not None
            and not (name.opposite or name.telling)
            and bool(terms.intersection(read(name.name).telling))
            for name in names
        ]

    def features(self, one: int, other: int, *, is_linked: bool) -> tuple[bool, bool, bool]:
        """Return whether one fact grounds the other, both name one class, and a conclusion follows from both.

        Args:
            is_linked: Whether they share a term that the hypothesis lacks.
        """
        same = bool(self._classes[one]) and self._classes[one] == self._classes[other]
        same = same and not (self._mentioned[one] and self._mentioned[other])
        if not is_linked:
            return False, same, False
        grounds = self._grounds(one, other) or self._grounds(other, one)
        return grounds, same, _deduced(self._texts[one], self._texts[other])

    def _grounds(self, one: int, other: int) -> bool:
        """Return whether a fact classifies a mentioned thing and another one speaks of that class."""
        name = self._names[one]
        return name is not None and self._grounding[one] and stands_whole(self._texts[other], name.class_)


def _kind_terms(name: Naming | None) -> tuple[str, ...]:
    return tuple(read(name.class_).telling) if name is not None and _is_kind(name) else ()


@lru_cache(maxsize=16_384)
def _deduced(one: str, other: str) -> bool:
    return any(deductions(plain_premises((one, other), "")))


def _members(hypothesis: str) -> frozenset[str]:
    """Return the terms of the members of enumerations in a hypothesis, found by a pattern."""
    found: list[str] = []
    for match in _ENUMERATED.finditer(hypothesis):
        found += [*read(match["before"]).telling, *read(match["after"]).telling]
    return frozenset(found)


def _parts(hypothesis: str, premises: Premises) -> tuple[NDArray[np.bool_], Matrix]:
    view, weights = premises.view, premises.view.weights
    total = max(float(weights @ view.sought), 1e-6)
    covers, members = [], _members(hypothesis)
    rows: list[tuple[float, ...]] = []
    for place in np.flatnonzero(view.sought).tolist():
        share = weights[place] / total
        asked, answered = premises.question[place], premises.answer[place]
        covers.append(view.held[:, place] > 0)
        member = float(view.terms[place] in members)
        rows.append((share, share * answered * (1 - asked), share * asked, 0.0, 0.0, 0.0, member))
    numbers = {name: place for place, name in enumerate(view.terms)}
    parts = [(view.sought_subject, 3), (view.sought_object, 4)]
    clauses = _CLAUSES.split(hypothesis)
    if len(clauses) > 1:
        for clause in clauses:
            terms = np.zeros(len(numbers))
            terms[[numbers[name] for name in set(read(clause).telling) if name in numbers]] = 1
            parts.append((terms, 5))
    for terms, feature in parts:
        mass = float(terms @ weights)
        if mass > 0:
            covers.append((view.held * terms) @ weights >= _HALF * mass)
            rows.append(tuple(float(number == feature) for number in range(len(PART))))
    if not rows:
        return np.zeros((0, len(view.held)), dtype=np.bool_), np.zeros((0, len(PART)))
    return np.array(covers, dtype=np.bool_), np.array(rows, dtype=np.float64)
