"""Rating kinds: several people grade the same rows by single keys, and differences are settled."""

from abc import abstractmethod
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self, TypeVar

import msgspec

from explanans.errors import InputError, amount
from explanans.evaluation.agreement import evaluate_agreement
from explanans.structures.grading import Agreement, AgreementDetails, Annotation
from explanans.workbench.kinds.kind import TaskKind
from explanans.workbench.kinds.tasks import DoneItem, Given, PreviousAnnotation, Setting, Table, Task
from explanans.workbench.store.projects import Stage
from explanans.workbench.store.tables import FINISHED, UNFINISHED, Role, WorkState

RATE, SETTLE = "rate", "settle"
"""The names of the stages."""
RATERS = Setting("raters", "How many people rate each item", 2, 1, 20)
_SEVERAL = 2
SETTLED = Setting("settled", "Whether a reviewer settles differences (1: yes, 0: no)", 1, 0, 1)


class Choice(NamedTuple):
    """A point of a scale.

    Attributes:
        key: The key that gives it; none of ``j``, ``k`` and ``u``, which move and take back.
        value: Its value; 0 is the lowest.
    """

    key: str
    value: int
    name: str
    meaning: str = ""


class Row(NamedTuple):
    """Something to read, and to rate where it has a scale.

    Attributes:
        scale: The points of its scale, the highest first; none if it is only to be read.
        what: The kind of row, a word such as ``Step``; empty if all rows are alike.
        because: Its context, such as the premises of a step.
    """

    id: str
    text: str
    scale: tuple[Choice, ...] = ()
    what: str = ""
    because: str = ""

    def name_of(self, value: int) -> str:
        """Return the name of a value, with its key."""
        return next((f"{it.key} {it.name}" for it in self.scale if it.value == value), str(value))


class Grades(msgspec.Struct, frozen=True):
    """The annotation of the rows of an item.

    Attributes:
        grades: The grades by the ids of rows.
        notes: Remarks by the ids of rows.
    """

    grades: dict[str, int] = {}
    notes: dict[str, str] = {}

    def graded(self, row: str, value: int) -> Self:
        """Return the same with one more grade."""
        return msgspec.structs.replace(self, grades={**self.grades, row: value})

    def noted(self, row: str, note: str) -> Self:
        """Return the same with a remark, or without one if it is empty."""
        rest = {key: value for key, value in self.notes.items() if key != row}
        return msgspec.structs.replace(self, notes={**rest, row: note.strip()} if note.strip() else rest)


def differing(
    said: Sequence[Mapping[str, int]], least: int = 1, unmarked: int | None = None
) -> dict[str, tuple[int, ...]]:
    """Return the grades of the rows on which people differ.

    Args:
        unmarked: The grade of a row without a mark; None if that is no grade.

    Example:
        >>> differing([{"f1": 3, "f2": 1}, {"f1": 1, "f2": 1}], 2)
        {'f1': (3, 1)}
    """
    found = {}
    for row in dict.fromkeys(row for grades in said for row in grades):
        given = [grades.get(row, unmarked) for grades in said]
        values = tuple(value for value in given if value is not None)
        if max(values) - min(values) >= least:
            found[row] = values
    return found


def most_frequent(values: Iterable[int]) -> int | None:
    """Return the value that occurs most often; None if two do, or there is none.

    Example:
        >>> most_frequent([1, 0, 1]), most_frequent([1, 0])
        (1, None)
    """
    counted = Counter(values).most_common(2)
    return counted[0][0] if counted and (len(counted) == 1 or counted[0][1] > counted[1][1]) else None


Graded = TypeVar("Graded", bound=Grades)


@dataclass(frozen=True, slots=True)
class Settling(Stage):
    """The stage at which differences of raters are settled.

    Attributes:
        least: From how many points apart on a difference has to be settled.
    """

    raters: int = 2
    least: int = 1


