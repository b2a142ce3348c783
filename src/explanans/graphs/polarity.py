"""Polarity of words: a debate lexicon, negation, and polarity shifters."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from explanans.language.lexicon import word_set
from explanans.language.tokens import is_function_word, lemma, tokens

_TURNING = """
    abolish abuse against alleviate attack avoid ban cancel cease combat counteract curb cure cut damage decrease deny
    deprive destroy deter diminish discourage dismantle disrupt eliminate end endanger eradicate erode escape few fewer
    fight forbid halt hamper harm hinder hurt ignore impede inhibit interfere lack less lessen limit lose loss
    lower minimize mitigate neglect oppose outlaw prevent prohibit protect protection reduce refuse reject relieve
    remove repeal rescue resist restrict rid ruin shield solve stop suppress tackle threaten undermine
    violate waste without
"""
MODALS = frozenset("can could may might must ought shall should will would".split())
"""Words that frame what is said, and may be denied by themselves."""
_NEGATIONS = word_set("graphs.polarity.negations")
_REACH = 7
"""Number of words in the scope of a negation."""
_GRASP = 5
"""Number of following words that a word affects."""
_BREAKS = word_set("graphs.polarity.breaks")


@cache
def lexicon() -> Mapping[str, int]:
    """Return the polarity of each lemma of the lexicon: 1 for, -1 against."""
    folder = files("explanans.graphs") / "words"
    words = {value: (folder / name).read_text("utf-8").split() for value, name in ((1, "for.txt"), (-1, "against.txt"))}
    return MappingProxyType({lemma(word): value for value, found in words.items() for word in found})


@cache
def turning() -> frozenset[str]:
    """Return the polarity shifters, such as *prevent* in *prevent harm*."""
    return frozenset(lemma(word) for word in _TURNING.split())


def is_negation(word: str) -> bool:
    """Return whether a word in lower case negates the following words.

    Args:
        word: A word as ``tokens`` returns it, in lower case.

    Example:
        >>> [is_negation(word) for word in ("shouldn't", "never", "good")]
        [True, True, False]
    """
    return word in _NEGATIONS or word.replace("’", "'").endswith("n't")


class _Signed(NamedTuple):
    """A word with the numbers of words and clauses before it."""

    lemma: str
    sign: int
    place: int
    clause: int


def signed_lemmas(text: str) -> list[tuple[str, int]]:
    """Return the content lemmas and modal verbs of a text, with -1 if negated, else 1.

    A negation reaches the next seven words, or up to a conjunction; a modal verb is denied by the negation right
    after it. Twice denied is not denied.

    Example:
        >>> signed_lemmas("Zoos should not be banned because animals aren't harmed.")
        [('zoo', 1), ('should', -1), ('ban', -1), ('animal', 1), ('harm', -1)]
    """
    return [(item.lemma, item.sign) for item in _signed(text)]


def _signed(text: str) -> Iterator[_Signed]:
    words = [word.lower().replace("’", "'") for word in tokens(text)]
    reach = sign = clause = 0
    for place, word in enumerate(words):
        if word in _BREAKS:
            reach, clause = 0, clause + 1
        if is_negation(word):
            sign = -sign if reach else -1
            reach = _REACH + 1
        base = lemma(word.removesuffix("n't")) if word.endswith("n't") else lemma(word)
        if base in MODALS:
            denied = word.endswith("n't") or (place + 1 < len(words) and is_negation(words[place + 1]))
            yield _Signed(base, -1 if denied else 1, place, clause)
        elif not is_negation(word) and (base in lexicon() or not (is_function_word(word) or is_function_word(base))):
            yield _Signed(base, sign if reach else 1, place, clause)
        reach = max(0, reach - 1)


class WordPolarity(NamedTuple):
    """The polarity of a word in context.

    Attributes:
        value: 1 for, -1 against; 0 if it speaks through a word that it acts on.
    """

    word: str
    value: int


def evaluations(text: str) -> list[WordPolarity]:
    """Return the polarities of the lexicon words of a text.

    Words for something, and those that turn round, act on the next words of their clause: *allow cruelty* is against,
    *prevent cruelty* for, and *help to end cruelty* too.

    Example:
        >>> [tuple(said) for said in evaluations("Zoos do not prevent cruelty.")]
        [('prevent', 0), ('cruelty', -1)]
    """
    found: list[WordPolarity] = []
    actor: _Signed | None = None
    spoken, denied, turned = 0, False, False
    for item in _signed(text):
        if item.lemma not in lexicon():
            continue
        if actor and actor.clause == item.clause and item.place - actor.place <= _GRASP:
            found[spoken] = WordPolarity(found[spoken].word, 0)
        else:
            actor, denied, turned = None, False, False
        denied = denied or item.sign < 0
        value = lexicon()[item.lemma]
        found.append(WordPolarity(item.lemma, -value if denied != turned else value))
        if item.lemma in turning() or value > 0:
            actor, spoken = item, len(found) - 1
            turned = turned != (item.lemma in turning())
    return found


@lru_cache(1 << 14)
def polarity(concept: str) -> int:
    """Return the polarity of a concept: positive minus negative words, inverted by negation.

    Example:
        >>> [polarity(concept) for concept in ("good idea", "not harmful", "zoos")]
        [1, 1, 0]
    """
    words = concept.split()
    value = sum(lexicon().get(lemma(word), 0) for word in words)
    return -value if sum(map(is_negation, words)) % 2 else value


def orientation(text: str) -> int:
    """Return whether a text speaks for (1) or against (-1) what it is about; 0 if no word tells.

    Polar words decide; if there is none or they cancel out, *should* and its denial do.

    Example:
        >>> [orientation(f"Zoos {what}.") for what in ("should be banned", "shouldn't be banned", "should exist")]
        [-1, 1, 1]
    """
    return sign(sum(item.value for item in evaluations(text))) or sign(obligation(signed_lemmas(text)))


def obligation(signed: Iterable[tuple[str, int]]) -> int:
    """Return the number of affirmative minus the number of negated modal verbs of a text.

    Args:
        signed: Its lemmas, as ``signed_lemmas`` returns them.
    """
    return sum(value for word, value in signed if word in {"should", "must", "ought"})


def sign(value: float) -> int:
    """Return 1, 0 or -1, as a number is above, at or below 0."""
    return (value > 0) - (value < 0)
