"""Pages of people: signing in and out, passwords, invitations, all accounts, and the audit trail."""

from contextlib import suppress
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from nicegui import Client
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from explanans.errors import InputError
from explanans.workbench.demonstrations import KNOWLEDGE, find, make, missing
from explanans.workbench.store import accounts, audit, projects
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.tables import Account, Invitation, Project, Role
from explanans.workbench.web.outside import vouched
from explanans.workbench.web.site import NotSignedInError, TheForm, ThePerson, TheSite, go, sentence, text_of

router = APIRouter()
_FEW = 10
"""Fields of a form that needs no session."""


@router.get("/sign-in")
async def show_sign_in(request: Request, site: TheSite, next: str = "/") -> Response:  # noqa: A002 - as in the address
    """Show the form to sign in, or sign in whom the proxy names."""
    if session := await vouched(site, request):
        response = go(_local(next))
        site.set_cookie(request, response, session)
        return response
    return site.page("sign_in", next=_local(next), name="", wrong="", provider=site.provider is not None)


@router.post("/sign-in")
async def sign_in(request: Request, site: TheSite) -> Response:
    """Sign a user in, or reply that name and password do not match."""
    async with request.form(max_files=0, max_fields=_FEW) as form:
        name, password, goes_to = text_of(form, "name"), str(form.get("password", "")), _local(text_of(form, "next"))
    wrong = "Name and password do not belong together."
    try:
        account = await site.attempts.check(name, password, _address(request))
    except RefusedError as error:
        account, wrong = None, sentence(error)
    if account is None:
        return site.page(
            "sign_in", status=403, next=goes_to, name=name, wrong=wrong, provider=site.provider is not None
        )
    response = go("/password" if account.one_time else goes_to)
    site.set_cookie(request, response, await run_in_threadpool(_open_session, site, account))
    return response


def _open_session(site: TheSite, account: Account) -> str:
    with site.database.write() as db:
        return accounts.open_session(db, account)


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


@router.post("/sign-out")
def sign_out(site: TheSite, person: ThePerson, form: TheForm) -> Response:  # noqa: ARG001 - the form is checked
    """Sign the user out."""
    with site.database.write() as db:
        accounts.sign_out(db, person.token)
    response = go("/sign-in")
    response.delete_cookie(site.cookie, secure=site.behind_proxy)
    return response


@router.post("/signed-in")
def renew_page(site: TheSite, request: Request, page: str) -> Response:
    """Let an open page go on with the session of its browser, after the session that it was opened in has ended.

    Args:
        page: The id of the page; it has to be a page of the same account.
    """
    token = request.cookies.get(site.cookie, "")
    client = Client.instances.get(page)
    person = site.pages.get(client) if client is not None else None
    if person is None or site.account_of(token) != person.account.id:
        return Response(status_code=403)
    person.token = token
    return Response(status_code=204)


@router.get("/password")
def show_password(site: TheSite, person: ThePerson) -> Response:
    """Show the form to choose a password."""
    return site.page("password", person, wrong="")


@router.post("/password")
async def change_password(request: Request, site: TheSite, person: ThePerson, form: TheForm) -> Response:
    """Choose a new password; whoever is signed in elsewhere with the old one is signed out."""
    old, new = str(form.get("old", "")), str(form.get("new", ""))
    try:
        found = await site.attempts.check(person.account.name, old, _address(request))
        _check_change(found is not None, old, new, str(form.get("again", "")))
        hashed = await site.attempts.hash(lambda: accounts.hash_password(new))
    except InputError as error:
        return site.page("password", person, status=400, wrong=sentence(error))
    response = go("/")
    site.set_cookie(request, response, await run_in_threadpool(_set_password, site, person, hashed))
    return response


def _set_password(site: TheSite, person: ThePerson, hashed: accounts.Hashed) -> str:
    with site.database.write() as db:
        account = accounts.find(db, person.account.name)
        accounts.set_password(db, account, hashed)
        audit.record(db, account.id, "change password", account.name)
        return accounts.open_session(db, account)


@router.get("/invitation/{token}")
def show_invitation(request: Request, site: TheSite, token: str) -> Response:
    """Show what an invitation is to, and the form to accept it."""
    person = None
    if request.cookies.get(site.cookie):
        with suppress(NotSignedInError):  # whoever is not signed in makes an account
            person = site.person(request)
    found, project = _invitation(site, token)
    return site.page("invitation", person, token=token, role=found.role, project=project, wrong="", name="")


@router.post("/invitation/{token}/join")
def join(site: TheSite, person: ThePerson, form: TheForm, token: str) -> Response:  # noqa: ARG001 - the form is checked
    """Accept an invitation with the account that one has."""
    with site.database.write() as db:
        found = accounts.accept(db, token, person.account)
    return go(f"/projects/{found.project}" if found.project else "/")


