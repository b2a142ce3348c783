"""Snapshots of knowledge bases: a project keeps the facts that it works with, whatever becomes of their files."""

import gzip
import hashlib
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from explanans.formats import jsonl
from explanans.structures.facts import Fact
from explanans.workbench.store.tables import Project, Snapshot

PREFIX = "snapshot:"
"""Prefix of the name of a knowledge base that is stored in the database; its digest follows."""
LARGEST = 200_000
"""Facts that a snapshot keeps; a larger base is used from its files."""


_LARGEST_CONTENT = 200_000_000
"""Bytes of the facts of a snapshot that is taken in."""


class SnapshotFacts(NamedTuple):
    """Facts as a snapshot keeps them.

    Attributes:
        digest: The SHA-256 of the facts.
        content: The facts as compressed JSON Lines.
    """

    digest: str
    facts: int
    content: bytes


class Changes(NamedTuple):
    """The differences between the facts of an older version and a newer one.

    Attributes:
        moved: The new id of each fact whose words are the same under another id, by the old one.
        reworded: Ids of facts that have other words.
        gone: Ids of facts that are not there any more.
        new: Ids of facts that are new.
    """

    same: int
    moved: dict[str, str]
    reworded: list[str]
    gone: list[str]
    new: list[str]


def keep(facts: Sequence[Fact]) -> SnapshotFacts:
    """Return facts as a snapshot keeps them."""
    lines = "".join(f"{jsonl.encode(fact)}\n" for fact in facts).encode()
    return SnapshotFacts(hashlib.sha256(lines).hexdigest(), len(facts), gzip.compress(lines, mtime=0))


def is_whole(content: bytes, digest: str) -> bool:
    """Return whether compressed facts are those of a digest; no more is decompressed than a snapshot may hold."""
    reader = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        lines = reader.decompress(content, _LARGEST_CONTENT)
    except zlib.error:
        return False
    return not reader.unconsumed_tail and hashlib.sha256(lines).hexdigest() == digest


def facts_of(snapshot: Snapshot) -> list[Fact]:
    """Return the facts of a snapshot."""
    lines = gzip.decompress(snapshot.content).decode().splitlines()
    return list(jsonl.decode_facts(lines, snapshot.name))


def compare(before: Sequence[Fact], after: Sequence[Fact]) -> Changes:
    """Return the changes of facts between two versions.

    Example:
        >>> old = [Fact("1", "ice is cold"), Fact("2", "fire is hot"), Fact("3", "wood burns")]
        >>> compare(old, [Fact("1", "fire is hot"), Fact("3", "wood can burn")])
        Changes(same=0, moved={'2': '1'}, reworded=['3'], gone=['1'], new=[])
    """
    texts, ids = {fact.id: fact.text for fact in after}, {fact.text: fact.id for fact in reversed(after)}
    moved = {fact.id: ids[fact.text] for fact in before if texts.get(fact.id) != fact.text and fact.text in ids}
    taken = {*moved.values(), *(fact.id for fact in before if texts.get(fact.id) == fact.text)}
    other = [fact.id for fact in before if fact.id not in moved and texts.get(fact.id) != fact.text]
    reworded = [uid for uid in other if uid in texts and uid not in taken]
    known = {*taken, *reworded}
    return Changes(
        same=sum(texts.get(fact.id) == fact.text for fact in before),
        moved=moved,
        reworded=reworded,
        gone=[uid for uid in other if uid not in reworded],
        new=[fact.id for fact in after if fact.id not in known],
    )


def versions(db: Session, project: int) -> Sequence[Snapshot]:
    """Return the snapshots of a project, the newest first."""
    query = select(Snapshot).where(Snapshot.project == project).order_by(Snapshot.version.desc())
    return db.scalars(query).all()


def add(db: Session, project: Project, name: str, kept: SnapshotFacts, changes: Changes | None = None) -> Snapshot:
    """Add a version of the knowledge base of a project, which works with it from then on."""
    last = db.scalar(select(func.max(Snapshot.version)).where(Snapshot.project == project.id)) or 0
    mapping = changes._asdict() if changes is not None else {}
    row = Snapshot(project=project.id, version=last + 1, name=name, digest=kept.digest, facts=kept.facts)
    row.content, row.mapping = kept.content, mapping
    db.add(row)
    project.knowledge = f"{PREFIX}{kept.digest}"
    db.merge(project)
    db.flush()
    return row


def find(db: Session, name: str) -> Snapshot | None:
    """Return the snapshot that a knowledge base's name tells; None if it is none."""
    if not name.startswith(PREFIX):
        return None
    return db.scalars(select(Snapshot).where(Snapshot.digest == name.removeprefix(PREFIX)).limit(1)).first()
