"""Databases for the tests of the workbench: SQLite, and a real PostgreSQL of their own."""

import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest
from argon2 import PasswordHasher
from playwright.sync_api import Browser, Page

from explanans.workbench.kinds.kind import open_kind, read_settings
from explanans.workbench.store import accounts, projects
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Account, Project, Role
from explanans.workbench.web.site import COOKIE
from tests.browsers import chromium
from tests.workbench.servers import free_port, programs, serving_postgres

PASSWORD = "correct horse battery"


@pytest.fixture(scope="session", autouse=True)
def _quick_hashes() -> Iterator[None]:
    """Hash passwords with little work: the tests make hundreds, and how hard they are to guess is no matter here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "_hasher", cache(lambda: PasswordHasher(time_cost=1, memory_cost=64)))
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Return the URL of a PostgreSQL server on the loopback, made for this run of the tests."""
    if programs() is None:
        pytest.skip("no PostgreSQL is installed; tools/install-postgres installs it")
    with serving_postgres(durable=False) as url:
        yield url


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


def serve(folder: Path, port: int) -> subprocess.Popen[str]:
    """Start a server over the database of a folder, and wait until it answers."""
    command = [sys.executable, "-m", "explanans", "serve", "--database", str(folder / "workbench.sqlite"), "--json"]
    with (folder / "errors.txt").open("a") as errors:
        process = subprocess.Popen([*command, "--port", str(port)], stdout=subprocess.PIPE, stderr=errors, text=True)
    for _ in range(1200):
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/sign-in"):
            return process
        time.sleep(0.1)
    process.kill()
    raise AssertionError((folder / "errors.txt").read_text())


def end(process: subprocess.Popen[str], sign: signal.Signals = signal.SIGTERM) -> None:
    """Stop a server and wait until it is gone."""
    process.send_signal(signal.SIGCONT)
    process.send_signal(sign)
    process.wait(60)
    if process.stdout:
        process.stdout.close()


def prepare(folder: Path) -> Database:
    """Return a new database in a folder, with an administrator, beside facts and questions."""
    (folder / "facts.txt").write_text(FACTS)
    (folder / "questions.jsonl").write_text(QUESTION)
    (folder / "pairs.tsv").write_text(PAIR)
    (folder / "prompts.txt").write_text(PROMPT)
    database = Database(str(folder / "workbench.sqlite"))
    with database.write() as db:
        accounts.create(db, "chief", PASSWORD, administrator=True)
    return database


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Serve a workbench for the tests of pages."""
    folder = tmp_path_factory.mktemp("bench")
    database, port = prepare(folder), free_port()
    process = serve(folder, port)
    yield Bench(f"http://127.0.0.1:{port}", database, process, folder)
    end(process)
    database.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; closed with the module, since its event loop would be in the way of others."""
    with chromium() as found:
        yield found
