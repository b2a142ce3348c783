"""Registries: the parts that can be exchanged, by name.

A package adds a part by an entry point of the group ``explanans.<kind>``; a session or a notebook by `register`. A part
is named ``name`` or ``name:argument``, where the argument is the part's own affair (a network's folder, the rankers
that it works on), or, where the kind has trained models, by the path of a model's folder.
"""

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from typing import Generic, TypeVar, cast

from explanans.errors import InputError

KINDS = (
    "arc_scorers",
    "checkers",
    "codecs",
    "commands",
    "judges",
    "measures",
    "parsers",
    "provers",
    "rankers",
    "renderers",
    "sources",
    "task_kinds",
    "writers",
)
"""The kinds of parts: each has a group of entry points, ``explanans.<kind>``."""

_ARGUMENT = "argument"
"""The attribute by which a factory says that it takes one."""

Part = TypeVar("Part")
Factory = TypeVar("Factory", bound=Callable[..., object])

_session: dict[str, dict[str, object]] = {kind: {} for kind in KINDS}


def register(kind: str, name: str, factory: object) -> None:
    """Make a part known by name to this process, as an entry point does to all; it goes before one of the same name.

    Args:
        kind: One of `KINDS`.
        name: The name; without a colon.
        factory: The factory, as in an entry point, such as the class of a ranker.

    Raises:
        InputError: There is no such kind, or the name is empty or holds a colon.

    Example:
        >>> class Shortest:
        ...     def __init__(self, knowledge):
        ...         self.lengths = [len(fact.text) for fact in knowledge.facts]
        >>> register("rankers", "shortest", Shortest)
        >>> "shortest" in Registry("rankers", "ranker").names()
        True
        >>> unregister("rankers", "shortest")
    """
    if kind not in KINDS:
        raise InputError(f"parts of the kind {kind!r}; accepted: {', '.join(KINDS)}")
    if not name or ":" in name:
        raise InputError(f"a part of the kind {kind} called {name!r}; accepted: a name without a colon")
    _session[kind][name] = factory


def unregister(kind: str, name: str) -> None:
    """Forget what `register` made known; nothing happens if there is none.

    Args:
        kind: One of `KINDS`.
        name: The name.
    """
    _session.get(kind, {}).pop(name, None)


def takes(argument: str) -> Callable[[Factory], Factory]:
    """Mark a factory, or a class, as one that takes what follows a colon after its name; the others take nothing there.

    Args:
        argument: Its argument as shown in help, such as ``FOLDER``.

    Example:
        >>> @takes("SEED")
        ... def shuffled(seed: str = "0") -> int:
        ...     return int(seed)
        >>> register("parsers", "shuffled", shuffled)
        >>> parsers = Registry[int]("parsers", "parser")
        >>> parsers.open("shuffled"), parsers.open("shuffled:7")
        (0, 7)
        >>> unregister("parsers", "shuffled")
    """

    def marked(factory: Factory) -> Factory:
        setattr(factory, _ARGUMENT, argument)
        return factory

    return marked


class Registry(Generic[Part]):
    """The parts of one kind.

    Args:
        kind: One of `KINDS`.
        noun: The name of one of them in sentences.
        folder: The name of the part that opens a model's folder: a folder alone then means ``folder:PATH``; empty if
            the kind has no folders.
    """

    def __init__(self, kind: str, noun: str, folder: str = "") -> None:
        self.kind = kind
        self.noun = noun
        self.folder = folder

    def names(self) -> tuple[str, ...]:
        """Return the names of the parts that are installed or registered, sorted; a folder's is not among them."""
        return tuple(sorted({*_session[self.kind], *_points(self.kind, tuple(sys.path))} - {self.folder}))

    def find(self, name: str) -> object:
        """Return the object that is registered under a name, such as a class, without calling it.

        Args:
            name: The name, without an argument.

        Raises:
            InputError: There is no such part, or its package cannot be imported.
        """
        if name in _session[self.kind]:
            return _session[self.kind][name]
        point = _points(self.kind, tuple(sys.path)).get(name)
        if point is None:
            raise self._unknown(name)
        try:
            return point.load()
        except (ImportError, AttributeError) as error:
            raise InputError(f"the {self.noun} {name!r} ({point.value}) cannot be loaded: {error}") from error

    def open(self, name: str | Path, *context: object) -> Part:
        """Return a part, made by the factory of that name from the context and, if there is one, the argument.

        Args:
            name: ``name``, ``name:argument`` or, where the kind has them, the path of a model's folder.
            context: The context of every part of that kind, such as the knowledge base of a ranker.

        Raises:
            InputError: There is no such part, or it takes no argument.
        """
        name = str(name)
        kind, colon, argument = name.partition(":")
        if kind not in {*self.names(), self.folder}:
            # Unlike a Path, this takes what cannot be one.
            if not (self.folder and os.path.isdir(name)):  # noqa: PTH112
                raise self._unknown(name)
            kind, colon, argument = self.folder, ":", name
        factory = cast("Callable[..., Part]", self.find(kind))
        if not colon:
            return factory(*context)
        if not getattr(factory, "argument", ""):
            raise InputError(
                f"the {self.noun} {kind!r} takes nothing after a colon, as {name!r} has it; accepted: {kind}"
            )
        return factory(*context, argument)

    def _unknown(self, name: str) -> InputError:
        accepted = ("a model's folder",) * bool(self.folder) + self.names()
        return InputError(f"no {self.noun} is called {name!r}; accepted: {', '.join(accepted) or 'none is installed'}")


@cache
def _points(kind: str, places: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Return the entry points of a kind, as long as modules are looked for in the same places."""
    return {point.name: point for point in _every_point(places).select(group=f"explanans.{kind}")}


@cache
def _every_point(_: tuple[str, ...]) -> EntryPoints:
    return cast("EntryPoints", entry_points())


def name_of(part: object) -> str:
    """Return the identifier of a part: its name, or that of its class if it has none."""
    name = getattr(part, "name", "")
    return name if isinstance(name, str) and name else type(part).__name__


def refusal(noun: str, part: object, found: str, accepted: str) -> InputError:
    """Return the complaint that a part returned something that cannot be used.

    Args:
        noun: The name of such a part.
        found: The returned value.
        accepted: The accepted values.

    Example:
        >>> str(refusal("ranker", object(), "7 scores", "one score a fact, 9 here"))
        "the ranker 'object' returned 7 scores; accepted: one score a fact, 9 here"
    """
    return InputError(f"the {noun} {name_of(part)!r} returned {found}; accepted: {accepted}")
