"""The workbench for programs: projects, items, assignments, exports and webhooks as JSON, with keys."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from fastapi.openapi.utils import get_openapi
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.responses import JSONResponse, Response

from explanans import __version__
from explanans.errors import InputError
from explanans.workbench.exports import formats
from explanans.workbench.kinds import assignments
from explanans.workbench.kinds.kind import AnyKind, open_kind, read_settings
from explanans.workbench.store import accounts, audit, programs, projects, works
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.projects import NewItem
from explanans.workbench.store.tables import Account, Item, Project, Role
from explanans.workbench.web.dashboard import send_export
from explanans.workbench.web.site import LARGEST_NUMBER, NoKeyError, Number, Site, site_of
from explanans.workbench.web.uploads import check_knowledge, check_place

ROOT = "/api/v1"
router = APIRouter(prefix=ROOT)
ON_PAGE = 100
_Body = TypeVar("_Body", bound=msgspec.Struct)
_Count = Annotated[int, Query(ge=1, le=LARGEST_NUMBER)]


class ItemBody(msgspec.Struct, forbid_unknown_fields=True):
    """An item: what is given, and perhaps what a model suggests at each stage, and how much it doubts that."""

    key: str
    payload: dict[str, Any]
    suggestions: dict[str, dict[str, Any]] | None = None
    doubt: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None


class ProjectBody(msgspec.Struct, forbid_unknown_fields=True):
    """A new project with its items."""

    title: str
    kind: str
    items: list[ItemBody]
    knowledge: str = "starter"
    guidelines: str = ""
    settings: dict[str, Any] = {}


class ItemsBody(msgspec.Struct, forbid_unknown_fields=True):
    """Items that are added."""

    items: list[ItemBody]


class AssignmentBody(msgspec.Struct, forbid_unknown_fields=True):
    """An action on items: ``give``, ``take back`` or ``reopen``; items by their keys, all if there are none."""

    action: str
    person: str = ""
    stage: str = ""
    items: list[str] = []
    days: int | None = None


class WebhookBody(msgspec.Struct, forbid_unknown_fields=True):
    """An address that is notified of done or approved work."""

    url: str


def caller_of(request: Request) -> Account:
    """Return the account that the key of a request acts for."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    with site_of(request).database.read() as db:
        found = programs.account_of_key(db, key.strip()) if kind.lower() == "bearer" else None
    if found is None:
        raise NoKeyError
    return found


TheCaller = Annotated[Account, Depends(caller_of)]
TheSite = Annotated[Site, Depends(site_of)]


def _body(kind: type[_Body]) -> Any:
    """Return a dependency that reads a body once the caller is known; it is not read before."""

    async def read(request: Request, _: TheCaller) -> _Body:
        try:
            return msgspec.json.decode(await request.body(), type=kind)
        except (msgspec.DecodeError, RecursionError) as error:
            raise InputError(f"the body: {error}") from None

    return Depends(read)


def _documented(kind: type[msgspec.Struct]) -> dict[str, Any]:
    schema = msgspec.json.schema(kind, ref_template="#/components/schemas/{name}")
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


@router.get("/projects", summary="List the projects of the account")
def list_projects(site: TheSite, caller: TheCaller) -> Response:
    """Return the projects that the account of the key may see."""
    with site.database.read() as db:
        return JSONResponse([_project(db, it) for it in projects.of_account(db, caller)])


@router.post("/projects", status_code=201, summary="Make a project", openapi_extra=_documented(ProjectBody))
def make_project(site: TheSite, caller: TheCaller, body: Annotated[ProjectBody, _body(ProjectBody)]) -> Response:
    """Make a project with items, for an administrator of the workbench."""
    if not caller.administrator:
        raise RefusedError("only an administrator of the workbench makes projects")
    kind = open_kind(body.kind)
    knowledge = check_knowledge(site.files, body.knowledge)
    for it in kind.texts:
        if named := str(body.settings.get(it.name, "")):
            check_place(site.files, named)
    settings = read_settings(kind, body.settings)
    items = _items(kind, settings, body.items)
    guidelines = body.guidelines or kind.guidelines
    with site.database.write() as db:
        made = projects.create(
            db, caller, body.title, kind.name, items, knowledge=knowledge, guidelines=guidelines, settings=settings
        )
        for stage in kind.stages(settings):
            projects.set_member(db, made.id, caller.id, stage.role)
        return JSONResponse(_project(db, made), 201)


