"""Pages of results: the dashboard of a project, its exports, and taking a project in."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from fastapi import APIRouter
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from explanans.exceptions import InputError
from explanans.workbench.exports import WHOLE, formats, lines_of
from explanans.workbench.figures import figures
from explanans.workbench.imports import take_in, taken_formats
from explanans.workbench.kinds.kind import open_kind
from explanans.workbench.kinds.taking import File
from explanans.workbench.store import audit, projects
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.tables import Role
from explanans.workbench.web.site import TheForm, ThePerson, TheSite, go, text_of

router = APIRouter()
OVERSEERS = (Role.ADMINISTRATOR, Role.REVIEWER)


@router.get("/projects/{number}/dashboard")
def show_dashboard(site: TheSite, person: ThePerson, number: int) -> Response:
    """Show the figures of a project, to reviewers and administrators."""
    with site.database.read() as db:
        project, roles = projects.open_project(db, number, person.account, *OVERSEERS)
        found = figures(db, project)
    return site.page(
        "dashboard",
        person,
        project=project,
        kind=open_kind(project.kind),
        found=found,
        formats=formats(project),
        exports=Role.ADMINISTRATOR in roles,
    )


@router.get("/projects/{number}/export/{name}")
def export(site: TheSite, person: ThePerson, number: int, name: str) -> Response:
    """Send an export, to administrators of the project."""
    with site.database.write() as db:
        project, _ = projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
        text = "".join(f"{line}\n" for line in lines_of(db, project, name))
        file = next(it.file for it in formats(project) if it.name == name)
        audit.record(db, person.account.id, "export", project.title, format=name)
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    return Response(text, media_type="application/octet-stream", headers=headers)


@router.get("/projects/import")
def show_import(site: TheSite, person: ThePerson) -> Response:
    """Show the form to take a project in."""
    _check(person)
    return site.page("import", person, whole=WHOLE, found=taken_formats().values())


@router.post("/projects/import")
def make_import(site: TheSite, person: ThePerson, form: TheForm) -> Response:
    """Take a project in."""
    _check(person)
    knowledge = text_of(form, "knowledge") or "starter"
    with _files(form) as files:
        site.bases.open(knowledge)  # before others have to wait for what is written
        with site.database.write() as db:
            project = take_in(
                db,
                person.account,
                files,
                text_of(form, "format") or WHOLE.name,
                knowledge=knowledge,
                title=text_of(form, "title"),
            )
    return go(f"/projects/{project.id}")


@contextmanager
def _files(form: FormData) -> Iterator[list[File]]:
    """Keep the files that were uploaded for as long as they are read."""
    uploads = [it for it in form.getlist("file") if isinstance(it, UploadFile) and it.filename]
    if not uploads:
        raise InputError("there is no file; choose one that a workbench exported, or one in a format of the list")
    with tempfile.TemporaryDirectory(prefix="explanans-") as folder:
        places: dict[Path, str] = {}
        for number, upload in enumerate(uploads):
            # The name tells the format; it is never used as a place.
            name = PurePosixPath(str(upload.filename)).name
            place = Path(folder) / f"{number}{Path(name).suffix[:10]}"
            with place.open("wb") as file, upload.file:
                shutil.copyfileobj(upload.file, file)
            places[place] = name
        try:
            yield [File.open(place, name) for place, name in places.items()]
        except InputError as error:
            said = str(error)
            for place, name in places.items():
                said = said.replace(str(place), name)
            raise InputError(said) from None


def _check(person: ThePerson) -> None:
    if not person.account.administrator:
        raise RefusedError("only an administrator of the workbench takes projects in")
