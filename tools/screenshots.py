"""Pictures of the pages of the workbench, at two widths, light and dark: ``python tools/screenshots.py FOLDER``."""

import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, sync_playwright

from explanans.workbench.kinds.kind import open_kind, read_settings
from explanans.workbench.serve import demonstrate, first_run
from explanans.workbench.store import accounts, projects
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Role

WIDTHS = (1280, 390)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
GRAPHS = "Demonstration: graph collection"
BELIEF, ARGUMENT = "Factory farming should be banned.", "Factory farming feeds millions of hungry people."
FACTS = (
    ("factory farming", "causes", "food"),
    ("hungry people", "desires", "food"),
    ("food", "has context", "necessary"),
    ("necessary", "not desires", "banned"),
)
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
        page.set_default_timeout(300_000)
        page.goto(f"{address}/sign-in")
        _take(page, folder, "sign-in")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("heading", name="Projects").wait_for()
        _take(page, folder, "projects")
        _rate(page, folder)
        page.goto(address)
        _author(page, folder)
        page.goto(f"{page.url}/history")
        _take(page, folder, "history")
        page.goto(address)
        _collect(page, folder)
        page.goto(f"{address}/projects/1/dashboard")
        _take(page, folder, "dashboard")
        browser.close()


def _rate(page: Page, folder: Path) -> None:
    page.get_by_role("link", name="Demonstration: relevance rating").click()
    page.get_by_role("button", name="Take the next item").click()
    for number, key in enumerate("3212", 1):
        page.get_by_text(f"{number - 1} of").first.wait_for()
        page.locator("body").press(key)
    page.get_by_text("Saved, version 4").wait_for()
    _take(page, folder, "rating")


def _author(page: Page, folder: Path) -> None:
    page.get_by_role("link", name="Demonstration: tree authoring").click()
    page.get_by_role("button", name="Take the next item").click()
    page.get_by_text("best for this answer").wait_for()
    page.get_by_role("button", name="Suggest a whole tree").click()
    page.get_by_role("button", name="Accept").click()
    page.get_by_label("A fact of your own").fill("Earth turns once a day")
    page.keyboard.press("Enter")
    page.get_by_text("Saved, version 2").wait_for()
    page.get_by_role("region", name="Drawing of the tree").wait_for()
    _take(page, folder, "tree", height=1500)


def _collect(page: Page, folder: Path) -> None:
    page.get_by_role("link", name=GRAPHS).click()
    page.get_by_role("button", name="Take the next item").click()
    for number, fact in enumerate(FACTS, 1):
        for label, words in zip(("Concept", "Other concept"), fact[::2], strict=True):
            page.get_by_label(label, exact=True).fill(words)
        page.get_by_label("Relation").select_option(fact[1])
        page.get_by_role("button", name="Add the fact").click()
        page.get_by_text(f"Saved, version {number}", exact=True).wait_for()
    _take(page, folder, "graph", height=1500)


def _take(page: Page, folder: Path, name: str, height: int = 900) -> None:
    for width in WIDTHS:
        for scheme in SCHEMES:
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            page.evaluate("window.scrollTo(0, 0)")
            page.wait_for_timeout(300)
            page.screenshot(path=folder / f"workbench-{name}-{width}-{scheme}.png")


@contextmanager
def _served() -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as place:
        database = Database(f"{place}/workbench.sqlite")
        made = first_run(database)
        assert made is not None  # noqa: S101 - the database is new
        demonstrate(database)
        pairs = Path(place) / "pairs.tsv"
        pairs.write_text(f"{BELIEF}\t{ARGUMENT}\tcounter\n")
        kind = open_kind("graphs")
        settings = read_settings(kind, {"written": 0})
        with database.write() as db:
            administrator = accounts.find(db, made[0])
            items = kind.read(pairs, "starter", settings)
            project = projects.create(
                db, administrator, GRAPHS, kind.name, items, guidelines=kind.guidelines, settings=settings
            )
            projects.set_member(db, project.id, administrator.id, Role.AUTHOR)
            accounts.set_password(db, accounts.find(db, made[0]), PASSWORD)
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
            yield f"http://127.0.0.1:{port}", made[0]
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
