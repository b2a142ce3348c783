"""The page of manual judgement."""

from explanans.workbench.kinds.desk import EditingSession
from explanans.workbench.kinds.judgement.work import Judgements, Pool
from explanans.workbench.kinds.rating.page import RowsPage
from explanans.workbench.kinds.rating.scale import Row


def draw(desk: EditingSession[Pool, Judgements], rows: tuple[Row, ...]) -> None:
    """Draw the page."""
    given = desk.task.given
    about = [("Question", given.heading), ("Answer", given.answer)] if given.answer else []
    RowsPage(desk, rows, about, noun="judgements")
