"""Numbers and quantities that change."""

from random import Random

from explanans.train.recipes.alteration import Piece, altered, kept
from explanans.train.recipes.draft import AlteredClaim
from explanans.train.recipes.syntax import Syntax

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
"""Words none of which says the same as another of its group."""
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

    Args:
        sentence: The sentence.
        rng: Draws the word, and what becomes of it.

    Returns:
        The draft; None where the sentence has nothing of the kind.
    """
    changes = [(place, others) for place in range(len(sentence.tokens)) if (others := _others(sentence, place, rng))]
    if not changes:
        return None
    place, others = rng.choice(changes)
    pieces = kept(sentence.parse, range(len(sentence.tokens)))
    text = rng.choice(others)
    shown = text.capitalize() if pieces[place].text[:1].isupper() else text
    pieces[place] = Piece(shown, None, changed=True)
    return AlteredClaim(sentence, altered(sentence.parse, pieces))


def _others(sentence: Syntax, place: int, rng: Random) -> tuple[str, ...]:
    """Return what else could stand in place of a word of quantity; nothing for other words."""
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
