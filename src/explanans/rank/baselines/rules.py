"""Rank facts by another ranker and move down those that look like its common errors."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.fact import Fact
from explanans.knowledge.base import KnowledgeBase
from explanans.question import Question
from explanans.rank.baselines.reorder import first_facts, reordered
from explanans.rank.ranker import open_ranker
from explanans.registry import takes
from explanans.text.lemmas import content_lemmas, lemma, lemmas, telling_lemmas, tokens

_KIND = re.compile(r"\b(?:kind|type|form|example) of\b")


@dataclass(frozen=True, slots=True)
class FactProfile:
    """What a fact talks about.

    Attributes:
        content: Its content lemmas.
        telling: Those of them that do more than frame what is said.
        subject: The telling lemmas before its first auxiliary verb; where there is none, its first telling lemma.
        names: The lemmas of the words in it, but for the first, that start with a capital and have more letters.
        kind: Whether it says what something is a kind of.
    """

    content: frozenset[str]
    telling: frozenset[str]
    subject: frozenset[str]
    names: frozenset[str]
    kind: bool

    @classmethod
    def of(cls, fact: Fact) -> "FactProfile":
        """Return what a fact talks about.

        Args:
            fact: The fact.

        Example:
            >>> profile = FactProfile.of(Fact("f1", "a frog is a kind of animal that lives in Florida"))
            >>> sorted(profile.subject), sorted(profile.names), profile.kind
            (['frog'], ['florida'], True)
        """
        content, telling = content_lemmas(fact.text), telling_lemmas(fact.text)
        verb = _VERB.search(fact.text)
        before = telling_lemmas(fact.text[: verb.start()]) if verb else frozenset()
        first = frozenset([word for word in content if word in telling][:1])
        names = frozenset(lemma(word) for word in tokens(fact.text)[1:] if word[0].isupper() and len(word) > 1)
        return cls(frozenset(content), telling, before or first, names, bool(_KIND.search(fact.text)))


_DEFAULT = "unification"

_SHORTLIST = 100

_CONTEXT = 5

_RESEMBLANCE = 0.75


@takes("RANKER")
class Rules:
    """Demotion rules on top of a ranker, after D'Souza et al. 2019 (Jansen & Ustalov 2019, section 6, model 1).

    The rank of a fact among the first 100 is multiplied by the factor of each rule in ``RULES`` that applies to it, and
    the facts are put into the order of the products. Superseded facts need no rule, as they come last anyway. Three
    rules that seemed as plausible lowered average precision on WorldTree's training questions and are left out: against
    numbers that the question lacks, against definitions of words that nobody used, and against kin of the things asked
    about.

    Args:
        knowledge: The knowledge base to rank.
        parts: The name of the ranker.

    Raises:
        InputError: No ranker has that name.
    """

    def __init__(self, knowledge: KnowledgeBase, parts: str = _DEFAULT) -> None:
        self._knowledge = knowledge
        self._ranker = open_ranker(parts, knowledge)
        self._profile = cache(lambda number: FactProfile.of(knowledge.facts[number]))

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one score a fact; shape (facts,).

        Args:
            question: A question with its right answer.

        Raises:
            InputError: The question's key names no choice.
        """
        scores = self._ranker.scores(question)
        first = first_facts(self._knowledge, scores, _SHORTLIST)
        profiles = [self._profile(number) for number in first.tolist()]
        asked = AskedAbout.of(question)
        factors = [
            _factor(Case(profile, profiles[:place], _context(place, profiles, asked), asked))
            for place, profile in enumerate(profiles)
        ]
        return reordered(scores, first, np.arange(1, len(first) + 1) * np.array(factors))


@dataclass(frozen=True, slots=True)
class AskedAbout:
    """What a question talks about.

    Attributes:
        lemmas: All lemmas of question and right answer.
        telling: The telling ones.
        rejected: The telling lemmas of the wrong choices that neither question nor right answer has.
    """

    lemmas: frozenset[str]
    telling: frozenset[str]
    rejected: frozenset[str]

    @classmethod
    def of(cls, question: Question) -> "AskedAbout":
        """Return what a question talks about.

        Args:
            question: A question with its right answer.

        Raises:
            InputError: The question's key names no choice.
        """
        text = f"{question.text} {question.answer}"
        wrong = " ".join(choice.text for choice in question.choices if choice.label != question.key)
        telling = telling_lemmas(text)
        return cls(frozenset(lemmas(text)), telling, telling_lemmas(wrong) - telling)


@dataclass(frozen=True, slots=True)
class Case:
    """A fact that may have to move down.

    Attributes:
        fact: The fact.
        better: The facts that stand above it.
        context: The telling lemmas of question, right answer and the five first facts other than this one.
        asked: The question.
    """

    fact: FactProfile
    better: Sequence[FactProfile]
    context: frozenset[str]
    asked: AskedAbout


def has_foreign_subject(case: Case) -> bool:
    """Tell whether a fact is about something that neither question, answer nor the first facts mention.

    It may share a word with the question all the same, such as *a dog has fur* where a fox's fur is asked about.
    """
    return bool(case.fact.subject) and not case.fact.subject & case.context


def sorts_foreign_thing(case: Case) -> bool:
    """Tell whether a fact says what kind of thing something is that nobody mentions.

    Such facts are many for each kind, and only those of the things in question ground them.
    """
    return case.fact.kind and has_foreign_subject(case)


def is_about_wrong_choice(case: Case) -> bool:
    """Tell whether a fact is about a wrong choice: it would explain another answer."""
    return bool(case.fact.subject & case.asked.rejected)


def has_foreign_name(case: Case) -> bool:
    """Tell whether a fact names someone or something that the question does not: the example is another one."""
    return bool(case.fact.names - case.asked.lemmas)


def repeats_better_fact(case: Case) -> bool:
    """Tell whether a fact shares three quarters of its content lemmas with a better one, which says it already."""
    content = case.fact.content
    return any(
        len(content & other.content) >= _RESEMBLANCE * len(content | other.content) for other in case.better if content
    )


class Rule(NamedTuple):
    """A reason to move a fact down.

    Attributes:
        applies: Whether it holds for a fact.
        factor: What the fact's rank is multiplied by.
    """

    applies: Callable[[Case], bool]
    factor: float


RULES = (
    Rule(has_foreign_subject, 2.0),
    Rule(sorts_foreign_thing, 2.0),
    Rule(is_about_wrong_choice, 2.0),
    Rule(has_foreign_name, 1.5),
    Rule(repeats_better_fact, 1.5),
)
"""Factors chosen on WorldTree's training questions, each ranked without its own explanation."""


def _factor(case: Case) -> float:
    return float(np.prod([rule.factor for rule in RULES if rule.applies(case)]))


def _context(place: int, profiles: Sequence[FactProfile], asked: AskedAbout) -> frozenset[str]:
    first = [profile.telling for number, profile in enumerate(profiles[:_CONTEXT]) if number != place]
    return asked.telling.union(*first)


_VERB = re.compile(r"\b(?:is|are|was|were|means?|can|has|have|had|will|must|may|do|does)\b")
