"""The protocol of a kind of task, and the registry of kinds."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple

import msgspec

from explanans.errors import InputError
from explanans.registry import Registry
from explanans.structures.grading import Annotation
from explanans.workbench.kinds.session import EditingSession
from explanans.workbench.kinds.tasks import (
    DoneItem,
    File,
    Format,
    Given,
    ImportedProject,
    Made,
    PreviousAnnotation,
    Reader,
    Setting,
    Table,
    Task,
    TextSetting,
    Writer,
)
from explanans.workbench.store.projects import NewItem, Stage
from explanans.workbench.store.tables import WorkState

_MOST_DIGITS = 9
"""The most digits of the number of a setting."""

Place = tuple[str, str]


class Mark(NamedTuple):
    """The mark of an answer.

    Attributes:
        score: 0 to 1.
        remarks: Differences from the correct answer, a sentence each.
    """

    score: float
    remarks: tuple[str, ...] = ()


def of_ratings(
    given: Mapping[Place, int],
    right: Mapping[Place, int],
    highest: int,
    names: Mapping[str, str] | None = None,
    called: Callable[[int], str] = str,
) -> Mark:
    """Return the share of ratings that are right; one point apart counts half if there are more than two points.

    Args:
        highest: The highest rating; 1 if ratings are labels without an order.

    Example:
        >>> of_ratings({("q", "f1"): 3, ("q", "f2"): 0}, {("q", "f1"): 2, ("q", "f2"): 0}, 3)
        Mark(score=0.75, remarks=('f1: you gave 3, right is 2',))
    """
    points, remarks = 0.0, []
    for place, value in right.items():
        found = given.get(place)
        if found == value:
            points += 1
            continue
        points += 0.5 if found is not None and highest > 1 and abs(found - value) == 1 else 0.0
        what = (names or {}).get(place[1], place[1]) or "the whole"
        remarks.append(f"{what}: you gave {'nothing' if found is None else called(found)}, right is {called(value)}")
    return Mark(points / len(right) if right else 1.0, tuple(remarks))


def of_parts(given: Sequence[str], right: Sequence[str]) -> Mark:
    """Return the F1 of what was given against what is right, each counted as often as it is there.

    Example:
        >>> of_parts(["ice is a solid", "wood is hard"], ["ice is a solid", "heat melts solids"])
        Mark(score=0.5, remarks=('missing: heat melts solids', 'not in the right answer: wood is hard'))
    """
    found, wanted = Counter(given), Counter(right)
    shared = (found & wanted).total()
    total = found.total() + wanted.total()
    lacking = [f"missing: {it}" for it in (wanted - found).elements()]
    beyond = [f"not in the right answer: {it}" for it in (found - wanted).elements()]
    return Mark(2 * shared / total if total else 1.0, (*lacking, *beyond))


class TaskKind(ABC, Generic[Given, Made]):
    """A kind of task.

    A kind is stateless; one object serves all projects. What is given and what is made are `msgspec.Struct`: the
    workbench keeps them as JSON and refuses what is of another shape.
    """

    name: ClassVar[str]
    """Its name in the database and in addresses."""
    title: ClassVar[str]
    """Its name on pages."""
    about: ClassVar[str]
    """A description of the task, one sentence."""
    reads: ClassVar[str]
    """A description of the files that it reads."""
    given: ClassVar[type[msgspec.Struct]]
    """The type of what is given."""
    made: ClassVar[type[msgspec.Struct]]
    """The type of what people make."""
    settings: ClassVar[tuple[Setting, ...]] = ()
    texts: ClassVar[tuple[TextSetting, ...]] = ()
    checked: ClassVar[frozenset[WorkState]] = frozenset({WorkState.DONE})
    """The states that a work gets only where it has no faults."""
    formats: ClassVar[tuple[Format, ...]] = ()
    taken: ClassVar[tuple[str, ...]] = ()
    """The names of those of `formats` that make a project again."""
    guidelines: ClassVar[str] = ""
    """The guidelines that a new project starts with, in Markdown."""
    keys: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Additional keys of the page, and what each does."""
    highest: ClassVar[int] = 1
    """The highest of the ratings that `ratings` yields."""
    nominal: ClassVar[bool] = False
    """True if these ratings are nominal labels without an order."""

    @abstractmethod
    def stages(self, settings: Mapping[str, Any]) -> tuple[Stage, ...]:
        """Return the stages that an item passes through, in order."""

    @abstractmethod
    def read(self, path: Path, knowledge: str, settings: Mapping[str, Any]) -> Iterable[NewItem]:
        """Yield the items of a file.

        Args:
            knowledge: The knowledge base of the project, by name or path.

        Raises:
            InputError: The file cannot be read or breaks its format.
        """

    @abstractmethod
    def begin(self, task: Task[Given, Made]) -> Made:
        """Return the initial content of a work."""

    @abstractmethod
    def heading(self, given: Given) -> str:
        """Return one line that tells an item from others."""

    def title_of(self, task: Task[Given, Made]) -> str:
        """Return the heading of a task's page; another than that of the item where a stage must not show it all."""
        return self.heading(task.given)

    def check_text(self, name: str, value: str) -> None:
        """Refuse the value of one of `texts` that cannot be used.

        Raises:
            InputError: It cannot be used.
        """

    def carried_over(self, latest: Made, chosen: Made) -> Made:  # noqa: ARG002 - for others to use
        """Return an earlier version to restore, with those parts of the latest one that have to stay."""
        return chosen

    @abstractmethod
    def faults(self, task: Task[Given, Made], made: Made) -> tuple[str, ...]:
        """Return a sentence for each thing that has to be mended before the work counts as done."""

    @abstractmethod
    def draw(self, desk: EditingSession[Given, Made]) -> None:
        """Draw the task below its heading, with NiceGUI; called anew where the content is replaced as a whole.

        Args:
            desk: The desk; see there for what changes the content.
        """

    def lines(self, made: Made) -> list[str]:
        """Return the content as lines of text, by which versions are compared."""
        return msgspec.json.format(msgspec.json.encode(made)).decode().splitlines()

    def parts(self, task: Task[Given, Made], made: Made) -> Mapping[str, str]:  # noqa: ARG002 - for others to use
        """Return the parts that a comment may be about: a few words each, by id."""
        return {}

    def is_wanted(self, stage: Stage, works: Sequence[PreviousAnnotation[Made]]) -> bool:  # noqa: ARG002 - for others to use
        """Return whether a stage of an item is to be done, where the stages before it are finished."""
        return True

    def writers(self) -> Mapping[str, Writer[Given, Made]]:
        """Return what yields the lines of an export in each of `formats`, without their ends, by the format's name."""
        return {}

    def readers(self, knowledge: str) -> Mapping[str, Reader[Given, Made]]:  # noqa: ARG002
        """Return what makes a project of files in each format of `taken`, by its name; what it lacks is left empty."""
        return {}

    def export(self, format_name: str, items: Iterable[DoneItem[Given, Made]]) -> Iterator[str]:
        """Yield the lines of an export, without their ends."""
        writers = self.writers()
        if format_name not in writers:
            raise InputError(f"the export {format_name!r}; accepted: {', '.join(writers) or 'none'}")
        return writers[format_name](items)

    def take_in(self, format_name: str, files: Sequence[File], knowledge: str) -> ImportedProject[Given, Made]:
        """Return the project that files in a format hold."""
        if format_name not in self.taken:
            raise InputError(f"the format {format_name!r}; accepted: {', '.join(self.taken) or 'none'}")
        return self.readers(knowledge)[format_name](files)

    def ratings(self, items: Iterable[DoneItem[Given, Made]]) -> Iterator[Annotation]:
        """Yield the ratings by which agreement is measured; none if the kind has none."""
        del items
        return iter(())

    def rule_of(self, apart: int, settings: Mapping[str, Any]) -> str:  # noqa: ARG002 - for others to use
        """Return the rule that decides a difference no reviewer settles; empty if a reviewer settles it."""
        return ""

    def rating_name(self, rating: int) -> str:
        """Return the displayed name of a rating."""
        return str(rating)

    def tables(self, items: Sequence[DoneItem[Given, Made]]) -> Iterator[Table]:
        """Yield tables for the dashboard that only this kind has, such as people's judgement beside measures."""
        del items
        return iter(())

    def compare(self, task: Task[Given, Made], made: Made, gold: Made) -> Mark:
        """Return the mark of an answer to a quiz question.

        By itself: how many ratings are right, where the kind has `ratings`; else how far the lines are the same.
        """
        given, right = (
            {
                (rating.question, rating.fact): int(rating.rating)
                for rating in self.ratings([DoneItem(task.key, task.given, (_handed_in(task.stage, it),))])
            }
            for it in (made, gold)
        )
        if right:
            points = 1 if self.nominal else self.highest
            return of_ratings(given, right, points, self.parts(task, gold), self.rating_name)
        return of_parts(self.lines(made), self.lines(gold))

    def read_given(self, payload: Mapping[str, Any]) -> Given:
        """Return the input of an item from its stored form.

        Raises:
            InputError: It is of another shape.
        """
        return _convert(payload, self.given, f"the item of kind {self.name}")  # type: ignore[return-value]

    def read_made(self, content: Mapping[str, Any]) -> Made:
        """Return the annotation from its stored form.

        Raises:
            InputError: It is of another shape.
        """
        return _convert(content, self.made, f"the work of kind {self.name}")  # type: ignore[return-value]


