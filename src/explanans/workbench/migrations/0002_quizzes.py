"""Onboarding quizzes, and the days in which an item is due."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add columns to projects, and the tables of quizzes."""
    for name in ("days", "pass_mark", "attempts"):
        op.add_column("projects", sa.Column(name, sa.Integer, nullable=True))
    op.create_table(
        "golds",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("project", sa.Integer, sa.ForeignKey("projects.id"), nullable=False, index=True),
        sa.Column("stage", sa.String(64), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("earlier", sa.JSON, nullable=False),
        sa.Column("content", sa.JSON, nullable=False),
        sa.Column("explanation", sa.Text, nullable=False),
        sa.Column("retired", sa.Boolean, nullable=False),
        sa.UniqueConstraint("project", "stage", "key"),
    )
    op.create_table(
        "sittings",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("project", sa.Integer, sa.ForeignKey("projects.id"), nullable=False, index=True),
        sa.Column("stage", sa.String(64), nullable=False),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("began", _MOMENT, nullable=False),
        sa.Column("ended", _MOMENT, nullable=True),
        sa.Column("score", sa.Double, nullable=True),
        sa.Column("passed", sa.Boolean, nullable=True),
        sa.Column("granted_by", sa.Integer, sa.ForeignKey("accounts.id"), nullable=True),
        sa.UniqueConstraint("project", "stage", "account", "number"),
    )
    op.create_table(
        "quiz_answers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("sitting", sa.Integer, sa.ForeignKey("sittings.id"), nullable=False),
        sa.Column("gold", sa.Integer, sa.ForeignKey("golds.id"), nullable=False),
        sa.Column("content", sa.JSON, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("score", sa.Double, nullable=True),
        sa.UniqueConstraint("sitting", "gold"),
    )
