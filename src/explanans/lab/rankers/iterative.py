"""Rank facts by another ranker, then reorder the first: by similarity to facts chosen before, or by common errors."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.language.tokens import content_lemmas, informative_lemmas, lemma, lemmas, tokens
from explanans.registry import takes
from explanans.retrieval.ranker import open_ranker, order
from explanans.structures.facts import Fact
from explanans.structures.questions import Question


def first_facts(knowledge: KnowledgeBase, scores: NDArray[np.float64], limit: int) -> NDArray[np.intp]:
    """Return the indices of the first facts of a ranking, best first.

    Superseded facts and facts with the lowest score are left out.

    Args:
        scores: One score per fact; shape (facts,).
        limit: Number of facts to return at most.
    """
    first = order(knowledge, scores, limit)
    worth_it = ~knowledge.deprecated[first] & (scores[first] > scores.min())
    return np.asarray(first[worth_it])


def reordered(scores: NDArray[np.float64], first: NDArray[np.intp], keys: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return scores that reorder the first facts of a ranking and keep all others in place.

    The scores of the first facts are permuted. Of two equal scores, the better fact is raised by a billionth of the
    range of all scores, and so is the last one.

    Args:
        scores: One score per fact; shape (facts,).
        first: Indices of the first facts, best first; shape (first,).
        keys: Sort keys, lowest first; the sort is stable; shape (first,).

    Example:
        >>> reordered(np.array([0.9, 0.5, 0.7, 0.1]), np.array([0, 2, 1]), np.array([2.0, 1.0, 3.0])).round(3).tolist()
        [0.7, 0.5, 0.9, 0.1]
    """
    changed, rising = scores.copy(), scores[first[::-1]]
    step = 1e-9 * float(np.ptp(scores))
    rising[:1] += step
    for lower, higher in pairwise(range(len(rising))):
        rising[higher] = max(rising[higher], rising[lower] + step)
    changed[first[np.argsort(keys, kind="stable")]] = rising[::-1]
    return changed


_SHORTLIST = 15
"""As in Jansen & Ustalov 2019, section 6."""

_REPETITION = 0.2
"""Chosen on WorldTree's training questions, each ranked without its gold explanation."""

_NEAR = "near:"
_DEFAULT = "unification"


@takes("RANKER")
class Iterative:
    """A greedily re-ranked shortlist, after Banerjee 2019 as described by Jansen & Ustalov 2019 (section 6, model 2).

    The first 15 facts of a ranker are re-ranked. After the best fact, the next is the one with the highest share of the
    best score minus 0.2 times its largest cosine with a chosen fact. Banerjee rewards a high cosine; on WorldTree this
    lowers average precision, since explanatory power already groups the facts of an explanation. Less repetition
    raises it, as in maximal marginal relevance (Carbonell & Goldstein 1998).

    Args:
        parts: The name of the ranker. With the prefix ``near:``, a high cosine is rewarded, as in Banerjee 2019.

    Raises:
        InputError: No ranker has that name.
    """

    def __init__(self, knowledge: KnowledgeBase, parts: str = _DEFAULT) -> None:
        self._knowledge = knowledge
        self._reward = _REPETITION if parts.startswith(_NEAR) else -_REPETITION
        self._relevance = open_ranker(parts.removeprefix(_NEAR) or _DEFAULT, knowledge)

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score per fact; shape (facts,).

        Raises:
            InputError: The question's key names no choice.
        """
        scores = self._relevance.scores(question)
        first = first_facts(self._knowledge, scores, _SHORTLIST)
        shares = scores[first] / (scores[first].max(initial=0.0) or 1.0)
        return reordered(scores, first, choose(shares, self._cosines(first), self._reward))

    def _cosines(self, facts: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return the cosines of the facts' BM25 vectors with one another; shape (facts, facts)."""
        rows = np.zeros((len(facts), len(self._knowledge.vocabulary.numbers)))
        for row, number in zip(rows, facts.tolist(), strict=True):
            terms, weights = self._knowledge.vocabulary.vector(content_lemmas(self._knowledge.facts[number].text))
            row[terms] = weights
        return np.asarray(rows @ rows.T)


def choose(
    shares: NDArray[np.float64], cosines: NDArray[np.float64], reward: float = -_REPETITION
) -> NDArray[np.float64]:
    """Return the position at which each fact is chosen, from 0.

    Args:
        shares: Relevance of each fact relative to the most relevant one; shape (facts,).
        cosines: Pairwise cosines of the facts; shape (facts, facts).

    Example:
        >>> twins = np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        >>> choose(np.array([1.0, 0.9, 0.8]), twins).tolist()
        [0.0, 2.0, 1.0]
    """
    turns = np.zeros(len(shares))
    resemblance = np.zeros(len(shares))
    left = np.ones(len(shares), dtype=np.bool_)
    for turn in range(len(shares)):
        chosen = int(np.argmax(np.where(left, shares + reward * resemblance, -np.inf)))
        left[chosen] = False
        turns[chosen] = turn
        resemblance = np.maximum(resemblance, cosines[chosen])
    return turns


_KIND = re.compile(r"\b(?:kind|type|form|example) of\b")


