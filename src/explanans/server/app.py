"""The service over HTTP: routes, the documents that describe them, and errors in one sentence."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Any

import msgspec
from fastapi import Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.security import HTTPBearer
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from explanans.errors import ExplanansError, InputError
from explanans.runtime.version import __version__
from explanans.server.offers import OFFERS, Offer
from explanans.server.replies import Error, Health
from explanans.server.requests import say
from explanans.server.telemetry import Metrics
from explanans.server.workers import BusyError, TooLongError, Workers

JSON = "application/json"
_PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"

_ERRORS = {
    400: "The body is no JSON, or broke off.",
    401: "The key is missing or unknown.",
    408: "The body took too long to arrive.",
    413: "The body is too large.",
    422: "What was asked cannot be used.",
    429: "Too many requests at once.",
    500: "Something went wrong in the service.",
    504: "The work took too long.",
}


def build(workers: Workers, metrics: Metrics, *, keys: bool = False) -> FastAPI:
    """Return the application."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        watching = asyncio.create_task(workers.watch())
        yield
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching

    app = FastAPI(
        title="Explanans",
        version=__version__,
        description="Find, compose, check and evaluate the facts that explain an answer.",
        lifespan=lifespan,
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    guard = [Depends(HTTPBearer(auto_error=False, description="The key of a caller."))] if keys else []
    for offer in OFFERS:
        app.add_api_route(
            f"/{offer.name}",
            _endpoint(offer, workers),
            methods=["POST"],
            summary=offer.title,
            description=offer.description,
            operation_id=offer.name,
            response_model=None,
            responses={200: {"model": offer.reply, "description": "Done."}, **_errors(keys=keys)},
            dependencies=guard,
        )
    app.add_middleware(_JsonBodies)
    _add_states(app, workers, metrics, guard)
    _add_errors(app)
    return app


class _JsonBodies:
    """Reads each body as JSON, whatever its content type; `curl -d` declares a form."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST":
            headers = [(name, value) for name, value in scope["headers"] if name != b"content-type"]
            scope = {**scope, "headers": [*headers, (b"content-type", JSON.encode())]}
        await self._app(scope, receive, send)


def openapi(*, keys: bool = False) -> dict[str, Any]:
    """Return the OpenAPI document of the service.

    Example:
        >>> sorted(openapi()["paths"])
        ['/answer', '/check', '/explain', '/graph', '/health', '/metrics', '/rank']
    """
    metrics = Metrics()
    no_workers = Workers(lambda: lambda *_: b"", 0, 0, 0, metrics)
    return build(no_workers, metrics, keys=keys).openapi()


def _errors(*, keys: bool) -> dict[int | str, dict[str, Any]]:
    errors: dict[int | str, dict[str, Any]] = {
        status: {"model": Error, "description": text} for status, text in _ERRORS.items() if keys or status != 401
    }
    errors[429]["headers"] = {
        "Retry-After": {"description": "After how many seconds to come again.", "schema": {"type": "integer"}}
    }
    return errors


def _endpoint(offer: Offer, workers: Workers) -> Callable[[Any], Awaitable[Response]]:
    async def endpoint(body: BaseModel) -> Response:
        return Response(await workers.call(offer.name, body.model_dump()), media_type=JSON)

    endpoint.__annotations__["body"] = offer.request
    return endpoint


def _add_states(app: FastAPI, workers: Workers, metrics: Metrics, guard: list[Any]) -> None:
    @app.get(
        "/health",
        summary="Return the state of the service",
        response_model=None,
        operation_id="health",
        responses={
            200: {"model": Health, "description": "It works."},
            503: {"model": Health, "description": "No worker is ready."},
        },
    )
    async def health() -> Response:
        state = Health(
            status="ok" if workers.ready else "starting",
            version=__version__,
            workers=workers.count,
            ready=workers.ready,
            busy=workers.busy,
            waiting=workers.waiting,
        )
        return Response(state.model_dump_json(), 200 if workers.ready else 503, media_type=JSON)

    @app.get(
        "/metrics",
        summary="Count requests and workers, for Prometheus",
        response_class=Response,
        operation_id="metrics",
        responses={
            200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "The counts."},
            **({401: {"model": Error, "description": _ERRORS[401]}} if guard else {}),
        },
        dependencies=guard,
    )
    async def counts() -> Response:
        return Response(metrics.text(), headers={"content-type": _PROMETHEUS})


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def _(_: Request, error: RequestValidationError) -> Response:
        faults = error.errors()
        broken = any(fault["type"] == "json_invalid" for fault in faults)
        return _error_response(
            400 if broken else 422, "the body is no JSON; accepted: a JSON object" if broken else say(faults)
        )

    @app.exception_handler(ExplanansError)
    async def _(_: Request, error: ExplanansError) -> Response:
        if isinstance(error, BusyError):
            return _error_response(429, str(error), {"retry-after": str(error.seconds)})
        status = 422 if isinstance(error, InputError) else 504 if isinstance(error, TooLongError) else 500
        return _error_response(status, str(error))

    @app.exception_handler(HTTPException)
    async def _(_: Request, error: HTTPException) -> Response:
        paths = ", ".join(f"/{offer.name}" for offer in OFFERS)
        sentences = {
            404: f"there is no such page; accepted: {paths}, /health, /metrics and /openapi.json",
            405: f"that method is not for this page; accepted: POST for {paths}, GET for the others",
        }
        phrase = HTTPStatus(error.status_code).phrase.lower()
        return _error_response(error.status_code, sentences.get(error.status_code, phrase), dict(error.headers or {}))


def _error_response(status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode({"error": sentence}), status, headers, media_type=JSON)
