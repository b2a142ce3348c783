"""Templates of frames: premises and claims with slots that are filled from the lexicon.

A file in ``frames`` has sections ``== phenomenon`` with frames between blank lines; ``== phenomenon (presupposes)`` if
its claims may hold even where the premises are only supposed. The lines of a frame::

    with a b: person; v: deeds       variables and what they are drawn from
    > {a} {v past} {b}.              premises; each such line is an alternative, ``//`` separates sentences
    >~ One. // Two.                  the same, sentences in any order
    >- Go there first.               the same, no statement that may be part of another
    = {b} was {v pp} by {a}.         a claim that is supported
    ! {b} {v past} {a}.              a claim that is contradicted
    ? {a} {v past} {b} twice.        a claim that is neither
    * v                              with another v, every claim is neither

``[x|y|]`` is a choice. Sources: ``person``, ``name``, ``the TYPE`` (a noun phrase), ``noun TYPE``, the name of a table
(``~table`` exchanges its first two columns in half of the draws), ``int LOW HIGH`` (``int< LOW HIGH`` ascending),
``=x|y|z``. Variables of one declaration differ. ``{v.column form}`` is a form of a cell; ``{v s a}`` agrees with ``a``.
"""

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from random import Random
from typing import NamedTuple

from explanans.errors import InputError
from explanans.lab.phenomena.lexicon import (
    Entry,
    NounPhrase,
    Row,
    Word,
    draw_name,
    draw_person,
    draw_phrase,
    draw_row,
    draw_word,
)
from explanans.structures.verdicts import Status

STATUSES = {"=": Status.SUPPORTED, "!": Status.CONTRADICTED, "?": Status.UNKNOWN}
"""The marks of claims."""
_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{([^{}]*)\}")
_TITLES = ("Dr ", "Professor ")
_PRESUPPOSES = " (presupposes)"
_TRIES = 60


class Declaration(NamedTuple):
    """Variables that are drawn from one source and differ."""

    names: tuple[str, ...]
    source: str


class Premises(NamedTuple):
    """Templates of the premises of a frame.

    Attributes:
        is_shuffled: Whether the sentences may stand in any order.
        is_statement: Whether each may be part of another sentence.
    """

    parts: tuple[str, ...]
    is_shuffled: bool
    is_statement: bool


class Frame(NamedTuple):
    """Alternative premises, and claims by status, over the same variables.

    Attributes:
        variables: The values that variables are sampled from.
        free: The variables whose exchange makes every claim unknown.
        presupposes: Whether claims may hold even where the premises are only supposed.
    """

    variables: tuple[Declaration, ...]
    premises: tuple[Premises, ...]
    claims: tuple[tuple[Status, str], ...]
    free: tuple[str, ...] = ()
    presupposes: bool = False


_SOURCES: dict[str, Callable[[str, Random], Entry]] = {
    "person": lambda _, random: draw_person(random),
    "name": lambda _, random: draw_name(random),
    "the": draw_phrase,
    "noun": draw_word,
    "int": lambda bounds, random: Word(str(random.randint(*map(int, bounds.split())))),
}


def draw(source: str, random: Random) -> Entry:
    """Return one entry of a source."""
    kind, _, rest = source.replace("int<", "int").partition(" ")
    if source.startswith("="):
        return Word(random.choice(source[1:].split("|")).strip())
    if kind in _SOURCES:
        return _SOURCES[kind](rest, random)
    return draw_row(source.removeprefix("~"), random, swapped=source.startswith("~"))


def differ(entries: list[Entry]) -> bool:
    """Return whether the words of entries are all different, first and last names of people included."""
    words: list[str] = []
    for entry in entries:
        if isinstance(entry, Row):
            words += {f"{cell}" for cell in entry.cells.values()}
        elif isinstance(entry, NounPhrase):
            words.append(entry.noun)
        elif isinstance(entry, Word):
            words.append(entry.text)
        else:
            words += {entry.form("first"), entry.form("last"), entry.form("")}
    words = [word for word in words if word]
    return len(words) == len(set(words))