AnyKind = TaskKind[Any, Any]

TASK_KINDS = Registry[AnyKind]("task_kinds", "kind of task")
"""The kinds of tasks by name."""


def open_kind(name: str) -> AnyKind:
    """Return a kind of task.

    Raises:
        InputError: There is no such kind.
    """
    return TASK_KINDS.open(name)


def read_settings(kind: AnyKind, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a kind, those that are not given as proposed, and texts that are not given empty.

    Args:
        given: Settings by name, as numbers or texts.

    Raises:
        InputError: One is no whole number in its range, or a text that cannot be used.
    """
    found: dict[str, Any] = {}
    for setting in kind.settings:
        value = str(given.get(setting.name, "")).strip() or str(setting.default)
        accepted = f"accepted: {setting.least} to {setting.most}"
        is_number = value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS
        if not is_number or not setting.least <= int(value) <= setting.most:
            raise InputError(f"{setting.label}: {value!r}; {accepted}")
        found[setting.name] = int(value)
    for text in kind.texts:
        found[text.name] = str(given.get(text.name, "")).strip()
        kind.check_text(text.name, found[text.name])
    return found


def _handed_in(stage: str, made: Made) -> PreviousAnnotation[Made]:
    return PreviousAnnotation(stage, "", made, WorkState.DONE)


def _convert(value: Mapping[str, Any], kind: type[msgspec.Struct], noun: str) -> msgspec.Struct:
    try:
        return msgspec.convert(value, type=kind)
    except msgspec.ValidationError as error:
        raise InputError(f"{noun} has another shape: {error}") from None
