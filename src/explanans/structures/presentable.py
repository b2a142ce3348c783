"""Base class of results that can be rendered and saved: explanations, answers, graphs, verdicts and reports."""

from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any, cast

from explanans.registry import Registry

_RENDERERS = Registry[Any]("renderers", "renderer")

SIGNED = ContextVar("SIGNED", default=True)
"""Switch of the signature at the end of terminal output."""


class Presentable:
    """A result with a JSON record, a page and an optional drawing; renderers are loaded at first use.

    Other classes register with the functions of ``explanans.rendering.forms``.
    """

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as the command line prints them with ``--json``."""
        found: dict[str, Any] = _renderer("record")(self)
        return found

    def to_json(self) -> str:
        """Return indented JSON, as the command line prints it with ``--json``."""
        return str(_renderer("json")(self))

    def _repr_html_(self) -> str:
        """Return the page in a sandboxed frame, as notebooks show it."""
        return str(_renderer("frame")(self))

    def save(self, path: str | Path) -> None:
        """Write a page (``.html``), a drawing (``.svg``) or JSON (``.json``).

        The table of a report is written with the suffix ``.csv``, ``.md`` or ``.tex``.

        Args:
            path: The file; an existing one is replaced once the new one is complete.

        Raises:
            InputError: The suffix is another, or there is nothing to draw.
            StorageError: The file cannot be written.
        """
        _renderer("save")(self, Path(path))


def _renderer(name: str) -> Callable[..., Any]:
    return cast("Callable[..., Any]", _RENDERERS.find(name))
