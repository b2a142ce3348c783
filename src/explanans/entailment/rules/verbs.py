"""Verbs: the finite verb of a few words of a sentence, by the parse or else by the forms of the words."""

from collections.abc import Sequence

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
    """Return the number of the finite verb of some words of a sentence; None if there is none.

    Args:
        reading: The sentence.
        words: The numbers of the words, in order.
    """
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
    """Return whether a verb has its subject before it among some words of a sentence.

    Args:
        reading: The sentence.
        words: The numbers of the words, in order.
        verb: The number of the verb.
    """
    before = [reading.words[number] for number in words if number < verb]
    if any(word.label.startswith(("nsubj", "expl", "csubj")) for word in before):
        return True
    if not before or before[0].pos in {"ADP", "ADV", "SCONJ"}:
        return False
    return any(_is_named_by(word) for word in before)


def predicate_start(reading: Reading, words: Sequence[int], verb: int) -> int:
    """Return the number of the first word of a predicate: its verb, or the first of the verbs that help it.

    Args:
        reading: The sentence.
        words: The numbers of the words of the clause, in order.
        verb: The number of the verb.
    """
    start = verb
    for number in reversed([number for number in words if number < verb]):
        word = reading.words[number]
        if word.label not in _HELPING or word.pos not in {"AUX", "ADV", "PART"}:
            break
        start = number
    return start


def agree(one: Word, other: Word) -> bool:
    """Return whether two verbs may have one subject: *goes* and *costs*, *goes* and *went*, but not *goes* and *glass*.

    Args:
        one: The first.
        other: The second.
    """
    return _NUMBERS.get(one.tag) != other.tag


def shares_subject(verb: Word, other: Word, *, is_verb: bool) -> bool:
    """Return whether a word after *and* is a second verb with the subject of the first.

    Args:
        verb: The first verb.
        other: The word.
        is_verb: Whether the word looks like a finite verb; a participle such as *rebuilt* after *was built* does not.
    """
    if is_verb:
        return agree(verb, other)
    return other.pos == "VERB" and verb.pos == "AUX" and is_helped(verb, other)


def may_go_on(reading: Reading, verb: Word, words: Sequence[Word]) -> bool:
    """Return whether words may start with a second verb, whatever the parse: *closes in June* beside *opens in May*.

    So do *films for a week* not beside *lends books for a month*, where a noun follows the first verb.

    Args:
        reading: The sentence.
        verb: The first verb.
        words: The words after *and*.
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
    """Return whether an auxiliary may help a verb: *was* helps *built*, *may* helps *build*.

    Args:
        helping: The auxiliary.
        verb: The verb.
    """
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
