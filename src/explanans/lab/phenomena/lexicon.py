"""The shared lexicon of generated examples: people, nouns by type, and tables of related words.

The words are in ``vocabulary``: ``nouns.txt`` has a line ``type: word, word, …`` per type (several lines of one type
add up; ``=type`` takes all words of another), ``names.txt`` the names of people, and the other files tables:
``== name: column column …`` followed by rows with cells between bars; a table of one column has several rows a line.
"""

from functools import cache
from importlib.resources import files
from random import Random
from typing import NamedTuple, Protocol

from explanans.errors import InputError
from explanans.lab.phenomena.inflect import inflect

_TABLES = ("verbs.txt", "opposites.txt", "relations.txt", "kinds.txt", "synonyms.txt", "scenes.txt")
_PLURAL_SHARE = 0.25
_WOMEN = frozenset({"landlady", "midwife", "nun", "queen", "widow"})
_MEN = frozenset("bishop cameraman fisherman foreman imam king landlord monk postman priest prince stuntman".split())


class Entry(Protocol):
    """A drawn word, phrase, person or row of a table."""

    def form(self, name: str) -> str:
        """Return the form of that name; see ``inflect``."""
        ...


class Word(NamedTuple):
    """A word or phrase in its base form."""

    text: str

    def form(self, name: str) -> str:
        """Return a form; see ``inflect``."""
        return inflect(self.text, name)


class NounPhrase(NamedTuple):
    """A definite noun phrase, as *the dog* or *the dogs*."""

    noun: str
    is_plural: bool

    def form(self, name: str) -> str:
        """Return a form: of the noun phrase with its article by default, agreeing verbs and pronouns by name."""
        text = "the " + (inflect(self.noun, "pl") if self.is_plural else self.noun)
        if name in {"noun", "a", "pl"}:
            return inflect(self.noun, name.replace("noun", ""))
        return _form(text, name, "they" if self.is_plural else "it", is_plural=self.is_plural)


class Person(NamedTuple):
    """A person: by name or by role.

    Attributes:
        text: How the person is called, as *Ana Costa* or *the doctor*.
        first: The first name; empty for a role.
        last: The last name; empty for a role.
    """

    text: str
    pronoun: str
    first: str = ""
    last: str = ""

    def form(self, name: str) -> str:
        """Return a form; ``first``, ``last``, ``full`` and ``title`` for names."""
        match name:
            case "first":
                return self.first
            case "last":
                return self.last
            case "full":
                return f"{self.first} {self.last}"
            case "mr":
                return f"{'Mr' if self.pronoun == 'he' else 'Ms'} {self.last}"
            case _:
                return _form(self.text, name, self.pronoun)


_PRONOUNS = {
    "he": ("he", "him", "his", "himself"),
    "she": ("she", "her", "her", "herself"),
    "it": ("it", "it", "its", "itself"),
    "they": ("they", "them", "their", "themselves"),
}
_AGREEING = {
    "is": ("is", "are"),
    "was": ("was", "were"),
    "has": ("has", "have"),
    "does": ("does", "do"),
    "isn't": ("is not", "are not"),
}


def _form(text: str, name: str, pronoun: str, *, is_plural: bool = False) -> str:
    """Return a form of an entity: a pronoun, or the entity with an agreeing verb."""
    if name in {"he", "him", "his", "self"}:
        return _PRONOUNS[pronoun][("he", "him", "his", "self").index(name)]
    if name in _AGREEING:
        return f"{text} {_AGREEING[name][is_plural]}"
    return inflect(text, name)


class Row(NamedTuple):
    """A row of a table: cells by the name of their column."""

    cells: dict[str, str]

    def cell(self, column: str) -> Word:
        """Return the cell of a column."""
        if column not in self.cells:
            raise InputError(f"no column {column!r}; accepted: {', '.join(self.cells)}")
        return Word(self.cells[column])

    def form(self, name: str) -> str:
        """Return a form of the cell of the first column."""
        return inflect(next(iter(self.cells.values())), name)


