"""Logs on standard error and metrics in Prometheus' text format, without what callers sent."""

import logging
import sys
from collections.abc import MutableMapping
from types import TracebackType
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from explanans.runtime.version import __version__
from explanans.server.workers import Workers

_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


Event = MutableMapping[str, Any]


def configure(*, quiet: bool = False) -> None:
    """Let everything that this process logs be JSON on standard error."""
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        _without_contents,
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(ensure_ascii=True),
            ],
            foreign_pre_chain=shared,
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.ERROR if quiet else logging.INFO)
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def _without_contents(_: object, __: str, event: Event) -> Event:
    """Log the type of an exception and where it was raised, but not its message, which may have a caller's text."""
    exc_info = event.pop("exc_info", None)
    if exc_info:
        kind, error, trace = sys.exc_info() if exc_info is True else _parts(exc_info)
        if kind is not None:
            event["exception"] = kind.__name__
            event["at"] = _places(trace)
            cause = error.__cause__ if error else None
            if cause is not None:
                event["cause"] = type(cause).__name__
    return event


def _parts(exc_info: Any) -> tuple[type[BaseException] | None, BaseException | None, TracebackType | None]:
    if isinstance(exc_info, BaseException):
        return type(exc_info), exc_info, exc_info.__traceback__
    return exc_info[0], exc_info[1], exc_info[2]


def _places(trace: TracebackType | None) -> list[str]:
    found = []
    while trace is not None:
        found.append(f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found


class Metrics:
    """Counts requests and workers.

    Example:
        >>> metrics = Metrics()
        >>> metrics.answered("explain", 200, 0.2)
        >>> 'explanans_requests_total{function="explain",status="200"} 1.0' in metrics.text().decode()
        True
    """

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "explanans_requests", "Requests answered.", ["function", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "explanans_request_seconds",
            "Seconds from a request to its answer.",
            ["function"],
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._replaced = Counter("explanans_workers_replaced", "Workers replaced.", ["reason"], registry=self._registry)
        version = Gauge("explanans_version", "The version, as a label.", ["version"], registry=self._registry)
        version.labels(__version__).set(1)

    def watch(self, workers: Workers) -> None:
        """Show how many workers there are, and what they do."""
        for name, text, value in (
            ("explanans_workers", "Workers that should be there.", lambda: workers.count),
            ("explanans_workers_ready", "Workers that are there.", lambda: workers.ready),
            ("explanans_workers_busy", "Workers that work.", lambda: workers.busy),
            ("explanans_requests_waiting", "Requests that wait for a worker.", lambda: workers.waiting),
        ):
            Gauge(name, text, registry=self._registry).set_function(value)

    def answered(self, function: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(function, str(status)).inc()
        self._seconds.labels(function).observe(seconds)

    def replaced(self, reason: str) -> None:
        """Count a worker that is replaced."""
        self._replaced.labels(reason).inc()

    def text(self) -> bytes:
        """Return all counts in Prometheus' text format."""
        return generate_latest(self._registry)
