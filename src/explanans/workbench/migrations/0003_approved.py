"""The version of a work that was approved, and the removal of whole projects."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_GONE = (
    "SELECT 1 FROM works JOIN items ON items.id = works.item JOIN projects ON projects.id = items.project "
    "WHERE works.id = OLD.work AND projects.state = 'deleted'"
)
_MESSAGE = "rows of events are never changed or removed"


def upgrade() -> None:
    """Add the column, and let events go if their whole project is being deleted."""
    op.add_column("works", sa.Column("approved", sa.Integer, nullable=True))
    op.execute("UPDATE works SET approved = version WHERE state = 'approved'")
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER events_no_delete")
        op.execute(
            f"CREATE TRIGGER events_no_delete BEFORE DELETE ON events WHEN NOT EXISTS ({_GONE}) "
            f"BEGIN SELECT RAISE(ABORT, '{_MESSAGE}'); END"
        )
        return
    op.execute(
        "CREATE OR REPLACE FUNCTION events_unchanging() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'DELETE' AND EXISTS ({_GONE}) THEN RETURN OLD; END IF; "
        f"RAISE EXCEPTION '{_MESSAGE}'; END $$"
    )
