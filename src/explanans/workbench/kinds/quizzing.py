"""Quiz questions from works and files, and the marks of their answers."""

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from explanans.errors import FormatError, InputError
from explanans.workbench.kinds.assignments import task_of
from explanans.workbench.kinds.kind import Mark, open_kind
from explanans.workbench.kinds.tasks import PreviousAnnotation, Task
from explanans.workbench.store import quizzes, works
from explanans.workbench.store.tables import FINISHED, Gold, Item, Project, Work, WorkState

_ACCEPTED = 'JSON Lines with "key", "given", "answer" and, where wanted, "stage", "explanation" and "earlier"'


class _Before(msgspec.Struct):
    stage: str
    person: str
    content: dict[str, Any]
    state: str = WorkState.DONE


class _Line(msgspec.Struct):
    key: str
    given: dict[str, Any]
    answer: dict[str, Any]
    stage: str = ""
    explanation: str = ""
    earlier: list[_Before] = []


def task_of_gold(project: Project, gold: Gold) -> Task[Any, Any]:
    """Return the task of a question of a quiz."""
    kind = open_kind(project.kind)
    before = msgspec.convert(gold.earlier, list[_Before])
    earlier = tuple(PreviousAnnotation(it.stage, it.person, kind.read_made(it.content), it.state) for it in before)
    given = kind.read_given(gold.payload)
    return Task(gold.key, given, gold.stage, project.settings, project.knowledge, earlier)


def mark(project: Project, gold: Gold, content: dict[str, Any]) -> Mark:
    """Return how right an answer is."""
    kind = open_kind(project.kind)
    found = kind.compare(task_of_gold(project, gold), kind.read_made(content), kind.read_made(gold.content))
    return found._replace(score=min(1.0, max(0.0, found.score)))


def of_work(db: Session, number: int, project: Project, explanation: str) -> Gold:
    """Make a question of a quiz of a finished work: what was made is what is right."""
    work = db.get(Work, number)
    item = db.get(Item, work.item) if work else None
    if work is None or item is None or item.project != project.id or work.state not in FINISHED:
        raise InputError("a question of a quiz is made of finished work; choose one of the list")
    content = works.content_of(db, work) or {}
    before = [
        {"stage": it.stage, "person": it.person, "content": msgspec.to_builtins(it.made), "state": str(it.state)}
        for it in task_of(db, work, item, project).earlier
    ]
    return quizzes.add(
        db, project.id, work.stage, item.key, item.payload, content, explanation=explanation, earlier=before
    )


def of_lines(db: Session, project: Project, lines: Iterable[str], source: str) -> int:
    """Make questions of quizzes of a file and return how many.

    Args:
        lines: JSON Lines; what is given and what is right have the shapes that the exported project shows.
    """
    kind, count = open_kind(project.kind), 0
    stages = [stage.name for stage in kind.stages(project.settings)]
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            read = msgspec.json.decode(line, type=_Line)
            kind.read_given(read.given)
            for made in (read.answer, *(it.content for it in read.earlier)):
                kind.read_made(made)
        except (msgspec.DecodeError, InputError) as error:
            raise FormatError(str(error), source, number, _ACCEPTED) from None
        stage = read.stage or stages[0]
        if stage not in stages:
            raise FormatError(f"the stage {stage!r}", source, number, ", ".join(stages))
        earlier = [msgspec.to_builtins(it) for it in read.earlier]
        explanation = read.explanation
        quizzes.add(db, project.id, stage, read.key, read.given, read.answer, explanation=explanation, earlier=earlier)
        count += 1
    return count
