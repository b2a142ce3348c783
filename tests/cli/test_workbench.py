"""``explanans workbench`` and the first run of ``explanans serve``."""

import json
import socket
from pathlib import Path

import pytest

from explanans.workbench.demonstrations import AT_START
from explanans.workbench.serve import FIRST, demonstrate, first_run
from explanans.workbench.store import accounts, projects, signing
from explanans.workbench.store.database import Database
from tests.cli.conftest import Command, Done


def test_users_are_listed_made_and_given_passwords(run: Command) -> None:
    Database("workbench.sqlite").close()
    assert run("workbench", "users").out == ""
    made = json.loads(run("workbench", "users", "--add", "ann", "--administrator", "--json").out)
    assert made["users"] == [{"name": "ann", "administrator": True, "active": True}]
    done = run("workbench", "users", "--reset", "ann")
    assert done.out.splitlines()[0] == "ann administrator"
    password = done.out.splitlines()[1].removeprefix("One-time password of ann: ")
    assert password not in {"", made["made"]["password"]}
    database = Database("workbench.sqlite")
    found = signing.check_password(database, "ann", password, "")
    assert found is not None
    assert found.one_time
    database.close()


def test_a_first_run_finds_an_administrator_and_demonstrations(run: Command, tmp_path: Path) -> None:
    database = Database(str(tmp_path / "workbench.sqlite"))
    made = first_run(database)
    assert made is not None
    assert made[0] == FIRST
    assert first_run(database) is None
    demonstrate(database)
    demonstrate(database)
    with database.read() as db:
        account = accounts.find(db, FIRST)
        found = projects.of_account(db, account)
        assert sorted(project.kind for project in found) == sorted(it.kind for it in AT_START)
        assert all(projects.count_items(db, project.id) == 8 for project in found)
    database.close()
    title = "Demonstration: tree authoring"
    assert run("workbench", "export", title, "--out", "project.jsonl").err == "wrote 11 lines to project.jsonl\n"
    assert run("workbench", "backup", "--out", "kept.gz").code == 0
    assert run("workbench", "restore", "kept.gz", "--database", "restored.sqlite").code == 0
    again = run("workbench", "import", "project.jsonl", "--database", "restored.sqlite", "--title", "Again", "--json")
    assert json.loads(again.out) == {"project": "Again"}
    refused = run("workbench", "import", "project.jsonl", "--database", "restored.sqlite")
    assert refused.code == 2
    assert refused.err == f"explanans: there is a project called '{title}'; choose another title\n"


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_an_address_in_use_is_refused_before_anything_is_made(options: tuple[str, ...], run: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = run("serve", "--port", str(port), *options)
    accepted = "accepted: an address of this machine and a free port"
    complaint = f"explanans: 127.0.0.1:{port} cannot be listened at (Address already in use); {accepted}\n"
    assert done == Done(2, "", complaint)
    assert run("serve", "--sign-in-header", "X-User").code == 2
    assert not Path("workbench.sqlite").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("backup", "--out", "kept.gz"),
        ("users",),
        ("users", "--add", "ann"),
        ("keys",),
        ("export", "A project", "--out", "project.jsonl"),
    ],
)
def test_commands_for_a_workbench_make_none(arguments: tuple[str, ...], run: Command) -> None:
    accepted = "accepted: the database of a workbench, which `explanans serve` makes"
    for name in ("team.sqlite", "nowhere/team.sqlite"):
        done = run("workbench", *arguments, "--database", name)
        assert done == Done(2, "", f"explanans: {name}: no such database; {accepted}\n")
    assert not list(Path().iterdir())
    Path("other.sqlite").touch()
    done = run("workbench", *arguments, "--database", "other.sqlite")
    assert done == Done(2, "", f"explanans: other.sqlite: holds no workbench; {accepted}\n")
    done = run("workbench", *arguments, "--database", "othr.sqlite")
    assert done == Done(2, "", "explanans: othr.sqlite: no such database; did you mean 'other.sqlite'?\n")


def test_bad_databases_are_refused_in_one_sentence(run: Command) -> None:
    for command in (("serve",), ("workbench", "users")):
        done = run(*command, "--database", "mysql://x/y")
        assert done.code == 2
        assert done.err.startswith("explanans: a database of the kind 'mysql'; accepted: the path of a file")
    done = run("workbench", "restore", "nothing.gz")
    assert (done.code, done.err) == (2, "explanans: nothing.gz: no such file\n")
    assert not Path("workbench.sqlite").exists()
