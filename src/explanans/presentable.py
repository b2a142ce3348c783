"""What explanations, graphs, verdicts and reports have in common: each can be shown and saved in several forms."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explanans.exceptions import InputError
from explanans.files import write_beside

if TYPE_CHECKING:
    from types import ModuleType

_FORMS = {".html": "page", ".json": "json", ".svg": "drawing"}


class Presentable:
    """A noun that ``render.forms`` knows how to show; nothing of that is loaded before it is asked for.

    A class of one's own takes part by registering with the functions of ``render.forms``.
    """

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values, as the command line prints them with ``--json``."""
        found: dict[str, Any] = _forms().record(self)
        return found

    def to_json(self) -> str:
        """Return it as JSON on several lines, as the command line prints it with ``--json``."""
        return str(_forms().json(self))

    def _repr_html_(self) -> str:
        """Return it as notebooks show it: a page in a frame of its own, with styles that touch nothing else."""
        return str(_forms().frame(self))

    def save(self, path: str | Path) -> None:
        """Write it into a file: a page (``.html``), a drawing (``.svg``) or JSON (``.json``).

        Args:
            path: The file; an older one of that name is replaced once the new one is complete.

        Raises:
            InputError: The suffix is another, or there is nothing to draw.
            StorageError: The file cannot be written.
        """
        path = Path(path)
        form = _FORMS.get(path.suffix.lower())
        if form is None:
            raise InputError(f"{path}: no form of that suffix; accepted: {', '.join(_FORMS)}")
        content = getattr(_forms(), form)(self)
        with write_beside(path) as file:
            file.write(content if form != "json" else f"{content}\n")


def _forms() -> "ModuleType":
    return import_module("explanans.render.forms")  # a layer above: nouns import nothing
