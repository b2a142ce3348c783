"""Base of all pages: the database, sessions, forms with protection against cross-site requests, and templates."""

import hashlib
import hmac
import logging
import re
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from weakref import WeakKeyDictionary

from fastapi import Depends, FastAPI, Request
from fastapi import Path as PathParameter
from fastapi.exceptions import RequestValidationError
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from explanans.errors import ExplanansError, InputError, StorageError
from explanans.runtime.version import __version__
from explanans.workbench.bases import Bases
from explanans.workbench.store import accounts, projects
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.database import Database, shown
from explanans.workbench.store.signing import Attempts
from explanans.workbench.store.tables import Account, Role
from explanans.workbench.web.vouching import Outside

FOLDER = Path(__file__).parent
_log = logging.getLogger(__name__)
_FILE_NAME = re.compile(r"\S*(?:\.\w|/)")
MOST_FIELDS = 200_000
"""Fields of a form; a project has at most 100,000 items to choose from."""


def cookie_name(database: Database, *, secure: bool = False) -> str:
    """Return the name of a workbench's cookie: workbenches on one host do not overwrite each other's.

    Args:
        secure: Whether browsers reach it by TLS only; the cookie is then kept to this host.
    """
    place = str(Path(database.url.database or "").resolve()) if database.is_file else shown(database.url)
    digest = hashlib.sha256(place.encode()).hexdigest()[:8]
    return f"{'__Host-' if secure else ''}explanans_{digest}"


class NoKeyError(RefusedError):
    """A program sent no key, or none that is known."""

    def __init__(self) -> None:
        super().__init__("no key, or one that is not known; accepted: the header 'Authorization: Bearer KEY'")


class NotSignedInError(Exception):
    """The browser has no session, or the account still has to choose a password."""

    def __init__(self, goes_to: str) -> None:
        self.goes_to = goes_to
        super().__init__(goes_to)


@dataclass(slots=True, eq=False)
class Person:
    """The user of a browser's session.

    Attributes:
        token: The token of the session; a new one after signing in again while a page is open.
    """

    account: Account
    token: str

    @property
    def seal(self) -> str:
        """The token in all forms of the session, which other sites cannot know."""
        return hmac.new(self.token.encode(), b"form", hashlib.sha256).hexdigest()


