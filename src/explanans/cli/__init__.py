"""The command line: one thin file a command."""

import logging
import sys
from typing import Annotated

import typer
from typer.main import get_command

from explanans import __version__
from explanans.cli import data, evaluate, explain, kb, rank
from explanans.exceptions import InputError, MissingExtraError, StorageError

BAD_INPUT = 2
FAILURE = 1

app = typer.Typer(
    help="Find, compose, check and evaluate the facts that explain an answer.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("explain")(explain.explain)
app.command("rank")(rank.rank)
app.add_typer(kb.app, name="kb")
app.add_typer(evaluate.app, name="evaluate")
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


def main() -> None:
    """Run the command line; exit with 2 for what the user can mend, with 1 for any other failure."""
    logging.basicConfig(format="explanans: %(message)s", level=logging.WARNING)
    try:
        code = get_command(app).main(prog_name="explanans", standalone_mode=False)
    except (InputError, StorageError) as error:
        code = _complain(str(error), BAD_INPUT)
    except MissingExtraError as error:
        code = _complain(str(error), FAILURE)
    except (KeyboardInterrupt, typer.Abort):
        code = _complain("interrupted; no file was left half written", BAD_INPUT)
    except typer.Exit as error:
        code = error.exit_code
    except typer.TyperException as error:
        code = _complain(error.format_message(), error.exit_code)
    except BrokenPipeError:
        # Whoever read the output has seen enough; a later flush must not complain either.
        sys.stderr.close()
        code = 0
    sys.exit(code)


def _complain(sentence: str, code: int) -> int:
    typer.echo(f"explanans: {sentence}", err=True)
    return code