@router.get("/projects/{number}", summary="Read a project")
def read_project(site: TheSite, caller: TheCaller, number: Number) -> Response:
    """Return a project with its stages and the states of work."""
    with site.database.read() as db:
        project, roles = projects.open_project(db, number, caller)
        stages = [
            {"name": it.name, "title": it.title, "role": it.role, "people": it.people}
            for it in open_kind(project.kind).stages(project.settings)
        ]
        states = {stage: dict(counts) for stage, counts in works.states(db, number).items()}
        return JSONResponse({**_project(db, project), "roles": sorted(roles), "stages": stages, "states": states})


@router.get("/projects/{number}/items", summary="List items with the work on them")
def list_items(site: TheSite, caller: TheCaller, number: Number, page: _Count = 1) -> Response:
    """Return a page of items with everybody's work, for an administrator of the project."""
    with site.database.read() as db:
        projects.open_project(db, number, caller, Role.ADMINISTRATOR)
        query = select(Item).where(Item.project == number).order_by(Item.position)
        rows = db.scalars(query.offset((page - 1) * ON_PAGE).limit(ON_PAGE)).all()
        by_item = works.works_by_item(db, number, [row.id for row in rows])
        names = {account.id: account.name for account in accounts.everybody(db)}
        found = [
            {
                "key": row.key,
                "payload": row.payload,
                "doubt": row.doubt,
                "works": [
                    {
                        "id": work.id,
                        "stage": work.stage,
                        "person": names.get(work.account or 0),
                        "state": work.state,
                        "version": work.version,
                        "approved": work.approved,
                        "seconds": work.seconds,
                        "deadline": work.deadline.isoformat() if work.deadline else None,
                    }
                    for some in by_item[row.id].values()
                    for work in some
                ],
            }
            for row in rows
        ]
        return JSONResponse({"items": found, "page": page, "count": projects.count_items(db, number)})


@router.post("/projects/{number}/items", status_code=201, summary="Add items", openapi_extra=_documented(ItemsBody))
def add_items(
    site: TheSite, caller: TheCaller, number: Number, body: Annotated[ItemsBody, _body(ItemsBody)]
) -> Response:
    """Add items to a project, for an administrator of it."""
    with site.database.read() as db:
        project, _ = projects.open_project(db, number, caller, Role.ADMINISTRATOR)
    items = _items(open_kind(project.kind), project.settings, body.items)
    with site.database.write() as db:
        project, _ = projects.open_project(db, number, caller, Role.ADMINISTRATOR)
        count = projects.add_items(db, project, items)
        audit.record(db, caller.id, "add items", project.title, items=count)
    return JSONResponse({"added": count}, 201)


@router.post(
    "/projects/{number}/assignments",
    summary="Give items, take them back, or reopen them",
    openapi_extra=_documented(AssignmentBody),
)
def assign(
    site: TheSite, caller: TheCaller, number: Number, body: Annotated[AssignmentBody, _body(AssignmentBody)]
) -> Response:
    """Give items to a person, take them back, or reopen what is done."""
    if body.action not in assignments.ACTIONS:
        raise InputError(f"the action {body.action[:40]!r}; accepted: {', '.join(assignments.ACTIONS)}")
    with site.database.read() as db:
        project, _ = projects.open_project(db, number, caller, Role.ADMINISTRATOR)
        chosen = _chosen(db, number, body.items)
        is_giving = body.action == "give"
        giving = assignments.plan(db, project, chosen, body.person, body.stage, body.days) if is_giving else None
    changed = 0
    for start in range(0, len(chosen), assignments.AT_ONCE):
        some = chosen[start : start + assignments.AT_ONCE]
        with site.database.write() as db:
            if giving is not None:
                changed += assignments.give(db, some, giving, caller)
            else:
                changed += assignments.set_states(db, some, body.action, caller, name=body.person, stage=body.stage)
    with site.database.write() as db:
        audit.record(db, caller.id, f"{body.action} items", body.person, project=project.title, items=changed)
    return JSONResponse({"changed": changed})


