"""Accounts: passwords, signing in, sessions that expire, and invitations by link."""

import hashlib
import re
import secrets
from collections.abc import Sequence
from datetime import timedelta
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from explanans.errors import InputError
from explanans.workbench.store import audit
from explanans.workbench.store.tables import Account, Invitation, Membership, Role, SignedIn, SignInAttempt, now

SHORTEST_PASSWORD = 10
SESSION_LASTS = timedelta(days=7)
"""Lifetime of a session after its last request."""
INVITATION_LASTS = timedelta(days=14)

_NAME = re.compile(r"[a-z0-9][a-z0-9._@+-]{0,63}")
_LONGEST_PASSWORD = 1000
_SEEN_EVERY = timedelta(minutes=5)


class RefusedError(InputError):
    """The account may not do this; the message gives the reason and discloses nothing that it may not see."""


class SignedOutError(RefusedError):
    """The session ended while a page was open; signing in again lets its work go on."""


def token_hash(token: str) -> str:
    """Return the stored hash of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Hashed(str):
    """The hash of a password, made by `hash_password`."""

    __slots__ = ()


def hash_password(password: str) -> Hashed:
    """Return the hash of a password; this takes a good part of a second, and no transaction should wait for it."""
    _check_length(password)
    return Hashed(_hasher().hash(password))


def verify(kept: str, password: str) -> bool:
    """Return whether a password belongs to a hash; this takes as long as `hash_password`."""
    try:
        return _hasher().verify(kept, password[:_LONGEST_PASSWORD])
    except (VerificationError, InvalidHashError):
        return False


def create(db: Session, name: str, password: str, *, administrator: bool = False, one_time: bool = False) -> Account:
    """Make an account.

    Args:
        password: The password, or better its hash, so that no write has to wait for the hashing.
    """
    name = name.strip().lower()
    if not _NAME.fullmatch(name):
        raise InputError(
            f"the name {name!r}; accepted: up to 64 small letters, digits and . _ @ + -, the first a letter or digit"
        )
    if db.scalar(select(Account).where(Account.name == name)):
        raise InputError(f"the name {name!r} is taken; choose another")
    account = Account(name=name, password=_hash(password), administrator=administrator, one_time=one_time)
    db.add(account)
    db.flush()
    return account


def known(db: Session, name: str) -> Account:
    """Return the account of a name; if there is none, create an inactive one."""
    found = db.scalar(select(Account).where(Account.name == name[:64]))
    if found is None:
        found = Account(name=name[:64], password="", active=False)
        db.add(found)
        db.flush()
    return found


def set_password(db: Session, account: Account, password: str, *, one_time: bool = False) -> None:
    """Replace a password, sign the account out everywhere, and forget its failed attempts."""
    account.password, account.one_time = _hash(password), one_time
    db.merge(account)
    db.execute(delete(SignedIn).where(SignedIn.account == account.id))
    db.execute(delete(SignInAttempt).where(SignInAttempt.name == account.name))


def new_password() -> str:
    """Return a random password of unambiguous characters."""
    letters = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(4))


def open_session(db: Session, account: Account) -> str:
    """Sign an account in and return the token for the browser to keep."""
    token = secrets.token_urlsafe(32)
    db.execute(delete(SignedIn).where(SignedIn.expires < now()))
    db.add(SignedIn(token=token_hash(token), account=account.id, expires=now() + SESSION_LASTS))
    return token


def session_account(db: Session, token: str) -> tuple[Account, bool] | None:
    """Return the account of a session token, and whether `touch` is due; None if there is no session."""
    signed_in = db.get(SignedIn, token_hash(token))
    if signed_in is None or signed_in.expires < now():
        return None
    account = db.get(Account, signed_in.account)
    return (account, signed_in.seen < now() - _SEEN_EVERY) if account and account.active else None


def touch(db: Session, token: str) -> None:
    """Let a session last on, since its browser was seen."""
    if signed_in := db.get(SignedIn, token_hash(token)):
        signed_in.seen, signed_in.expires = now(), now() + SESSION_LASTS


def sign_out(db: Session, token: str) -> None:
    """End a session."""
    db.execute(delete(SignedIn).where(SignedIn.token == token_hash(token)))


def sign_out_everywhere(db: Session, account: int) -> None:
    """End all sessions of an account."""
    db.execute(delete(SignedIn).where(SignedIn.account == account))


def invite(db: Session, by: Account, role: Role, project: int | None = None) -> str:
    """Make an invitation and return the token of its link.

    Args:
        role: The role in the project; without a project, an administrator may do everything and others start with none.
    """
    token = secrets.token_urlsafe(24)
    row = Invitation(
        token=token_hash(token), project=project, role=role, created_by=by.id, expires=now() + INVITATION_LASTS
    )
    db.add(row)
    audit.record(db, by.id, "invite", role, project=project)
    return token


def invitations(db: Session, project: int | None = None) -> Sequence[tuple[Invitation, str]]:
    """Return the invitations that can still be used, each with the name of who made it, the newest first."""
    query = (
        select(Invitation, Account.name)
        .join(Account, Account.id == Invitation.created_by)
        .where(Invitation.used.is_(None), Invitation.expires > now())
        .where(Invitation.project.is_(None) if project is None else Invitation.project == project)
        .order_by(Invitation.created.desc())
    )
    return [(row, name) for row, name in db.execute(query)]


def revoke(db: Session, kept: str, project: int | None, by: Account) -> None:
    """Take an invitation back.

    Args:
        project: The project that it is to; None if it is to none.
    """
    found = db.get(Invitation, kept)
    if found is not None and found.project == project and found.used is None:
        audit.record(db, by.id, "revoke invitation", found.role, project=project)
        db.delete(found)


def find_invitation(db: Session, token: str) -> Invitation:
    """Return an invitation that can still be used."""
    found = db.get(Invitation, token_hash(token))
    if found is None or found.used is not None or found.expires < now():
        raise RefusedError("this invitation is used up or has expired; ask for a new one")
    return found


def accept(db: Session, token: str, account: Account) -> Invitation:
    """Use an invitation up."""
    found = find_invitation(db, token)
    found.used_by, found.used = account.id, now()
    if found.project is None:
        if found.role == Role.ADMINISTRATOR:
            account.administrator = True
            db.merge(account)
    elif db.get(Membership, (found.project, account.id, found.role)) is None:
        db.add(Membership(project=found.project, account=account.id, role=found.role))
    audit.record(db, account.id, "accept invitation", found.role, project=found.project)
    return found


def everybody(db: Session) -> Sequence[Account]:
    """Return all accounts by name."""
    return db.scalars(select(Account).order_by(Account.name)).all()


def find(db: Session, name: str) -> Account:
    """Return the account of a name."""
    found = db.scalar(select(Account).where(Account.name == name.strip().lower()))
    if found is None:
        raise InputError(f"no account is called {name!r}")
    return found


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


def _hash(password: str) -> str:
    return password if isinstance(password, Hashed) else hash_password(password)


def _check_length(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= _LONGEST_PASSWORD:
        raise InputError(f"a password of {len(password)} characters; accepted: {SHORTEST_PASSWORD} or more")
