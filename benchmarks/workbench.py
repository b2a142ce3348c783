"""The workbench under load, kills and attacks: ``python -m benchmarks.workbench load|kill|start|attack``.

``load`` serves a workbench, opens a page of relevance rating for each of many people, and lets each of them grade fact
after fact through the page's own connection, with a pause that varies around ``--pause``. Printed are the times from
the click to *Saved*, whether every version that was said to be saved is there, and what a person costs in memory.

``kill`` lets people grade while the server is killed (SIGKILL) again and again, and compares what their pages confirmed
with what the database holds. ``start`` tells how long it takes from the command to the first page.

``load --sign-ins 6 --export 20000`` lets six people a minute sign in meanwhile, and exports a project of that many
items once. ``attack`` lets strangers send bodies and headers without end and hold half-open connections while people
grade, and prints what that costs the server in memory and disk, and the people in time.

``--postgres`` uses a PostgreSQL of its own on the loopback (``tools/install-postgres`` installs one); else SQLite.
"""

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
from tests.workbench.annotator import Annotator
from tests.workbench.servers import free_port, serving_postgres
from tests.workbench.strangers import Beside

from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.kinds.rated import SCALE
from explanans.workbench.store import accounts, projects, works
from explanans.workbench.store.database import Database
from explanans.workbench.store.projects import NewItem
from explanans.workbench.store.tables import Account, Role
from explanans.workbench.web.site import cookie_name

PASSWORD = "correct horse battery"
FACTS = 60
"""Facts of a shortlist: the pool of three rankers is about as long."""
LARGEST_BURST = 20
"""People who open their pages at once."""


