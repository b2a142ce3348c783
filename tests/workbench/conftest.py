"""Databases for the tests of the workbench: SQLite, and a real PostgreSQL of their own."""

import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import psycopg
import pytest
from argon2 import PasswordHasher
from playwright.sync_api import Browser, BrowserContext, Page, expect
from sqlalchemy import text

from explanans.workbench.kinds.kind import open_kind, read_settings
from explanans.workbench.store import accounts, projects
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Account, Base, Project, Role
from explanans.workbench.web.site import cookie_name
from tests.browsers import chromium
from tests.workbench.databases import new_database
from tests.workbench.servers import free_port, programs, serving_postgres

PASSWORD = "correct horse battery"
PATIENCE = 180_000
"""Milliseconds that a page may take, however loaded the machine is."""


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


@pytest.fixture(scope="session")
def team(postgres: str) -> Database:
    """Return a database of PostgreSQL, with the tables that the migrations make."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("CREATE DATABASE team")
    return Database(postgres.removesuffix("postgres") + "team")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """Return an empty database of each kind."""
    found: Database
    if request.param == "sqlite":
        found = new_database(tmp_path / "workbench.sqlite")
    else:
        found = request.getfixturevalue("team")
        with found.write() as db:
            db.execute(text(f"TRUNCATE {', '.join(Base.metadata.tables)} RESTART IDENTITY"))
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


@dataclass(slots=True)
class Bench:
    """A workbench that is being served.

    Attributes:
        address: Where, without a slash at the end.
        database: Its database.
        process: The server.
        folder: A folder with a knowledge base, ``facts.txt``, questions, ``questions.jsonl``, a belief with its
            argument, ``pairs.tsv``, and a prompt, ``prompts.txt``.
        windows: The page at which people take turns, by the browser.
    """

    address: str
    database: Database
    process: subprocess.Popen[str]
    folder: Path
    windows: dict[Browser, Page] = field(default_factory=dict)

    def person(self, name: str, *, administrator: bool = False) -> Account:
        """Return an account, made if it is not there."""
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
        """Return the cookie of a browser in which somebody is signed in, as its header says it."""
        person = self.person(name)
        with self.database.write() as db:
            return f"{cookie_name(self.database)}={accounts.open_session(db, person)}"

    def page(self, browser: Browser, name: str, address: str = "/") -> Page:
        """Return the page of whoever is signed in now; all take turns at one page, which keeps what it has loaded.

        Args:
            browser: The browser.
            name: Who signs in.
            address: Where the page goes.
        """
        if browser not in self.windows:
            self.windows[browser] = self.another(browser, name, address)
            return self.windows[browser]
        page = self.windows[browser]
        self.sign_in(page.context, name)
        page.goto(self.address + address)
        return page

    def another(self, browser: Browser, name: str, address: str = "/") -> Page:
        """Return the page of somebody who works at the same time as others; see `page`."""
        context = browser.new_context()
        context.set_default_timeout(PATIENCE)
        self.sign_in(context, name)
        page = context.new_page()
        page.goto(self.address + address)
        return page

    def sign_in(self, context: BrowserContext, name: str) -> None:
        """Sign somebody in in all windows of a browser."""
        key, _, value = self.cookie(name).partition("=")
        context.add_cookies([{"name": key, "value": value, "url": self.address}])

    def kill(self) -> None:
        """Stop the server on the spot."""
        end(self.process, signal.SIGKILL)

    def restart(self) -> None:
        """Start the server again."""
        self.process = serve(self.folder, int(self.address.rpartition(":")[2]))


def serve(folder: Path, port: int, *options: str) -> subprocess.Popen[str]:
    """Start a server over the database of a folder, and wait until it answers."""
    command = [sys.executable, "-m", "explanans", "serve", "--database", str(folder / "workbench.sqlite"), "--json"]
    command += ["--files", str(folder), *options]
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
    database = new_database(folder / "workbench.sqlite")
    with database.write() as db:
        accounts.create(db, "chief", PASSWORD, administrator=True)
    return database


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Serve a workbench for the tests of pages."""
    folder = tmp_path_factory.mktemp("bench")
    database, port = prepare(folder), free_port()
    made = Bench(f"http://127.0.0.1:{port}", database, serve(folder, port), folder)
    yield made
    end(made.process)
    database.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; closed with the module, since its event loop would be in the way of others."""
    with chromium() as found:
        expect.set_options(timeout=PATIENCE)
        yield found
        expect.set_options(timeout=5_000)
