"""Base of all commands: help with an example, errors for repeated options, former spellings, and shared options."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import partial, wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperOption

from explanans.cli.guesses import EXAMPLES
from explanans.errors import InputError
from explanans.structures.presentable import SIGNED

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


_EXPLAIN = {"--check": "--step-checker", "--model": "--ranker", "--trees": "--search-model", "--with": "--method"}
_TRAINING = {"--blocks": "--lora-layers", "--rank": "--lora-rank"}

OPTIONS: Mapping[str, Mapping[str, str]] = {
    "answer": {"--model": "--ranker", "--most": "--max-answers"},
    "api": {"--keys": "--key-file", "--model": "--ranker", "--new-key": "--create-key", "--open": "--no-auth"},
    "bench": {"--curve": "--learning-curve", "--stand-ins": "--automatic"},
    "evaluate": {
        "--at-least": "--min-relevance",
        "--by-provenance": "--group-by-source",
        "--highest": "--max-rating",
        "--lenient": "--allow-invalid",
        "--stand-ins": "--automatic",
    },
    "explain": _EXPLAIN,
    "graph": {
        "--knowledge": "--assertions",
        "--model": "--graph-model",
        "--order": "--strategy",
        "--stances": "--stance-model",
        "--style": "--relations",
    },
    "mcp": {"--model": "--ranker"},
    "prove": _EXPLAIN,
    "rank": {"--model": "--ranker"},
    "train": _TRAINING,
    "train claims": {"--model": "--language-model", "--most": "--max-claims"},
    "train neural-ranker": {
        "--depth": "--rerank-depth",
        "--first": "--first-stage",
        "--near": "--hard-negatives",
        "--random": "--random-negatives",
        "--window": "--max-tokens",
    },
    "train ranker": {"--cold": "--no-gold-features", "--pointers": "--encoders"},
}
"""The present spelling of each former one, by command; a group's table holds for its commands without a table."""


def current_spelling(command: str, arguments: Sequence[str]) -> Iterator[str]:
    """Yield arguments with former spellings of options replaced.

    Example:
        >>> list(current_spelling("rank", ["--model=bm25", "--out", "run", "--", "--model"]))
        ['--ranker=bm25', '--out', 'run', '--', '--model']
    """
    path = command.removeprefix("lab ")
    table = OPTIONS.get(path) or OPTIONS.get(path.partition(" ")[0], {})
    options = True
    for argument in arguments:
        options = options and argument != "--"
        name, equals, value = argument.partition("=")
        yield f"{table[name]}{equals}{value}" if options and name in table else argument


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command whose signature has the fields of dataclasses in place of the parameters that take them.

    Typer reads the signature, so that the fields become options, where the parameter stood; the command is called with
    the dataclass made of them.

    Example:
        >>> from dataclasses import dataclass
        >>> @dataclass
        ... class Size:
        ...     width: int
        ...     height: int = 1
        >>> def draw(name: str, *, size: Size, quiet: bool = False) -> None:
        ...     print(name, size.width * size.height)
        >>> list(signature(spread(draw)).parameters)
        ['name', 'width', 'height', 'quiet']
        >>> spread(draw)(name="a box", width=3, height=2)
        a box 6
    """
    written = signature(command)
    groups = {
        name: tuple(signature(kind).parameters.values())
        for name, parameter in written.parameters.items()
        if isinstance(kind := parameter.annotation, type) and is_dataclass(kind)
    }
    if not groups:
        return command

    @wraps(command)
    def run(**values: Any) -> None:
        for name, options in groups.items():
            said = {option.name: values.pop(option.name) for option in options if option.name in values}
            values[name] = written.parameters[name].annotation(**said)
        command(**values)

    parameters = [
        option.replace(kind=Parameter.KEYWORD_ONLY)
        for name, parameter in written.parameters.items()
        for option in groups.get(name, (parameter,))
    ]
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run


def given(options: "DataclassInstance") -> dict[str, Any]:
    """Return the options that were given, by name: those that are not None."""
    values = ((field.name, getattr(options, field.name)) for field in fields(options))
    return {name: value for name, value in values if value is not None}


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
        """Parse arguments."""
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
    option.help, option.expose_value, option.callback = "Also print the result's signature.", False, _show_signature
    return option


def _show_signature(_context: Any, _param: Any, wanted: bool) -> bool:
    if wanted:
        SIGNED.set(True)
    return wanted


def read_plainly(params: list[Any]) -> list[Any]:
    """Return arguments and options that are read without pydantic if they are texts, paths, or not there."""
    for param in params:
        if isinstance(param, TyperOption | TyperArgument):
            param.get_runtime_param = partial(_Plain, param)  # type: ignore[method-assign, assignment]
    return params


class _Plain:
    """Reads an argument: a text or a path as it stands, anything else as typer does, which loads pydantic for it."""

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
    """A group of commands."""

    def __init__(self, help: str) -> None:  # noqa: A002 - as typer calls it
        super().__init__(help=help, no_args_is_help=True, add_completion=False)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        """Add a command, as ``typer.Typer.command`` does; its options may come in dataclasses, see ``spread``."""
        add = super().command(name, **{"cls": Command, **settings})
        return lambda command: add(spread(command))
