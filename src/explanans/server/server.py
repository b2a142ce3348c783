"""The server: it opens the workers, listens, and shuts down in order."""

import logging
import signal
import socket
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn

from explanans.errors import MissingExtraError
from explanans.runtime.http_limits import LARGEST_HEADER, Bounds, host_names, listen, protocols
from explanans.server import telemetry
from explanans.server.app import build
from explanans.server.gate import Gate, Keys, Limits
from explanans.server.offers import Parts
from explanans.server.telemetry import Metrics
from explanans.server.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Bounds", "Limits", "Parts", "Settings", "host_names", "serve"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the server.

    Attributes:
        port: The port; 0 lets the system choose.
        queue: How many requests may wait while all are busy.
        keys: The file of the callers' keys; None if anybody may call.
        names: Host names that are answered to, if anybody may call; any name if None.
        contents: Whether to log what callers send.
        traces: Whether to send traces to the collector that the environment names.
    """

    parts: Parts = field(default_factory=Parts)
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    queue: int = 32
    seconds: float = 30.0
    limits: Limits = field(default_factory=Limits)
    keys: Path | None = None
    bounds: Bounds = field(default_factory=Bounds)
    names: frozenset[str] | None = None
    contents: bool = False
    traces: bool = False
    quiet: bool = False


def open_functions(parts: Parts, *, contents: bool = False) -> "Callable[[str, dict[str, Any]], bytes]":
    """Open the functions in a worker, and return what calls one by its name."""
    from explanans.server.functions import Functions  # noqa: PLC0415 - what listens works with nothing

    telemetry.configure(quiet=not contents)
    functions = Functions(parts)
    functions.warm()

    def call(name: str, arguments: dict[str, Any]) -> bytes:
        found: bytes = getattr(functions, name)(**arguments)
        return found

    return call


def serve(settings: Settings) -> None:
    """Serve until the process gets a signal to end; requests in progress are answered first."""
    keys = None if settings.keys is None else Keys(settings.keys)
    telemetry.configure(quiet=settings.quiet)
    metrics = Metrics()
    job = partial(open_functions, settings.parts, contents=settings.contents)
    with listen(settings.host, settings.port) as listening:
        workers = Workers(job, settings.workers, settings.queue, settings.seconds, metrics)
        metrics.watch(workers)
        app: Any = build(workers, metrics, keys=keys is not None)
        app = _traced(app) if settings.traces else app
        gate = Gate(app, keys, settings.limits, metrics, names=settings.names, contents=settings.contents)
        workers.start()
        try:
            _run(gate, listening, settings)
        finally:
            workers.close()


def _run(gate: Gate, listening: socket.socket, settings: Settings) -> None:
    http, websocket = protocols(settings.bounds)
    config = uvicorn.Config(
        gate,
        http=http,
        ws=websocket,
        h11_max_incomplete_event_size=LARGEST_HEADER,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=round(settings.seconds + settings.limits.seconds),
    )
    host, port = listening.getsockname()[:2]
    _log.info("listening at http://%s:%s", f"[{host}]" if ":" in host else host, port)
    # The server answers requests in progress, and then sends itself the signal to end once more.
    before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    _log.info("ended")


def _traced(app: Any) -> Any:
    """Return the application with traces, which go where OpenTelemetry's own environment variables say."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 - an extra
        from opentelemetry.instrumentation.asgi import OpenTelemetryMiddleware  # noqa: PLC0415
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    except ImportError:
        raise MissingExtraError("tracing", "tracing") from None
    provider = TracerProvider(resource=Resource.create({"service.name": "explanans"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return OpenTelemetryMiddleware(app, tracer_provider=provider)
