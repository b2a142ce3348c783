"""The lines of an exported project: what each holds, and within which bounds."""

from datetime import datetime
from typing import Annotated, Any

import msgspec

from explanans.workbench.store.tables import ProjectState, Role, WorkState

_Count = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
_Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e9)]
_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class HeadLine(msgspec.Struct, omit_defaults=True):
    """Fields of the whole project."""

    explanans_workbench: int
    title: str
    kind: str
    knowledge: str
    guidelines: str
    settings: dict[str, Any]
    state: ProjectState
    created: datetime
    days: int | None = None
    pass_mark: int | None = None
    attempts: int | None = None


class MemberLine(msgspec.Struct, tag="member"):
    """A role of a person in it."""

    person: str
    role: Role
    quota: _Count | None = None


class ItemLine(msgspec.Struct, tag="item", omit_defaults=True):
    """An item."""

    key: str
    payload: dict[str, Any]
    suggestions: dict[str, Any] | None = None
    doubt: float | None = None


class WorkLine(msgspec.Struct, tag="work"):
    """A work on an item."""

    number: int
    item: str
    stage: str
    person: str | None
    state: WorkState
    seconds: _Seconds
    created: datetime
    deadline: datetime | None = None
    approved: _Count | None = None


class EventLine(msgspec.Struct, tag="event"):
    """One version of a work."""

    work: int
    version: int
    person: str
    at: datetime
    action: str
    state: WorkState
    seconds: _Seconds
    content: dict[str, Any]


class CommentLine(msgspec.Struct, tag="comment"):
    """A comment on a work."""

    work: int
    part: Annotated[str, msgspec.Meta(max_length=200)]
    person: str
    at: datetime
    text: str
    settled: datetime | None = None
    settled_by: str | None = None


class GoldLine(msgspec.Struct, tag="gold"):
    """A question of a quiz."""

    number: int
    stage: str
    key: Annotated[str, msgspec.Meta(max_length=200)]
    payload: dict[str, Any]
    earlier: list[Any]
    content: dict[str, Any]
    explanation: str
    retired: bool


class SittingLine(msgspec.Struct, tag="sitting"):
    """One attempt at a quiz."""

    number: int
    stage: str
    person: str
    attempt: _Count
    began: datetime
    ended: datetime | None = None
    score: _Share | None = None
    passed: bool | None = None
    granted_by: str | None = None


class AnswerLine(msgspec.Struct, tag="answer"):
    """One answer to a question of a quiz."""

    sitting: int
    gold: int
    content: dict[str, Any]
    version: _Count
    seconds: _Seconds
    at: datetime
    score: _Share | None = None


class SnapshotLine(msgspec.Struct, tag="snapshot"):
    """A version of the knowledge base."""

    version: _Count
    name: str
    digest: str
    facts: _Count
    content: bytes
    mapping: dict[str, Any]
    created: datetime


Line = SnapshotLine | MemberLine | ItemLine | WorkLine | EventLine | CommentLine | GoldLine | SittingLine | AnswerLine
