"""The command line: one thin file a command."""

import io
import logging
import os
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer
from typer.main import get_command

from explanans import __version__
from explanans.cli import bench, check, data, evaluate, explain, graph, kb, prove, rank, schema, train
from explanans.exceptions import ExplanansError, InputError, StorageError

BAD_INPUT = 2
FAILURE = 1
TERMINATED = 128 + signal.SIGTERM
"""What shells make of a process that was told to end."""

app = typer.Typer(
    help="Find, compose, check and evaluate the facts that explain an answer.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("check")(check.check)
app.command("explain")(explain.explain)
app.command("graph")(graph.graph)
app.command("prove")(prove.prove)
app.command("rank")(rank.rank)
app.add_typer(train.app, name="train")
app.add_typer(kb.app, name="kb")
app.add_typer(evaluate.app, name="evaluate")
app.add_typer(bench.app, name="bench")
app.add_typer(schema.app, name="schema")
app.add_typer(data.app, name="data")


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
    """The process was told to end; like an interruption, it passes through whatever clears files away."""


def _terminate(*_: object) -> None:
    raise _TerminatedError


def main() -> None:
    """Run the command line; exit with 2 for what the user can mend, with 1 for any other failure."""
    logging.basicConfig(format="explanans: %(message)s", level=logging.WARNING)
    _write_utf8()
    before = signal.signal(signal.SIGTERM, _terminate)
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
        code = _complain(error.format_message(), error.exit_code)
    except (BrokenPipeError, SystemExit):
        # Whoever read the output has seen enough; rich raises the second of the two.
        code = 0
    except OSError as error:
        code = _complain(f"{error.filename or 'standard output'}: {error.strerror or error}", BAD_INPUT)
    finally:
        signal.signal(signal.SIGTERM, before)
    sys.exit(_flush(code))


def _run(arguments: list[str]) -> int:
    try:
        "".join(arguments).encode()
    except UnicodeEncodeError:
        raise InputError("an argument is not UTF-8 text") from None
    # Typer's own way of running a command keeps interruptions and closed pipes to itself.
    command = get_command(app)
    try:
        with command.make_context("explanans", arguments) as context:
            command.invoke(context)
    except typer.Exit as error:
        return error.exit_code
    return 0


def _write_utf8() -> None:
    """Let files and pipes be UTF-8 everywhere, and a terminal show what it can; where output is closed, drop it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open to the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding = sys.stdout.encoding if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace")


def _complain(sentence: str, code: int) -> int:
    if sentence:  # it is empty where the help was shown instead
        line = "".join(character if character.isprintable() else " " for character in sentence)
        typer.echo(f"explanans: {line}", err=True)
    return code


def _flush(code: int) -> int:
    """Write what is left of the output while errors can still be told."""
    try:
        sys.stdout.flush()
    except OSError as error:
        # The interpreter will flush once more, and then must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if code == 0 and not isinstance(error, BrokenPipeError):
            return _complain(f"standard output: {error.strerror}", BAD_INPUT)
    return code
