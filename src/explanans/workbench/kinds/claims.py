"""The correction of checked claims as a kind of task: status, wrong words, evidence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from explanans.structures.verdicts import Status
from explanans.workbench.kinds import claims_work
from explanans.workbench.kinds.claims_work import (
    CONTRADICTED,
    FINE,
    MISSING,
    STATUS,
    CheckedClaim,
    Corrections,
    read_checked,
    sentence_row,
    word_row,
)
from explanans.workbench.kinds.rating import RATERS, SETTLE, SETTLED, RatedKind, Row, most_frequent
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.kinds.tasks import DoneItem, Format, Setting, Table, Task, Writer
from explanans.workbench.store.projects import NewItem

_NAMES = {FINE: "fine", MISSING: "not found", CONTRADICTED: "contradicted"}


class Claims(RatedKind[CheckedClaim, Corrections]):
    """Correct the verdicts of ``check``: the status, the wrong words, the evidence."""

    name = "claims"
    title = "Claims"
    about = "Say what a source says of a claim: its status, the words that are not found or contradicted, the evidence."
    reads = "claims with their sources (.jsonl), checked here; or what 'check --out' writes, with the source added"
    given = CheckedClaim
    made = Corrections
    settings = (
        RATERS,
        SETTLED,
        Setting("prefilled", "Whether people start from the verdict of check (1) or from nothing (0)", 1, 0, 1),
    )
    formats = (
        Format("claims", "claims.jsonl", "Claims with what people say of them, for explanans lab train judge --claims"),
        Format("tokens", "tokens.jsonl", "Marked words as WiCE has them: wice/tokens.train.jsonl of a data folder"),
        Format("corrections", "corrections.jsonl", "What every rater said, with places in the claim"),
    )
    guidelines = """\
Read the claim and the source. **Only what the source says counts, not what you know.**

- *Supported*: the source says all of it. *Contradicted*: it says otherwise. *Not known*: neither.
- Mark the words that the source contradicts, and those that it does not say. Leave words as *of* alone.
- Choose the sentence that decides, or several if one does not do.
"""
    highest = 3
    nominal = True
    unmarked = FINE

    def rows(self, given: CheckedClaim) -> tuple[Row, ...]:
        """Return the status, the words and the sentences."""
        return tuple(given.rows())

    def read(self, path: Path, knowledge: str, settings: Mapping[str, Any]) -> Iterator[NewItem]:  # noqa: ARG002
        """Yield the claims of a file, checked."""
        for name, checked in read_checked(path):
            yield NewItem(name, msgspec.to_builtins(checked))

    def heading(self, given: CheckedClaim) -> str:
        """Return the claim."""
        return given.claim

    def begin(self, task: Task[CheckedClaim, Corrections]) -> Corrections:
        """Return the verdict of ``check``; where differences are settled, what raters mostly say."""
        if task.stage == SETTLE:
            said = [self.values(work.made) for work in task.earlier]
            made = Corrections()
            for row in self.rows(task.given):
                decided = most_frequent([grades.get(row.id, FINE) for grades in said])
                made = made.marked(row.id, decided or FINE)
            return made
        return task.given.verdict() if task.settings.get("prefilled", 1) else Corrections()

    def faults(self, task: Task[CheckedClaim, Corrections], made: Corrections) -> tuple[str, ...]:
        """Return missing and inconsistent annotations."""
        marked = bool(made.marks(MISSING) or made.marks(CONTRADICTED))
        found = {
            "choose a status": made.status is None,
            "words are marked in a supported claim": made.status is Status.SUPPORTED and marked,
            "words are contradicted, the claim is not": bool(made.marks(CONTRADICTED))
            and made.status is not Status.CONTRADICTED,
            "choose the sentence that decides": made.status not in {None, Status.UNKNOWN} and not made.evidence,
        }
        return (*super().faults(task, made), *(fault for fault, holds in found.items() if holds))

    def lines(self, made: Corrections) -> list[str]:
        """Return one line for the status, one a marked word and one a sentence."""
        words = [f"word {place + 1}: {_NAMES[mark]}" for mark in (CONTRADICTED, MISSING) for place in made.marks(mark)]
        evidence = [f"evidence: sentence {place + 1}" for place in made.evidence]
        notes = [f"remark: {note}" for note in made.notes.values()]
        return [f"status: {made.status.value if made.status else 'none'}", *words, *evidence, *notes]

    def parts(self, task: Task[CheckedClaim, Corrections], made: Corrections) -> Mapping[str, str]:
        """Return the status, the marked words and the evidence."""
        rows = super().parts(task, made)
        chosen = {STATUS, *made.grades}
        return {row: words for row, words in rows.items() if row in chosen}

    def draw(self, desk: EditingSession[CheckedClaim, Corrections]) -> None:
        """Draw the claim and its source."""
        from explanans.workbench.kinds import claims_page  # noqa: PLC0415 - the web framework takes seconds

        claims_page.draw(desk, {row.id for row in self.wanted(desk.task)})

    def tables(self, items: Sequence[DoneItem[CheckedClaim, Corrections]]) -> Iterator[Table]:
        """Yield tables of the agreement of ``check`` with people, and of people."""
        yield from claims_work.beside([(item.given, self.decided(item)) for item in items if claims_work.is_done(item)])
        yield from super().tables(items)

    def decided(self, item: DoneItem[CheckedClaim, Corrections]) -> Corrections:
        """Return the settled grades, else the majority's; undecided rows are left out."""
        made, final = Corrections(), self.final(item)
        rows = (
            STATUS,
            *(word_row(place) for place in range(len(item.given.words))),
            *(sentence_row(place) for place in range(len(item.given.sentences))),
        )
        for row in rows:
            made = made.marked(row, final.get(row, FINE))
        return made

    def writers(self) -> Mapping[str, Writer[CheckedClaim, Corrections]]:
        """Return what writes claims to learn from, marked words, and what every rater said."""
        return {
            "claims": lambda items: claims_work.written(self._settled(items)),
            "tokens": lambda items: claims_work.tokens([(item.given, made) for item, made in self._settled(items)]),
            "corrections": claims_work.corrections,
        }

    def _settled(
        self, items: Iterable[DoneItem[CheckedClaim, Corrections]]
    ) -> list[tuple[DoneItem[CheckedClaim, Corrections], Corrections]]:
        return [(item, self.decided(item)) for item in items if claims_work.is_done(item)]
