"""The page of completeness: facts, the whole, and what is missing."""

from explanans.workbench.kinds.completeness.work import WHOLE, Explained, Verdict
from explanans.workbench.kinds.desk import EditingSession
from explanans.workbench.kinds.rating.page import RowsPage
from explanans.workbench.kinds.rating.scale import Row
from explanans.workbench.widgets import field, text


def draw(desk: EditingSession[Explained, Verdict], rows: tuple[Row, ...]) -> None:
    """Draw the page."""
    given = desk.task.given
    _Page(desk, rows, [("Question", given.question), ("Answer", given.answer)], noun="judgements")


class _Page(RowsPage[Explained, Verdict]):
    def draw_more(self, row: Row) -> None:
        if row.id == WHOLE and row.scale:
            made = self.desk.made
            label = "What is missing, one gap a line (key g)"
            field(label, "\n".join(made.gaps), self._write, tag="textarea", typed=self._write, id="gaps", rows=3)
        elif row.id == WHOLE:
            text("p", "The raters agree on this.", "aside")

    def press(self, row: Row, key: str) -> bool:
        if key != "g" or row.id != WHOLE:
            return False
        self.client.run_javascript("document.getElementById('gaps')?.focus()")
        return True

    def said_of(self, row: Row, made: Verdict) -> str:
        said = super().said_of(row, made)
        gaps = f"; missing: {'; '.join(made.gaps)}" if row.id == WHOLE and made.gaps else ""
        return said + gaps

    def _write(self, words: str) -> None:
        self.desk.change(self.desk.made.with_gaps(words), "named gaps", redraw=False)
