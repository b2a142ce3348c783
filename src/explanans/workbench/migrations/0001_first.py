"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_UNCHANGING = ("events", "audit")
_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make all tables."""
    _people()
    _projects()
    _work()
    for table in _UNCHANGING:
        _protect(table)


def _people() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(64), nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("administrator", sa.Boolean, nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("one_time", sa.Boolean, nullable=False),
        sa.Column("created", _MOMENT, nullable=False),
    )
    op.create_table(
        "sign_in_attempts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(64), nullable=False, index=True),
        sa.Column("address", sa.String(64), nullable=False, index=True),
        sa.Column("at", _MOMENT, nullable=False, index=True),
        sa.Column("succeeded", sa.Boolean, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("created", _MOMENT, nullable=False),
        sa.Column("seen", _MOMENT, nullable=False),
        sa.Column("expires", _MOMENT, nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", _MOMENT, nullable=False, index=True),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), nullable=True),
        sa.Column("action", sa.String(64), nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("details", sa.JSON, nullable=False),
    )


def _projects() -> None:
    op.create_table(
        "projects",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("title", sa.String(200), nullable=False, unique=True),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("knowledge", sa.Text, nullable=False),
        sa.Column("guidelines", sa.Text, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("state", sa.String(64), nullable=False),
        sa.Column("created", _MOMENT, nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("project", sa.Integer, sa.ForeignKey("projects.id"), nullable=True),
        sa.Column("role", sa.String(64), nullable=False),
        sa.Column("created_by", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("created", _MOMENT, nullable=False),
        sa.Column("expires", _MOMENT, nullable=False),
        sa.Column("used_by", sa.Integer, sa.ForeignKey("accounts.id"), nullable=True),
        sa.Column("used", _MOMENT, nullable=True),
    )
    op.create_table(
        "memberships",
        sa.Column("project", sa.Integer, sa.ForeignKey("projects.id"), primary_key=True),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("role", sa.String(64), primary_key=True),
        sa.Column("quota", sa.Integer, nullable=True),
    )
    op.create_table(
        "items",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("project", sa.Integer, sa.ForeignKey("projects.id"), nullable=False, index=True),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.UniqueConstraint("project", "key"),
    )


def _work() -> None:
    op.create_table(
        "works",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("item", sa.Integer, sa.ForeignKey("items.id"), nullable=False, index=True),
        sa.Column("stage", sa.String(64), nullable=False),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), nullable=True, index=True),
        sa.Column("state", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("deadline", _MOMENT, nullable=True),
        sa.Column("created", _MOMENT, nullable=False),
        sa.UniqueConstraint("item", "stage", "account"),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("work", sa.Integer, sa.ForeignKey("works.id"), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("author", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("content", sa.JSON, nullable=False),
        sa.Column("state", sa.String(64), nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.UniqueConstraint("work", "version"),
    )
    op.create_table(
        "comments",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("work", sa.Integer, sa.ForeignKey("works.id"), nullable=False, index=True),
        sa.Column("part", sa.String(200), nullable=False),
        sa.Column("author", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("settled_by", sa.Integer, sa.ForeignKey("accounts.id"), nullable=True),
        sa.Column("settled", _MOMENT, nullable=True),
    )


def _protect(table: str) -> None:
    """Let the database itself refuse to change or remove rows."""
    message = f"rows of {table} are never changed or removed"
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{message}'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_unchanging() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{message}'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_unchanging BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION {table}_unchanging()"
    )
