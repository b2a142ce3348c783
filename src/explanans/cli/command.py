"""Base of all commands: an example in their help, and errors for options that are given twice."""

from collections import Counter
from collections.abc import Callable
from copy import copy
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperOption

from explanans.cli.aliases import current_spelling
from explanans.cli.examples import EXAMPLES
from explanans.cli.spread import spread
from explanans.errors import InputError
from explanans.structures.presentable import SIGNED

_PLAIN = (str, bool, int, float)


class Command(TyperCommand):
    """A command that complains of an option given twice, and shows an example below its help.

    A command that can be quiet can be verbose, too: then what it prints ends with its signature.
    """

    _verbose: Any = None

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the arguments and options."""
        params = super().get_params(ctx)
        quiet = next((param for param in params if param.name == "quiet"), None)
        if quiet is not None:
            self._verbose = self._verbose or _verbose(quiet)
            params.insert(params.index(quiet) + 1, self._verbose)
        return read_plainly(params)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse arguments.

        Raises:
            InputError: An option that takes one value was given several.
        """
        args = list(current_spelling(ctx.command_path.removeprefix("explanans "), args))
        *_, given = self.make_parser(ctx).parse_args(args=list(args))
        for option, count in Counter(given).items():
            if count > 1 and isinstance(option, TyperOption) and not (option.multiple or option.is_flag):
                raise InputError(f"{option.opts[0]} is given {count} times; accepted: once")
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with the example of the command below."""
        path = ctx.command_path.removeprefix("explanans ")
        example = EXAMPLES.get(path) or EXAMPLES.get(f"lab {path}")
        self.epilog = f"Example: explanans {path} {example}" if example else None
        super().format_help(ctx, formatter)


def _verbose(quiet: Any) -> Any:
    """Return the option that shows signatures, made of the one that keeps a command quiet."""
    option = copy(quiet)
    option.name, option.opts, option.secondary_opts = "verbose", ["--verbose"], []
    option.help, option.expose_value, option.callback = "End with what reproduces the result.", False, _show_signature
    return option


def _show_signature(_context: Any, _param: Any, wanted: bool) -> bool:
    if wanted:
        SIGNED.set(True)
    return wanted


def read_plainly(params: list[Any]) -> list[Any]:
    """Return arguments and options that are read without pydantic if they are texts, paths, or not there.

    Args:
        params: The arguments and options of a command.
    """
    for param in params:
        if isinstance(param, TyperOption | TyperArgument):
            param.get_runtime_param = partial(_Plain, param)  # type: ignore[method-assign, assignment]
    return params


class _Plain:
    """Reads an argument: a text or a path as it stands, anything else as typer does, which loads pydantic for it.

    Args:
        param: The argument or option.
    """

    def __init__(self, param: TyperOption | TyperArgument) -> None:
        self._param = param

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value that was written, or that stands for nothing written."""
        kind = self._param.type_descriptor.annotation
        if value is None or (kind in _PLAIN and isinstance(value, kind)):
            return () if value is None and (param.multiple or param.nargs == -1) else value
        if kind is Path and isinstance(value, str):
            return Path(value)
        if isinstance(kind, type) and issubclass(kind, Enum) and value in list(kind):
            return kind(value)
        if kind == list[str] or (kind == list[Path] and all(isinstance(item, str) for item in value)):
            return list(value if kind == list[str] else map(Path, value))
        return type(self._param).get_runtime_param(self._param).coerce(value, param=param, ctx=ctx)


class Commands(typer.Typer):
    """A group of commands.

    Args:
        help: Their description.
    """

    def __init__(self, help: str) -> None:  # noqa: A002 - as typer calls it
        super().__init__(help=help, no_args_is_help=True, add_completion=False)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        """Add a command, as ``typer.Typer.command`` does; its options may come in dataclasses, see ``spread``."""
        add = super().command(name, **{"cls": Command, **settings})
        return lambda command: add(spread(command))
