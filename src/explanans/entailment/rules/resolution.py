"""Resolution: a sentence with what its pronouns stand for in their place."""

from collections.abc import Sequence

from explanans.entailment.rules.coreference import Place, antecedents
from explanans.entailment.rules.reading import Reading, Word

PRONOUNS = frozenset("he him his she her hers it its they them their theirs".split())
_POSSESSIVE = frozenset("his its their theirs hers".split())
_INNER = frozenset({"det", "compound", "amod", "flat", "nummod", "nmod:poss", "case"})


def resolved(readings: Sequence[Reading]) -> tuple[str, frozenset[int]] | None:
    """Return the last of some sentences with the nouns that its pronouns stand for, and where these stand.

    Args:
        readings: Sentences in the order of their text.

    Returns:
        The sentence and the places of the sentences that the nouns are from; None if no pronoun of it stands for a
        noun of a sentence before.
    """
    found = antecedents(readings)
    last = len(readings) - 1
    words = readings[last].words
    known: dict[str, Place] = {}
    parts: list[str] = []
    start = 0
    for word in words:
        if word.lower not in PRONOUNS:
            continue
        # The same pronoun again stands for the same.
        place = known.get(word.lower) or found.get((last, word.number))
        if place is None or place[0] == last:
            continue
        known[word.lower] = place
        parts += [readings[last].parse.text[start : word.start], phrase(readings[place[0]], place[1], word)]
        start = word.end
    if not parts:
        return None
    text = "".join([*parts, readings[last].parse.text[start:]])
    return text[:1].upper() + text[1:], frozenset(place[0] for place in known.values())


def phrase(reading: Reading, number: int, pronoun: Word) -> str:
    """Return the noun phrase of a noun, without what follows it, as it stands for a pronoun.

    Args:
        reading: The sentence of the noun.
        number: The number of the noun.
        pronoun: The pronoun, of whatever sentence.
    """
    first = last = number
    while first > 0 and _is_inner(reading, first - 1, number):
        first -= 1
    while last + 1 < len(reading.words) and reading.words[last + 1].label == "flat":
        last += 1
    text = reading.span(first, last).text
    if not reading.words[first].is_name:
        text = text[:1].lower() + text[1:]
    possessive = pronoun.lower in _POSSESSIVE or pronoun.label == "nmod:poss"
    if not possessive:
        return text
    return f"{text}'" if reading.words[last].tag in {"NNS", "NNPS"} and text.endswith("s") else f"{text}'s"


def _is_inner(reading: Reading, place: int, head: int) -> bool:
    word = reading.words[place]
    return word.label in _INNER and word.pos != "ADP" and any(above.number == head for above in reading.above(word))
