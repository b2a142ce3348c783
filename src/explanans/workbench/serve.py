"""Serve the workbench, and make what a first run finds: an administrator and a demonstration project."""

import threading
from collections.abc import Callable, Iterator
from itertools import islice

import uvicorn

from explanans.knowledge.sources import STARTER
from explanans.workbench.bases import Bases
from explanans.workbench.kinds.kind import AnyKind, open_kind, read_settings
from explanans.workbench.store import accounts, audit, projects
from explanans.workbench.store.database import Database
from explanans.workbench.web.app import make_app
from explanans.workbench.web.site import Site

FIRST = "administrator"
DEMONSTRATED = ("relevance", "trees")
"""The kinds of tasks that a first run makes a project of."""
_SHOWN = 8
"""Questions of a demonstration project."""


def first_run(database: Database) -> tuple[str, str] | None:
    """Make an administrator where a database has nobody yet.

    Args:
        database: The database.

    Returns:
        The administrator's name and the password that holds once; None where there is somebody already.
    """
    with database.write() as db:
        if accounts.everybody(db):
            return None
        password = accounts.new_password()
        accounts.create(db, FIRST, password, administrator=True, one_time=True)
    return FIRST, password


def demonstrate(database: Database) -> None:
    """Make the demonstration projects of the first administrator, unless there ever was a project.

    Args:
        database: The database.
    """
    with database.read() as db:
        account = next((it for it in accounts.everybody(db) if it.name == FIRST), None)
        if account is None or any(entry.action == "create project" for entry, _ in audit.recent(db)):
            return
    made = [(kind, settings, _first_items(kind, settings)) for kind, settings in _demonstrated()]
    with database.write() as db:
        for kind, settings, items in made:
            title = f"Demonstration: {kind.title.lower()}"
            project = projects.create(
                db, account, title, kind.name, items, guidelines=kind.guidelines, settings=settings
            )
            for stage in kind.stages(settings):
                projects.set_member(db, project.id, account.id, stage.role)


def _demonstrated() -> Iterator[tuple[AnyKind, dict[str, int]]]:
    for name in DEMONSTRATED:
        kind = open_kind(name)
        yield kind, read_settings(kind, {})


def _first_items(kind: AnyKind, settings: dict[str, int]) -> list[projects.NewItem]:
    return list(islice(kind.read(STARTER / "questions" / "questions.dev.tsv", "starter", settings), _SHOWN))


def serve(
    database: Database,
    host: str = "127.0.0.1",
    port: int = 8080,
    *,
    proxy: str = "",
    started: Callable[[], None] = lambda: None,
) -> None:
    """Serve the workbench until interrupted.

    Args:
        database: The database.
        host: The address to listen on.
        port: The port.
        proxy: The address of a proxy whose forwarded headers are believed; none where empty.
        started: Called once before the server starts.
    """
    site = Site(database, Bases(), behind_proxy=bool(proxy))
    app = make_app(site)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    started()
    site.preparing.set()
    # The first page need not wait for it: rankers take seconds to open.
    threading.Thread(target=_prepare, args=(site,), daemon=True).start()
    uvicorn.Server(config).run()


def _prepare(site: Site) -> None:
    try:
        demonstrate(site.database)
    finally:
        site.preparing.clear()
