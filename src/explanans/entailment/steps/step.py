"""A step as its features see it: stems, parts at the verb, marks such as denials, and what is known of its words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType

from explanans.language.finite_verbs import finite_verb
from explanans.language.lexicon import word_set
from explanans.language.tokens import Division, SentenceTerms, lemma, reader, stem, tokens

_ARTICLES = frozenset({"a", "an", "the"})
_OPENINGS = frozenset("if when whenever as because while since".split())
_MOST_WORDS = 80
"""Longer texts are no single sentences; only their start is read, since comparing words takes time."""


def term(word: str) -> str:
    """Return the stem of the lemma of a word, which identifies words that are the same.

    Example:
        >>> term("evaporated") == term("evaporation") == term("evaporates")
        True
    """
    return stem(lemma(word))


def _divide(text: str, words: tuple[str, ...]) -> Division:
    """Return where a sentence states its relation: at its verb, or, if none is found, from the start on."""
    start = _end_of_condition(text, words)
    verb = finite_verb(words, start + 1) if start + 1 < len(words) else None
    return Division(start, start if verb is None else verb)


def _end_of_condition(text: str, words: tuple[str, ...]) -> int:
    """Return the number of the first word after a condition that opens a sentence; 0 if there is none."""
    if not words or words[0] not in _OPENINGS:
        return 0
    if "then" in words:
        return words.index("then") + 1
    before, comma, _ = text.partition(",")
    return sum(token.lower() not in _ARTICLES for token in tokens(before)) if comma else 0


read = reader(stem, _divide, ignored=_ARTICLES, longest=_MOST_WORDS, by_term=True)
"""Returns a sentence as terms, without its articles; where it has no verb, its relation starts where it starts."""


def telling_terms(text: str) -> frozenset[str]:
    """Return the terms of a sentence that tell something.

    Example:
        >>> sorted(telling_terms("if a metal is heated then the metal expands"))
        ['expand', 'heat', 'metal']
    """
    return frozenset(read(text).telling)


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
    """

    premises: tuple[SentenceTerms, ...]
    conclusion: SentenceTerms
    words: TermStatistics

    @classmethod
    def of(cls, premises: Iterable[str], conclusion: str, words: TermStatistics) -> "StepView":
        """Read a step.

        Args:
            premises: The premises; one or more.
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


CLASSES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "denial": frozenset("not no never none nor neither nothing cannot without unable lack unlike".split()),
        "all": frozenset("all every each any always whole entire both".split()),
        "some": frozenset("some many several most few usually often sometimes generally mostly".split()),
        "only": frozenset("only just exactly alone".split()),
        "more": frozenset("more most greater greatest larger largest higher highest".split()),
        "less": frozenset("less least fewer fewest smaller smallest lower lowest".split()),
        "possible": frozenset("can could may might able possible".split()),
        "necessary": frozenset("must should need needs require requires required necessary".split()),
        "before": frozenset("before until prior".split()),
        "after": frozenset("after since following".split()),
        "different": frozenset("different other another differ differs".split()),
        "same": frozenset("same equal similar alike".split()),
    }
)
"""Words that turn what a sentence says, in lower case, by what they do."""

_OPPOSITES = word_set("entailment.steps.step.opposites")
_NUMBERS = word_set("entailment.steps.step.numbers")
_REACH = 4
"""The number of words that a denial reaches."""


@cache
def opposites() -> Mapping[str, frozenset[str]]:
    """Return the antonyms of a word, by the word, in lower case."""
    found: dict[str, set[str]] = {}
    for first, second in (pair.split(":") for pair in _OPPOSITES):
        found.setdefault(first, set()).add(second)
        found.setdefault(second, set()).add(first)
    return MappingProxyType({word: frozenset(others) for word, others in sorted(found.items())})


@cache
def opposite_terms() -> Mapping[str, frozenset[str]]:
    """Return the antonyms of a term, by the term."""
    found: dict[str, set[str]] = {}
    for word, others in opposites().items():
        found.setdefault(term(word), set()).update(map(term, others))
    return MappingProxyType({name: frozenset(others) - {name} for name, others in found.items()})


def is_number(word: str) -> bool:
    """Return whether a word in lower case is a number.

    Example:
        >>> is_number("24"), is_number("two"), is_number("too")
        (True, True, False)
    """
    return word[0].isdigit() or word in _NUMBERS


def is_denial(word: str) -> bool:
    """Return whether a word in lower case denies what follows it.

    Example:
        >>> is_denial("not"), is_denial("isn't"), is_denial("note")
        (True, True, False)
    """
    return word in CLASSES["denial"] or word.endswith("n't")


def denied(words: tuple[str, ...]) -> tuple[bool, ...]:
    """Return for each word whether a denial reaches it; twice denied is not denied.

    Args:
        words: The words in lower case.

    Example:
        >>> denied(("metals", "do", "not", "rot"))
        (False, False, False, True)
    """
    found, reach, is_on = [], 0, False
    for word in words:
        if is_denial(word):
            is_on = not is_on if reach else True
            reach = _REACH
            found.append(False)
        else:
            found.append(is_on and reach > 0)
            reach = max(0, reach - 1)
    return tuple(found)
