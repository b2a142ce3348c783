"""Serve the workbench, and make what a first run finds: an administrator and a demonstration project."""

import gc
import threading
from collections.abc import Callable

import uvicorn

from explanans.workbench.bases import Bases
from explanans.workbench.demonstrations import AT_START, make
from explanans.workbench.store import accounts, audit
from explanans.workbench.store.database import Database
from explanans.workbench.web.app import make_app
from explanans.workbench.web.site import Site

FIRST = "administrator"
_COLLECTED = (5_000, 10, 50)
"""How often garbage is collected, see `gc.set_threshold`.

With a hundred pages open, to look at all objects takes a second in which nobody is answered, so that this is done once
for some hundred pages that are opened, not all the time.
"""


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
    for wanted in AT_START:
        make(database, account, wanted)


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
    gc.set_threshold(*_COLLECTED)
    uvicorn.Server(config).run()


def _prepare(site: Site) -> None:
    try:
        demonstrate(site.database)
    finally:
        site.preparing.clear()
