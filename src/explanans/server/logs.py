"""Logs: one JSON object a line on standard error, without what callers sent."""

import logging
import sys
from collections.abc import MutableMapping
from types import TracebackType
from typing import Any

import structlog

Event = MutableMapping[str, Any]


def configure(*, quiet: bool = False) -> None:
    """Let everything that this process logs be JSON on standard error.

    Args:
        quiet: Whether to log errors only.
    """
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
