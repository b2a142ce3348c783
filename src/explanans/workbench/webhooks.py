"""Deliver to webhooks what happened: signed, each until it is taken or given up."""

import hashlib
import hmac
import json
import logging
import threading
import urllib.error
import urllib.request
from http.client import HTTPException

from explanans.errors import StorageError
from explanans.workbench.store import programs
from explanans.workbench.store.database import Database
from explanans.workbench.store.programs import Due

SIGNATURE = "X-Explanans-Signature"
"""The header with the HMAC-SHA256 of the body, by the secret of the webhook, in hexadecimal."""
_EVERY = 2.0
_PATIENCE = 5.0
"""Seconds."""
_log = logging.getLogger(__name__)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: notifications are for the address that an administrator named only."""

    def redirect_request(self, *_: object) -> None:
        """Return that there is no request to follow."""


def signature(secret: str, body: bytes) -> str:
    """Return the signature of a body."""
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def deliver_all(database: Database) -> int:
    """Deliver what is due, and return how much was taken."""
    with database.read() as db:
        found = programs.due(db)
    taken = 0
    for it in found:
        well = _deliver(it)
        taken += well
        with database.write() as db:
            programs.delivered(db, it.number, well=well)
    return taken


def deliver_for_ever(database: Database, ended: threading.Event) -> None:
    """Deliver what is due, again and again."""
    while not ended.wait(_EVERY):
        try:
            deliver_all(database)
        except StorageError as error:
            _log.warning("webhooks: %s", error)


def _deliver(it: Due) -> bool:
    body = json.dumps(it.payload).encode()
    headers = {"Content-Type": "application/json", SIGNATURE: signature(it.secret, body)}
    request = urllib.request.Request(it.url, body, headers, method="POST")  # noqa: S310 - checked when it was added
    opener = urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=_PATIENCE) as answer:
            return bool(200 <= answer.status < 300)
    except (OSError, HTTPException, ValueError) as error:
        _log.info("webhook %s: %s", it.url, error)
        return False
