"""The application: plain pages, live pages, and the guard before both."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, cast

from fastapi import FastAPI, Request
from nicegui import Client, core, ui
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from explanans.errors import InputError, StorageError
from explanans.workbench.web import dashboard, history, knowledge, outside, people, projects, quiz, rest, work, worklist
from explanans.workbench.web.security import Bodies, Guard, guard_messages
from explanans.workbench.web.site import FOLDER, NotSignedInError, Number, Person, Site, error_page, handle_errors

PATIENCE = 600.0
"""Seconds for which the page of a browser that lost its connection is kept, so that work goes on where it was."""
NOTICED_AFTER = 4
"""Seconds after which a lost connection is noticed."""


def make_app(site: Site) -> FastAPI:
    """Return the application of a site; a process has one."""
    guard_messages(site)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        # NiceGUI derives both from its patience, and would notice a lost connection after minutes.
        core.sio.eio.ping_interval = core.sio.eio.ping_timeout = NOTICED_AFTER
        yield

    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.site = site
    handle_errors(app, site)
    for module in (dashboard, history, knowledge, outside, people, projects, quiz, rest, worklist):
        app.include_router(module.router)
    app.mount("/look", StaticFiles(directory=FOLDER / "look"))

    @ui.page("/work/{number}", title="Work · Explanans", language="en-US")
    def show_work(request: Request, client: Client, number: Number) -> Response | None:
        return _live(site, request, client, partial(work.draw_work, site, number=number, client=client))

    @ui.page("/quiz/{number}", title="Quiz · Explanans", language="en-US")
    def show_quiz(request: Request, client: Client, number: Number) -> Response | None:
        return _live(site, request, client, partial(quiz.draw_quiz, site, number=number, client=client))

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
    app.add_middleware(Bodies)
    app.add_middleware(Guard, site)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    if site.outside.issuer:
        site.provider = outside.provider(site.outside)
    return app


def behind(app: ASGIApp, site: Site) -> ASGIApp:
    """Return an application as it is served, with what proxies and providers need around it."""
    if site.outside.issuer:
        app = outside.with_sessions(app, secure=site.behind_proxy)
    if site.outside.proxy:
        # uvicorn describes ASGI by types of its own, which Starlette's do not match.
        app = cast("ASGIApp", ProxyHeadersMiddleware(cast("Any", app), trusted_hosts=site.outside.proxy))
    return outside.HeaderGuard(app, site.outside) if site.outside.header else app


def _live(site: Site, request: Request, client: Client, draw: Callable[[Person], str]) -> Response | None:
    try:
        site.pages[client] = person = site.person(request)
        title = draw(person)
    except (NotSignedInError, InputError, StorageError) as error:
        return error_page(site, request, error)
    ui.add_head_html('<link rel="stylesheet" href="/look/workbench.css"><link rel="icon" href="/look/icon.svg">')
    ui.page_title(f"{title} · Explanans")
    return None
