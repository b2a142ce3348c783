"""The protocol of a kind of task, and the registry of kinds."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from explanans.errors import InputError
from explanans.registry import Registry
from explanans.structures.grading import Annotation
from explanans.workbench.kinds.marks import Mark, of_parts, of_ratings
from explanans.workbench.kinds.settings import Setting, TextSetting
from explanans.workbench.store.projects import NewItem
from explanans.workbench.store.stage import Stage
from explanans.workbench.store.tables import WorkState

if TYPE_CHECKING:
    from explanans.workbench.kinds.desk import EditingSession
    from explanans.workbench.kinds.taking import File, ImportedProject

Given = TypeVar("Given", bound=msgspec.Struct)
Made = TypeVar("Made", bound=msgspec.Struct)


class PreviousAnnotation(NamedTuple, Generic[Made]):
    """The annotation of an item at an earlier stage.

    Attributes:
        person: A name that is unique per person.
        state: The state of their work.
        seconds: The time that they worked on it.
        version: How often it was saved.
    """

    stage: str
    person: str
    made: Made
    state: str
    seconds: float = 0.0
    work: int = 0
    version: int = 0


@dataclass(frozen=True, slots=True)
class Task(Generic[Given, Made]):
    """An item at a stage, as its page and its checks see it.

    Attributes:
        key: The id of the item.
        given: The input.
        settings: The settings of the project.
        knowledge: The knowledge base of the project, by name or path.
        earlier: The annotations of earlier stages, in order; people are called ``rater 1`` and so on.
    """

    key: str
    given: Given
    stage: str
    settings: Mapping[str, Any]
    knowledge: str
    earlier: tuple[PreviousAnnotation[Made], ...] = ()


class DoneItem(NamedTuple, Generic[Given, Made]):
    """An item with all that was made of it, as exports and figures see it.

    Attributes:
        key: The id of the item.
        given: The input.
        works: The annotations, stage by stage, under the names of the accounts.
        settings: The settings of the project.
    """

    key: str
    given: Given
    works: tuple[PreviousAnnotation[Made], ...]
    settings: Mapping[str, Any] = {}


class Format(NamedTuple):
    """A format of an export.

    Attributes:
        name: Its name in addresses, such as ``entailmentbank``.
        about: A description, with the programs that read it.
    """

    name: str
    file: str
    about: str


class Table(NamedTuple):
    """A table of figures that only one kind has, for the dashboard and for exports.

    Attributes:
        note: A note on its interpretation.
        columns: The heads of its columns.
    """

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


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
    def draw(self, desk: "EditingSession[Given, Made]") -> None:
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

    def export(self, format_name: str, items: Iterable[DoneItem[Given, Made]]) -> Iterator[str]:
        """Yield the lines of an export, without their ends.

        Args:
            format_name: The name of one of `formats`.

        Raises:
            InputError: There is no such format.
        """
        del items
        raise InputError(f"the export {format_name!r}; accepted: {', '.join(it.name for it in self.formats) or 'none'}")

    def take_in(self, format_name: str, files: Sequence["File"], knowledge: str) -> "ImportedProject[Given, Made]":
        """Return the project that files in a format hold; what the format does not carry is left as at its beginning.

        Args:
            format_name: The name of one of `taken`.
            knowledge: The knowledge base of the project, by name or path.

        Raises:
            InputError: There is no such format, or a file breaks it.
        """
        del files, knowledge
        raise InputError(f"the format {format_name!r}; accepted: {', '.join(self.taken) or 'none'}")

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


def _handed_in(stage: str, made: Made) -> PreviousAnnotation[Made]:
    return PreviousAnnotation(stage, "", made, WorkState.DONE)


def _convert(value: Mapping[str, Any], kind: type[msgspec.Struct], noun: str) -> msgspec.Struct:
    try:
        return msgspec.convert(value, type=kind)
    except msgspec.ValidationError as error:
        raise InputError(f"{noun} has another shape: {error}") from None
