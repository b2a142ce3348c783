"""A step as its features see it, and what is known of words from the steps that people wrote."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from explanans.entailment.steps.sentence import read
from explanans.language.terms import Sentence


@dataclass(frozen=True, slots=True)
class TermStatistics:
    """Counts of the words in the steps that people wrote.

    Attributes:
        weights: How telling each term is: its inverse document frequency.
        added: How often each term stands in a gold conclusion and in none of its premises.
        pairs: How many sentences have two neighbouring terms, keyed by both with a space between.
    """

    weights: Mapping[str, float]
    added: Mapping[str, int]
    pairs: Mapping[str, int]

    @property
    def rarest(self) -> float:
        """The weight of the rarest term, and of unknown terms."""
        return max(self.weights.values(), default=1.0)


@dataclass(frozen=True)
class StepView:
    """A step as features see it.

    Attributes:
        premises: The premises; one or more.
        conclusion: The conclusion.
        words: Statistics of words.
    """

    premises: tuple[Sentence, ...]
    conclusion: Sentence
    words: TermStatistics

    @classmethod
    def of(cls, premises: Iterable[str], conclusion: str, words: TermStatistics) -> "StepView":
        """Read a step.

        Args:
            premises: The premises; one or more.
            conclusion: The conclusion.
            words: Statistics of words.
        """
        return cls(tuple(map(read, premises)), read(conclusion), words)

    @cached_property
    def said(self) -> frozenset[str]:
        """The terms that tell something in the conclusion."""
        return frozenset(self.conclusion.telling)

    @cached_property
    def held(self) -> tuple[frozenset[str], ...]:
        """The terms that tell something in each premise."""
        return tuple(frozenset(premise.telling) for premise in self.premises)

    @cached_property
    def known(self) -> frozenset[str]:
        """The terms that tell something in a premise or more."""
        return frozenset[str]().union(*self.held)

    @cached_property
    def shared(self) -> frozenset[str]:
        """The terms that tell something in two premises or more."""
        return frozenset(name for name in self.known if sum(name in terms for terms in self.held) > 1)

    @cached_property
    def new(self) -> frozenset[str]:
        """The terms that tell something in the conclusion and stand in no premise."""
        return self.said.difference(*(premise.terms for premise in self.premises))

    @cached_property
    def _rarest(self) -> float:
        return self.words.rarest

    def mass(self, terms: Iterable[str]) -> float:
        """Return the weight of terms."""
        return sum(self.words.weights.get(name, self._rarest) for name in terms)


def share(part: float, whole: float) -> float:
    """Return the ratio of two numbers, 0 if the divisor is 0."""
    return part / whole if whole else 0.0