class RatedKind(TaskKind[Given, Graded]):
    """A kind of task in which several people rate the same rows; others settle where they differ.

    What is made derives from `Grades`; the setting `RATERS` is among those of the kind, and `SETTLED` if it is
    left open whether differences are settled.
    """

    keys = (
        ("0 1 2 …", "grade the row at hand, by the keys of its scale, and go on"),
        ("↑ ↓ k j", "go from row to row"),
        ("u", "take the last change back"),
    )
    rule = "the grade that most raters gave holds; if two are as frequent, exports leave it out"
    """The rule for differences that no reviewer settles."""
    unmarked: int | None = None
    """The grade of a row without a mark; None if every row has to be graded."""

    @abstractmethod
    def rows(self, given: Given) -> tuple[Row, ...]:
        """Return the rows of an item, in the order in which they are shown."""

    def values(self, made: Graded) -> Mapping[str, int]:
        """Return the grades of an annotation, by the ids of rows."""
        return made.grades

    def apart(self, settings: Mapping[str, Any]) -> int:
        """Return from how many points apart on a difference is settled; 0 if none is."""
        return int(settings.get(SETTLED.name, 1))

    def stages(self, settings: Mapping[str, Any]) -> tuple[Stage, ...]:
        """Return the rating, and the settling of differences if it is wanted."""
        raters, apart = settings[RATERS.name], self.apart(settings)
        rate = Stage(RATE, "Rate", Role.RATER, people=raters)
        if raters < _SEVERAL or not apart:
            return (rate,)
        title = "Settle differences"
        settle = Settling(SETTLE, title, Role.REVIEWER, after=(RATE,), others=True, raters=raters, least=apart)
        return rate, settle

    def is_wanted(self, stage: Stage, works: Sequence[PreviousAnnotation[Graded]]) -> bool:
        """Return whether there are differences to settle, once all have rated."""
        if not isinstance(stage, Settling):
            return True
        rated = [work for work in works if work.stage == RATE and work.state != WorkState.SKIPPED]
        done = [work.made for work in rated if work.state in FINISHED]
        if len(rated) < stage.raters or any(work.state in UNFINISHED for work in rated) or len(done) < _SEVERAL:
            return False
        return bool(differing([*map(self.values, done)], stage.least, self.unmarked))

    def begin(self, task: Task[Given, Graded]) -> Graded:  # noqa: ARG002 - others begin from what is given
        """Return an empty annotation."""
        return self.made()  # type: ignore[return-value]

    def wanted(self, task: Task[Given, Graded]) -> tuple[Row, ...]:
        """Return the rows to show: all, or those on which raters differ."""
        rows = self.rows(task.given)
        if task.stage != SETTLE:
            return rows
        said = [self.values(work.made) for work in task.earlier]
        apart = differing(said, self.apart(task.settings), self.unmarked)
        return tuple(row for row in rows if row.id in apart)

    def faults(self, task: Task[Given, Graded], made: Graded) -> tuple[str, ...]:
        """Return how many rows have no grade yet."""
        said, rows = self.values(made), [row for row in self.wanted(task) if row.scale]
        scales = {row.id: row.scale for row in self.rows(task.given)}
        if any(value not in (choice.value for choice in scales.get(row, ())) for row, value in said.items()):
            return ("a grade is none of its scale; accepted: the grades that the page offers",)
        missing = sum(row.id not in said for row in rows) if self.unmarked is None else 0
        return (f"{missing} of {amount(len(rows), 'row')} without a grade",) if missing else ()

    def lines(self, made: Graded) -> list[str]:
        """Return one line a grade."""
        return [
            f"{row}: {value}" + (f" ({made.notes[row]})" if row in made.notes else "")
            for row, value in self.values(made).items()
        ]

    def parts(self, task: Task[Given, Graded], made: Graded) -> Mapping[str, str]:  # noqa: ARG002
        """Return the rows."""
        return {row.id: row.text for row in self.rows(task.given)}

    def ratings(self, items: Iterable[DoneItem[Given, Graded]]) -> Iterator[Annotation]:
        """Yield every rater's grades."""
        for item in items:
            for work in raters_of(item):
                said = self.values(work.made)
                for row in self.rows(item.given):
                    value = said.get(row.id, self.unmarked)
                    if value is not None and row.scale:
                        yield Annotation(item.key, row.id, work.person, value)

    def rule_of(self, apart: int, settings: Mapping[str, Any]) -> str:
        """Return the rule for differences that no reviewer settles; empty for those that a reviewer has to settle."""
        least = self.apart(settings)
        return self.rule if not least or apart < least else ""

    def final(self, item: DoneItem[Given, Graded]) -> dict[str, int]:
        """Return the grade of each row that is decided: the settled one, else the most frequent."""
        settled = settled_of(item)
        said = [self.values(work.made) for work in raters_of(item)]
        found = {}
        for row in self.rows(item.given):
            values = [value for grades in said if (value := grades.get(row.id, self.unmarked)) is not None]
            decided = most_frequent(values)
            if settled is not None and (decided is None or len(set(values)) > 1):
                decided = self.values(settled).get(row.id, decided if self.unmarked is None else self.unmarked)
            if decided is not None:
                found[row.id] = decided
        return found

    def tables(self, items: Sequence[DoneItem[Given, Graded]]) -> Iterator[Table]:
        """Yield how far people agree on each sort of rows, if there are several."""
        sorts = {(item.key, row.id): row.what for item in items for row in self.rows(item.given) if row.scale}
        if len(set(sorts.values())) > 1:
            by_sort: defaultdict[str, list[Annotation]] = defaultdict(list)
            for rating in self.ratings(items):
                by_sort[sorts[rating.question, rating.fact]].append(rating)
            rows = tuple(row for sort, found in by_sort.items() if (row := self._agreement(sort, found)))
            if rows:
                columns = ("What", "Rated by two", "The same", "Kappa", "Alpha")
                yield Table("Agreement by what was rated", "Krippendorff's alpha is nominal.", columns, rows)

    def _agreement(self, sort: str, ratings: Sequence[Annotation]) -> tuple[str, ...] | None:
        try:
            details = evaluate_agreement(ratings, highest=self.highest).details
        except InputError:
            return None  # no two people rated any of them
        if not isinstance(details, AgreementDetails) or not isinstance(found := details.facts, Agreement):
            return None
        shown = (found.scores[name].value for name in ("percent", "kappa", "alpha_nominal"))
        return (sort, str(found.items_compared), *map(figure, shown))


def raters_of(item: DoneItem[Given, Graded]) -> list[PreviousAnnotation[Graded]]:
    """Return the works of those who rated an item and are done."""
    return [work for work in item.works if work.stage == RATE and work.state in FINISHED]


def settled_of(item: DoneItem[Given, Graded]) -> Graded | None:
    """Return how differences on an item were settled; None if they were not."""
    return next((work.made for work in item.works if work.stage == SETTLE and work.state in FINISHED), None)


def figure(value: float | None) -> str:
    """Return a figure as tables show it.

    Example:
        >>> figure(0.12345), figure(None)
        ('0.123', '–')
    """
    return "–" if value is None else f"{value:.3f}"
