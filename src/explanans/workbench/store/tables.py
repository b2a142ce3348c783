"""The tables. `Event` and `AuditEntry` are only ever added to: the database itself refuses to change them."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, LargeBinary, MetaData, String, Text, TypeDecorator, UniqueConstraint
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Role(StrEnum):
    """The part that a person plays in a project; one may play several."""

    ADMINISTRATOR = "administrator"
    """Sets the project up, gives out items, sees and exports everything."""
    AUTHOR = "author"
    """Makes explanations."""
    RATER = "rater"
    """Judges them, and the facts that they are made of."""
    REVIEWER = "reviewer"
    """Reads the work of others, approves it, sends it back, and settles differences."""


class ProjectState(StrEnum):
    """Return whether people work on a project."""

    OPEN = "open"
    PAUSED = "paused"
    CLOSED = "closed"
    ARCHIVED = "archived"
    """Closed, and out of the list of projects."""
    DELETED = "deleted"
    """Out of sight, while its rows are being removed."""


class WorkState(StrEnum):
    """The state of a work on an item."""

    OPEN = "open"
    DONE = "done"
    UNSURE = "unsure"
    """Done, and the author asks for a second look."""
    SKIPPED = "skipped"
    UNSUITABLE = "unsuitable"
    """The author says that the question is none that can be explained."""
    RETURNED = "returned"
    """A reviewer sent it back."""
    APPROVED = "approved"
    WITHDRAWN = "taken back"
    """An administrator took the item back; it is free for others, and may be given to the same person anew."""


FINISHED = frozenset({WorkState.DONE, WorkState.UNSURE, WorkState.APPROVED})
"""States in which work counts as done."""
UNFINISHED = frozenset({WorkState.OPEN, WorkState.RETURNED})
"""States in which its owner still has to do something."""


def now() -> datetime:
    """Return the present moment, in UTC."""
    return datetime.now(UTC)


class Moment(TypeDecorator[datetime]):
    """A moment in UTC; SQLite knows no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Return a moment that knows its zone."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


class Base(DeclarativeBase):
    """Base of all tables: names constraints in a fixed way, for migrations."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: Moment, dict[str, Any]: JSON, list[Any]: JSON, str: Text}  # noqa: RUF012 - SQLAlchemy's own way


_NAME = String(64)
_HASH = String(64)


class Account(Base):
    """A person who may sign in."""

    __tablename__ = "accounts"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(_NAME, unique=True)
    password: Mapped[str]
    """The hash by argon2; empty if there is none yet."""
    administrator: Mapped[bool] = mapped_column(default=False)
    """True if the account may do everything, in every project."""
    active: Mapped[bool] = mapped_column(default=True)
    one_time: Mapped[bool] = mapped_column(default=False)
    """True if the password has to be replaced at the next sign-in."""
    created: Mapped[datetime] = mapped_column(default=now)


class SignInAttempt(Base):
    """An attempt to sign in, by which further ones are slowed down."""

    __tablename__ = "sign_in_attempts"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(_NAME, index=True)
    address: Mapped[str] = mapped_column(_NAME, index=True)
    at: Mapped[datetime] = mapped_column(default=now, index=True)
    succeeded: Mapped[bool]


class SignedIn(Base):
    """A session of an account in a browser."""

    __tablename__ = "sessions"

    token: Mapped[str] = mapped_column(_HASH, primary_key=True)
    """The hash of what the browser keeps."""
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    created: Mapped[datetime] = mapped_column(default=now)
    seen: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime]


class Invitation(Base):
    """A link by which one person makes an account for themselves, or joins a project with the one they have."""

    __tablename__ = "invitations"

    token: Mapped[str] = mapped_column(_HASH, primary_key=True)
    """The hash of what the link holds."""
    project: Mapped[int | None] = mapped_column(ForeignKey("projects.id"))
    role: Mapped[str] = mapped_column(_NAME)
    created_by: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime]
    used_by: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    used: Mapped[datetime | None]


class Project(Base):
    """Items of one kind of task, and how they are to be done."""

    __tablename__ = "projects"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(200), unique=True)
    kind: Mapped[str] = mapped_column(_NAME)
    """The name of its kind of task."""
    knowledge: Mapped[str]
    """The knowledge base, by name or path."""
    guidelines: Mapped[str] = mapped_column(default="")
    settings: Mapped[dict[str, Any]] = mapped_column(default=dict)
    """The settings of its kind, such as the number of raters per item."""
    state: Mapped[str] = mapped_column(_NAME, default=ProjectState.OPEN)
    created: Mapped[datetime] = mapped_column(default=now)
    days: Mapped[int | None]
    """Days after which an assigned item is due; None if there is no deadline."""
    pass_mark: Mapped[int | None]
    """The points of 100 that a quiz is passed with; None without a quiz."""
    attempts: Mapped[int | None]
    """Maximum number of attempts at a quiz; None for no limit."""


class Membership(Base):
    """A role of an account in a project."""

    __tablename__ = "memberships"

    project: Mapped[int] = mapped_column(ForeignKey("projects.id"), primary_key=True)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    role: Mapped[str] = mapped_column(_NAME, primary_key=True)
    quota: Mapped[int | None]
    """Maximum number of items that they may take; None for no limit."""


class Item(Base):
    """One thing to work on: a question, a belief, a shortlist."""

    __tablename__ = "items"
    __table_args__ = (UniqueConstraint("project", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    project: Mapped[int] = mapped_column(ForeignKey("projects.id"), index=True)
    key: Mapped[str] = mapped_column(String(200))
    """Its id in the file it came from."""
    position: Mapped[int]
    payload: Mapped[dict[str, Any]]
    """The input, in the type of the project's kind."""
    suggestions: Mapped[dict[str, Any] | None]
    """A model's suggestion for each stage, in the type of its annotations; people start from it."""
    doubt: Mapped[float | None]
    """A model's uncertainty of its suggestion; the most uncertain items are given out first."""


