"""Perturbations that change the meaning of a sentence, each by one small edit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from explanans.entailment.steps.step import is_denial, is_number, opposites
from explanans.language.finite_verbs import finite_verb
from explanans.language.grammar import (
    BE,
    DETERMINERS,
    DO,
    HAVE,
    MODALS,
    PREPOSITIONS,
    bare,
    is_adverb,
    is_common_verb,
    is_gerund,
)
from explanans.language.inflection import base_form, is_participle
from explanans.language.inflection import is_plural as _plural
from explanans.language.tokens import is_function_word, lemma

_QUANTITIES: Mapping[str, tuple[str, ...]] = {
    "all": ("some", "no", "few"),
    "every": ("no",),
    "each": ("no",),
    "some": ("all", "no"),
    "many": ("no", "few"),
    "most": ("few", "no"),
    "several": ("no",),
    "few": ("most", "all"),
    "always": ("never", "sometimes"),
    "usually": ("never", "always"),
    "often": ("never", "always"),
    "sometimes": ("always", "never"),
    "can": ("cannot", "must"),
    "may": ("must", "cannot"),
    "must": ("may", "cannot"),
    "only": ("also",),
    "both": ("neither",),
}
_OTHER_NUMBERS = tuple("one two three four five six seven eight ten twelve twenty hundred".split())
_CLASS_WORDS = frozenset("kind kinds type types form forms example examples part parts".split())


@dataclass(frozen=True, slots=True)
class Substitutes:
    """Words to put into sentences, by their form.

    Attributes:
        words: The distinct words of each form, sorted; see ``form``.
    """

    words: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Substitutes":
        """Gather the content words of sentences."""
        found: dict[str, set[str]] = {}
        for text in texts:
            for word in map(bare, text.split()):
                if is_content(word):
                    found.setdefault(form(word), set()).add(word)
        return cls({name: tuple(sorted(words)) for name, words in sorted(found.items())})


def is_content(word: str) -> bool:
    """Return whether a bare word is made of letters and names something."""
    return word.isalpha() and len(word) > 2 and not is_function_word(word) and not is_function_word(lemma(word))


def form(word: str) -> str:
    """Return the rough form of a word, so that one of the same form can stand in its place.

    Example:
        >>> [form(word) for word in ("melting", "heated", "quickly", "frogs", "frog")]
        ['gerund', 'participle', 'adverb', 'plural', 'singular']
    """
    if is_gerund(word):
        return "gerund"
    if is_participle(word):
        return "participle"
    if is_adverb(word):
        return "adverb"
    if _plural(word):
        return "plural"
    return "verb" if is_common_verb(word) else "singular"


def swapped(text: str, _: Substitutes, random: Random) -> str | None:
    """Exchange two content words of the same form."""
    words = text.split()
    places = _content_places(words)
    pairs = [
        (first, second)
        for number, first in enumerate(places)
        for second in places[number + 1 :]
        if form(bare(words[first])) == form(bare(words[second]))
        and lemma(bare(words[first])) != lemma(bare(words[second]))
    ]
    if not pairs:
        return None
    first, second = random.choice(pairs)
    words[first], words[second] = _in_place(words[first], words[second]), _in_place(words[second], words[first])
    return " ".join(words)


def exchanged(text: str, _words: Substitutes, _random: Random) -> str | None:
    """Exchange subject and object, or condition and consequence."""
    words = text.split()
    low = [bare(word) for word in words]
    if low and low[0] == "if" and "then" in low:
        then = low.index("then")
        return " ".join(["if", *words[then + 1 :], "then", *(word.rstrip(",") for word in words[1:then])])
    start = finite_verb(words, 1)
    if start is None:
        return None
    end = _end_of_verb(low, start)
    if end >= len(words) or start == 0:
        return None
    return " ".join([*words[end:], *words[start:end], *words[:start]])


def negated(text: str, _words: Substitutes, _random: Random) -> str | None:
    """Deny the verb, or take its denial away where more is said."""
    words = text.split()
    low = [bare(word) for word in words]
    place = next((place for place, word in enumerate(low) if is_denial(word)), None)
    if place is not None:
        kept = {"cannot": ["can"], "without": ["with"], "unable": ["able"]}.get(low[place], [])
        return " ".join([*words[:place], *kept, *words[place + 1 :]]) or None
    start = finite_verb(words, 1)
    if start is None:
        return None
    if low[start] in BE | MODALS | HAVE - {"have", "has", "had"} | DO:
        return " ".join([*words[: start + 1], "not", *words[start + 1 :]])
    base = base_form(low[start])
    helper = "did" if low[start].endswith("ed") else "does" if low[start] != base else "do"
    return " ".join([*words[:start], helper, "not", base, *words[start + 1 :]])


def requantified(text: str, _: Substitutes, random: Random) -> str | None:
    """Change a number, a quantity or a likelihood; if there is none, claim it of all or of none."""
    words = text.split()
    low = [bare(word) for word in words]
    places = [place for place, word in enumerate(low) if word in _QUANTITIES or (word and is_number(word))]
    if places:
        place = random.choice(places)
        words[place] = _in_place(words[place], _other_quantity(low[place], random))
        return " ".join(words)
    if not low or low[0] in {"if", "when", "as", "because"}:
        return None
    rest = words[1:] if low[0] in DETERMINERS else words
    return " ".join([random.choice(("no", "only some", "two", "every")), *rest])


def redirected(text: str, _: Substitutes, random: Random) -> str | None:
    """Put the opposite in the place of a word."""
    words = text.split()
    low = [bare(word) for word in words]
    places = [place for place, word in enumerate(low) if word in opposites()]
    if not places:
        return None
    place = random.choice(places)
    words[place] = _in_place(words[place], random.choice(sorted(opposites()[low[place]])))
    return " ".join(words)


def hallucinated(text: str, substitutes: Substitutes, random: Random) -> str | None:
    """Add a word, before a content word or in a phrase at the end."""
    words = text.split()
    places = _content_places(words)
    singular = substitutes.words.get("singular", ())
    if not places or not singular:
        return None
    new = random.choice(singular)
    if random.random() < 0.5:
        phrase = random.choice(("in the", "with a", "by the", "during the", "of the", "and the", "for a"))
        return f"{text.rstrip('. ')} {phrase} {new}"
    place = random.choice(places)
    return " ".join([*words[:place], new, *words[place:]])


def replaced(text: str, substitutes: Substitutes, random: Random) -> str | None:
    """Put another word of the same form in the place of a content word, everywhere."""
    words = text.split()
    places = _content_places(words)
    if not places:
        return None
    old = bare(words[random.choice(places)])
    others = [word for word in substitutes.words.get(form(old), ()) if lemma(word) != lemma(old)]
    if not others:
        return None
    new = random.choice(others)
    return " ".join(_in_place(word, new) if bare(word) == old else word for word in words)


Perturb = Callable[[str, Substitutes, Random], str | None]
"""Takes a sentence, words to put into it and what draws; returns the changed sentence, or None if it cannot."""

PERTURBATIONS: Mapping[str, Perturb] = {
    "words swapped": swapped,
    "subject and object exchanged": exchanged,
    "negation": negated,
    "number or quantifier": requantified,
    "direction": redirected,
    "hallucinated word": hallucinated,
    "replaced concept": replaced,
}
"""Perturbations that change the meaning of a sentence."""


def _content_places(words: Sequence[str]) -> list[int]:
    low = [bare(word) for word in words]
    return [place for place, word in enumerate(low) if is_content(word) and word not in _CLASS_WORDS]


def _in_place(old: str, new: str) -> str:
    """Return a new word with the punctuation around the old one."""
    core = bare(old)
    start = old.lower().find(core)
    return f"{old[:start]}{bare(new)}{old[start + len(core) :]}" if core else new


def _other_quantity(word: str, random: Random) -> str:
    if word in _QUANTITIES:
        return random.choice(_QUANTITIES[word])
    if word[0].isdigit():
        return str(random.choice([number for number in range(1, 60) if str(number) != word]))
    return random.choice([number for number in _OTHER_NUMBERS if number != word])


def _end_of_verb(low: Sequence[str], start: int) -> int:
    """Return where what is said with the verb ends: after *is a kind of*, *can be made of* or *causes*."""
    end = start
    while end < len(low) and (low[end] in BE | HAVE | MODALS | DO | {"be", "been", "not"} or is_adverb(low[end])):
        end += 1
    end = max(end, start + 1)
    while end < len(low) and (is_participle(low[end]) or low[end] in PREPOSITIONS):
        end += 1
    for size in (3, 2):
        if end + size <= len(low) and low[end + size - 2] in _CLASS_WORDS and low[end + size - 1] == "of":
            return end + size
    return end
