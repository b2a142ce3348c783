"""Projects as JSON Lines, with every version of everybody's work: written here, and taken in by any workbench."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from explanans.errors import FormatError, InputError
from explanans.workbench import records
from explanans.workbench.kinds.kind import AnyKind, open_kind, read_settings
from explanans.workbench.store import accounts, audit, projects, quizzes, snapshots, works
from explanans.workbench.store.tables import (
    Account,
    Comment,
    Event,
    Gold,
    Item,
    Project,
    ProjectState,
    QuizAnswer,
    Role,
    Sitting,
    Snapshot,
    Work,
    WorkState,
)

FORMAT = 1
_ACCEPTED = "the JSON Lines of a project that a workbench exported whole; another format has to be named"


def export_project(db: Session, project: Project) -> Iterator[str]:
    """Yield a project as JSON Lines, without line ends; people are identified by the names of their accounts."""
    names = dict(db.execute(select(Account.id, Account.name)).all())
    head = records.HeadLine(
        FORMAT,
        project.title,
        project.kind,
        project.knowledge,
        project.guidelines,
        project.settings,
        ProjectState(project.state),
        project.created,
        project.days,
        project.pass_mark,
        project.attempts,
    )
    yield _json(head)
    for it in reversed(snapshots.versions(db, project.id)):
        content, mapping = it.content, it.mapping
        yield _json(records.SnapshotLine(it.version, it.name, it.digest, it.facts, content, mapping, it.created))
    for account, member in projects.members(db, project.id):
        yield _json(records.MemberLine(account.name, Role(member.role), member.quota))
    for item in projects.items(db, project.id):
        yield _json(records.ItemLine(item.key, item.payload, item.suggestions, item.doubt))
        found = db.scalars(select(Work).where(Work.item == item.id).order_by(Work.id)).all()
        for work in found:
            yield from (_json(line) for line in _work(db, work, item, names))
    yield from map(_json, _quizzes(db, project, names))


def _quizzes(db: Session, project: Project, names: Mapping[int, str]) -> Iterator[records.Line]:
    numbers: dict[int, int] = {}
    golds = db.scalars(select(Gold).where(Gold.project == project.id).order_by(Gold.stage, Gold.position)).all()
    for number, it in enumerate(golds, 1):
        numbers[it.id] = number
        yield records.GoldLine(number, it.stage, it.key, it.payload, it.earlier, it.content, it.explanation, it.retired)
    rows = db.scalars(select(Sitting).where(Sitting.project == project.id)).all()
    for number, row in enumerate(sorted(rows, key=lambda it: (it.stage, names[it.account], it.number)), 1):
        by = names[row.granted_by] if row.granted_by is not None else None
        person = names[row.account]
        yield records.SittingLine(
            number, row.stage, person, row.number, row.began, row.ended, row.score, row.passed, by
        )
        for gold, said in sorted(quizzes.answers(db, row.id).items(), key=lambda pair: numbers[pair[0]]):
            content, seconds = said.content, said.seconds
            yield records.AnswerLine(number, numbers[gold], content, said.version, seconds, said.at, said.score)


def _work(db: Session, work: Work, item: Item, names: Mapping[int, str]) -> Iterator[records.Line]:
    person = names[work.account] if work.account is not None else None
    state, seconds = WorkState(work.state), work.seconds
    yield records.WorkLine(
        work.id, item.key, work.stage, person, state, seconds, work.created, work.deadline, work.approved
    )
    for event, name in works.history(db, work.id):
        state, seconds, content = WorkState(event.state), event.seconds, event.content
        yield records.EventLine(work.id, event.version, name, event.at, event.action, state, seconds, content)
    for row, name in works.comments(db, work.id):
        by = names[row.settled_by] if row.settled_by is not None else None
        yield records.CommentLine(work.id, row.part, name, row.at, row.text, row.settled, by)


class ReadProject(NamedTuple):
    """An export that was read and checked, before anything is written.

    Attributes:
        source: The name of the file, for complaints.
    """

    source: str
    head: records.HeadLine
    lines: Sequence[tuple[int, records.Line]]


def read_project(lines: Iterable[str], source: str) -> ReadProject:
    """Return an export, read and checked; this takes long, and no write has to wait for it."""
    numbered = enumerate(lines, 1)
    head = _head(next(numbered, (1, ""))[1], source)
    kind, decoder = open_kind(head.kind), msgspec.json.Decoder[Any](records.Line)
    _check_head(head, kind, source)
    stages = frozenset(stage.name for stage in kind.stages(head.settings))
    found = [(number, _read(line, number, source, kind, decoder, stages)) for number, line in numbered if line.strip()]
    return ReadProject(source, head, found)


def import_project(db: Session, lines: Iterable[str], source: str, by: Account | None, title: str = "") -> Project:
    """Make a project of an export. People whose names are unknown here get inactive accounts."""
    return keep_project(db, read_project(lines, source), by, title)


def keep_project(db: Session, found: ReadProject, by: Account | None, title: str = "") -> Project:
    """Make a project of an export that was read; see `import_project`.

    Args:
        title: Its new title; that of the export if empty.
    """
    head, read = found.head, found.lines
    taken_in = _Import(db, found.source)
    items = [
        projects.NewItem(line.key, line.payload, line.suggestions, line.doubt)
        for _, line in read
        if isinstance(line, records.ItemLine)
    ]
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
    with unambiguous(db, found.source):
        for number, line in read:
            taken_in.take(project, line, number)
    audit.record(db, by.id if by else None, "import project", project.title)
    return project


@contextmanager
def unambiguous(db: Session, source: str) -> Iterator[None]:
    """Refuse what the database does not keep twice."""
    try:
        yield
        db.flush()
    except IntegrityError:
        accepted = "one work of a person at a stage of an item, and one answer to a question"
        raise FormatError("two lines about the same work, answer or question", source, accepted=accepted) from None


class _Import:
    """Takes lines in, one after the other."""

    def __init__(self, db: Session, source: str) -> None:
        self._db, self._source = db, source
        self._works: dict[int, Work] = {}
        self._golds: dict[int, Gold] = {}
        self._sittings: dict[int, Sitting] = {}
        self.items: dict[str, int] = {}

    def take(self, project: Project, line: records.Line, number: int) -> None:
        if isinstance(line, records.MemberLine):
            projects.set_member(self._db, project.id, self._person(line.person), line.role, quota=line.quota)
        elif isinstance(line, records.SnapshotLine):
            row = Snapshot(project=project.id, version=line.version, name=line.name, digest=line.digest)
            row.facts, row.content, row.mapping, row.created = line.facts, line.content, line.mapping, line.created
            self._db.add(row)
        elif isinstance(line, records.WorkLine):
            if line.item not in self.items:
                raise self._fault(f"work on the unknown item {line.item!r}", number)
            account = self._person(line.person) if line.person is not None else None
            work = Work(item=self.items[line.item], stage=line.stage, account=account, state=line.state)
            work.seconds, work.created, work.deadline = line.seconds, line.created, line.deadline
            work.approved = line.approved
            self._db.add(work)
            self._db.flush()
            self._works[line.number] = work
        elif isinstance(line, records.EventLine):
            self._add_event(line, number)
        elif isinstance(line, records.CommentLine):
            settled_by = self._person(line.settled_by) if line.settled_by is not None else None
            work, author = self._work(line.work, number), self._person(line.person)
            comment = Comment(work=work.id, part=line.part, author=author, at=line.at, text=line.text)
            comment.settled, comment.settled_by = line.settled, settled_by
            self._db.add(comment)
        elif not isinstance(line, records.ItemLine):
            self._take_quiz(project, line, number)

    def _take_quiz(
        self, project: Project, line: records.GoldLine | records.SittingLine | records.AnswerLine, number: int
    ) -> None:
        if isinstance(line, records.GoldLine):
            gold = Gold(project=project.id, stage=line.stage, key=line.key, position=line.number, payload=line.payload)
            gold.content, gold.earlier, gold.explanation = line.content, line.earlier, line.explanation
            gold.retired = line.retired
            self._add(self._golds, line.number, gold)
        elif isinstance(line, records.SittingLine):
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

    def _add_event(self, line: records.EventLine, number: int) -> None:
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


def _check_head(head: records.HeadLine, kind: AnyKind, source: str) -> None:
    """Refuse a head whose values no page of a workbench could have made."""
    try:
        for name in (setting.name for setting in kind.settings):
            if not isinstance(head.settings.get(name, 0), int):
                raise InputError(f"settings: {name!r} is no whole number; accepted: one")  # noqa: TRY301
        settings = read_settings(kind, head.settings)
        quizzes.check_rules(head.pass_mark, head.attempts)
        projects.check_days(head.days)
        if unknown := sorted(set(head.settings) - set(settings)):
            raise InputError(f"settings: {unknown[0]!r}; accepted: {', '.join(settings) or 'none'}")  # noqa: TRY301
    except InputError as error:
        raise FormatError(str(error), source, 1, _ACCEPTED) from None


def _read(  # noqa: PLR0913, PLR0917 - all that a line is checked against
    line: str, number: int, source: str, kind: AnyKind, decoder: msgspec.json.Decoder[Any], stages: frozenset[str]
) -> records.Line:
    try:
        read: records.Line = decoder.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise FormatError(str(error), source, number, _ACCEPTED) from None
    if isinstance(read, records.WorkLine | records.GoldLine | records.SittingLine) and read.stage not in stages:
        raise FormatError(f"the stage {read.stage!r}", source, number, ", ".join(sorted(stages)))
    if isinstance(read, records.SnapshotLine) and not snapshots.is_whole(read.content, read.digest):
        raise FormatError("a knowledge base whose digest is another one", source, number, "one as it was exported")
    if isinstance(read, records.ItemLine):
        kind.read_given(read.payload)
        for suggested in (read.suggestions or {}).values():
            kind.read_made(suggested)
    elif isinstance(read, records.EventLine | records.AnswerLine):
        kind.read_made(read.content)
    elif isinstance(read, records.GoldLine):
        kind.read_given(read.payload)
        kind.read_made(read.content)
    return read


def _head(line: str, source: str) -> records.HeadLine:
    try:
        head = msgspec.json.decode(line, type=records.HeadLine)
    except (msgspec.DecodeError, RecursionError) as error:
        raise FormatError(str(error), source, 1, _ACCEPTED) from None
    if head.explanans_workbench != FORMAT:
        raise FormatError(f"format {head.explanans_workbench}", source, 1, f"format {FORMAT}")
    return head


def _json(line: msgspec.Struct) -> str:
    return msgspec.json.encode(line).decode()
