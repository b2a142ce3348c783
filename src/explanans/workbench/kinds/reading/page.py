"""The page of the reading sheet: parts, the whole, and its faults."""

from functools import partial

from explanans.structures.grading import FAULTS, Part
from explanans.workbench.kinds.desk import EditingSession
from explanans.workbench.kinds.rating.page import RowsPage
from explanans.workbench.kinds.rating.scale import Row
from explanans.workbench.kinds.reading.work import FAULT_KEYS, ReadExplanation, Reading
from explanans.workbench.widgets import button, element, text


def draw(desk: EditingSession[ReadExplanation, Reading], rows: tuple[Row, ...]) -> None:
    """Draw the page."""
    _Page(desk, rows, [], noun="parts")


class _Page(RowsPage[ReadExplanation, Reading]):
    def draw_more(self, row: Row) -> None:
        if row.id != Part.WHOLE:
            return
        text("p", "Faults of the whole, by their keys", "aside")
        with element("div", "grades", role="group", aria_label="Faults of the whole"):
            for key, fault in FAULT_KEYS.items():
                named = fault in self.desk.made.faults
                button(
                    f"{key} {fault}",
                    partial(self._toggle, fault),
                    "small chosen" if named else "small",
                    aria_pressed="true" if named else "false",
                    title=FAULTS[fault],
                )

    def press(self, row: Row, key: str) -> bool:
        if row.id != Part.WHOLE or key not in FAULT_KEYS:
            return False
        self._toggle(FAULT_KEYS[key])
        return True

    def said_of(self, row: Row, made: Reading) -> str:
        said = super().said_of(row, made)
        return said + (f"; faults: {', '.join(made.faults)}" if row.id == Part.WHOLE and made.faults else "")

    def _toggle(self, fault: str) -> None:
        made = self.desk.made.toggled(fault)
        self.desk.change(made, f"{'named' if fault in made.faults else 'took back'} the fault {fault}", redraw=False)
        self.draw_row(self.at)
