"""Roles: semantic roles of the words of a sentence, the same for all constructions and for both sides of an event."""

from collections.abc import Iterator
from typing import NamedTuple

from explanans.entailment.rules.reading import Reading, Word

AGENT, PATIENT, RECEIVER, SOURCE = "agent", "patient", "receiver", "source"
ADJUNCT = "obl:"
"""Prefix of the names of all other roles, before the preposition."""

_TAKING = frozenset("buy purchase acquire borrow receive get inherit learn rent hire obtain import".split())
"""Verbs whose subject receives and whose source gives."""

_LABELS = {
    "nsubj": AGENT, "csubj": AGENT, "nsubj:xsubj": AGENT, "obj": PATIENT, "nsubj:pass": PATIENT, "iobj": RECEIVER,
    "obl:agent": AGENT, "obl:to": RECEIVER, "obl:from": SOURCE,
}  # fmt: skip
_TURNED = {
    **{verb: {AGENT: RECEIVER, SOURCE: AGENT} for verb in _TAKING},
    "follow": {AGENT: PATIENT, PATIENT: AGENT},
    "outlive": {AGENT: PATIENT, PATIENT: AGENT},
    "belong": {AGENT: PATIENT, RECEIVER: AGENT},
    "lose": {AGENT: PATIENT, RECEIVER: AGENT},
    "work": {AGENT: PATIENT, "obl:for": AGENT},
}
"""New role by role, for each verb that describes an event from its other side."""


class Frame(NamedTuple):
    """A predicate and what takes part in it.

    Attributes:
        predicate: The predicate.
        roles: The numbers of the words in each role; of a noun phrase its head.
    """

    predicate: Word
    roles: dict[str, tuple[int, ...]]

    def turned(self) -> dict[str, tuple[int, ...]]:
        """Return the roles from the other side of the event: a buyer is the receiver, the source is the agent."""
        turns = _TURNED.get(self.predicate.lemma, {})
        return {turns.get(role, role): words for role, words in self.roles.items()}

    @property
    def is_turned(self) -> bool:
        """Return whether the verb describes its event from the other side."""
        return self.predicate.lemma in _TURNED


def frames(reading: Reading) -> dict[int, Frame]:
    """Return the frames of a sentence by the numbers of their predicates."""
    found: dict[int, dict[str, list[int]]] = {}
    for head, child, label in reading.arcs:
        predicate = reading.words[head]
        if predicate.pos not in {"VERB", "AUX", "NOUN", "ADJ", "PROPN"}:
            continue
        role = _role(reading, predicate, label)
        if role is not None:
            found.setdefault(head, {}).setdefault(role, []).append(child)
    for verb, role, number in _passed_on(reading):
        found.setdefault(verb, {}).setdefault(role, []).append(number)
    for word in reading.words:
        for role, number in _of_participle(word):
            found.setdefault(word.number, {}).setdefault(role, []).append(number)
    return {
        head: Frame(reading.words[head], {role: _whole(reading, words) for role, words in roles.items()})
        for head, roles in found.items()
    }


def _whole(reading: Reading, numbers: list[int]) -> tuple[int, ...]:
    """Return words in a role with all other parts of names among them."""
    found = dict.fromkeys(numbers)
    for number in numbers:
        for step in (-1, 1):
            other = number + step
            while 0 <= other < len(reading.words) and reading.words[number].is_name and reading.words[other].is_name:
                found.setdefault(other)
                other += step
    return tuple(found)


def _role(reading: Reading, predicate: Word, label: str) -> str | None:
    passive = is_passive(reading, predicate)
    if label == "nsubj" and passive:
        return PATIENT
    if label in {"obl:by", "nmod:by"} and (passive or predicate.tag == "VBN"):
        return AGENT
    if label in _LABELS:
        return _LABELS[label]
    kind, _, case = label.partition(":")
    return f"{ADJUNCT}{case}" if kind in {"obl", "nmod"} and case and case.islower() else None


def is_passive(reading: Reading, predicate: Word) -> bool:
    """Return whether a verb stands in the passive."""
    if predicate.tag != "VBN" and predicate.label != "root":
        return False
    children = reading.children[predicate.number]
    if any(child.label in {"aux:pass", "nsubj:pass"} for child in children):
        return True
    helping = {child.lemma for child in children if child.label == "aux"}
    return predicate.tag == "VBN" and "be" in helping


def _passed_on(reading: Reading) -> Iterator[tuple[int, str, int]]:
    """Yield to and from whom a verb says something is passed on where the parser hangs them on the thing."""
    roles = {"nmod:to": RECEIVER, "nmod:from": SOURCE}
    for head, child, label in reading.arcs:
        thing = reading.words[head]
        if label in roles and thing.label in {"obj", "nsubj:pass"} and reading.words[thing.head].pos == "VERB":
            yield thing.head, roles[label], child


def _of_participle(word: Word) -> Iterator[tuple[str, int]]:
    """Yield what the noun before a participle is to it: *damage caused by limescale*."""
    if word.label == "acl" and word.head >= 0 and word.pos == "VERB":
        if word.tag == "VBN":
            yield PATIENT, word.head
        elif word.tag == "VBG":
            yield AGENT, word.head
