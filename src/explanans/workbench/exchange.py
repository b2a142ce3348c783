"""Projects as JSON Lines, with every version of everybody's work: written here, and taken in by any workbench."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from explanans.exceptions import FormatError
from explanans.workbench.kinds.kind import AnyKind, open_kind
from explanans.workbench.store import accounts, audit, projects, quizzes, works
from explanans.workbench.store.tables import (
    Account,
    Comment,
    Event,
    Gold,
    Item,
    Project,
    QuizAnswer,
    Role,
    Sitting,
    Work,
)

FORMAT = 1
_ACCEPTED = "the JSON Lines of a project that a workbench exported whole; another format has to be named"


class _Head(msgspec.Struct, omit_defaults=True):
    explanans_workbench: int
    title: str
    kind: str
    knowledge: str
    guidelines: str
    settings: dict[str, Any]
    state: str
    created: datetime
    days: int | None = None
    pass_mark: int | None = None
    attempts: int | None = None


class _Member(msgspec.Struct, tag="member"):
    person: str
    role: Role
    quota: int | None = None


class _Item(msgspec.Struct, tag="item"):
    key: str
    payload: dict[str, Any]


class _Work(msgspec.Struct, tag="work"):
    number: int
    item: str
    stage: str
    person: str | None
    state: str
    seconds: float
    created: datetime
    deadline: datetime | None = None


class _Event(msgspec.Struct, tag="event"):
    work: int
    version: int
    person: str
    at: datetime
    action: str
    state: str
    seconds: float
    content: dict[str, Any]


class _Comment(msgspec.Struct, tag="comment"):
    work: int
    part: str
    person: str
    at: datetime
    text: str
    settled: datetime | None = None
    settled_by: str | None = None


class _Gold(msgspec.Struct, tag="gold"):
    number: int
    stage: str
    key: str
    payload: dict[str, Any]
    earlier: list[Any]
    content: dict[str, Any]
    explanation: str
    retired: bool


class _Sitting(msgspec.Struct, tag="sitting"):
    number: int
    stage: str
    person: str
    attempt: int
    began: datetime
    ended: datetime | None = None
    score: float | None = None
    passed: bool | None = None
    granted_by: str | None = None


class _Answer(msgspec.Struct, tag="answer"):
    sitting: int
    gold: int
    content: dict[str, Any]
    version: int
    seconds: float
    at: datetime
    score: float | None = None


_Line = _Member | _Item | _Work | _Event | _Comment | _Gold | _Sitting | _Answer


def export_project(db: Session, project: Project) -> Iterator[str]:
    """Yield a project as JSON Lines, without line ends; people are told apart by the names of their accounts.

    Args:
        db: The database.
        project: The project.
    """
    names = dict(db.execute(select(Account.id, Account.name)).all())
    head = _Head(
        FORMAT,
        project.title,
        project.kind,
        project.knowledge,
        project.guidelines,
        project.settings,
        project.state,
        project.created,
        project.days,
        project.pass_mark,
        project.attempts,
    )
    yield _json(head)
    for account, member in projects.members(db, project.id):
        yield _json(_Member(account.name, Role(member.role), member.quota))
    for item in projects.items(db, project.id):
        yield _json(_Item(item.key, item.payload))
        found = db.scalars(select(Work).where(Work.item == item.id).order_by(Work.id)).all()
        for work in found:
            yield from (_json(line) for line in _work(db, work, item, names))
    yield from map(_json, _quizzes(db, project, names))


def _quizzes(db: Session, project: Project, names: Mapping[int, str]) -> Iterator[_Line]:
    numbers: dict[int, int] = {}
    golds = db.scalars(select(Gold).where(Gold.project == project.id).order_by(Gold.stage, Gold.position)).all()
    for number, it in enumerate(golds, 1):
        numbers[it.id] = number
        yield _Gold(number, it.stage, it.key, it.payload, it.earlier, it.content, it.explanation, it.retired)
    rows = db.scalars(select(Sitting).where(Sitting.project == project.id)).all()
    for number, row in enumerate(sorted(rows, key=lambda it: (it.stage, names[it.account], it.number)), 1):
        by = names[row.granted_by] if row.granted_by is not None else None
        person = names[row.account]
        yield _Sitting(number, row.stage, person, row.number, row.began, row.ended, row.score, row.passed, by)
        for gold, said in sorted(quizzes.answers(db, row.id).items(), key=lambda pair: numbers[pair[0]]):
            content, seconds = said.content, said.seconds
            yield _Answer(number, numbers[gold], content, said.version, seconds, said.at, said.score)


def _work(db: Session, work: Work, item: Item, names: Mapping[int, str]) -> Iterator[_Line]:
    person = names[work.account] if work.account is not None else None
    yield _Work(work.id, item.key, work.stage, person, work.state, work.seconds, work.created, work.deadline)
    for event, name in works.history(db, work.id):
        content, seconds = event.content, event.seconds
        yield _Event(work.id, event.version, name, event.at, event.action, event.state, seconds, content)
    for row, name in works.comments(db, work.id):
        by = names[row.settled_by] if row.settled_by is not None else None
        yield _Comment(work.id, row.part, name, row.at, row.text, row.settled, by)


def import_project(db: Session, lines: Iterable[str], source: str, by: Account | None, title: str = "") -> Project:
    """Make a project of an export. People whose names are unknown here get accounts that nobody can sign in to.

    Args:
        db: The database, being written to.
        lines: The lines of the export.
        source: The name of the file, for complaints.
        by: Who takes it in; None for the command line.
        title: Its new title; that of the export where empty.

    Raises:
        InputError: The lines are no such export, or there is a project of that title.
    """
    numbered = enumerate(lines, 1)
    head = _head(next(numbered, (1, ""))[1], source)
    taken_in = _Import(db, source, open_kind(head.kind))
    read: list[tuple[int, _Line]] = [(number, taken_in.read(line, number)) for number, line in numbered if line.strip()]
    items = [projects.NewItem(line.key, line.payload) for _, line in read if isinstance(line, _Item)]
    project = projects.create(
        db,
        by,
        title or head.title,
        head.kind,
        items,
        knowledge=head.knowledge,
        guidelines=head.guidelines,
        settings=head.settings,
    )
    project.state, project.created = head.state, head.created
    project.days, project.pass_mark, project.attempts = head.days, head.pass_mark, head.attempts
    taken_in.items = {item.key: item.id for item in projects.items(db, project.id)}
    for number, line in read:
        taken_in.take(project, line, number)
    audit.record(db, by.id if by else None, "import project", project.title)
    return project


class _Import:
    """Takes lines in, one after the other."""

    def __init__(self, db: Session, source: str, kind: AnyKind) -> None:
        self._db, self._source, self._kind = db, source, kind
        self._decoder = msgspec.json.Decoder[Any](_Line)
        self._works: dict[int, Work] = {}
        self._golds: dict[int, Gold] = {}
        self._sittings: dict[int, Sitting] = {}
        self.items: dict[str, int] = {}

    def read(self, line: str, number: int) -> _Line:
        try:
            read: _Line = self._decoder.decode(line)
        except msgspec.DecodeError as error:
            raise self._fault(str(error), number) from None
        if isinstance(read, _Item):
            self._kind.read_given(read.payload)
        elif isinstance(read, _Event | _Answer):
            self._kind.read_made(read.content)
        elif isinstance(read, _Gold):
            self._kind.read_given(read.payload)
            self._kind.read_made(read.content)
        return read

    def take(self, project: Project, line: _Line, number: int) -> None:
        if isinstance(line, _Member):
            projects.set_member(self._db, project.id, self._person(line.person), line.role, quota=line.quota)
        elif isinstance(line, _Work):
            if line.item not in self.items:
                raise self._fault(f"work on the unknown item {line.item!r}", number)
            account = self._person(line.person) if line.person is not None else None
            work = Work(item=self.items[line.item], stage=line.stage, account=account, state=line.state)
            work.seconds, work.created, work.deadline = line.seconds, line.created, line.deadline
            self._db.add(work)
            self._db.flush()
            self._works[line.number] = work
        elif isinstance(line, _Event):
            self._add_event(line, number)
        elif isinstance(line, _Comment):
            settled_by = self._person(line.settled_by) if line.settled_by is not None else None
            work, author = self._work(line.work, number), self._person(line.person)
            row = Comment(work=work.id, part=line.part, author=author, at=line.at, text=line.text)
            row.settled, row.settled_by = line.settled, settled_by
            self._db.add(row)
        elif not isinstance(line, _Item):
            self._take_quiz(project, line, number)

    def _take_quiz(self, project: Project, line: _Gold | _Sitting | _Answer, number: int) -> None:
        if isinstance(line, _Gold):
            gold = Gold(project=project.id, stage=line.stage, key=line.key, position=line.number, payload=line.payload)
            gold.content, gold.earlier, gold.explanation = line.content, line.earlier, line.explanation
            gold.retired = line.retired
            self._add(self._golds, line.number, gold)
        elif isinstance(line, _Sitting):
            account = self._person(line.person)
            row = Sitting(project=project.id, stage=line.stage, account=account, number=line.attempt, began=line.began)
            row.ended, row.score, row.passed = line.ended, line.score, line.passed
            row.granted_by = self._person(line.granted_by) if line.granted_by is not None else None
            self._add(self._sittings, line.number, row)
        elif line.sitting not in self._sittings or line.gold not in self._golds:
            raise self._fault("an answer to an unknown question of a quiz", number)
        else:
            sitting, asked = self._sittings[line.sitting].id, self._golds[line.gold].id
            answer = QuizAnswer(sitting=sitting, gold=asked, content=line.content, version=line.version)
            answer.seconds, answer.at, answer.score = line.seconds, line.at, line.score
            self._db.add(answer)

    def _add(self, known: dict[int, Any], number: int, row: Gold | Sitting) -> None:
        self._db.add(row)
        self._db.flush()
        known[number] = row

    def _add_event(self, line: _Event, number: int) -> None:
        work = self._work(line.work, number)
        if line.version != work.version + 1:
            raise self._fault(f"version {line.version} after version {work.version or 0}", number)
        work.version = line.version
        row = Event(work=work.id, version=line.version, author=self._person(line.person), at=line.at)
        row.action, row.state, row.seconds, row.content = line.action, line.state, line.seconds, line.content
        self._db.add(row)

    def _work(self, number: int, line: int) -> Work:
        if number not in self._works:
            raise self._fault(f"the unknown work {number}", line)
        return self._works[number]

    def _person(self, name: str) -> int:
        return accounts.known(self._db, name).id

    def _fault(self, found: str, number: int) -> FormatError:
        return FormatError(found, self._source, number, _ACCEPTED)


def _head(line: str, source: str) -> _Head:
    try:
        head = msgspec.json.decode(line, type=_Head)
    except msgspec.DecodeError as error:
        raise FormatError(str(error), source, 1, _ACCEPTED) from None
    if head.explanans_workbench != FORMAT:
        raise FormatError(f"format {head.explanans_workbench}", source, 1, f"format {FORMAT}")
    return head


def _json(line: msgspec.Struct) -> str:
    return msgspec.json.encode(line).decode()