@router.get("/projects/{number}/exports", summary="List the exports")
def list_exports(site: TheSite, caller: TheCaller, number: Number) -> Response:
    """Return the formats of the exports of a project."""
    with site.database.read() as db:
        project, _ = projects.open_project(db, number, caller, Role.ADMINISTRATOR)
        return JSONResponse([{"name": it.name, "file": it.file, "about": it.about} for it in formats(project)])


@router.get("/projects/{number}/exports/{name}", summary="Export a project")
def export(site: TheSite, caller: TheCaller, number: Number, name: str) -> Response:
    """Send an export, to administrators of the project."""
    return send_export(site, caller, number, name)


@router.get("/projects/{number}/webhooks", summary="List the webhooks")
def list_webhooks(site: TheSite, caller: TheCaller, number: Number) -> Response:
    """Return the addresses that are notified of finished work."""
    with site.database.read() as db:
        projects.open_project(db, number, caller, Role.ADMINISTRATOR)
        return JSONResponse([{"id": it.id, "url": it.url} for it in programs.webhooks(db, number)])


@router.post(
    "/projects/{number}/webhooks", status_code=201, summary="Add a webhook", openapi_extra=_documented(WebhookBody)
)
def add_webhook(
    site: TheSite, caller: TheCaller, number: Number, body: Annotated[WebhookBody, _body(WebhookBody)]
) -> Response:
    """Add an address, for an administrator of the workbench; its secret is returned once."""
    if not caller.administrator:
        raise RefusedError("only an administrator of the workbench adds webhooks")
    with site.database.write() as db:
        project, _ = projects.open_project(db, number, caller)
        row = programs.add_webhook(db, number, body.url)
        audit.record(db, caller.id, "add webhook", project.title, url=body.url)
        return JSONResponse({"id": row.id, "url": row.url, "secret": row.secret}, 201)


@router.delete("/projects/{number}/webhooks/{hook}", status_code=204, summary="Remove a webhook")
def remove_webhook(site: TheSite, caller: TheCaller, number: Number, hook: Number) -> Response:
    """Remove an address."""
    with site.database.write() as db:
        project, _ = projects.open_project(db, number, caller, Role.ADMINISTRATOR)
        programs.remove_webhook(db, number, hook)
        audit.record(db, caller.id, "remove webhook", project.title)
    return Response(status_code=204)


@router.get("/openapi.json", include_in_schema=False)
def show_openapi() -> Response:
    """Return the OpenAPI document of this interface."""
    document = get_openapi(title="Explanans workbench", version=__version__, routes=router.routes)
    document.setdefault("components", {})["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    document["security"] = [{"key": []}]
    return JSONResponse(document)


def _project(db: Session, project: Project) -> dict[str, Any]:
    return {
        "id": project.id,
        "title": project.title,
        "kind": project.kind,
        "state": project.state,
        "items": projects.count_items(db, project.id),
    }


def _items(kind: AnyKind, settings: dict[str, Any], bodies: Sequence[ItemBody]) -> list[NewItem]:
    """Return items, each checked to be of the shape of the kind."""
    stages = {stage.name for stage in kind.stages(settings)}
    found = []
    for it in bodies:
        kind.read_given(it.payload)
        for stage, content in (it.suggestions or {}).items():
            if stage not in stages:
                raise InputError(
                    f"{it.key[:100]}: a suggestion at {stage[:40]!r}; accepted: {', '.join(sorted(stages))}"
                )
            kind.read_made(content)
        found.append(NewItem(it.key, it.payload, it.suggestions, it.doubt))
    return found


def _chosen(db: Session, project: int, keys: Sequence[str]) -> list[int]:
    """Return the numbers of items by their keys, or of all."""
    rows = db.execute(select(Item.key, Item.id).where(Item.project == project).order_by(Item.position)).all()
    numbers: dict[str, int] = dict(rows)
    if missing := next((key for key in keys if key not in numbers), None):
        raise InputError(f"there is no item {missing[:100]!r}")
    return [numbers[key] for key in keys] if keys else list(numbers.values())
