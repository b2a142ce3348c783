"""Context: facts of prose with what their pronouns stand for, which stands in the sentences before them."""

from collections.abc import Iterator
from dataclasses import replace

from explanans.knowledge.base import KnowledgeBase
from explanans.language.parser import shared_parser
from explanans.language.pronouns import PRONOUNS, resolve
from explanans.language.tokens import tokens
from explanans.structures.facts import Fact

_BEFORE = 3
"""How many sentences before one are looked at."""


class Context:
    """Reads facts as sentences of the text that a knowledge base was made of.

    Args:
        knowledge: The knowledge base. Rows of tables and facts of other files are no context.

    Example:
        >>> knowledge = KnowledgeBase.of(["A limpet grazes on algae.", "It always returns to its place on the rock."])
        >>> Context(knowledge).resolved(knowledge.facts[1]).text
        "A limpet always returns to a limpet's place on the rock"
    """

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._knowledge = knowledge
        self._known: dict[str, Fact] = {}
        self._written: dict[str, Fact] = {}

    def resolved(self, fact: Fact) -> Fact:
        """Return a fact with nouns for its pronouns, if it is plain what of a sentence before it they stand for.

        They stand for the subject there, or for the only noun that fits. A pronoun that may stand for a noun of its
        own sentence stays.

        Args:
            fact: A fact of the knowledge base.
        """
        if fact.table or PRONOUNS.isdisjoint(map(str.lower, tokens(fact.text))):
            return fact
        if fact.id not in self._known:
            self._known[fact.id] = fact  # until it is read, and where it stays as it is
            self._known[fact.id] = self._read(fact)
            if self._known[fact.id] is not fact:
                self._written[fact.id] = fact
        return self._known[fact.id]

    def written(self, fact: Fact) -> Fact:
        """Return a fact as it stands in its text.

        Args:
            fact: A fact of the knowledge base, as it was read.
        """
        return self._written.get(fact.id, fact)

    def _read(self, fact: Fact) -> Fact:
        (own,) = shared_parser().parse([fact.text])
        before = (parse for other in self._before(fact) for parse in shared_parser().parse([self.resolved(other).text]))
        text = resolve(own, before)
        return fact if text is None else replace(fact, text=text)

    def _before(self, fact: Fact) -> Iterator[Fact]:
        """Yield the sentences before a fact in its file, the nearest first."""
        (number,) = self._knowledge.numbers([fact.id]).tolist()
        for place in range(number - 1, max(-1, number - 1 - _BEFORE), -1):
            other = self._knowledge.facts[place]
            if other.table or _file(other) != _file(fact):
                return
            yield other


def _file(fact: Fact) -> str:
    """Return the file of a fact; of one made in memory, what its id starts with."""
    return fact.source.rpartition(":")[0] or fact.id.rpartition("#")[0]