class Work(Base):
    """The work of one person, or of a team in turn, on an item at one stage."""

    __tablename__ = "works"
    __table_args__ = (UniqueConstraint("item", "stage", "account"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    item: Mapped[int] = mapped_column(ForeignKey("items.id"), index=True)
    stage: Mapped[str] = mapped_column(_NAME)
    account: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"), index=True)
    """Whose it is; None if all members with the role of the stage work on it together."""
    state: Mapped[str] = mapped_column(_NAME, default=WorkState.OPEN)
    version: Mapped[int] = mapped_column(default=0)
    """The version of its last event."""
    seconds: Mapped[float] = mapped_column(default=0.0)
    """Seconds that people worked on it."""
    approved: Mapped[int | None]
    """The version that a reviewer approved; exports take it."""
    deadline: Mapped[datetime | None]
    created: Mapped[datetime] = mapped_column(default=now)

    @property
    def counts(self) -> bool:
        """Return whether it counts as done: it is, or a version of it was approved."""
        return self.state in FINISHED or self.approved is not None

    @property
    def is_late(self) -> bool:
        """Return whether its deadline passed before it was done: others may take the item then."""
        is_due = self.deadline is not None and self.deadline < now()
        return is_due and self.state in UNFINISHED and self.approved is None


class Event(Base):
    """One version of a work: never changed, never removed."""

    __tablename__ = "events"
    __table_args__ = (UniqueConstraint("work", "version"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    work: Mapped[int] = mapped_column(ForeignKey("works.id"))
    version: Mapped[int]
    """1, 2, 3 … within the work."""
    author: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    at: Mapped[datetime] = mapped_column(default=now)
    action: Mapped[str]
    """A description of the change, for the history."""
    content: Mapped[dict[str, Any]]
    """The whole of the work after it, in the shape of the kind."""
    state: Mapped[str] = mapped_column(_NAME)
    seconds: Mapped[float] = mapped_column(default=0.0)


class Comment(Base):
    """A remark on a work, or on a part of it."""

    __tablename__ = "comments"

    id: Mapped[int] = mapped_column(primary_key=True)
    work: Mapped[int] = mapped_column(ForeignKey("works.id"), index=True)
    part: Mapped[str] = mapped_column(String(200), default="")
    """The id of the step or fact; empty if it is about the whole."""
    author: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    at: Mapped[datetime] = mapped_column(default=now)
    text: Mapped[str]
    settled_by: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    settled: Mapped[datetime | None]


class Gold(Base):
    """A question of a project's quiz: an item whose right answer is known."""

    __tablename__ = "golds"
    __table_args__ = (UniqueConstraint("project", "stage", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    project: Mapped[int] = mapped_column(ForeignKey("projects.id"), index=True)
    stage: Mapped[str] = mapped_column(_NAME)
    """The stage that the quiz opens."""
    key: Mapped[str] = mapped_column(String(200))
    position: Mapped[int]
    payload: Mapped[dict[str, Any]]
    """The input, in the type of the project's kind."""
    earlier: Mapped[list[Any]] = mapped_column(default=list)
    """Annotations of earlier stages that are shown: ``stage``, ``person``, ``content`` and ``state`` of each."""
    content: Mapped[dict[str, Any]]
    """The correct answer, in the type of the project's kind."""
    explanation: Mapped[str] = mapped_column(default="")
    """Why it is right, as whoever takes the quiz reads it after their answer."""
    retired: Mapped[bool] = mapped_column(default=False)
    """True if it is asked no more; answers to it are kept."""


class Sitting(Base):
    """One attempt of an account at the quiz of a stage."""

    __tablename__ = "sittings"
    __table_args__ = (UniqueConstraint("project", "stage", "account", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    project: Mapped[int] = mapped_column(ForeignKey("projects.id"), index=True)
    stage: Mapped[str] = mapped_column(_NAME)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    number: Mapped[int]
    """1, 2, 3 … of this person at this quiz."""
    began: Mapped[datetime] = mapped_column(default=now)
    ended: Mapped[datetime | None]
    score: Mapped[float | None]
    """The share of points, 0 to 1; None while it goes on."""
    passed: Mapped[bool | None]
    granted_by: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    """The administrator who let them in without a quiz."""


class QuizAnswer(Base):
    """The answer to one question at an attempt."""

    __tablename__ = "quiz_answers"
    __table_args__ = (UniqueConstraint("sitting", "gold"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    sitting: Mapped[int] = mapped_column(ForeignKey("sittings.id"))
    gold: Mapped[int] = mapped_column(ForeignKey("golds.id"))
    content: Mapped[dict[str, Any]]
    version: Mapped[int] = mapped_column(default=0)
    """Number of saves before it was handed in."""
    seconds: Mapped[float] = mapped_column(default=0.0)
    at: Mapped[datetime] = mapped_column(default=now)
    score: Mapped[float | None]
    """0 to 1; None until it is handed in."""


class Snapshot(Base):
    """The facts of a project's knowledge base at one time."""

    __tablename__ = "snapshots"
    __table_args__ = (UniqueConstraint("project", "version"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    project: Mapped[int] = mapped_column(ForeignKey("projects.id"), index=True)
    version: Mapped[int]
    """1, 2, 3 … of the project."""
    name: Mapped[str]
    """The name or path that the facts were read from, or the name of an uploaded file."""
    digest: Mapped[str] = mapped_column(_HASH)
    facts: Mapped[int]
    content: Mapped[bytes] = mapped_column(LargeBinary)
    """The facts as compressed JSON Lines."""
    mapping: Mapped[dict[str, Any]] = mapped_column(default=dict)
    """Differences from the version before; see ``store.snapshots.Changes``."""
    created: Mapped[datetime] = mapped_column(default=now)


class ApiKey(Base):
    """A key by which a program acts for an account."""

    __tablename__ = "api_keys"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(_NAME, unique=True)
    digest: Mapped[str] = mapped_column(_HASH, unique=True)
    account: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    created: Mapped[datetime] = mapped_column(default=now)


class Webhook(Base):
    """An address that is notified of done or approved work on a project."""

    __tablename__ = "webhooks"

    id: Mapped[int] = mapped_column(primary_key=True)
    project: Mapped[int] = mapped_column(ForeignKey("projects.id"), index=True)
    url: Mapped[str]
    secret: Mapped[str] = mapped_column(_HASH)
    """The key that bodies are signed with."""
    created: Mapped[datetime] = mapped_column(default=now)


class Delivery(Base):
    """A notification to a webhook."""

    __tablename__ = "deliveries"

    id: Mapped[int] = mapped_column(primary_key=True)
    webhook: Mapped[int] = mapped_column(ForeignKey("webhooks.id"), index=True)
    payload: Mapped[dict[str, Any]]
    tries: Mapped[int] = mapped_column(default=0)
    due: Mapped[datetime] = mapped_column(default=now, index=True)
    done: Mapped[bool] = mapped_column(default=False)


class AuditEntry(Base):
    """An entry of the audit trail of accounts, projects and exports: never changed, never removed."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(default=now, index=True)
    account: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    action: Mapped[str] = mapped_column(_NAME)
    subject: Mapped[str]
    details: Mapped[dict[str, Any]] = mapped_column(default=dict)
