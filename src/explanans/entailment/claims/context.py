"""Context: facts of prose with what their pronouns stand for, which stands in the sentences before them."""

import re
from collections.abc import Iterator
from dataclasses import replace

from explanans.entailment.rules.coreference import PRONOUNS, is_person, is_time, phrase
from explanans.knowledge.base import KnowledgeBase
from explanans.language.analysis import AnalyzedSentence, Word, analyze
from explanans.language.parser import shared_parser
from explanans.language.tokens import tokens
from explanans.structures.facts import Fact

_BEFORE = 3
"""Number of preceding sentences that are searched."""
_THINGS = frozenset("it its".split())
_MANY = frozenset("they their them theirs".split())
_KINDS = (_THINGS, _MANY, frozenset("he his him".split()), frozenset("she her hers".split()))
_PLURAL = frozenset({"NNS", "NNPS"})
_ARTICLES = frozenset("the a an".split())
_SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
_HER = frozenset({"obj", "iobj", "obl", "nmod:poss"})
"""Dependency labels of *her* that tell object and possessive apart."""
_CLEFT = re.compile(r"\bit (?:is|was) .*\b(?:who|that)\b", re.IGNORECASE)
"""*It was a student who found out*: the pronoun stands for nothing."""


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
        """Return a fact as it stands in its text."""
        return self._written.get(fact.id, fact)

    def _read(self, fact: Fact) -> Fact:
        (own,) = _readings(fact.text)
        kind = _open_pronouns(own)
        if not kind:
            return fact
        for other in self._before(fact):
            (before,) = _readings(self.resolved(other).text)
            fitting = [noun for noun in before.nouns if _fits(kind, noun, before)]
            if not fitting:
                continue
            subject = next((noun for noun in fitting if _is_main_subject(before, noun)), None)
            chosen = subject or (fitting[0] if len({noun.lemma for noun in fitting}) == 1 else None)
            if chosen is None or any(child.label == "conj" for child in before.dependents[chosen.number]):
                return fact
            return replace(fact, text=_replaced(own, kind, before, chosen))
        return fact

    def _before(self, fact: Fact) -> Iterator[Fact]:
        """Yield the sentences before a fact in its file, the nearest first."""
        (number,) = self._knowledge.numbers([fact.id]).tolist()
        for place in range(number - 1, max(-1, number - 1 - _BEFORE), -1):
            other = self._knowledge.facts[place]
            if other.table or _file(other) != _file(fact):
                return
            yield other


def _readings(*texts: str) -> list[AnalyzedSentence]:
    return [analyze(parse) for parse in shared_parser().parse(texts)]


def _open_pronouns(own: AnalyzedSentence) -> frozenset[str]:
    """Return the pronouns of one kind that stand for nothing in their own sentence; none if there are none."""
    # Only pronouns that are the subject or the direct object of the root, or its possessive, count.
    first = next((word for word in own.words if word.lower in PRONOUNS), None)
    if first is None or first.label == "expl" or _CLEFT.search(own.parse.text):
        return frozenset()
    kind = next((kind for kind in _KINDS if first.lower in kind), frozenset[str]())
    place = own.words[first.head] if first.label == "nmod:poss" and first.head >= 0 else first
    is_object = place.label in {"obj", "iobj"} and place.head >= 0 and own.words[place.head].label == "root"
    if not (_is_main_subject(own, place) or is_object):
        return frozenset()
    earlier = [noun for noun in own.nouns if noun.number < first.number and noun is not place]
    return frozenset() if any(_agrees(kind, noun) for noun in earlier) else kind


def _is_main_subject(found: AnalyzedSentence, word: Word) -> bool:
    return word.label in _SUBJECTS and word.head >= 0 and found.words[word.head].label == "root"


def _agrees(kind: frozenset[str], noun: Word) -> bool:
    return not is_time(noun.lemma) and (noun.tag in _PLURAL) is (kind is _MANY)


def _fits(kind: frozenset[str], noun: Word, found: AnalyzedSentence) -> bool:
    """Return whether a pronoun of some kind may stand for a noun."""
    if not _agrees(kind, noun) or noun.tag not in {"NN", "NNP", *_PLURAL}:
        return False
    if kind is _MANY:
        return True
    determiners = {child.lower for child in found.dependents[noun.number]}
    if kind is not _THINGS:
        return noun.is_name and determiners.isdisjoint(_ARTICLES)
    is_somebody = is_person(noun) or (noun.is_name and determiners.isdisjoint(_ARTICLES))
    return not is_somebody and "no" not in determiners


def _replaced(own: AnalyzedSentence, kind: frozenset[str], before: AnalyzedSentence, noun: Word) -> str:
    """Return a sentence with a noun phrase of another for its pronouns of some kind."""
    text, start = "", 0
    for word in own.words:
        if word.lower in kind and not (word.lower == "her" and word.label not in _HER):
            text += own.parse.text[start : word.start] + phrase(before, noun.number, word)
            start = word.end
    text += own.parse.text[start:]
    return text[:1].upper() + text[1:]


def _file(fact: Fact) -> str:
    """Return the file of a fact; of one made in memory, what its id starts with."""
    return fact.source.rpartition(":")[0] or fact.id.rpartition("#")[0]
