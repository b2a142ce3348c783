"""What all commands have in common: an example in their help, and options that are given once or complain."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperOption

from explanans.cli.examples import EXAMPLES
from explanans.exceptions import InputError


class Command(TyperCommand):
    """A command that complains of an option given twice, and shows an example below its help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse arguments.

        Raises:
            InputError: An option that takes one value was given several.
        """
        *_, given = self.make_parser(ctx).parse_args(args=list(args))
        for option, count in Counter(given).items():
            if count > 1 and isinstance(option, TyperOption) and not (option.multiple or option.is_flag):
                raise InputError(f"{option.opts[0]} is given {count} times; accepted: once")
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with the example of the command below."""
        example = EXAMPLES.get(ctx.command_path.removeprefix("explanans "))
        self.epilog = f"Example: explanans {ctx.command_path.removeprefix('explanans ')} {example}" if example else None
        super().format_help(ctx, formatter)


class Commands(typer.Typer):
    """A group of commands.

    Args:
        help: What they do.
    """

    def __init__(self, help: str) -> None:  # noqa: A002 - as typer calls it
        super().__init__(help=help, no_args_is_help=True, add_completion=False)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        """Add a command, as ``typer.Typer.command`` does."""
        return super().command(name, **{"cls": Command, **settings})
