"""The page of relevance rating."""

from explanans.workbench.kinds.desk import EditingSession
from explanans.workbench.kinds.rating.page import RowsPage
from explanans.workbench.kinds.rating.scale import Row
from explanans.workbench.kinds.relevance.work import Ratings, Shortlist


def draw(desk: EditingSession[Shortlist, Ratings], rows: tuple[Row, ...]) -> None:
    """Draw the page."""
    given = desk.task.given
    RowsPage(desk, rows, [("Question", given.question), ("Answer", given.answer)])