@router.post("/invitation/{token}")
async def make_account(request: Request, site: TheSite, token: str) -> Response:
    """Accept an invitation with a new account."""
    invitation, project = await run_in_threadpool(_invitation, site, token)
    async with request.form(max_files=0, max_fields=_FEW) as form:
        name, password = text_of(form, "name"), str(form.get("password", ""))
    try:
        hashed = await site.attempts.hash(lambda: accounts.hash_password(password))
        session = await run_in_threadpool(_join_anew, site, token, name, hashed)
    except RefusedError:
        raise
    except InputError as error:
        wrong = sentence(error)
        return site.page(
            "invitation", None, status=400, token=token, role=invitation.role, project=project, wrong=wrong, name=name
        )
    response = go(f"/projects/{project.id}" if project else "/")
    site.set_cookie(request, response, session)
    return response


def _invitation(site: TheSite, token: str) -> tuple[Invitation, Project | None]:
    with site.database.read() as db:
        found = accounts.find_invitation(db, token)
        return found, db.get(Project, found.project) if found.project else None


def _join_anew(site: TheSite, token: str, name: str, hashed: accounts.Hashed) -> str:
    with site.database.write() as db:
        account = accounts.create(db, name, hashed)
        accounts.accept(db, token, account)
        return accounts.open_session(db, account)


@router.get("/people")
def show_people(site: TheSite, person: ThePerson) -> Response:
    """Show all accounts, to administrators."""
    return _people(site, _administrator(person))


@router.post("/people")
def change_people(request: Request, site: TheSite, person: ThePerson, form: TheForm) -> Response:
    """Invite a person, reset a password, or deactivate or reactivate an account."""
    _administrator(person)
    action = text_of(form, "action")
    password = accounts.new_password()
    hashed = accounts.hash_password(password) if action == "reset" else None
    link, reset = "", None
    with site.database.write() as db:
        if action == "revoke":
            accounts.revoke(db, text_of(form, "invitation"), None, person.account)
        elif action == "invite":
            role = Role.ADMINISTRATOR if text_of(form, "role") == Role.ADMINISTRATOR else Role.AUTHOR
            link = f"{request.base_url}invitation/{accounts.invite(db, person.account, role)}"
        elif hashed is not None:
            account = accounts.find(db, text_of(form, "name"))
            accounts.set_password(db, account, hashed, one_time=True)
            audit.record(db, person.account.id, "reset password", account.name)
            reset = (account.name, password)
        elif action in {"sleep", "wake"}:
            _set_active(db, person.account, text_of(form, "name"), action)
        else:
            raise InputError(f"the action {action!r}; accepted: what the page offers")
    # The page shows what was committed, and is not drawn while others wait to write.
    return _people(site, person, link=link, reset=reset) if link or reset else go("/people")


def _set_active(db: Session, by: Account, name: str, action: str) -> None:
    account = accounts.find(db, name)
    if account.id == by.id:
        raise RefusedError("you cannot do this to the account that you are signed in with")
    account.active = action == "wake"
    if not account.active:
        accounts.sign_out_everywhere(db, account.id)
    audit.record(db, by.id, action, account.name)


@router.get("/audit")
def show_audit(site: TheSite, person: ThePerson) -> Response:
    """Show the audit trail, to administrators."""
    _administrator(person)
    with site.database.read() as db:
        return site.page("audit", person, entries=audit.recent(db))


@router.get("/")
def show_projects(site: TheSite, person: ThePerson) -> Response:
    """Show the projects that the user may see."""
    with site.database.read() as db:
        rows = [
            (project, sorted(projects.roles_of(db, project.id, person.account)), projects.count_items(db, project.id))
            for project in projects.of_account(db, person.account)
        ]
    preparing = site.preparing.is_set()
    offered = missing(project for project, _, _ in rows) if person.account.administrator and not preparing else ()
    return site.page("projects", person, rows=rows, preparing=preparing, offered=offered)


@router.post("/demonstrations")
def demonstrate(site: TheSite, person: ThePerson, form: TheForm) -> Response:
    """Make a demonstration project and go there."""
    _administrator(person)
    wanted = find(text_of(form, "name"))
    return go(f"/projects/{make(site.database, person.account, wanted, site.bases.open(KNOWLEDGE))}")


def _people(site: TheSite, person: ThePerson, *, link: str = "", reset: tuple[str, str] | None = None) -> Response:
    with site.database.read() as db:
        everybody, invited = accounts.everybody(db), accounts.invitations(db)
    return site.page("people", person, everybody=everybody, invited=invited, link=link, reset=reset)


def _administrator(person: ThePerson) -> ThePerson:
    if not person.account.administrator:
        raise RefusedError("only an administrator of the workbench may do this")
    return person


def _check_change(is_right: bool, old: str, new: str, again: str) -> None:
    if not is_right:
        raise InputError("the present password is another one")
    if new != again:
        raise InputError("the new password is not the same both times")
    if new == old:
        raise InputError("the new password is the old one; choose another")


def _local(address: str) -> str:
    """Return an address of this site; never that of another, to which a crafted link would lead."""
    parts = urlsplit(address)
    is_local = not parts.scheme and not parts.netloc and address.startswith("/") and not address.startswith("//")
    return address if is_local and "\\" not in address else "/"
