"""Clauses of sentences: subject, predicate and what goes with them, as phrases for the concepts of a graph."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from explanans.language.tokens import is_function_word, lemma
from explanans.structures.graphs import Relation

LONGEST = 3
"""Maximum number of words of a concept."""


class Kind(StrEnum):
    """Kind of a phrase."""

    THING = "thing"
    PERSON = "person"
    """A thing that has wishes: a person, an animal, a group."""
    ACTION = "action"
    QUALITY = "quality"
    UNDERGOING = "undergoing"
    """A passive action, as *banned*."""
    BROKEN = "broken"
    """Not a phrase: the span crosses phrase boundaries, as *turtles choke*."""


NAMING_KINDS = frozenset({Kind.THING, Kind.PERSON})


class Phrase(NamedTuple):
    """A phrase of a sentence that may be a concept.

    Attributes:
        first: The number of its first word in the sentence.
        last: The number of its last word.
    """

    text: str
    kind: Kind
    first: int
    last: int

    @property
    def head(self) -> str:
        """The lemma of the noun of a phrase that names something: what stands before a preposition."""
        words = self.text.split()
        ends = [number for number, word in enumerate(words) if number and is_function_word(word)]
        return lemma(words[ends[0] - 1 if ends else -1])

    def overlaps(self, other: "Phrase") -> bool:
        """Return whether one of two phrases has all words of the other."""
        return self.text in other.text or other.text in self.text


class Detail(NamedTuple):
    """An addition to a phrase by a preposition.

    Attributes:
        spare: Whether the phrase holds what is added.
    """

    phrase: Phrase
    preposition: str
    relation: Relation
    added: Phrase
    spare: bool


class Tie(StrEnum):
    """The tie of another clause of a sentence to its main clause."""

    REASON = "reason"
    RESULT = "result"
    ABSENT = "absent"
    """A result that fails to come: *without heating the planet*."""
    MORE = "more"
    """Something else that is said of the same subject."""


class Mood(StrEnum):
    """How a clause is meant."""

    PLAIN = "plain"
    OBLIGED = "obliged"
    """It should be so."""
    EXPECTED = "expected"
    """It would be so."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a sentence.

    Attributes:
        relation: The relation of the subject to the predicate.
        denied: Whether the clause denies it.
        details: What prepositions add to subject and predicate.
        others: Other clauses of the sentence.
    """

    subject: Phrase | None = None
    predicate: Phrase | None = None
    relation: Relation = Relation.HAS_CONTEXT
    denied: bool = False
    mood: Mood = Mood.PLAIN
    details: tuple[Detail, ...] = ()
    others: tuple[tuple[Tie, "Clause"], ...] = ()

    def phrases(self) -> Iterator[Phrase]:
        """Yield its phrases, those of its main clause first."""
        yield from (item for item in (self.subject, self.predicate) if item)
        yield from (detail.added for detail in self.details)
        for _, clause in self.others:
            yield from clause.phrases()
