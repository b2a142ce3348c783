"""What all pages share: the database, who is signed in, forms that no other site can send, and how a page is drawn."""

import hashlib
import hmac
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.responses import HTMLResponse, RedirectResponse, Response

from explanans import __version__
from explanans.exceptions import ExplanansError, InputError, StorageError
from explanans.workbench.bases import Bases
from explanans.workbench.store import accounts
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Account

COOKIE = "explanans_session"
FOLDER = Path(__file__).parent
LARGEST_UPLOAD = 64_000_000
"""Bytes."""


class NotSignedInError(Exception):
    """Nobody is signed in in this browser, or they still have to choose a password."""

    def __init__(self, goes_to: str) -> None:
        self.goes_to = goes_to
        super().__init__(goes_to)


@dataclass(frozen=True, slots=True)
class Person:
    """Who is signed in in a browser.

    Attributes:
        account: The account.
        token: What the browser keeps.
    """

    account: Account
    token: str

    @property
    def seal(self) -> str:
        """What every form of theirs holds, and no other site knows."""
        return hmac.new(self.token.encode(), b"form", hashlib.sha256).hexdigest()


class Site:
    """The database, the knowledge bases and the templates, and who asks for a page.

    Args:
        database: The database.
        bases: The knowledge bases.
        behind_proxy: Whether a proxy stands before the server, whose headers are believed.
    """

    def __init__(self, database: Database, bases: Bases, *, behind_proxy: bool = False) -> None:
        self.database = database
        self.bases = bases
        self.behind_proxy = behind_proxy
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
        """Return who is signed in.

        Args:
            request: The request.

        Raises:
            NotSignedInError: Nobody is.
        """
        token = request.cookies.get(COOKIE, "")
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
        """Return a plain page.

        Args:
            template: The name of its template.
            person: Who is signed in.
            status: The status of the response.
            values: What the template shows.
        """
        text = self._templates.get_template(f"{template}.html").render(
            person=person.account if person else None, seal=person.seal if person else "", **values
        )
        return HTMLResponse(text, status)

    def set_cookie(self, request: Request, response: Response, token: str) -> None:
        """Let the browser keep a session.

        Args:
            request: The request.
            response: The response.
            token: The token of the session.
        """
        response.set_cookie(
            COOKIE,
            token,
            max_age=int(accounts.SESSION_LASTS.total_seconds()),
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )


def site_of(request: Request) -> Site:
    """Return the site that a request is made to.

    Args:
        request: The request.
    """
    site: Site = request.app.state.site
    return site


def person_of(request: Request) -> Person:
    """Return who makes a request; see ``Site.person``.

    Args:
        request: The request.
    """
    return site_of(request).person(request)


async def form_of(request: Request, person: Annotated[Person, Depends(person_of)]) -> FormData:
    """Return the form that somebody who is signed in sent.

    Args:
        request: The request.
        person: Who sent it.

    Raises:
        RefusedError: The form is none that this site gave to this browser.
        InputError: It is too large.
    """
    if int(request.headers.get("content-length", 0)) > LARGEST_UPLOAD:
        raise InputError(f"a file of more than {LARGEST_UPLOAD:,} bytes; name its path on the server instead")
    form = await request.form()
    if not hmac.compare_digest(str(form.get("seal", "")), person.seal):
        raise RefusedError("this form is too old; go back, load the page again and send it again")
    return form


ThePerson = Annotated[Person, Depends(person_of)]
TheSite = Annotated[Site, Depends(site_of)]
TheForm = Annotated[FormData, Depends(form_of)]


def go(address: str) -> RedirectResponse:
    """Return a response that leads to another page.

    Args:
        address: Its address.
    """
    return RedirectResponse(address, 303)


def text_of(form: FormData, name: str) -> str:
    """Return a text of a form; empty where there is none.

    Args:
        form: The form.
        name: The name of the field.
    """
    value = form.get(name, "")
    return value.strip() if isinstance(value, str) else ""


def sentence(error: Exception) -> str:
    """Return what an error says as a sentence.

    Args:
        error: The error.

    Example:
        >>> sentence(InputError("the title is empty"))
        'The title is empty.'
    """
    said = str(error)
    return said[:1].upper() + said[1:] + ("" if said.endswith(".") else ".")


def duration(seconds: float) -> str:
    """Return a time for people to read.

    Args:
        seconds: The time.

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

    Args:
        text: The Markdown.

    Example:
        >>> str(guidelines("*Be* <b>kind</b>"))
        '<p><em>Be</em> &lt;b&gt;kind&lt;/b&gt;</p>\n'
    """
    renderer = MarkdownIt("commonmark", {"html": False}).disable("image").enable("table")
    return Markup(renderer.render(text))  # noqa: S704 - HTML within the Markdown is escaped


def error_page(site: Site, request: Request, error: Exception) -> Response:
    """Return the page that says what is wrong, or leads to where one signs in.

    Args:
        site: The site.
        request: The request.
        error: What is wrong.
    """
    if isinstance(error, NotSignedInError):
        asked = request.method == "GET" and error.goes_to == "/sign-in" and request.url.path not in {"/", "/sign-in"}
        return go(f"{error.goes_to}?next={request.url.path}" if asked else error.goes_to)
    status, title = next(found for kind, found in _TITLES.items() if isinstance(error, kind))
    said = sentence(error) if isinstance(error, ExplanansError) else _LOST
    try:
        person = site.person(request)
    except (NotSignedInError, ExplanansError):
        person = None
    return site.page("error", person, status=status, title=title, sentence=said)


def handle_errors(app: FastAPI, site: Site) -> None:
    """Let errors be pages that say what to do.

    Args:
        app: The application.
        site: The site.
    """
    for kind in (NotSignedInError, RequestValidationError, InputError, StorageError, 404):
        app.add_exception_handler(kind, lambda request, error: error_page(site, request, error))


_LOST = "There is no page at this address; the list of your projects leads to all there are."
_TITLES: dict[type[Exception], tuple[int, str]] = {
    RefusedError: (403, "This is not possible"),
    InputError: (400, "Something is to be mended"),
    StorageError: (503, "The database cannot be used"),
    Exception: (404, "No such page"),
}
