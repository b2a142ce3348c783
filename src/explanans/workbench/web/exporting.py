"""Send exports: read outside the write lock, kept in a file beyond some size, sent in parts."""

import tempfile
from functools import partial

from starlette.background import BackgroundTask
from starlette.responses import Response, StreamingResponse

from explanans.workbench.exports import formats, lines_of
from explanans.workbench.store import audit, projects
from explanans.workbench.store.tables import Account, Role
from explanans.workbench.web.site import Site

_IN_MEMORY, _PART = 8_000_000, 262_144
"""Bytes of an export that are kept in memory, and of each part that is sent."""


def send_export(site: Site, account: Account, number: int, name: str) -> Response:
    """Return an export, for an administrator of the project.

    Raises:
        InputError: There is no such format.
        RefusedError: The account is no administrator of the project.
    """
    kept = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed after the response
    try:
        with site.database.read() as db:
            project, _ = projects.open_project(db, number, account, Role.ADMINISTRATOR)
            file = next((it.file for it in formats(project) if it.name == name), "")
            for line in lines_of(db, project, name):
                kept.write(f"{line}\n".encode())
        with site.database.write() as db:
            audit.record(db, account.id, "export", project.title, format=name)
    except BaseException:
        kept.close()
        raise
    size = kept.tell()
    kept.seek(0)
    headers = {"Content-Disposition": f'attachment; filename="{file}"', "Content-Length": str(size)}
    parts = iter(partial(kept.read, _PART), b"")
    done = BackgroundTask(kept.close)
    return StreamingResponse(parts, media_type="application/octet-stream", headers=headers, background=done)
