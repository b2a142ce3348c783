"""A small language for examples: premises, claims, and the status of each claim under each premise.

A frame is a block of lines. The lines before `--` are alternative premises, of which one is drawn; ` // ` separates the
sentences of one. Each line after it is a claim behind one letter per premise: S supported, C contradicted, U unknown,
`-` if the claim does not fit. Lines that start with `@` define words of the frame: `@tool saw/handsaw|axe`
(alternatives, with other wordings behind `/` and further forms b, c … behind `:`) and `@size 3..9` (a whole number).
`[a|b]` draws one of the alternatives at every mention, `{act1.past}` a form of a word that is drawn once for the
example, and `{act1~.past}` any wording of it that means the same. Alternatives of a claim that is supported or
contradicted under some premise must mean the same.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from explanans.lab.phenomena.spellings import DAYS, MONTHS, spell_number
from explanans.lab.phenomena.words import CATEGORIES, Item, word_items


class Naming(NamedTuple):
    """Names of the same person or thing, of which every mention draws one."""

    names: tuple[str, ...]


Value = str | int | Naming | Callable[[Random], str]
"""A word, a number spelt anew at every mention, names, or a function that spells something anew at every mention."""
Values = Mapping[str, Value]

_ALTERNATIVES = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{([a-z]+\d*[a-z]?)(~?)(?:\.(\w+))?\}")
_CONTRACTED = {
    "cannot": "can't",
    "will not": "won't",
    **{
        f"{verb} not": f"{verb}n't"
        for verb in "is are was were has have had does do did would could should must need".split()
    },
}
_CONTRACTION = re.compile(r"\b(" + "|".join(_CONTRACTED) + r")\b")
_ARTICLE = re.compile(r"\b([Aa])n? (?=(\w+))")
_OPENING = re.compile(
    r"(?:Q: |A: |Answer: |Question: |\[\d+\] |\d+\. |- |(?:Sure|Of course|Great question|Good morning)! "
    r"|(?:Certainly|Thanks for asking)\. )"
)
# Probability of contracted negations in a text.
CONTRACTED_SHARE = 0.35
# Smallest number of words in a category from which words for other people and things are drawn as well.
ENOUGH_WORDS = 6


class Frame(NamedTuple):
    """Alternative premises, claims with their statuses (one letter per premise), and words of its own."""

    premises: tuple[str, ...]
    claims: tuple[tuple[str, str], ...]
    words: Mapping[str, Sequence[Item]]


def parse_frames(text: str) -> list[Frame]:
    """Return the frames of a text, which are separated by empty lines."""
    frames = []
    for block in re.split(r"\n\s*\n", text.strip()):
        above, _, below = block.partition("\n--\n")
        lines = [line.strip() for line in above.split("\n")]
        premises = tuple(line for line in lines if not line.startswith("@"))
        words = dict(_definition(line) for line in lines if line.startswith("@"))
        claims = []
        for line in below.split("\n"):
            letters, _, claim = line.strip().partition(" ")
            if len(letters) != len(premises) or set(letters) - {"S", "C", "U", "-"} or not claim:
                raise ValueError(f"a claim needs one of S, C, U and - for each of {len(premises)} premises: {line!r}")
            claims.append((letters, claim))
        frames.append(Frame(premises, tuple(claims), words))
    return frames


def _definition(line: str) -> tuple[str, Sequence[Item]]:
    """Return the name and the words that a line of a frame defines."""
    name, _, text = line[1:].partition(" ")
    if span := re.fullmatch(r"(\d+)\.\.(\d+)", text):
        return name, [{"": (str(number),)} for number in range(int(span[1]), int(span[2]) + 1)]
    return name, word_items(text)


class Filler:
    """Fills the slots of templates, the same word in all templates of an example."""

    def __init__(self, random: Random, values: Values, words: Mapping[str, Sequence[Item]]) -> None:
        self._random = random
        self._values = values
        self._words = words
        self._items: dict[str, Item] = {}

    def _item(self, key: str) -> Item:
        """Return the word of a slot, drawn at its first mention and different from others of its category."""
        if key not in self._items:
            category = key.rstrip("0123456789")
            others = [item[""] for other, item in self._items.items() if other.rstrip("0123456789") == category]
            item = self._draw(category)
            while item[""] in others:
                item = self._draw(category)
            self._items[key] = item
        return self._items[key]

    def _draw(self, category: str) -> Item:
        """Draw a word of a category of the frame or of the lexicon."""
        if category in self._words:
            return self._random.choice(self._words[category])
        return CATEGORIES[category](self._random)

    def _word(self, match: re.Match[str]) -> str:
        """Return the text of one mention of a slot."""
        key, other, form = match[1], match[2], match[3] or ""
        value = self._values.get(key)
        if isinstance(value, int):
            return str(value) if form == "d" else spell_number(value, self._random)
        if isinstance(value, str):
            return value
        if isinstance(value, Naming):
            return self._random.choice(value.names)
        if value is not None:
            return value(self._random)
        wordings = self._item(key)[form]
        if wordings[0].isdecimal():
            return (
                wordings[0] if form == "d" or key.startswith("year") else spell_number(int(wordings[0]), self._random)
            )
        return self._random.choice(wordings) if other else wordings[0]

    def choose(self, template: str) -> str:
        """Return the template with its alternatives drawn."""
        while _ALTERNATIVES.search(template):
            template = _ALTERNATIVES.sub(lambda match: self._random.choice(match[1].split("|")), template)
        return template

    def fill(self, template: str) -> str:
        """Return a sentence made from a template: alternatives drawn, slots filled, first letter capitalised."""
        text = re.sub(r" +(?=[ .,;:?!])", "", _SLOT.sub(self._word, self.choose(template))).strip()
        if "{" in text or "}" in text:
            raise ValueError(f"a template has a slot that cannot be filled: {template!r}")
        if self._random.random() < CONTRACTED_SHARE:
            text = _CONTRACTION.sub(lambda match: _CONTRACTED[match[1]], text)
        return _capitals(re.sub(r"\.\.$", ".", _ARTICLE.sub(_article, text)))

    def embed(self, before: str, template: str, after: str) -> str:
        """Return a sentence made from a template without alternatives inside another one."""
        inner = template.replace("{lead}", "").replace("{mark}", "").removesuffix(".").strip()
        if not inner.startswith(("{", "I ")):
            inner = inner[:1].lower() + inner[1:]
        return self.fill(f"{before}{inner}{after}")

    def has_others(self, template: str) -> bool:
        """Return whether a template can be about others: it has words of large categories, and no names as values."""
        keys = [match[1] for match in _SLOT.finditer(template)]
        if any(_is_name(self._values[key]) for key in keys if key in self._values):
            return False
        categories = [key.rstrip("0123456789") for key in keys if key not in self._values]
        return bool(categories) and all(
            len(self._words.get(category, "x" * ENOUGH_WORDS)) >= ENOUGH_WORDS for category in categories
        )

    def of_others(self, template: str) -> str:
        """Return the template with other words in all its slots, but the same values."""
        return _SLOT.sub(
            lambda match: match[0] if match[1] in self._values else match[0].replace(match[1], _other(match[1])),
            template,
        )


def _is_name(value: Value) -> bool:
    """Return whether a value names a person or a thing, and not a day, a month or a number."""
    return isinstance(value, Naming) or (
        isinstance(value, str) and value[:1].isalpha() and value not in (*DAYS, *MONTHS)
    )


def _other(key: str) -> str:
    """Return the slot of another word of the same category."""
    category = key.rstrip("0123456789")
    return f"{category}5{key[len(category) :]}"


def _capitals(text: str) -> str:
    """Return a text with a capital at its beginning and after the mark of an answer or a lead-in there."""
    text = text[:1].upper() + text[1:]
    start = _OPENING.match(text)
    at = start.end() if start else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def _article(match: re.Match[str]) -> str:
    """Return *a* or *an* as the next word asks for."""
    following = match[2].lower()
    vowel = (
        following[0] in "aeiou" or following.startswith(("hour", "honest", "heir", "8", "11", "18")) or following == "x"
    )
    if following.startswith(("uni", "use", "eu", "one", "once", "ukul")) and not following.startswith(("unin", "unim")):
        vowel = False
    return match[1] + ("n " if vowel else " ")
