"""Recipes that put a wrong word: numbers, negations, words from elsewhere, words in each other's places."""

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING

from explanans.lab.recipes.alteration import Piece, Syntax
from explanans.lab.recipes.claims import AlteredClaim, pair
from explanans.lab.recipes.corpus import PassageSentence
from explanans.lab.recipes.rewording import Synonyms
from explanans.language.inflection import base_form

if TYPE_CHECKING:
    from explanans.structures.syntax import Token

_WORDS = "two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand".split()
_GROUPS = (
    ("first", "second", "third", "fourth", "fifth", "last"),
    ("more", "less"),
    ("most", "few"),
    ("many", "few"),
    ("over", "under", "exactly"),
    ("above", "below", "exactly"),
    ("nearly", "exactly", "over"),
    ("almost", "exactly", "over"),
    ("half", "quarter", "third"),
    ("million", "billion", "thousand"),
    ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    ("january", "february", "march", "april", "june", "july", "august", "september", "october", "november"),
)
"""Groups of words with different meanings."""
_OTHERS = {
    word: tuple(dict.fromkeys(other for near in _GROUPS if word in near for other in near if other != word))
    for group in _GROUPS
    for word in group
}
_BEFORE_NUMBERS = frozenset({"above", "almost", "below", "exactly", "nearly", "over", "under"})
_QUANTITY_LABELS = frozenset({"advmod", "amod", "nummod", "compound", "nmod", "obl", "nsubj", "obj", "conj", "flat"})


