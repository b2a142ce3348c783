"""Pictures of the pages of the workbench, at two widths, light and dark: ``python tools/screenshots.py FOLDER``."""

import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Literal

import msgspec
from playwright.sync_api import Page, sync_playwright

from explanans.formats.codec import load
from explanans.language.statements.hypothesis import hypothesis
from explanans.workbench.bases import Bases
from explanans.workbench.demonstrations import AT_START, KNOWLEDGE, ON_DEMAND, QUESTIONS, make
from explanans.workbench.kinds.kind import open_kind, read_settings
from explanans.workbench.kinds.rated import Ratings, Shortlist
from explanans.workbench.kinds.trees_sheet import Question as Asked
from explanans.workbench.serve import first_run
from explanans.workbench.store import accounts, projects, queue, works
from explanans.workbench.store.database import Database
from explanans.workbench.store.projects import NewItem
from explanans.workbench.store.tables import Role, WorkState

WIDTHS = (1280, 390)
PHONE = 844
"""The height of the narrow pictures."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
RATINGS, TREES, GRAPHS, CLAIMS = (
    AT_START[0].name,
    "Trees of the first term",
    ON_DEMAND[0].name,
    next(it.name for it in ON_DEMAND if it.kind == "claims"),
)
QUESTION = "matter-q62"
"""How a rainbow gets its colors."""
OWN_FACT = "the Sun shines through raindrops"
FACTS = (
    ("cities", "desires", "close their centres"),
    ("close their centres", "causes", "streets without cars"),
    ("streets without cars", "has property", "safe"),
    ("safe", "used for", "children"),
)
RATED = 5
"""Questions that two people have rated before."""
PASSWORD = "a password for pictures"  # noqa: S105 - of a database that lasts a minute


def main(folder: Path) -> None:
    """Take all pictures.

    Args:
        folder: Where to put them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _served() as (address, name), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(120_000)
        page.goto(f"{address}/sign-in")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("heading", name="Projects", exact=True).wait_for()
        _take(page, folder, "projects", height=700)
        for title, work in ((RATINGS, _rate), (TREES, _author), (GRAPHS, _collect), (CLAIMS, _correct)):
            page.goto(address)
            page.get_by_role("link", name=title).click()
            page.get_by_role("button", name="Take the next item").click()
            work(page, folder)
        page.goto(address)
        page.get_by_role("link", name=RATINGS).click()
        page.get_by_role("link", name="Dashboard").click()
        _take(page, folder, "dashboard", height=1300)
        browser.close()


def _rate(page: Page, folder: Path) -> None:
    for number, key in enumerate("3212", 1):
        page.get_by_text(f"{number - 1} of").first.wait_for()
        page.locator("body").press(key)
    page.get_by_text("Saved, version 4").wait_for()
    _take(page, folder, "rating")


def _author(page: Page, folder: Path) -> None:
    page.get_by_text("best for this answer").wait_for()
    page.get_by_role("button", name="Suggest a whole tree").click()
    page.get_by_role("button", name="Accept").click()
    page.get_by_text("Saved, version 1").wait_for()
    page.get_by_label("A fact of your own").fill(OWN_FACT)
    page.keyboard.press("Enter")
    page.get_by_text("Saved, version 2").wait_for()
    page.get_by_role("region", name="Drawing of the tree").wait_for()
    page.locator("body").click()
    _take(page, folder, "tree", height=1700)
    page.goto(f"{page.url}/history")
    _take(page, folder, "history", height=800)


def _collect(page: Page, folder: Path) -> None:
    for number, fact in enumerate(FACTS, 1):
        for label, words in zip(("Concept", "Other concept"), fact[::2], strict=True):
            page.get_by_label(label, exact=True).fill(words)
        page.get_by_label("Relation").select_option(fact[1])
        page.get_by_role("button", name="Add the fact").click()
        page.get_by_text(f"Saved, version {number}", exact=True).wait_for()
    _take(page, folder, "graph", height=1500)


def _correct(page: Page, folder: Path) -> None:
    page.get_by_role("heading", name="Source").wait_for()
    _take(page, folder, "claim")


def _take(page: Page, folder: Path, name: str, height: int = 900) -> None:
    for width in WIDTHS:
        for scheme in SCHEMES:
            page.set_viewport_size({"width": width, "height": height if width == max(WIDTHS) else PHONE})
            page.emulate_media(color_scheme=scheme)
            page.evaluate("window.scrollTo(0, 0)")
            page.wait_for_timeout(300)
            page.screenshot(path=folder / f"workbench-{name}-{width}-{scheme}.png")


def _fill(database: Database) -> str:
    """Make the projects that are shown, and return the name of the administrator."""
    made = first_run(database)
    assert made is not None  # noqa: S101 - the database is new
    base = Bases().open(KNOWLEDGE)
    with database.write() as db:
        administrator = accounts.find(db, made[0])
        accounts.set_password(db, administrator, PASSWORD)
    for wanted in (*AT_START[:1], *(it for it in ON_DEMAND if it.kind in {"graphs", "claims", "reading"})):
        make(database, administrator, wanted, base)
    question = next(it for it in load(QUESTIONS, "questions") if it.id == QUESTION)
    kind = open_kind("trees")
    settings = read_settings(kind, {})
    given = Asked(question.text, question.answer, hypothesis(question.text, question.answer))
    with database.write() as db:
        items = [NewItem(question.id, msgspec.to_builtins(given))]
        project = projects.create(
            db, administrator, TREES, kind.name, items, guidelines=kind.guidelines, settings=settings
        )
        projects.set_member(db, project.id, administrator.id, Role.AUTHOR)
    _rate_before(database)
    return made[0]


def _rate_before(database: Database) -> None:
    """Have two people rate the first questions, mostly alike."""
    kind = open_kind("relevance")
    chance = random.Random(0)  # noqa: S311 - an example
    with database.write() as db:
        people = [accounts.create(db, name, PASSWORD) for name in ("ann", "bob")]
        stage = kind.stages(read_settings(kind, {}))[0]
        for person in people:
            projects.set_member(db, 1, person.id, Role.RATER)
        for item in islice(projects.items(db, 1), RATED):
            shortlist: Shortlist = kind.read_given(item.payload)
            grades = {fact.id: chance.choice((0, 0, 0, 1, 2, 3)) for fact in shortlist.facts}
            for person in people:
                said = {fact: min(3, value + (chance.random() < 0.2)) for fact, value in grades.items()}
                work = queue.give(db, item, stage, person)
                content = msgspec.to_builtins(Ratings(said))
                state, seconds = WorkState.DONE, chance.uniform(120, 400)
                works.save(db, work.id, person, 0, action="done", content=content, state=state, seconds=seconds)


@contextmanager
def _served() -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as place:
        database = Database(f"{place}/workbench.sqlite")
        name = _fill(database)
        database.close()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = [sys.executable, "-m", "explanans", "serve", "--database", f"{place}/workbench.sqlite"]
        server = subprocess.Popen([*command, "--port", str(port), "--quiet"])  # noqa: S603 - our own command
        try:
            for _ in range(600):
                with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/sign-in"):
                    break
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}", name
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
