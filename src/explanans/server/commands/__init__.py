"""Commands of the service."""

from importlib import import_module
from typing import Any

from explanans.errors import MissingExtraError


def service(module: str) -> Any:
    """Return a module of the service."""
    try:
        return import_module(f"explanans.server.{module}")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("explanans"):
            raise
        raise MissingExtraError("the service", "service") from None
