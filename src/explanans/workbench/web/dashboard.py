"""Pages of results: the dashboard of a project, its exports, and taking a project in."""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.background import BackgroundTask
from starlette.datastructures import FormData
from starlette.responses import Response, StreamingResponse

from explanans.errors import InputError
from explanans.workbench.exports import WHOLE, formats, lines_of
from explanans.workbench.figures import Difference, bars, daily, figures, stage_progress
from explanans.workbench.imports import read_in, taken_formats
from explanans.workbench.kinds.kind import AnyKind, open_kind
from explanans.workbench.kinds.tasks import File
from explanans.workbench.store import audit, projects
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.tables import Account, Role
from explanans.workbench.web.site import Number, Site, ThePerson, TheSite, TheUpload, go, text_of
from explanans.workbench.web.uploads import check_knowledge, check_place, kept, uploads_of

_IN_MEMORY, _PART = 8_000_000, 262_144
"""Bytes of an export that are kept in memory, and of each part that is sent."""
OVERSEERS = (Role.ADMINISTRATOR, Role.REVIEWER)


def send_export(site: Site, account: Account, number: int, name: str) -> Response:
    """Return an export, for an administrator of the project."""
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


router = APIRouter()


@router.get("/projects/{number}/dashboard")
def show_dashboard(site: TheSite, person: ThePerson, number: Number) -> Response:
    """Show the figures of a project, to reviewers and administrators."""
    with site.database.read() as db:
        project, roles = projects.open_project(db, number, person.account, *OVERSEERS)
        found = figures(db, project)
        stages, over_time = stage_progress(db, project), daily(db, project)
    if Role.ADMINISTRATOR not in roles:
        found = replace(found, differences=tuple(map(_nameless, found.differences)))
    return site.page(
        "dashboard",
        person,
        project=project,
        kind=open_kind(project.kind),
        found=found,
        stages=stages,
        daily=over_time,
        bars=bars,
        formats=formats(project),
        exports=Role.ADMINISTRATOR in roles,
    )


def _nameless(difference: Difference) -> Difference:
    """Return a difference without the names of the raters, unless it is settled: a reviewer may be about to do that."""
    if difference.settled:
        return difference
    values = sorted(value for _, value in difference.given)
    return difference._replace(given=tuple((f"rater {number}", value) for number, value in enumerate(values, 1)))


@router.get("/projects/{number}/export/{name}")
def export(site: TheSite, person: ThePerson, number: Number, name: str) -> Response:
    """Send an export, to administrators of the project."""
    return send_export(site, person.account, number, name)


@router.get("/projects/import")
def show_import(site: TheSite, person: ThePerson) -> Response:
    """Show the form to take a project in."""
    _check(person)
    return site.page("import", person, whole=WHOLE, found=taken_formats().values())


@router.post("/projects/import")
def make_import(site: TheSite, person: ThePerson, form: TheUpload) -> Response:
    """Take a project in."""
    _check(person)
    knowledge = check_knowledge(site.files, text_of(form, "knowledge") or "starter")
    with _files(form) as files:
        site.bases.open(knowledge)
        format_name, title = text_of(form, "format") or WHOLE.name, text_of(form, "title")
        keep = read_in(files, format_name, knowledge=knowledge, title=title, check=partial(_check_named, site))
        with site.database.write() as db:
            project = keep(db, person.account)
    return go(f"/projects/{project.id}")


@contextmanager
def _files(form: FormData) -> Iterator[list[File]]:
    """Keep the files that were uploaded for as long as they are read."""
    uploads = uploads_of(form, "file")
    if not uploads:
        raise InputError("there is no file; choose one that a workbench exported, or one in a format of the list")
    with kept(uploads) as places:
        yield [File.open(place, place.name) for place in places]


def _check_named(site: TheSite, kind: AnyKind, knowledge: str, settings: Mapping[str, Any]) -> None:
    """Refuse files of the server that an export names and this server was not started for."""
    check_knowledge(site.files, knowledge)
    for it in kind.texts:
        if named := str(settings.get(it.name, "")):
            check_place(site.files, named)


def _check(person: ThePerson) -> None:
    if not person.account.administrator:
        raise RefusedError("only an administrator of the workbench takes projects in")