@dataclass(frozen=True, slots=True)
class FactProfile:
    """The content lemmas of a fact, by function.

    Attributes:
        telling: Those with their own meaning, without framing words.
        subject: Those before the first auxiliary verb; without one, the first of them.
        names: Lemmas of capitalized words of several letters, except the first word.
    """

    content: frozenset[str]
    telling: frozenset[str]
    subject: frozenset[str]
    names: frozenset[str]
    kind: bool

    @classmethod
    def of(cls, fact: Fact) -> "FactProfile":
        """Return the profile of a fact.

        Example:
            >>> profile = FactProfile.of(Fact("f1", "a frog is a kind of animal that lives in Florida"))
            >>> sorted(profile.subject), sorted(profile.names), profile.kind
            (['frog'], ['florida'], True)
        """
        content, telling = content_lemmas(fact.text), informative_lemmas(fact.text)
        verb = _VERB.search(fact.text)
        before = informative_lemmas(fact.text[: verb.start()]) if verb else frozenset()
        first = frozenset([word for word in content if word in telling][:1])
        names = frozenset(lemma(word) for word in tokens(fact.text)[1:] if word[0].isupper() and len(word) > 1)
        return cls(frozenset(content), telling, before or first, names, bool(_KIND.search(fact.text)))


_DEMOTED = "unification"

_RECONSIDERED = 100

_CONTEXT = 5

_RESEMBLANCE = 0.75


@takes("RANKER")
class Rules:
    """Demotion rules on top of a ranker, after D'Souza et al. 2019 (Jansen & Ustalov 2019, section 6, model 1).

    The rank of a fact among the first 100 is multiplied by the factor of each rule in ``RULES`` that applies to it, and
    the facts are sorted by the products. Superseded facts come last anyway. Three further rules lowered average
    precision on WorldTree's training questions and are left out: against numbers that the question lacks, against
    definitions of words that do not occur, and against siblings of the things in the question.

    Raises:
        InputError: No ranker has that name.
    """

    def __init__(self, knowledge: KnowledgeBase, parts: str = _DEMOTED) -> None:
        self._knowledge = knowledge
        self._ranker = open_ranker(parts, knowledge)
        self._profile = cache(lambda number: FactProfile.of(knowledge.facts[number]))

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score per fact; shape (facts,).

        Raises:
            InputError: The question's key names no choice.
        """
        scores = self._ranker.scores(question)
        first = first_facts(self._knowledge, scores, _RECONSIDERED)
        profiles = [self._profile(number) for number in first.tolist()]
        asked = QuestionProfile.of(question)
        factors = [
            _factor(Case(profile, profiles[:place], _context(place, profiles, asked), asked))
            for place, profile in enumerate(profiles)
        ]
        return reordered(scores, first, np.arange(1, len(first) + 1) * np.array(factors))


@dataclass(frozen=True, slots=True)
class QuestionProfile:
    """The lemmas of a question and of its wrong choices.

    Attributes:
        lemmas: All lemmas of question and right answer.
        rejected: The content lemmas of the wrong choices that neither question nor right answer has.
    """

    lemmas: frozenset[str]
    telling: frozenset[str]
    rejected: frozenset[str]

    @classmethod
    def of(cls, question: Question) -> "QuestionProfile":
        """Return the lemmas of a question.

        Raises:
            InputError: The question's key names no choice.
        """
        text = f"{question.text} {question.answer}"
        wrong = " ".join(choice.text for choice in question.choices if choice.label != question.key)
        telling = informative_lemmas(text)
        return cls(frozenset(lemmas(text)), telling, informative_lemmas(wrong) - telling)


@dataclass(frozen=True, slots=True)
class Case:
    """A fact to check against the rules.

    Attributes:
        better: The facts with a better rank.
        context: The content lemmas of question, right answer and the five first other facts.
    """

    fact: FactProfile
    better: Sequence[FactProfile]
    context: frozenset[str]
    asked: QuestionProfile


def has_foreign_subject(case: Case) -> bool:
    """Return whether neither question, answer nor the first facts mention the subject of a fact.

    The fact may still share a word with the question, such as *a dog has fur* for a question on a fox's fur.
    """
    return bool(case.fact.subject) and not case.fact.subject & case.context


def is_foreign_kind(case: Case) -> bool:
    """Return whether a kind-of fact is about a thing that is not mentioned.

    There are many such facts for each kind, and only those about the things in the question ground them.
    """
    return case.fact.kind and has_foreign_subject(case)


def is_about_wrong_choice(case: Case) -> bool:
    """Return whether a fact is about a wrong choice."""
    return bool(case.fact.subject & case.asked.rejected)


def has_foreign_name(case: Case) -> bool:
    """Return whether a fact has a name that the question lacks, such as in an example."""
    return bool(case.fact.names - case.asked.lemmas)


def repeats_better_fact(case: Case) -> bool:
    """Return whether a fact shares at least 75% of its content lemmas with a better one."""
    content = case.fact.content
    return any(
        len(content & other.content) >= _RESEMBLANCE * len(content | other.content) for other in case.better if content
    )


class Rule(NamedTuple):
    """A reason to move a fact down.

    Attributes:
        applies: Returns whether it applies to a fact.
        factor: Factor of the fact's rank.
    """

    applies: Callable[[Case], bool]
    factor: float


RULES = (
    Rule(has_foreign_subject, 2.0),
    Rule(is_foreign_kind, 2.0),
    Rule(is_about_wrong_choice, 2.0),
    Rule(has_foreign_name, 1.5),
    Rule(repeats_better_fact, 1.5),
)
"""Factors chosen on WorldTree's training questions, each ranked without its own explanation."""


def _factor(case: Case) -> float:
    return float(np.prod([rule.factor for rule in RULES if rule.applies(case)]))


def _context(place: int, profiles: Sequence[FactProfile], asked: QuestionProfile) -> frozenset[str]:
    first = [profile.telling for number, profile in enumerate(profiles[:_CONTEXT]) if number != place]
    return asked.telling.union(*first)


_VERB = re.compile(r"\b(?:is|are|was|were|means?|can|has|have|had|will|must|may|do|does)\b")