def bind(variables: tuple[Declaration, ...], random: Random) -> dict[str, Entry]:
    """Return an entry for each variable."""
    bound: dict[str, Entry] = {}
    sources: dict[str, str] = {}
    for names, source in variables:
        known = [entry for name, entry in bound.items() if _are_alike(sources[name], source)]
        for _ in range(_TRIES):
            drawn = [draw(source, random) for _ in names]
            if len(drawn) + len(known) == 1 or differ([*known, *drawn]):
                break
        else:
            raise InputError(f"{source!r} has too few entries that differ; needed: {len(names) + len(known)}")
        if source.startswith("int<"):
            drawn.sort(key=lambda entry: int(entry.form("")))
        bound |= dict(zip(names, drawn, strict=True))
        sources |= dict.fromkeys(names, source)
    return bound


def _are_alike(one: str, other: str) -> bool:
    """Return whether entries of two sources must differ: they are the same, or both are people."""
    return one == other or {one, other} == {"name", "person"}


def render(template: str, bound: dict[str, Entry], random: Random) -> str:
    """Return a template with its choices made and its slots filled, not yet finished."""
    while _CHOICE.search(template):
        template = _CHOICE.sub(lambda found: random.choice(found[1].split("|")), template, count=1)
    return _SLOT.sub(lambda found: _fill(found[1], bound), template)


def _fill(slot: str, bound: dict[str, Entry]) -> str:
    """Return the text of a slot."""
    path, *forms = slot.split(" ")
    name, _, column = path.partition(".")
    if name not in bound:
        raise InputError(f"no variable {name!r} for {{{slot}}}; accepted: {', '.join(bound)}")
    entry = bound[name]
    if column:
        if not isinstance(entry, Row):
            raise InputError(f"{name!r} is no row of a table in {{{slot}}}")
        entry = entry.cell(column)
    form = forms[0] if forms else ""
    if len(forms) > 1:  # agreement
        subject = bound[forms[1]]
        form = "" if isinstance(subject, NounPhrase) and subject.is_plural else "s"
    return entry.form(form)


@cache
def read_blocks(file: str) -> dict[str, list[str]]:
    """Return the blocks between blank lines of each section ``== name`` of a file in ``frames``."""
    text = (files(__package__) / "frames" / file).read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    sections = (section.partition("\n") for section in ("\n" + "\n".join(lines)).split("\n== ")[1:])
    return {
        name: [block.strip("\n") for block in re.split(r"\n\s*\n", body) if block.strip()] for name, _, body in sections
    }


@cache
def read_sections(file: str) -> dict[str, tuple[Frame, ...]]:
    """Return the frames of each phenomenon of a file in ``frames``."""
    found: dict[str, tuple[Frame, ...]] = {}
    for name, blocks in read_blocks(file).items():
        presupposes = name.endswith(_PRESUPPOSES)
        phenomenon = name.removesuffix(_PRESUPPOSES).strip()
        found[phenomenon] = tuple(_frame(block, phenomenon)._replace(presupposes=presupposes) for block in blocks)
    return found


def _premises(line: str) -> Premises:
    """Return the premises that a line describes, without its first mark."""
    mark = line[0] if line[0] in "~-" else ""
    parts = [_uncapitalized(part.strip()) for part in line.removeprefix(mark).split("//")]
    return Premises(tuple(parts), mark == "~", mark != "-")


def _uncapitalized(template: str) -> str:
    """Return a template that starts in lower case, but for titles: only finished sentences start with a capital."""
    if template.startswith(_TITLES):
        return template
    if template.startswith("["):
        first, bracket, rest = template[1:].partition("]")
        return "[" + "|".join(map(_uncapitalized, first.split("|"))) + bracket + rest
    return template[:1].lower() + template[1:]


def _frame(block: str, name: str) -> Frame:
    """Return the frame that a block of lines describes."""
    variables: list[Declaration] = []
    premises: list[Premises] = []
    claims: list[tuple[Status, str]] = []
    free: tuple[str, ...] = ()
    for line in block.strip().splitlines():
        mark, text = line[0], line[1:].lstrip(" ")
        if line.startswith("with "):
            for part in line[5:].split(";"):
                names, _, source = part.partition(":")
                variables.append(Declaration(tuple(names.split()), source.strip()))
        elif mark == ">":
            premises.append(_premises(text))
        elif mark == "*":
            free = tuple(text.split())
        elif mark in STATUSES:
            claims.append((STATUSES[mark], _uncapitalized(text)))
        else:
            raise InputError(f"{name}: cannot read the line {line!r}")
    if not premises:
        raise InputError(f"{name}: a frame without premises: {block[:60]!r}")
    return Frame(tuple(variables), tuple(premises), tuple(claims), free)
