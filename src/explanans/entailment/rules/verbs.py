"""Verbs and their arguments: the finite verb of some words, and the semantic roles of a sentence."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from explanans.entailment.rules.reading import Reading, Word
from explanans.language.grammar import AUXILIARIES
from explanans.language.inflection import base_form, is_participle
from explanans.language.statements.clauses import finite_verb
from explanans.language.wordnet import is_word

RELATIVE = frozenset("if unless when whenever where wherever whether that which who whom whose how why what".split())
"""Words with which a clause starts that tells of another."""

_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_HELPING = frozenset({"aux", "aux:pass", "cop", "advmod"})
_SHORT_FORMS = frozenset("'s 're 'm 've 'd 'll ca wo".split())
_NUMBERS = {"VBZ": "VBP", "VBP": "VBZ"}


def verb_of(reading: Reading, words: Sequence[int]) -> int | None:
    """Return the number of the finite verb of some words of a sentence; None if there is none."""
    root = next(word for word in reading.words if word.head < 0)
    end = next((place for place, number in enumerate(words) if place and reading.words[number].lower in RELATIVE), None)
    members = [reading.words[number] for number in words[:end]]
    parsed = next((word.number for word in members if _is_finite(word, root) or _measures(reading, word)), None)
    # The month is no verb.
    texts = ["June" if word.text == "May" and word.number else word.text for word in members]
    place = finite_verb(texts, 1)
    found = [number for number in (parsed, None if place is None else words[place]) if number is not None]
    is_said = root.number in words and (_is_order(reading, root, words) or reading.is_predicate(root))
    return min(found, default=root.number if is_said else None)


def has_subject(reading: Reading, words: Sequence[int], verb: int) -> bool:
    """Return whether a verb has its subject before it among some words of a sentence."""
    before = [reading.words[number] for number in words if number < verb]
    if any(word.label.startswith(("nsubj", "expl", "csubj")) for word in before):
        return True
    if not before or before[0].pos in {"ADP", "ADV", "SCONJ"}:
        return False
    return any(_is_named_by(word) for word in before)


def predicate_start(reading: Reading, words: Sequence[int], verb: int) -> int:
    """Return the number of the first word of a predicate: its verb, or the first of the verbs that help it."""
    start = verb
    for number in reversed([number for number in words if number < verb]):
        word = reading.words[number]
        if word.label not in _HELPING or word.pos not in {"AUX", "ADV", "PART"}:
            break
        start = number
    return start


def agree(one: Word, other: Word) -> bool:
    """Return whether two verbs may have one subject: *goes* and *costs*, *goes* and *went*; not *goes* and *glass*."""
    return _NUMBERS.get(one.tag) != other.tag


def shares_subject(verb: Word, other: Word, *, is_verb: bool) -> bool:
    """Return whether a word after *and* is a second verb with the subject of the first.

    Args:
        is_verb: Whether the word looks like a finite verb; a participle such as *rebuilt* after *was built* does not.
    """
    if is_verb:
        return agree(verb, other)
    return other.pos == "VERB" and verb.pos == "AUX" and is_helped(verb, other)


def may_go_on(reading: Reading, verb: Word, words: Sequence[Word]) -> bool:
    """Return whether words may start with a second verb, whatever the parse: *closes in June* beside *opens in May*.

    So do *films for a week* not beside *lends books for a month*, where a noun follows the first verb.
    """
    first = words[0].lower
    behind = reading.words[verb.number + 1].pos
    return (
        len(words) > 1
        and words[1].pos == behind
        and behind in {"ADP", "DET"}
        and first.endswith("s")
        and verb.lower.endswith("s")
        and base_form(first) != first
        and is_word(base_form(first), "VERB")
    )


def is_helped(helping: Word, verb: Word) -> bool:
    """Return whether an auxiliary may help a verb: *was* helps *built*, *may* helps *build*."""
    return is_participle(verb.lower) if helping.lemma in {"be", "have"} else verb.tag == "VB"


def _is_order(reading: Reading, root: Word, words: Sequence[int]) -> bool:
    """Return whether a word opens an order, whatever the parser takes it for; *lack of sleep* is none."""
    following = reading.words[root.number + 1 : root.number + 2]
    return root.number == words[0] and not any(word.lower == "of" for word in following)


def _is_finite(word: Word, root: Word) -> bool:
    """Return whether a word is a finite verb, or the predicate, or the same again in another clause."""
    if word.pos == "AUX":
        return word.lower in AUXILIARIES or word.lower in _SHORT_FORMS
    if not _can_be_verb(word):
        return False
    if word.pos == "VERB":
        return word.tag in _FINITE or word is root
    return word is not root and word.lower == root.lower and root.pos == "VERB"


def _measures(reading: Reading, word: Word) -> bool:
    """Return whether a word that is tagged as a noun is the verb before an amount: *the machines cost two euros*."""
    after = reading.words[word.number + 1 : word.number + 3]
    if word.pos != "NOUN" or len(after) < 2 or not word.number or not _can_be_verb(word):
        return False
    return (
        after[0].pos == "NUM"
        and after[1].pos in {"NOUN", "PROPN"}
        and reading.words[word.number - 1].pos in {"NOUN", "PROPN"}
    )


def _can_be_verb(word: Word) -> bool:
    """Return whether a word is one of the dictionary's verbs: parsers take *peas* for one."""
    return is_word(word.lemma, "VERB") or is_word(word.other, "VERB")


def _is_named_by(word: Word) -> bool:
    """Return whether something is named by a word; parsers take *wasps* for an auxiliary."""
    return word.is_content or word.pos in {"PRON", "DET"} or (word.pos == "AUX" and word.lower not in AUXILIARIES)


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
