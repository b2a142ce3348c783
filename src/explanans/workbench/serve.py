"""Serve the workbench, and make what a first run finds: an administrator and a demonstration project."""

import gc
import os
import socket
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import uvicorn

from explanans.runtime.http_limits import LARGEST_HEADER, LARGEST_MESSAGE, Bounds, host_names, protocols
from explanans.structures.facts import Fact
from explanans.workbench.bases import Bases
from explanans.workbench.demonstrations import AT_START, make
from explanans.workbench.store import accounts, audit, projects, snapshots
from explanans.workbench.store.database import Database
from explanans.workbench.web.app import behind, make_app
from explanans.workbench.web.site import Site
from explanans.workbench.web.vouching import Outside
from explanans.workbench.webhooks import deliver_for_ever

FIRST = "administrator"
_COLLECTED = (5_000, 10, 50)
"""Thresholds of garbage collection, see `gc.set_threshold`.

With a hundred pages open, a full collection takes a second in which no request is answered, so that this is done once
for some hundred pages that are opened, not all the time.
"""


def first_run(database: Database) -> tuple[str, str] | None:
    """Make an administrator if a database has no accounts yet.

    Returns:
        The administrator's name and one-time password; None if there are accounts already.
    """
    with database.write() as db:
        if accounts.everybody(db):
            return None
        password = accounts.new_password()
        accounts.create(db, FIRST, password, administrator=True, one_time=True)
    return FIRST, password


def demonstrate(database: Database) -> None:
    """Make the demonstration projects of the first administrator, unless there ever was a project."""
    with database.read() as db:
        account = next((it for it in accounts.everybody(db) if it.name == FIRST), None)
        if account is None or any(entry.action == "create project" for entry, _ in audit.recent(db)):
            return
    for wanted in AT_START:
        make(database, account, wanted)


def serve(  # noqa: PLR0913 - all that a server is started with
    database: Database,
    listening: socket.socket,
    host: str = "127.0.0.1",
    *,
    names: Sequence[str] = (),
    files: Path | None = None,
    outside: Outside | None = None,
    bounds: Bounds | None = None,
    started: Callable[[], None] = lambda: None,
) -> None:
    """Serve the workbench until interrupted.

    Args:
        host: The address of the socket, as it was given.
        names: Further host names that the server answers to; with a proxy and none of them, any name.
        files: The folder below which administrators may name files; the present one if None.
        outside: Checked settings of the proxy, whose forwarded headers are believed, and of external sign-in.
    """
    outside = outside or Outside()
    site = Site(
        database,
        Bases(partial(_kept_facts, database)),
        behind_proxy=bool(outside.proxy),
        names=None if outside.proxy and not names else host_names((host, *names)),
        files=files,
        outside=outside,
    )
    app = behind(make_app(site), site)
    http, websocket = protocols(bounds or Bounds())
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        proxy_headers=False,  # `behind` reads them
        server_header=False,
        http=http,
        ws=websocket,
        ws_max_size=LARGEST_MESSAGE,
        h11_max_incomplete_event_size=LARGEST_HEADER,
        timeout_graceful_shutdown=5,
    )
    os.umask(0o077)  # uploads and exports are for their owner only
    started()
    site.preparing.set()
    # The first page need not wait for it: rankers take seconds to open.
    threading.Thread(target=_prepare, args=(site,), daemon=True).start()
    ended = threading.Event()
    threading.Thread(target=deliver_for_ever, args=(database, ended), daemon=True).start()
    gc.set_threshold(*_COLLECTED)
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        ended.set()


def _kept_facts(database: Database, name: str) -> Sequence[Fact] | None:
    """Return the facts that a project keeps under a name; None if the name is that of files."""
    with database.read() as db:
        found = snapshots.find(db, name)
        return snapshots.facts_of(found) if found is not None else None


def _prepare(site: Site) -> None:
    try:
        projects.clear(site.database)
        demonstrate(site.database)
    finally:
        site.preparing.clear()
