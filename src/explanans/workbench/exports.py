"""Exports of a project: whole, in a format of its kind of task, or its figures as tables."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from explanans.errors import InputError
from explanans.structures.reports import Score
from explanans.workbench.exchange import export_project
from explanans.workbench.figures import Figures, figures
from explanans.workbench.kinds.assignments import all_done
from explanans.workbench.kinds.kind import open_kind
from explanans.workbench.kinds.tasks import Format, mark, mark_lines
from explanans.workbench.store import quizzes
from explanans.workbench.store.tables import Account, Project, ProjectState

FORMATS = (
    Format("figures", "figures.json", "All figures of this page, as JSON"),
    Format("figures-people", "people.csv", "What each person did, and how long it took"),
    Format("figures-times", "times.csv", "How long each person was busy with each item"),
    Format("figures-agreement", "agreement.csv", "Measures of agreement with their intervals, of all and of each two"),
    Format("figures-differences", "differences.csv", "Where ratings differ, and whether that is settled"),
    Format("figures-quizzes", "quizzes.csv", "Attempts at quizzes"),
)
WHOLE = Format("project", "project.jsonl", "The whole project with every version, for a workbench to take in")


class _Table(NamedTuple):
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


def lines_of_figures(db: Session, project: Project, name: str) -> Iterator[str]:
    """Yield the lines of the figures of a project, without their ends."""
    found = figures(db, project)
    tables = _tables(db, project, found)
    wanted = name.removeprefix("figures").removeprefix("-")
    if not wanted:
        records = {key: [dict(zip(it.columns, row, strict=True)) for row in it.rows] for key, it in tables.items()}
        records |= {it.title: [dict(zip(it.columns, row, strict=False)) for row in it.rows] for it in found.tables}
        yield from msgspec.json.format(msgspec.json.encode({"project": project.title, **records})).decode().split("\n")
        return
    yield from (_line(row) for row in (tables[wanted].columns, *tables[wanted].rows))


def _tables(db: Session, project: Project, found: Figures) -> dict[str, _Table]:
    people = ("person", "begun", "finished", "skipped", "seconds", "median_seconds")
    of_all = [("all", found.compared, name, *_values(score)) for name, score in found.agreement]
    of_pairs = [
        (" and ".join(pair.raters), pair.items, name, *_values(score))
        for pair in found.pairs
        for name, score in pair.scores
    ]
    said = [
        (it.item, it.part, it.words, "; ".join(f"{who}: {value}" for who, value in it.given), it.settled)
        for it in found.differences
    ]
    return {
        "people": _Table(people, list(map(tuple, found.persons))),
        "times": _Table(("item", "stage", "person", "state", "seconds", "versions"), list(map(tuple, found.times))),
        "agreement": _Table(("raters", "things", "measure", "value", "low", "high"), of_all + of_pairs),
        "differences": _Table(("item", "part", "words", "ratings", "settled"), said),
        "quizzes": _quizzes(db, project),
    }


def _values(score: Score) -> tuple[float | None, float | None, float | None]:
    low, high = score.interval or (None, None)
    return score.value, low, high


def _quizzes(db: Session, project: Project) -> _Table:
    names = dict(db.execute(select(Account.id, Account.name)).all())
    rows = [
        (names[it.account], it.stage, it.number, it.score, it.passed, it.granted_by is not None)
        for it in quizzes.sittings(db, project.id)
    ]
    return _Table(("person", "stage", "attempt", "score", "passed", "let_in"), rows)


def _line(row: Sequence[Any]) -> str:
    """Return a line of a CSV file; what a spreadsheet would take for a formula is marked as text."""
    shown = [mark(it) if isinstance(it, str) else it for it in row]
    place = io.StringIO()
    csv.writer(place, lineterminator="").writerow(shown)
    return place.getvalue()


def formats(project: Project) -> tuple[Format, ...]:
    """Return the formats of a project."""
    return (*open_kind(project.kind).formats, WHOLE, *FORMATS)


def lines_of(db: Session, project: Project, name: str) -> Iterator[str]:
    """Yield the lines of an export, without their ends."""
    if name not in {it.name for it in formats(project)}:
        raise InputError(f"the format {name!r}; accepted: {', '.join(it.name for it in formats(project))}")
    if name == WHOLE.name:
        return export_project(db, project)
    if name in {it.name for it in FORMATS}:
        return lines_of_figures(db, project, name)
    kind = open_kind(project.kind)
    lines = kind.export(name, all_done(db, project))
    is_table = next(it.file for it in kind.formats if it.name == name).endswith(".tsv")
    return mark_lines(lines) if is_table else lines


def find_project(db: Session, title: str) -> Project:
    """Return the project of a title."""
    found = db.scalar(select(Project).where(Project.title == title, Project.state != ProjectState.DELETED))
    if found is None:
        titles = ", ".join(map(repr, db.scalars(select(Project.title).order_by(Project.title))))
        raise InputError(f"no project is called {title!r}; accepted: {titles or 'none, there is no project'}")
    return found
