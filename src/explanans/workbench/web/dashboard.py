"""Pages of results: the dashboard of a project, its exports, and taking a project in."""

from fastapi import APIRouter
from starlette.datastructures import UploadFile
from starlette.responses import Response

from explanans.exceptions import InputError
from explanans.files import decode_lines
from explanans.workbench.exchange import import_project
from explanans.workbench.exports import formats, lines_of
from explanans.workbench.figures import figures
from explanans.workbench.kinds.kind import open_kind
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
    return site.page("import", person)


@router.post("/projects/import")
def take_in(site: TheSite, person: ThePerson, form: TheForm) -> Response:
    """Take a project in."""
    _check(person)
    upload = form.get("file")
    if not isinstance(upload, UploadFile) or not upload.filename:
        raise InputError("there is no file; choose one that a workbench exported whole")
    with site.database.write() as db:
        lines = decode_lines(upload.file, upload.filename)
        project = import_project(db, lines, upload.filename, person.account, text_of(form, "title"))
    return go(f"/projects/{project.id}")


def _check(person: ThePerson) -> None:
    if not person.account.administrator:
        raise RefusedError("only an administrator of the workbench takes projects in")
