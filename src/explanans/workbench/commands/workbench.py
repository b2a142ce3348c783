"""``explanans workbench``: keep the workbench."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.command import Commands
from explanans.cli.options import AsJson, KnowledgeName, Quiet, Seed, remark
from explanans.errors import amount
from explanans.workbench.commands.serve import DEFAULT_DATABASE, DatabaseName, PresentDatabaseName, check_extra

app = Commands(help="Keep the workbench: back it up, restore it, see to its people, export and import its projects.")

if TYPE_CHECKING:
    from explanans.workbench.store.database import Database


@app.command()
def backup(
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The file of the backup, such as week-12.jsonl.gz.")
    ],
    database: PresentDatabaseName = DEFAULT_DATABASE,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Write all that the workbench keeps into one file; it may be in use meanwhile."""
    check_extra()
    from explanans.workbench import backup as backups

    with _opened(database) as opened:
        rows = backups.backup(opened, out)
    _report({"rows": rows, "out": str(out)}, f"wrote {amount(rows, 'row')} to {out}", as_json=as_json, quiet=quiet)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that 'workbench backup' wrote.")],
    database: DatabaseName = DEFAULT_DATABASE,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Make a workbench of a backup, in a database that is empty."""
    check_extra()
    from explanans.workbench import backup as backups

    rows = backups.restore(database, file)
    _report({"rows": rows, "database": database}, f"read {amount(rows, 'row')}", as_json=as_json, quiet=quiet)


@app.command()
def users(
    database: PresentDatabaseName = DEFAULT_DATABASE,
    add: Annotated[str | None, typer.Option("--add", metavar="NAME", help="Make an account.")] = None,
    administrator: Annotated[
        bool, typer.Option("--administrator", help="Let the account that is made do everything.")
    ] = False,
    reset: Annotated[
        str | None, typer.Option("--reset", metavar="NAME", help="Give an account a new password.")
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """List the accounts, make one, or give one a new password, which holds once."""
    check_extra()
    from explanans.cli.streams import print_json, say
    from explanans.workbench.store import accounts, audit

    made = None
    with _opened(database) as opened, opened.write() as db:
        if add is not None or reset is not None:
            password = accounts.new_password()
            if add is not None:
                account = accounts.create(db, add, password, administrator=administrator, one_time=True)
            else:
                account = accounts.find(db, str(reset))
                accounts.set_password(db, account, password, one_time=True)
            audit.record(db, None, "add account" if add is not None else "reset password", account.name)
            made = {"name": account.name, "password": password}
        everybody = [
            {"name": it.name, "administrator": it.administrator, "active": it.active} for it in accounts.everybody(db)
        ]
    if as_json:
        print_json({"users": everybody, "made": made})
        return
    for row in everybody:
        marks = ["administrator"] * bool(row["administrator"]) + ["asleep"] * (not row["active"])
        say(" ".join([str(row["name"]), *marks]))
    if made:
        say(f"One-time password of {made['name']}: {made['password']}")


@app.command()
def keys(
    database: PresentDatabaseName = DEFAULT_DATABASE,
    add: Annotated[str | None, typer.Option("--add", metavar="NAME", help="Make a key for a program.")] = None,
    user: Annotated[str, typer.Option("--user", metavar="NAME", help="The account that it acts for.")] = "",
    remove: Annotated[str | None, typer.Option("--remove", metavar="NAME", help="Remove a key.")] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback does the work
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """List the keys of programs, make one, which is printed once, or remove one."""
    check_extra()
    from explanans.cli.streams import print_json, say
    from explanans.workbench.store import accounts, programs

    made = None
    with _opened(database) as opened, opened.write() as db:
        if add is not None:
            made = programs.new_key(db, add, accounts.find(db, user))
        if remove is not None:
            programs.remove_key(db, remove)
        found = [{"name": row.name, "user": name} for row, name in programs.keys(db)]
    if as_json:
        print_json({"keys": found, "made": made})
        return
    for row in found:
        say(f"{row['name']}: acts for {row['user']}")
    if made:
        say(f"Key of {add}: {made}")


@app.command(name="export")
def export(
    project: Annotated[str, typer.Argument(metavar="PROJECT", help="The title of a project.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to write.")],
    database: PresentDatabaseName = DEFAULT_DATABASE,
    format_name: Annotated[
        str, typer.Option("--format", metavar="NAME", help="'project', or a format of its kind of task.")
    ] = "project",
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Export a project: whole, with every version, or what came of it in a format of its kind of task."""
    check_extra()
    from explanans.io.files import write_beside
    from explanans.workbench.exports import find_project, lines_of

    with _opened(database) as opened, opened.read() as db:
        count = 0
        with write_beside(out) as file:
            for line in lines_of(db, find_project(db, project), format_name):
                file.write(f"{line}\n")
                count += 1
    _report({"lines": count, "out": str(out)}, f"wrote {amount(count, 'line')} to {out}", as_json=as_json, quiet=quiet)


@app.command(name="import")
def import_(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="A project, and perhaps files that go with it: tables, confirmed graphs."),
    ],
    database: DatabaseName = DEFAULT_DATABASE,
    format_name: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="NAME",
            help="'project', exported whole; or entailmentbank, ratings, worldtree, graphs, graphs-jsonl, refinements.",
        ),
    ] = "project",
    knowledge: KnowledgeName = "starter",
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="A new title.")] = "",
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,  # noqa: ARG001 - every command takes it; nothing here is drawn at random
) -> None:
    """Take in a project: one that a workbench exported whole, or a file of EntailmentBank, WorldTree or ExplaGraphs."""
    check_extra()
    from explanans.workbench.imports import take_in
    from explanans.workbench.kinds.tasks import File

    with _opened(database, create=True) as opened, opened.write() as db:
        given = [File.open(file) for file in files]
        name = take_in(db, None, given, format_name, knowledge=knowledge, title=title).title
    _report({"project": name}, f"took in {name}", as_json=as_json, quiet=quiet)


@contextmanager
def _opened(name: str, *, create: bool = False) -> "Iterator[Database]":
    from explanans.workbench.store.database import Database

    database = Database(name, create=create)
    try:
        yield database
    finally:
        database.close()


def _report(record: dict[str, object], sentence: str, *, as_json: bool, quiet: bool) -> None:
    from explanans.cli.streams import print_json

    if as_json:
        print_json(record)
    else:
        remark(sentence, quiet=quiet)
