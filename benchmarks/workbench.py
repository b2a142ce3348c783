"""Saves of many people at once: ``python benchmarks/workbench.py [DATABASE] --people 50 --seconds 120``.

Each of them saves a version of their own work, pauses for a second, and saves the next, through the layer that the
pages save through. What is printed are the times of the saves, and whether every version that was confirmed is there.
"""

import argparse
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

from explanans.workbench.store import projects, works
from explanans.workbench.store.database import Database
from explanans.workbench.store.projects import NewItem
from explanans.workbench.store.stage import Stage
from explanans.workbench.store.tables import Account, Role

PAUSE = 1.0
CONTENT = {"grades": {f"f{number}": number % 4 for number in range(60)}, "notes": {}}


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database", nargs="?", help="a path or URL; a new SQLite file where it is left out")
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Database(given.database or str(Path(folder) / "workbench.sqlite"))
        found = _prepare(database, given.people)
        times: list[list[float]] = [[] for _ in found]
        threads = [
            threading.Thread(target=_work, args=(database, *pair, time.monotonic() + given.seconds, own))
            for pair, own in zip(found, times, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        kept = 0
        with database.read() as db:
            kept = sum(works.latest(db, work)[0].version for _, work in found)
        database.close()
    saves = [1000 * value for own in times for value in own]
    median, slow = np.percentile(saves, (50, 95))
    print(
        f"{given.people} people, {len(saves)} saves confirmed, {kept} kept; median {median:.0f} ms, p95 {slow:.0f} ms"
    )


def _prepare(database: Database, people: int) -> list[tuple[Account, int]]:
    stage = Stage("rate", "Rate", Role.RATER)
    with database.write() as db:
        made = [Account(name=f"person{number}", password="") for number in range(people)]
        db.add_all(made)
        db.flush()
        title = f"Load {time.time()}"
        project = projects.create(db, None, title, "relevance", [NewItem(str(n), {}) for n in range(people)])
        items = projects.items(db, project.id)
        given = [works.give(db, item, stage, account) for item, account in zip(items, made, strict=True)]
        return [(account, work.id) for account, work in zip(made, given, strict=True)]


def _work(database: Database, account: Account, work: int, end: float, times: list[float]) -> None:
    version = 0
    while time.monotonic() < end:
        started = time.monotonic()
        with database.write() as db:
            version = works.save(db, work, account, version, action="graded", content=CONTENT).version
        times.append(time.monotonic() - started)
        time.sleep(PAUSE)


if __name__ == "__main__":
    main()
