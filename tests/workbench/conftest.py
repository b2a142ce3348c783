"""Databases for the tests of the workbench: SQLite, and a real PostgreSQL of their own."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from playwright.sync_api import Browser, Page

from explanans.workbench.kinds.kind import open_kind, read_settings
from explanans.workbench.store import accounts, projects
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Account, Project, Role
from explanans.workbench.web.site import COOKIE
from tests.browsers import chromium

PASSWORD = "correct horse battery"


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Return the URL of a PostgreSQL server on the loopback, made for this run of the tests."""
    folder = programs()
    if folder is None:
        pytest.skip("no PostgreSQL is installed; tools/install-postgres installs it")
    # PostgreSQL refuses to run as root; its package brings a user.
    user = "postgres" if os.getuid() == 0 else None
    place = Path(tempfile.mkdtemp(prefix="explanans-postgres-"))
    if user:
        shutil.chown(place, user)
    data, port = place / "data", free_port()

    def run(*command: str | Path) -> None:
        done = subprocess.run(
            [folder / command[0], *command[1:]], user=user, cwd=place, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    run("initdb", "--pgdata", data, "--username", "tests", "--auth", "trust", "--no-sync")
    options = f"-h 127.0.0.1 -p {port} -c unix_socket_directories='' -c fsync=off"
    run("pg_ctl", "--pgdata", data, "--log", place / "log", "--options", options, "--wait", "start")
    try:
        yield f"postgresql://tests@127.0.0.1:{port}/postgres"
    finally:
        run("pg_ctl", "--pgdata", data, "--mode", "immediate", "stop")
        shutil.rmtree(place, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """Return an empty database of each kind."""
    if request.param == "sqlite":
        found = Database(str(tmp_path / "workbench.sqlite"))
    else:
        url = request.getfixturevalue("postgres")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        found = Database(url)
    yield found
    found.close()


@pytest.fixture
def ann(database: Database) -> Account:
    """Return an account."""
    with database.write() as db:
        return accounts.create(db, "ann", PASSWORD)


@pytest.fixture
def bob(database: Database) -> Account:
    """Return another."""
    with database.write() as db:
        return accounts.create(db, "bob", PASSWORD)


FACTS = """\
Ice is a solid.
Heat melts solids.
Ice is frozen water.
The Sun is a source of heat.
A melted solid becomes a liquid.
Wood is a material.
"""
PAIR = "Zoos should be banned.\tAnimals suffer in narrow cages.\tsupport\n"
PROMPT = "A study found that lions in zoos die young.\tcounter\n"
QUESTION = '{"id": "q1", "question": "What melts ice?", "answer": "heat"}\n'


@dataclass(frozen=True, slots=True)
class Bench:
    """A workbench that is being served.

    Attributes:
        address: Where, without a slash at the end.
        database: Its database.
        process: The server.
        folder: A folder with a knowledge base, ``facts.txt``, questions, ``questions.jsonl``, a belief with its
            argument, ``pairs.tsv``, and a prompt, ``prompts.txt``.
    """

    address: str
    database: Database
    process: subprocess.Popen[str]
    folder: Path

    def person(self, name: str, *, administrator: bool = False) -> Account:
        """Return an account, made where it is not there."""
        with self.database.write() as db:
            found = next((account for account in accounts.everybody(db) if account.name == name), None)
            return found or accounts.create(db, name, PASSWORD, administrator=administrator)

    def project(
        self,
        title: str,
        kind_name: str,
        members: Mapping[str, Sequence[Role]],
        file: str = "questions.jsonl",
        **settings: int,
    ) -> Project:
        """Return a project of the one question, or of another file of the folder."""
        kind = open_kind(kind_name)
        chosen = read_settings(kind, settings)
        facts = str(self.folder / "facts.txt")
        items = list(kind.read(self.folder / file, facts, chosen))
        people = {name: self.person(name) for name in members}
        with self.database.write() as db:
            made = projects.create(db, None, title, kind_name, items, knowledge=facts, settings=chosen)
            for name, roles in members.items():
                for role in roles:
                    projects.set_member(db, made.id, people[name].id, role)
            return made

    def cookie(self, name: str) -> str:
        """Return what a browser in which somebody is signed in keeps."""
        person = self.person(name)
        with self.database.write() as db:
            return accounts.open_session(db, person)

    def page(self, browser: Browser, name: str, address: str = "/", **settings: Any) -> Page:
        """Return a page of a browser in which somebody is signed in."""
        context = browser.new_context(**settings)
        context.set_default_timeout(180_000)
        context.add_cookies([{"name": COOKIE, "value": self.cookie(name), "url": self.address}])
        page = context.new_page()
        page.goto(self.address + address)
        return page


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Serve a workbench for the tests of pages."""
    folder = tmp_path_factory.mktemp("bench")
    (folder / "facts.txt").write_text(FACTS)
    (folder / "questions.jsonl").write_text(QUESTION)
    (folder / "pairs.tsv").write_text(PAIR)
    (folder / "prompts.txt").write_text(PROMPT)
    database, port = Database(str(folder / "workbench.sqlite")), free_port()
    with database.write() as db:
        accounts.create(db, "chief", PASSWORD, administrator=True)
    command = [sys.executable, "-m", "explanans", "serve", "--database", str(folder / "workbench.sqlite"), "--json"]
    errors = (folder / "errors.txt").open("w")
    process = subprocess.Popen([*command, "--port", str(port)], stdout=subprocess.PIPE, stderr=errors, text=True)
    address = f"http://127.0.0.1:{port}"
    for _ in range(600):
        with suppress(OSError), urllib.request.urlopen(f"{address}/sign-in"):
            break
        time.sleep(0.1)
    yield Bench(address, database, process, folder)
    process.send_signal(signal.SIGCONT)
    process.terminate()
    process.wait(30)
    if process.stdout:
        process.stdout.close()
    errors.close()
    database.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; closed with the module, since its event loop would be in the way of others."""
    with chromium() as found:
        yield found