def _read(name: str) -> list[str]:
    """Return the lines of a file of words, without comments and blank lines."""
    text = (files(__package__) / "vocabulary" / name).read_text("utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


@cache
def nouns() -> dict[str, tuple[str, ...]]:
    """Return the words of each type of noun."""
    found: dict[str, dict[str, None]] = {}
    for line in _read("nouns.txt"):
        kind, _, words = line.partition(":")
        known = found.setdefault(kind.strip(), {})
        for word in map(str.strip, words.split(",")):
            known |= found[word[1:]] if word.startswith("=") else {word: None}
    return {kind: tuple(word for word in words if word) for kind, words in found.items()}


@cache
def tables() -> dict[str, tuple[Row, ...]]:
    """Return the rows of each table."""
    found: dict[str, list[Row]] = {}
    columns: list[str] = []
    rows: list[Row] = []
    for file in _TABLES:
        for line in _read(file):
            if line.startswith("=="):
                name, _, heads = line[2:].partition(":")
                columns, rows = heads.split(), found.setdefault(name.strip(), [])
                continue
            parts = [[part] for part in line.split(",")] if len(columns) == 1 else [line.split("|")]
            for cells in parts:
                stripped = [cell.strip() for cell in cells]
                if len(stripped) != len(columns):
                    raise InputError(f"{file}: {line!r} has {len(stripped)} cells; accepted: {len(columns)}")
                rows.append(Row(dict(zip(columns, stripped, strict=True))))
    return {name: tuple(rows) for name, rows in found.items()}


@cache
def first_names() -> tuple[tuple[str, str], ...]:
    """Return first names with the pronoun of their bearers."""
    return tuple(
        (name.strip(), "she" if kind.startswith("women") else "he")
        for kind, _, names in (line.partition(":") for line in _read("names.txt"))
        if kind.startswith(("women", "men"))
        for name in names.split(",")
    )


@cache
def last_names() -> tuple[str, ...]:
    """Return last names."""
    lines = (line.partition(":") for line in _read("names.txt"))
    return tuple(name.strip() for kind, _, names in lines if kind.startswith("last") for name in names.split(","))


def draw_name(random: Random) -> Person:
    """Return a person who is called by name."""
    first, pronoun = random.choice(first_names())
    last = random.choice(last_names())
    return Person(random.choice((first, first, f"{first} {last}")), pronoun, first, last)


def draw_person(random: Random) -> Person:
    """Return a person who is called by name, by title and last name, or by role."""
    chance = random.random()
    if chance < 0.3:
        role = random.choice(nouns()["role"])
        pronoun = random.choice(("he", "she"))
        return Person(f"the {role}", "she" if role in _WOMEN else "he" if role in _MEN else pronoun)
    person = draw_name(random)
    if chance < 0.4:
        title = random.choice(("Dr", "Professor", person.form("mr")[:2]))
        return person._replace(text=f"{title} {person.last}")
    return person


def draw_phrase(kind: str, random: Random) -> NounPhrase:
    """Return a definite noun phrase of a type of noun, now and then in the plural."""
    return NounPhrase(random.choice(_words(kind)), random.random() < _PLURAL_SHARE)


def draw_word(kind: str, random: Random) -> Word:
    """Return a noun of a type."""
    return Word(random.choice(_words(kind)))


def draw_row(name: str, random: Random, *, swapped: bool = False) -> Row:
    """Return a row of a table."""
    if name not in tables():
        raise InputError(f"no table {name!r}; accepted: {', '.join(tables())}")
    row = random.choice(tables()[name])
    if swapped and random.random() < 0.5:
        one, other, *_ = row.cells
        return Row(row.cells | {one: row.cells[other], other: row.cells[one]})
    return row


def _words(kind: str) -> tuple[str, ...]:
    """Return the nouns of a type."""
    if kind not in nouns():
        raise InputError(f"no type of noun {kind!r}; accepted: {', '.join(nouns())}")
    return nouns()[kind]