def main() -> None:
    """Run a benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("load", "kill", "start", "attack"))
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--pause", type=float, default=4.0, help="seconds between two grades of a person, on average")
    parser.add_argument("--times", type=int, default=20, help="how often the server is killed, or started")
    parser.add_argument("--sign-ins", type=float, default=0.0, help="people who sign in a minute, beside the load")
    parser.add_argument("--export", type=int, default=0, help="items of a project that is exported beside the load")
    parser.add_argument("--postgres", action="store_true")
    given = parser.parse_args()
    with _database(postgres=given.postgres) as name:
        if given.what == "start":
            _start(name, given.times)
        elif given.what == "load":
            asyncio.run(_load(name, given.people, given.seconds, given.pause, given.sign_ins, given.export))
        elif given.what == "attack":
            asyncio.run(_attack(name, given.people, given.seconds, given.pause))
        else:
            asyncio.run(_kill(name, given.people, given.times))


@contextmanager
def _database(*, postgres: bool) -> Iterator[str]:
    if postgres:
        with serving_postgres() as url:
            yield url
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield str(Path(folder) / "workbench.sqlite")


class _Server:
    """A server that can be killed and started again."""

    def __init__(self, database: str) -> None:
        self.database, self.port = database, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start it and return for how many seconds the first page had to be waited for."""
        began = time.monotonic()
        command = [sys.executable, "-m", "explanans", "serve", "--database", self.database, "--quiet"]
        command += ["--connections", "1000"]
        self.process = subprocess.Popen([*command, "--port", str(self.port)], stdout=subprocess.DEVNULL)
        while True:
            with suppress(OSError), urllib.request.urlopen(f"{self.address}/sign-in"):
                return time.monotonic() - began
            time.sleep(0.02)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        if self.process:
            self.process.send_signal(sign)
            self.process.wait()

    def memory(self) -> float:
        """Return the MB that it keeps in memory."""
        lines = Path(f"/proc/{self._pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) * 1024 / 1e6

    def busy(self) -> float:
        """Return for how many seconds it kept a processor busy."""
        fields = Path(f"/proc/{self._pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def _pid(self) -> int:
        return self.process.pid if self.process else 0


def _prepare(database: Database, people: int) -> list[tuple[int, str]]:
    """Return a work of each person, and what their browser keeps."""
    facts = [{"id": f"f{number}", "text": f"fact {number} says something about ice"} for number in range(FACTS)]
    shortlist = {"question": "What melts ice?", "answer": "heat", "facts": facts}
    with database.write() as db:
        made = [Account(name=f"person{number}", password="", administrator=False) for number in range(people)]
        db.add_all(made)
        db.flush()
        items = [NewItem(str(number), shortlist) for number in range(people)]
        settings = {"raters": 1, "depth": 20, "apart": 2}
        project = projects.create(db, None, f"Load {time.time()}", "relevance", items, settings=settings)
        for account in made:
            projects.set_member(db, project.id, account.id, Role.RATER)
    found = []
    for account in made:
        with database.write() as db:
            work = next_work(db, project, account)
            assert work is not None
            found.append((work.id, f"{cookie_name(database)}={accounts.open_session(db, account)}"))
    return found


def _prepare_export(database: Database, items: int) -> tuple[int, str]:
    """Return the number of a project of many items, and what the browser of its administrator keeps."""
    payload = {"question": "What melts ice?", "answer": "heat", "facts": [{"id": "f1", "text": "heat melts ice"}]}
    with database.write() as db:
        chief = accounts.create(db, "chief", PASSWORD, administrator=True)
        rows = [NewItem(str(number), payload) for number in range(items)]
        project = projects.create(db, chief, "To be exported", "relevance", rows, settings={"raters": 1, "depth": 1})
        return project.id, f"{cookie_name(database)}={accounts.open_session(db, chief)}"


async def _load(  # noqa: PLR0913, PLR0917 - all that is varied
    name: str, people: int, seconds: float, pause: float, sign_ins: float, export: int
) -> None:
    database, server = Database(name), _Server(name)
    given = _prepare(database, people)  # where there is somebody already, no demonstration is made beside the load
    project, cookie_of_chief = _prepare_export(database, export) if export else (0, "")
    if sign_ins:
        with database.write() as db:
            accounts.create(db, "comes", PASSWORD)
    server.start()
    beside = Beside(server.address)
    try:
        pages = [Annotator(server.address, cookie, f"/work/{work}") for work, cookie in given]
        await _open(pages[:1])  # what all share is loaded with the first page
        before, busy = server.memory(), server.busy()
        await _open(pages[1:])
        opened = (server.busy() - busy) / max(1, people - 1)
        busy, times = server.busy(), list[float]()
        end = time.monotonic() + seconds
        if sign_ins:
            beside.add("sign-ins", lambda: beside.sign_in("comes", PASSWORD), 60 / sign_ins)
        if export:
            beside.add("exports", lambda: beside.export(cookie_of_chief, project), seconds)
        await asyncio.gather(*(_grade(page, end, pause, times) for page in pages))
        each = (server.memory() - before) / max(1, people - 1)
        work_of = (server.busy() - busy) / max(1, len(times))
        confirmed = [page.confirmed for page in pages]
        for page in pages:
            await page.__aexit__()
    finally:
        beside.end()
        server.stop()
    if beside.counts:
        print(", ".join(f"{count} {what}" for what, count in beside.counts.items()), "beside")
    lost = _lost(database, [work for work, _ in given], confirmed)
    median, slow = np.percentile([1000 * it for it in times], (50, 95))
    print(f"{people} people, {len(times)} saves confirmed, {lost} lost; median {median:.0f} ms, p95 {slow:.0f} ms")
    _print_losses(pages)
    print(f"memory {each:.2f} MB a person; processor {1000 * opened:.0f} ms a page, {1000 * work_of:.1f} ms a save")
    database.close()


async def _attack(name: str, people: int, seconds: float, pause: float) -> None:
    database, server = Database(name), _Server(name)
    given = _prepare(database, people)
    server.start()
    beside = Beside(server.address)
    try:
        pages = [Annotator(server.address, cookie, f"/work/{work}") for work, cookie in given]
        await _open(pages)
        folder, times, highest = Path(name).parent, list[float](), 0.0
        warm = time.monotonic() + 10  # what the first saves load is no matter here
        await asyncio.gather(*(_grade(page, warm, pause, []) for page in pages))
        rest, disk = server.memory(), _disk(folder)
        beside.attack()

        async def watch(end: float) -> None:
            nonlocal highest
            while time.monotonic() < end:
                highest = max(highest, server.memory())
                await asyncio.sleep(0.2)

        end = time.monotonic() + seconds
        await asyncio.gather(watch(end), *(_grade(page, end, pause, times) for page in pages))
        grown = _disk(folder) - disk
        for page in pages:
            await page.__aexit__()
    finally:
        beside.end()
        server.stop()
    database.close()
    slow = np.percentile([1000 * it for it in times], 95)
    print(", ".join(f"{count} {what}" for what, count in sorted(beside.counts.items())))
    print(f"memory {rest:.0f} MB at rest, {highest:.0f} MB at most; disk {grown:+.1f} MB with {len(times)} saves")
    print(f"{people} people meanwhile: p95 {slow:.0f} ms")
    _print_losses(pages)


def _print_losses(pages: list[Annotator]) -> None:
    if losses := sum(page.losses for page in pages):
        print(f"{losses} connections were lost and opened anew")


def _disk(folder: Path) -> float:
    """Return the MB of the files of a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


async def _open(pages: list[Annotator]) -> None:
    for start in range(0, len(pages), LARGEST_BURST):
        await asyncio.gather(*(page.__aenter__() for page in pages[start : start + LARGEST_BURST]))


async def _grade(page: Annotator, end: float, pause: float, times: list[float], *, stays: bool = True) -> None:
    """Grade fact after fact.

    Args:
        page: The page.
        end: When to end, by the monotonic clock.
        pause: Seconds between two grades, on average.
        times: Gets the seconds from each click to *Saved*, a connection that was lost meanwhile included.
        stays: Whether to connect anew where the connection is lost.
    """
    drawn = random.Random(page.path)
    labels = [f"{grade.value} {grade.name}" for grade in SCALE]
    await asyncio.sleep(drawn.uniform(0, pause))
    while time.monotonic() < end:
        wanted, began = page.confirmed + 1, time.monotonic()
        while page.confirmed < wanted:
            try:
                # Another grade than the one that the fact has, so that there is something to save.
                buttons = [
                    key
                    for key in page.found(lambda it: str(it.get("text")) in labels)
                    if page.elements[key]["props"].get("aria-pressed") == "false"
                ]
                await page.send(drawn.choice(buttons), "click")
                await page.until(lambda wanted=wanted: page.confirmed >= wanted)  # type: ignore[misc]
            except ConnectionError:
                if not stays:
                    raise
                await page.reconnect()
                with suppress(TimeoutError, ConnectionError):  # the grade may have been on its way
                    await page.until(lambda wanted=wanted: page.confirmed >= wanted, 5.0)  # type: ignore[misc]
        times.append(time.monotonic() - began)
        await asyncio.sleep(drawn.uniform(0.5, 1.5) * pause)


async def _kill(name: str, people: int, times: int) -> None:
    database, server = Database(name), _Server(name)
    given = _prepare(database, people)
    confirmed = [0] * len(given)
    for _ in range(times):
        server.start()
        pages = [Annotator(server.address, cookie, f"/work/{work}") for work, cookie in given]
        await _open(pages)
        grading = [asyncio.create_task(_grade(page, float("inf"), 0.05, [], stays=False)) for page in pages]
        before = sum(page.confirmed for page in pages)
        while sum(page.confirmed for page in pages) < before + people:  # the kill falls among the writes
            await asyncio.sleep(0.05)
        await asyncio.sleep(random.random() / 4)
        server.stop(signal.SIGKILL)
        await asyncio.gather(*grading, return_exceptions=True)
        confirmed = [max(had, page.confirmed) for had, page in zip(confirmed, pages, strict=True)]
        for page in pages:
            await page.__aexit__()
    lost = _lost(database, [work for work, _ in given], confirmed)
    print(f"{times} kills among the writes of {people} people, {sum(confirmed)} saves confirmed, {lost} lost")
    database.close()


def _lost(database: Database, numbers: list[int], confirmed: list[int]) -> int:
    """Return how many versions that were confirmed are not in the database."""
    lost = 0
    with database.read() as db:
        for work, version in zip(numbers, confirmed, strict=True):
            kept = {event.version for event, _ in works.history(db, work)}
            lost += len(set(range(1, version + 1)) - kept)
    return lost


def _start(name: str, times: int) -> None:
    Database(name).close()
    waited, busy = [], []
    for _ in range(times):
        server = _Server(name)
        waited.append(server.start())
        busy.append(server.busy())
        server.stop()
    print(
        f"{times} starts on {os.cpu_count()} processors: median {np.median(waited):.1f} s to the first page, ", end=""
    )
    print(f"longest {max(waited):.1f} s, {np.median(busy):.1f} s of processor time")


if __name__ == "__main__":
    main()
