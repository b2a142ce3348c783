"""The audit trail: who did what, beyond the work itself."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from explanans.workbench.store.tables import Account, AuditEntry


def record(db: Session, account: int | None, action: str, subject: str, **details: Any) -> None:
    """Add an entry."""
    db.add(AuditEntry(account=account, action=action, subject=subject, details=details))


def recent(db: Session, limit: int = 200) -> Sequence[tuple[AuditEntry, str | None]]:
    """Return the last entries, newest first, each with the name of who did it."""
    query = (
        select(AuditEntry, Account.name)
        .outerjoin(Account, Account.id == AuditEntry.account)
        .order_by(AuditEntry.id.desc())
        .limit(limit)
    )
    return [(entry, name) for entry, name in db.execute(query)]
