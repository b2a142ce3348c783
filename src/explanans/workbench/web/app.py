"""The application: plain pages, live pages, and the guard before both."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI, Request
from nicegui import Client, core, ui
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from explanans.exceptions import InputError, StorageError
from explanans.workbench.web import dashboard, history, people, projects, quiz, work
from explanans.workbench.web.security import Guard
from explanans.workbench.web.site import FOLDER, NotSignedInError, Person, Site, error_page, handle_errors
from explanans.workbench.web.sockets import guard_messages

PATIENCE = 600.0
"""Seconds for which the page of a browser that lost its connection is kept, so that work goes on where it was."""
NOTICED_AFTER = 4
"""Seconds after which a lost connection is noticed."""


def make_app(site: Site) -> FastAPI:
    """Return the application of a site; a process has one.

    Args:
        site: The site.
    """
    guard_messages()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        # NiceGUI derives both from its patience, and would notice a lost connection after minutes.
        core.sio.eio.ping_interval = core.sio.eio.ping_timeout = NOTICED_AFTER
        yield

    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.site = site
    handle_errors(app, site)
    for module in (dashboard, history, people, projects, quiz):
        app.include_router(module.router)
    app.mount("/look", StaticFiles(directory=FOLDER / "look"))

    @ui.page("/work/{number}", title="Work · Explanans", language="en-US")
    def show_work(request: Request, client: Client, number: int) -> Response | None:
        return _live(site, request, partial(work.draw_work, site, number=number, client=client))

    @ui.page("/quiz/{number}", title="Quiz · Explanans", language="en-US")
    def show_quiz(request: Request, client: Client, number: int) -> Response | None:
        return _live(site, request, partial(quiz.draw_quiz, site, number=number, client=client))

    ui.run_with(
        app,
        title="Explanans",
        dark=None,
        language="en-US",
        tailwind=False,
        reconnect_timeout=PATIENCE,
        binding_refresh_interval=None,
        show_welcome_message=False,
        gzip_middleware_factory=None,
    )
    handle_errors(core.app, site)
    app.add_middleware(Guard, behind_proxy=site.behind_proxy)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    return app


def _live(site: Site, request: Request, draw: Callable[[Person], str]) -> Response | None:
    try:
        title = draw(site.person(request))
    except (NotSignedInError, InputError, StorageError) as error:
        return error_page(site, request, error)
    ui.add_head_html('<link rel="stylesheet" href="/look/workbench.css"><link rel="icon" href="/look/icon.svg">')
    ui.page_title(f"{title} · Explanans")
    return None
