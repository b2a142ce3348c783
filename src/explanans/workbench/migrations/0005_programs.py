"""Tables for programs: keys, suggestions and doubts of models, and webhooks with their deliveries."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add columns to items, and the tables."""
    op.add_column("items", sa.Column("suggestions", sa.JSON, nullable=True))
    op.add_column("items", sa.Column("doubt", sa.Double, nullable=True))
    op.create_table(
        "api_keys",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(64), nullable=False, unique=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("created", _MOMENT, nullable=False),
    )
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("project", sa.Integer, sa.ForeignKey("projects.id"), nullable=False, index=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created", _MOMENT, nullable=False),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("webhook", sa.Integer, sa.ForeignKey("webhooks.id"), nullable=False, index=True),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", _MOMENT, nullable=False, index=True),
        sa.Column("done", sa.Boolean, nullable=False),
    )