class Site:
    """The database, the knowledge bases and the templates, and who asks for a page.

    Args:
        names: The host names that the server answers to; any name if None.
    """

    def __init__(  # noqa: PLR0913 - all that a site is made of
        self,
        database: Database,
        bases: Bases,
        *,
        behind_proxy: bool = False,
        names: frozenset[str] | None = None,
        files: Path | None = None,
        outside: Outside | None = None,
    ) -> None:
        self.database = database
        self.bases = bases
        self.behind_proxy = behind_proxy
        self.names = names
        self.outside = outside or Outside()
        self.provider: Any = None
        """The client of the provider that signs people in; None if there is none."""
        self.files = files or Path.cwd()
        self.attempts = Attempts(database)
        self.pages: WeakKeyDictionary[object, Person] = WeakKeyDictionary()
        """Whom each live page was drawn for."""
        self.cookie = cookie_name(database, secure=behind_proxy)
        self.preparing = threading.Event()
        """Set while the demonstration is being made."""
        self._templates = Environment(
            loader=FileSystemLoader(FOLDER / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
        )
        self._templates.filters["duration"] = duration
        self._templates.filters["moment"] = lambda at: at.strftime("%Y-%m-%d %H:%M")
        self._templates.filters["markdown"] = guidelines
        self._templates.globals["version"] = __version__

    def person(self, request: Request) -> Person:
        """Return who is signed in."""
        token = request.cookies.get(self.cookie, "")
        with self.database.read() as db:
            found = accounts.session_account(db, token) if token else None
        if found is None:
            raise NotSignedInError("/sign-in")
        account, due = found
        if due:
            with self.database.write() as db:
                accounts.touch(db, token)
        if account.one_time and request.url.path not in {"/password", "/sign-out"}:
            raise NotSignedInError("/password")
        return Person(account, token)

    def page(self, template: str, person: Person | None = None, /, *, status: int = 200, **values: Any) -> HTMLResponse:
        """Return a plain page."""
        text = self._templates.get_template(f"{template}.html").render(
            person=person.account if person else None, seal=person.seal if person else "", **values
        )
        return HTMLResponse(text, status)

    def set_cookie(self, request: Request, response: Response, token: str) -> None:
        """Let the browser keep a session."""
        response.set_cookie(
            self.cookie,
            token,
            max_age=int(accounts.SESSION_LASTS.total_seconds()),
            httponly=True,
            samesite="lax",
            secure=self.behind_proxy or request.url.scheme == "https",
        )

    def account_of(self, token: str) -> int | None:
        """Return the number of the account that a token signs in, or None."""
        if not token:
            return None
        with self.database.read() as db:
            found = accounts.session_account(db, token)
        return found[0].id if found else None


def site_of(request: Request) -> Site:
    """Return the site that a request is made to."""
    site: Site = request.app.state.site
    return site


def person_of(request: Request) -> Person:
    """Return who makes a request; see ``Site.person``."""
    return site_of(request).person(request)


async def form_of(request: Request, person: Annotated[Person, Depends(person_of)]) -> AsyncIterator[FormData]:
    """Yield the form that a signed-in user sent; its files are closed after the response."""
    async with request.form(max_fields=MOST_FIELDS) as form:
        if not hmac.compare_digest(str(form.get("seal", "")), person.seal):
            raise RefusedError("this form is too old; go back, load the page again and send it again")
        yield form


def uploader_of(request: Request, person: Annotated[Person, Depends(person_of)]) -> Person:
    """Return who makes a request with files, before any of it is read."""
    number = request.path_params.get("number", "")
    if not person.account.administrator:
        if not number.isdecimal():
            raise RefusedError("only an administrator of the workbench may do this")
        with site_of(request).database.read() as db:
            projects.open_project(db, int(number), person.account, Role.ADMINISTRATOR)
    return person


async def upload_of(request: Request, person: Annotated[Person, Depends(uploader_of)]) -> AsyncIterator[FormData]:
    """Yield the form with files that an administrator sent; see `form_of`."""
    async for form in form_of(request, person):
        yield form


LARGEST_NUMBER = 2**31 - 1
"""The largest number of a row that PostgreSQL keeps."""
Number = Annotated[int, PathParameter(ge=0, le=LARGEST_NUMBER)]
"""A number in an address."""
ThePerson = Annotated[Person, Depends(person_of)]
TheSite = Annotated[Site, Depends(site_of)]
TheForm = Annotated[FormData, Depends(form_of)]
TheUpload = Annotated[FormData, Depends(upload_of)]


def go(address: str) -> RedirectResponse:
    """Return a response that leads to another page."""
    return RedirectResponse(address, 303)


def text_of(form: FormData, name: str) -> str:
    """Return a text of a form; empty if there is none."""
    value = form.get(name, "")
    if isinstance(value, str) and "\0" in value:
        raise InputError(f"{name}: a NUL character; accepted: text without one")
    return value.strip() if isinstance(value, str) else ""


def number_of(value: str, noun: str) -> int:
    """Return a whole number that a form holds.

    Example:
        >>> number_of("12", "days")
        12
    """
    if not (value.isascii() and value.isdigit() and len(value) <= 10 and int(value) <= LARGEST_NUMBER):
        raise InputError(f"{noun}: {value[:20]!r}; accepted: a whole number up to {LARGEST_NUMBER}")
    return int(value)


def sentence(error: Exception | str) -> str:
    """Return the message of an error as a sentence.

    Example:
        >>> sentence(InputError("the title is empty"))
        'The title is empty.'
        >>> sentence("questions.tsv, line 1: no answer")
        'questions.tsv, line 1: no answer.'
    """
    said = str(error)
    is_name = _FILE_NAME.match(said) is not None
    return (said if is_name else said[:1].upper() + said[1:]) + ("" if said.endswith(".") else ".")


def duration(seconds: float) -> str:
    """Return a time for people to read.

    Example:
        >>> duration(40), duration(130), duration(7300)
        ('40 s', '2 min', '2 h 2 min')
    """
    minutes = round(seconds / 60)
    if seconds < 60:
        return f"{round(seconds)} s"
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def guidelines(text: str) -> Markup:
    r"""Return Markdown as HTML in which nothing runs and no picture is fetched.

    Example:
        >>> str(guidelines("*Be* <b>kind</b>"))
        '<p><em>Be</em> &lt;b&gt;kind&lt;/b&gt;</p>\n'
    """
    renderer = MarkdownIt("commonmark", {"html": False}).disable("image").enable("table")
    return Markup(renderer.render(text))  # noqa: S704 - HTML within the Markdown is escaped


def error_page(site: Site, request: Request, error: Exception) -> Response:
    """Return the page of an error, or a redirect to the sign-in page."""
    if request.url.path.startswith(_API):
        return _error_response(error)
    if isinstance(error, NotSignedInError):
        asked = request.method == "GET" and error.goes_to == "/sign-in" and request.url.path not in {"/", "/sign-in"}
        return go(f"{error.goes_to}?next={request.url.path}" if asked else error.goes_to)
    if isinstance(error, HTTPException) and error.status_code != 404:
        page = site.page(
            "error", status=error.status_code, title="This is not possible", sentence=f"{sentence(error.detail)}"
        )
        page.headers.update(error.headers or {})
        return page
    status, title = next(found for kind, found in _TITLES.items() if isinstance(error, kind))
    said = sentence(error) if isinstance(error, ExplanansError) else _LOST
    try:
        person = site.person(request)
    except (NotSignedInError, ExplanansError):
        person = None
    return site.page("error", person, status=status, title=title, sentence=said)


def handle_errors(app: FastAPI, site: Site) -> None:
    """Make errors pages with advice."""
    for kind in (NotSignedInError, RequestValidationError, InputError, StorageError, HTTPException, 404):
        app.add_exception_handler(kind, lambda request, error: error_page(site, request, error))

    def fail(request: Request, error: Exception) -> Response:
        _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return site.page("error", status=500, title="Something failed here", sentence=_FAILED)

    app.add_exception_handler(Exception, fail)
    app.add_exception_handler(RecursionError, lambda request, _: error_page(site, request, InputError(_DEEP)))


_API = "/api/"


def _error_response(error: Exception) -> Response:
    """Return an error as JSON."""
    if isinstance(error, HTTPException):
        status, said = error.status_code, str(error.detail)
    else:
        status = next((found for kind, (found, _) in _TITLES.items() if isinstance(error, kind)), 404)
        said = str(error) if isinstance(error, ExplanansError) else "there is nothing at this address"
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse({"error": said}, status, headers)


_FAILED = "Nothing was changed. The log of the server says why; tell whoever runs it."
_DEEP = "what was sent is nested too deeply; accepted: JSON of at most some hundred levels"
_LOST = "There is no page at this address; the list of your projects leads to all there are."
_TITLES: dict[type[Exception], tuple[int, str]] = {
    NoKeyError: (401, "No key"),
    RefusedError: (403, "This is not possible"),
    InputError: (400, "Something is to be mended"),
    StorageError: (503, "The database cannot be used"),
    Exception: (404, "No such page"),
}