def number(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Change a number, an ordinal, a comparison such as *more than*, a day or a month.

    The arcs of the changed word are not supported; all others still are.

    There is no draft where the sentence has nothing of the kind.
    """
    changes = [(place, others) for place in range(len(sentence.tokens)) if (others := _others(sentence, place, rng))]
    if not changes:
        return None
    place, others = rng.choice(changes)
    pieces = sentence.pieces()
    text = rng.choice(others)
    shown = text.capitalize() if pieces[place].text[:1].isupper() else text
    pieces[place] = Piece(shown, None, changed=True)
    return AlteredClaim.of(sentence, pieces)


def _others(sentence: Syntax, place: int, rng: Random) -> tuple[str, ...]:
    """Return the replacements of a quantifier; none for other words."""
    token = sentence.tokens[place]
    low = token.text.lower()
    if low in _BEFORE_NUMBERS and sentence.tokens[sentence.head(place)].pos != "NUM":
        return ()
    if low in _OTHERS and token.pos != "AUX" and sentence.kind(place) in _QUANTITY_LABELS:
        return _OTHERS[low]
    if token.pos != "NUM" or token.tag not in {"", "CD"}:
        return ()
    if low in _WORDS:
        return tuple(word for word in _WORDS if word != low)
    return (redrawn,) if (redrawn := _redrawn(low, rng)) != low else ()


def _redrawn(text: str, rng: Random) -> str:
    """Return a number with one digit drawn anew, so that it stays a date, a price or a year."""
    digits = [place for place, character in enumerate(text) if character.isdecimal()]
    if not digits:
        return text
    place = rng.choice(digits)
    digit = rng.choice("123456789" if place == digits[0] else "0123456789")
    return text[:place] + digit + text[place + 1 :]


_NEGATIVE = frozenset({"not", "n't", "n’t", "never"})
_WHOLE = {"ca": "can", "wo": "will", "sha": "shall"}
"""Auxiliaries by their form in *can't*, *won't* and *shan't*."""
_CONTRACTED = frozenset("are could did do does had has have is should was were would".split())
"""Auxiliaries that *n't* is simply added to."""
_TENSES = {"VBZ": "does", "VBP": "do", "VBD": "did"}
_FINITE = frozenset({"MD", "VBD", "VBP", "VBZ"})
_ARGUMENTS = frozenset({"nsubj", "csubj", "obj", "iobj", "ccomp", "xcomp"})


def negation(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Negate a clause, or take its negation away.

    The arc to the negation is not supported, nor are those of the verb to its arguments, which now say the opposite;
    of the other arcs of the verb, such as that to where it happened, nothing is known (see section 7.2 of Goyal &
    Durrett 2020 on negation).

    There is no draft where no clause can be negated.
    """
    verbs = [number for number in range(len(sentence.tokens)) if sentence.subject(number) is not None]
    rng.shuffle(verbs)
    for verb in verbs:
        pieces = _affirmed(sentence, verb) if sentence.is_negated(verb) else _negated(sentence, verb, rng)
        if pieces:
            arcs = [arc for arc in sentence.arcs if arc.head == verb]
            arguments = [arc.child for arc in arcs if arc.kind in _ARGUMENTS]
            denied = frozenset(pair(verb, child) for child in arguments)
            doubtful = frozenset(pair(verb, arc.child) for arc in arcs)
            return AlteredClaim.of(sentence, pieces, denied, doubtful)
    return None


def _affirmed(sentence: Syntax, verb: int) -> list[Piece]:
    """Return the words of a sentence without the negation of a verb; none if another word negates it."""
    negations = [child for child in sentence.children(verb) if sentence.tokens[child].text.lower() in _NEGATIVE]
    if len(negations) != 1:
        return []
    pieces = sentence.pieces()
    before = negations[0] - 1
    whole = _WHOLE.get(pieces[before].text.lower()) if before >= 0 else None
    if whole:
        pieces[before] = pieces[before]._replace(text=whole)
    del pieces[negations[0]]
    return pieces


def _negated(sentence: Syntax, verb: int, rng: Random) -> list[Piece]:
    """Return the words of a sentence with a verb negated; none if it has no form that can be."""
    subject = sentence.subject(verb)
    if subject is not None and sentence.is_negated(subject):
        return []
    pieces = sentence.pieces()
    new = Piece(rng.choice(("not", "n't")), None, changed=True)
    auxiliaries = sentence.children(verb, "aux", "cop")
    if auxiliaries:
        finite = auxiliaries[0]
        if sentence.tokens[finite].tag not in _FINITE:
            return []
        if sentence.tokens[finite].text.lower() not in _CONTRACTED:
            new = new._replace(text="not")
        return [*pieces[: finite + 1], new, *pieces[finite + 1 :]]
    token = sentence.tokens[verb]
    if token.pos != "VERB" or token.tag not in _TENSES:
        return []
    bare = pieces[verb]._replace(text=base_form(token.text.lower()))
    return [*pieces[:verb], Piece(_TENSES[token.tag], None), new, bare, *pieces[verb + 1 :]]


_REPLACED = frozenset({"NOUN", "PROPN", "VERB", "ADJ"})


class Replacement:
    """Replaces a word by one of the same tag from a neighbouring sentence, or from any other.

    The arcs of the new word are not supported; all others are. Systems take names and things from elsewhere in a
    document and put them where they do not belong; swaps within a sentence (section 5.3 of Goyal & Durrett 2020) do not
    show a scorer words that the sentence lacks.
    """

    def __init__(self, sentences: Iterable[PassageSentence], synonyms: Synonyms) -> None:
        self._synonyms = synonyms
        self._near: dict[Syntax, list[Token]] = {}
        self._all: dict[str, list[Token]] = {}
        for sentence in sentences:
            near = [neighbour for neighbour in (sentence.before, sentence.after) if neighbour]
            self._near[sentence.syntax] = [token for syntax in near for token in syntax.tokens]
            for token in sentence.syntax.tokens:
                if token.pos in _REPLACED and token.text.isalpha():
                    self._all.setdefault(token.tag, []).append(token)

    def __call__(self, sentence: Syntax, rng: Random) -> AlteredClaim | None:
        """Return the draft; None if there is no word to replace, or none to replace it by."""
        numbers = [number for number, token in enumerate(sentence.tokens) if token.pos in _REPLACED]
        if not numbers:
            return None
        number = rng.choice(numbers)
        old = sentence.tokens[number]
        near = [token for token in self._near[sentence] if token.tag == old.tag and token.text.isalpha()]
        new = rng.choice(near) if near and rng.random() < 0.5 else rng.choice(self._all.get(old.tag) or [old])
        lemmas = {token.lemma.lower() for token in sentence.tokens}
        if new.pos != old.pos or new.lemma.lower() in lemmas | set(self._synonyms.of(old.lemma, old.pos)):
            return None
        pieces = sentence.pieces()
        text = new.text.capitalize() if old.text[:1].isupper() else new.text.lower()
        pieces[number] = pieces[number]._replace(text=text, origin=None, changed=True)
        return AlteredClaim.of(sentence, pieces)


_SWAPPED = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM"})


def swap(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Swap two words that have the same tag.

    Arcs that the sentence had already are supported, new ones that touch a swapped word are not; section 5.3 takes all
    new arcs for unsupported, even those far from the swap, which are the parser's doing. Words of one list or name, and
    modifiers of one word, may change places without harm and are left alone.

    There is no draft where no two words can be swapped.
    """
    words = [number for number, token in enumerate(sentence.tokens) if token.pos in _SWAPPED]
    pairs = [
        (first, second) for first in words for second in words if first < second and _swaps(sentence, first, second)
    ]
    if not pairs:
        return None
    first, second = rng.choice(pairs)
    pieces = sentence.pieces()
    pieces[first], pieces[second] = pieces[second]._replace(changed=True), pieces[first]._replace(changed=True)
    return AlteredClaim.of(sentence, pieces)


def _swaps(sentence: Syntax, first: int, second: int) -> bool:
    """Return whether swapping two words changes the meaning of the sentence."""
    one, other = sentence.tokens[first], sentence.tokens[second]
    if (one.pos, one.tag) != (other.pos, other.tag) or one.lemma.lower() == other.lemma.lower():
        return False
    kinds = {sentence.kind(first), sentence.kind(second)}
    listed = bool(kinds & {"conj", "flat"}) and (first, second) in sentence.linked
    same_head = sentence.head(first) == sentence.head(second)
    return not listed and not (same_head and sentence.kind(first) == sentence.kind(second))
