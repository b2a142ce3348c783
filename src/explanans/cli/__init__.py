"""The command line: one thin file a command."""

import io
import logging
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from explanans.cli.command import Commands, read_plainly
from explanans.cli.guesses import complaint, which_command
from explanans.errors import ExplanansError, InputError, StorageError
from explanans.language.visible import visible_line
from explanans.registry import Registry
from explanans.runtime.processes import limit_threads
from explanans.runtime.version import __version__
from explanans.structures.presentable import SIGNED

BAD_INPUT = 2
FAILURE = 1
TERMINATED = 128 + signal.SIGTERM
"""The exit status of a process that ends by SIGTERM, as in shells."""

_COMPLETION = "_EXPLANANS_COMPLETE"

COMMANDS = {
    "explain": "Explain why an answer is right: a tree of facts, a verdict, and the unsupported words.",
    "answer": "Judge and explain every choice of a question, best first; without choices, propose answers.",
    "check": "Check claims against a source: supported, contradicted or unknown, with the deciding words.",
    "prove": "Derive a hypothesis from premises, step by step.",
    "graph": "Predict whether an argument supports or counters a belief, and draw the graph that explains it.",
    "rank": "Rank every fact for each question and write a TextGraphs run file.",
    "kb": "Build, change, describe and search knowledge bases.",
    "evaluate": "Score predictions against gold data.",
    "schema": "Check, solve and cache inference patterns.",
    "models": "Install the language model used as a second judge.",
}
"""The first help line of each command of this package, shown without loading the module of its name."""
MORE_COMMANDS = {
    "lab": "Train models, run benchmarks, and list or describe data sets.",
    "serve": "Serve the workbench, in which people author, rate and review explanations in a browser.",
    "workbench": "Administer the workbench: backups, people, import and export of projects.",
    "api": "Serve JSON over HTTP to other programs; --json prints the OpenAPI document instead.",
    "mcp": "Serve the Model Context Protocol over standard input and output; --json lists the tools.",
}
"""The same for commands that other packages register as entry points."""
HIDDEN_COMMANDS = ("train", "bench", "data")
"""Former spellings of ``lab train``, ``lab bench`` and ``lab data``."""

_REGISTERED = Registry[Any]("commands", "command")


class _Loaded(Mapping[str, Any]):
    """The commands by name, each loaded on first use."""

    def __getitem__(self, name: str) -> Any:
        if name not in COMMANDS and name not in _REGISTERED.names():
            raise KeyError(name)
        return _load(name)

    def __iter__(self) -> Iterator[str]:
        return iter([*COMMANDS, *(name for name in _REGISTERED.names() if name not in HIDDEN_COMMANDS)])

    def __len__(self) -> int:
        return len(list(iter(self)))


@cache
def _load(name: str) -> Any:
    module: Any = import_module(f"{__name__}.{name}") if name in COMMANDS else _REGISTERED.find(name)
    group = getattr(module, "app", None)
    if group is None:
        group = Commands(help="")
        group.command(name)(getattr(module, name))
    return get_command(group)


def _listed() -> dict[str, TyperCommand]:
    """Return a stand-in for every visible command: its help line is known without loading it."""
    found = {name: TyperCommand(name, help=line) for name, line in COMMANDS.items()}
    more = {name: MORE_COMMANDS.get(name, "") for name in [*MORE_COMMANDS, *_REGISTERED.names()]}
    for name, line in more.items():
        if name not in HIDDEN_COMMANDS:
            found[name] = TyperCommand(name, help=line, rich_help_panel="Research and serving")
    return found


class _Root(TyperGroup):
    """All commands; its help loads none of them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = _Loaded()

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options."""
        return read_plainly(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help without loading any command."""
        try:
            self.commands = _listed()
            super().format_help(ctx, formatter)
            typer.echo(which_command())
        finally:
            self.commands = _Loaded()


app = typer.Typer(
    cls=_Root,
    help="Find, compose, check and evaluate the facts that explain an answer.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Find, compose, check and evaluate the facts that explain an answer."""


class _TerminatedError(BaseException):
    """SIGTERM was received; like an interruption, it passes through handlers that remove files."""


def _terminate(*_: object) -> None:
    raise _TerminatedError


def main() -> None:
    """Run the command line; exit with 2 for what the user can mend, with 1 for any other failure."""
    limit_threads()
    _log_visibly()
    _write_utf8()
    before = signal.signal(signal.SIGTERM, _terminate)
    signed = SIGNED.set(False)
    try:
        code = _run(sys.argv[1:])
    except (InputError, StorageError) as error:
        code = _complain(str(error), BAD_INPUT)
    except ExplanansError as error:
        code = _complain(str(error), FAILURE)
    except KeyboardInterrupt:
        code = _complain("interrupted; no file was left half written", BAD_INPUT)
    except _TerminatedError:
        code = _complain("terminated; no file was left half written", TERMINATED)
    except typer.TyperException as error:
        code = _complain(complaint(error), error.exit_code)
    except (BrokenPipeError, SystemExit):
        # Whoever read the output has seen enough; rich raises the second of the two.
        code = 0
    except OSError as error:
        code = _complain(f"{error.filename or 'standard output'}: {error.strerror or error}", BAD_INPUT)
    finally:
        signal.signal(signal.SIGTERM, before)
        SIGNED.reset(signed)
    sys.exit(_flush(code))


def _run(arguments: list[str]) -> int:
    try:
        "".join(arguments).encode()
    except UnicodeEncodeError:
        raise InputError("an argument is not UTF-8 text") from None
    command = get_command(app)
    if _COMPLETION in os.environ:  # a shell asks how a line goes on
        command.main(arguments, prog_name="explanans")
    # Typer's own way of running a command keeps interruptions and closed pipes to itself.
    try:
        with command.make_context("explanans", arguments) as context:
            command.invoke(context)
    except typer.Exit as error:
        return error.exit_code
    return 0


class _OneLine(logging.Formatter):
    """A warning on one line that steers no terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return f"explanans: {visible_line(record.getMessage())}"


class _Once(logging.Filter):
    """Lets a warning pass once: a file may be read twice, first to check it."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the message is new."""
        message = record.getMessage()
        is_new = message not in self._seen
        self._seen.add(message)
        return is_new


def _log_visibly() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_OneLine())
    handler.addFilter(_Once())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)


def _write_utf8() -> None:
    """Let files and pipes be UTF-8 everywhere, and a terminal show what it can; where output is closed, drop it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open to the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding = sys.stdout.encoding if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace")


def _complain(sentence: str, code: int) -> int:
    if sentence:  # it is empty if the help was shown instead
        typer.echo(f"explanans: {visible_line(sentence)}", err=True)
    return code


def _flush(code: int) -> int:
    """Flush the output while errors can still be reported."""
    try:
        sys.stdout.flush()
    except OSError as error:
        # The interpreter will flush once more, and then must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if code == 0 and not isinstance(error, BrokenPipeError):
            return _complain(f"standard output: {error.strerror}", BAD_INPUT)
    return code
