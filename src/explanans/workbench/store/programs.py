"""API keys, with which programs act for an account, and webhooks, which notify them of finished work."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from explanans.errors import InputError
from explanans.workbench.store import audit
from explanans.workbench.store.accounts import token_hash
from explanans.workbench.store.tables import Account, ApiKey, Delivery, Event, Item, Webhook, Work, WorkState, now

NOTIFIED = frozenset({WorkState.DONE, WorkState.APPROVED})
"""States of works that webhooks notify of."""
MOST_TRIES = 8
_LONGEST_NAME = 64


def new_key(db: Session, name: str, account: Account) -> str:
    """Return a new key by which a program acts for an account; only its hash is kept."""
    if not 0 < len(name) <= _LONGEST_NAME:
        raise InputError(f"a name of {len(name)} characters; accepted: 1 to {_LONGEST_NAME}")
    if db.scalar(select(ApiKey).where(ApiKey.name == name)):
        raise InputError(f"a key is called {name!r} already; accepted: another name")
    key = secrets.token_urlsafe(32)
    db.add(ApiKey(name=name, digest=token_hash(key), account=account.id))
    audit.record(db, None, "add key", name, acts_for=account.name)
    return key


def remove_key(db: Session, name: str) -> None:
    """Remove a key; whoever has it is out at once."""
    found = db.scalar(select(ApiKey).where(ApiKey.name == name))
    if found is None:
        raise InputError(f"no key is called {name!r}")
    db.delete(found)
    audit.record(db, None, "remove key", name)


def keys(db: Session) -> Sequence[tuple[ApiKey, str]]:
    """Return the keys by name, each with the name of its account."""
    query = select(ApiKey, Account.name).join(Account, Account.id == ApiKey.account).order_by(ApiKey.name)
    return [(row, name) for row, name in db.execute(query)]


def account_of_key(db: Session, key: str) -> Account | None:
    """Return the account that a key acts for; None if there is none, or it sleeps."""
    query = select(Account).join(ApiKey, ApiKey.account == Account.id).where(ApiKey.digest == token_hash(key))
    found = db.scalar(query)
    return found if found is not None and found.active else None


def add_webhook(db: Session, project: int, url: str) -> Webhook:
    """Add a webhook for work that is done or approved."""
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in {"http", "https"} and bool(parts.hostname) and not parts.username
    except ValueError:
        is_address = False
    if not is_address:
        raise InputError(f"the address {url[:100]!r}; accepted: http:// or https:// with a host, and no password")
    row = Webhook(project=project, url=url, secret=secrets.token_hex(32))
    db.add(row)
    db.flush()
    return row


def webhooks(db: Session, project: int) -> Sequence[Webhook]:
    """Return the webhooks of a project."""
    return db.scalars(select(Webhook).where(Webhook.project == project).order_by(Webhook.id)).all()


def remove_webhook(db: Session, project: int, number: int) -> None:
    """Remove a webhook with what was not delivered yet."""
    if db.scalar(select(Webhook).where(Webhook.id == number, Webhook.project == project)):
        db.execute(delete(Delivery).where(Delivery.webhook == number))
        db.execute(delete(Webhook).where(Webhook.id == number))


def tell(db: Session, work: Work, event: Event) -> None:
    """Queue the deliveries of a version to the webhooks, in the transaction of the version."""
    if event.state not in NOTIFIED:
        return
    item = db.get_one(Item, work.item)
    for row in db.scalars(select(Webhook).where(Webhook.project == item.project)).all():
        payload = {
            "event": event.state,
            "project": item.project,
            "item": item.key,
            "stage": work.stage,
            "work": work.id,
            "version": event.version,
            "at": event.at.isoformat(),
        }
        db.add(Delivery(webhook=row.id, payload=payload))


class Due(NamedTuple):
    """A delivery that is due."""

    number: int
    url: str
    secret: str
    payload: dict[str, object]


def due(db: Session, limit: int = 20) -> list[Due]:
    """Return the deliveries that are due, the oldest first."""
    query = (
        select(Delivery, Webhook)
        .join(Webhook, Webhook.id == Delivery.webhook)
        .where(Delivery.done.is_(False), Delivery.due <= now())
        .order_by(Delivery.id)
        .limit(limit)
    )
    return [Due(row.id, hook.url, hook.secret, row.payload) for row, hook in db.execute(query)]


def delivered(db: Session, number: int, *, well: bool) -> None:
    """Keep whether a delivery went well; it is tried again later, and given up after some days."""
    if (row := db.get(Delivery, number)) is None:
        return
    row.tries += 1
    row.done = well or row.tries >= MOST_TRIES
    row.due = now() + timedelta(minutes=4**row.tries / 4)
