"""The page of a project's knowledge base: what it works with, its versions, and what changed from one to the next."""

from collections.abc import Sequence
from pathlib import Path

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.responses import Response

from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase
from explanans.structures.facts import Fact
from explanans.workbench.store import audit, projects, snapshots
from explanans.workbench.store.snapshots import SnapshotFacts
from explanans.workbench.store.tables import Role
from explanans.workbench.web.site import Number, Site, ThePerson, TheSite, TheUpload, go
from explanans.workbench.web.uploads import BUILT_IN, check_knowledge, kept, safe_name, uploads_of

router = APIRouter()
NOTES = "notes"
"""The field of files with facts."""


def read_notes(form: FormData) -> tuple[str, Sequence[Fact]]:
    """Return the name and the facts of the files of notes that came with a form."""
    uploads = uploads_of(form, NOTES)
    if not uploads:
        raise InputError("there are no notes; choose one file or more")
    with kept(uploads) as places:
        found = KnowledgeBase.open(*places)
        return ", ".join(safe_name(str(it.filename)) for it in uploads), found.facts


def snapshot_of(site: Site, name: str) -> SnapshotFacts | None:
    """Return the facts of a knowledge base to be kept with a project; None if it is built in, or too large."""
    if name in BUILT_IN:
        return None
    facts = site.bases.open(name).knowledge.facts
    return snapshots.keep(facts) if len(facts) <= snapshots.LARGEST else None


@router.get("/projects/{number}/knowledge")
def show(site: TheSite, person: ThePerson, number: Number) -> Response:
    """Show the versions of a project's knowledge base."""
    with site.database.read() as db:
        project, _ = projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
        return site.page("knowledge", person, project=project, versions=snapshots.versions(db, number))


@router.post("/projects/{number}/knowledge")
def renew(site: TheSite, person: ThePerson, form: TheUpload, number: Number) -> Response:
    """Take newer notes, or read the files of the server again; the project works with the new version from then on."""
    with site.database.read() as db:
        projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
        found = snapshots.versions(db, number)
    if uploads_of(form, NOTES):
        name, facts = read_notes(form)
    elif found and Path(found[0].name).is_absolute():
        name = check_knowledge(site.files, found[0].name)
        facts = site.bases.read_anew(name)
    else:
        raise InputError("there are no notes; choose one file or more")
    new = snapshots.keep(facts)
    if found and found[0].digest == new.digest:
        raise InputError("these are the facts that the project has; nothing was changed")
    changes = snapshots.compare(snapshots.facts_of(found[0]), facts) if found else None
    with site.database.write() as db:
        project, _ = projects.open_project(db, number, person.account, Role.ADMINISTRATOR)
        snapshots.add(db, project, name, new, changes)
        audit.record(db, person.account.id, "renew knowledge base", project.title, digest=new.digest)
    return go(f"/projects/{number}/knowledge")
