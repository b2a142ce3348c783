"""Features of sets of leaves: of each fact, of each pair, of each part of the hypothesis, and of the size."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.learning.boosted_trees import Feature
from explanans.trees.fact_pairs import PAIR, fact_pairs, is_kind, kind_terms
from explanans.trees.missing_links import Naming, naming
from explanans.trees.model import RelevantFacts
from explanans.trees.premises import Premises
from explanans.trees.problem_matrix import Matrix
from explanans.trees.terms import read

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
_RESTATES, _HALF = 0.7, 0.5
_CLIP = 5.0
_ELIGIBLE = 0.03
"""Minimum relevance of a leaf: less relevant facts only take the time of the integer program."""
_RULE, _CAUSE = 2, 3
_REPEATS = [feature.name for feature in PAIR].index("repeats")


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

    def repetition(self, chosen: NDArray[np.bool_]) -> float:
        """Return the largest ``repeats`` of two facts of a set; 0 if there is none.

        Args:
            chosen: Whether each fact is in the set; shape (facts,).
        """
        both = chosen[self.pairs].all(axis=1)
        return float(self.of_pairs[both, _REPEATS].max(initial=0.0))

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


def leaf_problem(hypothesis: str, facts: RelevantFacts) -> LeafProblem:
    """Return the candidates of an explanation with their features."""
    premises = facts.premises
    belief = np.clip(facts.belief, 1e-6, 1 - 1e-6)
    names = [naming(text) for text in premises.texts]
    eligible = ((belief >= _ELIGIBLE) | (belief == belief.max(initial=0.0))) & _said_once(premises.texts, belief)
    pairs, of_pairs = fact_pairs(facts, np.flatnonzero(eligible).tolist())
    covers, of_parts = _parts(hypothesis, premises)
    shared = (premises.view.held @ premises.view.held.T) > 0
    np.fill_diagonal(shared, val=False)
    anchored = (premises.view.held @ premises.view.sought) > 0
    of_facts = _facts(premises, belief, names)
    tied, used = _ties(premises, names)
    return LeafProblem(of_facts, eligible, pairs, of_pairs, covers, of_parts, Company(anchored, shared), tied, used)


def _said_once(texts: Sequence[str], belief: Matrix) -> NDArray[np.bool_]:
    """Return which texts no more relevant one says word for word, as two rows of tables may once they are worded."""
    best = {texts[place]: place for place in np.argsort(belief, kind="stable").tolist()}
    return np.array([best[text] == place for place, text in enumerate(texts)], dtype=np.bool_)


def _facts(premises: Premises, belief: Matrix, names: Sequence[Naming | None]) -> Matrix:
    view, restated = premises.view, premises.restated
    kinds = np.array([[is_kind(name), _is(name, "synonym"), _is(name, "opposite")] for name in names], dtype=float)
    anything = np.array([bool(_OF_ANYTHING.search(text)) for text in premises.texts], dtype=float)
    known = {term for term, value in zip(view.terms, premises.mentioned.tolist(), strict=True) if value}
    unasked = [
        name is not None and not (set(read(name.name).telling) | set(read(name.class_).telling)) & known
        for name in names
    ]
    return np.column_stack(
        [
            np.clip(np.log(belief / (1 - belief)), -_CLIP, _CLIP),
            belief,
            restated,
            restated >= _RESTATES,
            premises.covered,
            premises.unmentioned,
            kinds,
            anything,
            view.traits[:, _RULE],
            view.traits[:, _CAUSE],
            np.array(unasked, dtype=float),
        ]
    ).astype(np.float64)


def _is(name: Naming | None, which: str) -> bool:
    return name is not None and bool(getattr(name, which))


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
            if other != one and kind_terms(names[other]) != tuple(read(name.class_).telling):
                tied[one, other] = any(
                    bridge and bridge <= held[other] and not (bridge <= sought or own <= held[other] - bridge)
                    for bridge in bridges
                )
    return Company(settled, tied), Company(states, shares)


def _members(hypothesis: str) -> frozenset[str]:
    """Return the terms of the members of enumerations in a hypothesis, found by a pattern."""
    found: list[str] = []
    for match in _ENUMERATED.finditer(hypothesis):
        found += [*read(match["before"]).telling, *read(match["after"]).telling]
    return frozenset(found)


def _parts(hypothesis: str, premises: Premises) -> tuple[NDArray[np.bool_], Matrix]:
    view, weights = premises.view, premises.view.weights
    total = premises.total
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
