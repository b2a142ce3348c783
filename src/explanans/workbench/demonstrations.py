"""Demonstration projects over the starter base: some made at the first start, the others when they are asked for."""

import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from explanans.errors import InputError
from explanans.formats import annotations, runs
from explanans.formats.codec import load
from explanans.formats.ratings import grade_of
from explanans.io.files import read_lines
from explanans.knowledge.sources import STARTER
from explanans.language.statements.hypothesis import hypothesis
from explanans.structures.questions import Question
from explanans.structures.rankings import Ranking
from explanans.workbench.bases import Base, Bases
from explanans.workbench.kinds.kind import open_kind, read_settings
from explanans.workbench.kinds.rated import Candidate, Ratings, Shortlist
from explanans.workbench.store import projects, quizzes
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Account, Project

KNOWLEDGE = "starter"
QUESTIONS = STARTER / "questions" / "questions.dev.tsv"
"""The questions that are shown."""
_PASS_MARK = 60
_PAIRS = """\
Cities should close their centres to cars.	Streets without cars are quiet and safe for children.	support
Cities should close their centres to cars.	Shops lose customers who come by car.	counter
Homework should be abolished.	Pupils need the afternoon to rest and to play.	support
Homework should be abolished.	Exercise at home deepens what was learnt at school.	counter
Libraries should open on Sundays.	People who work all week can only read on Sundays.	support
Libraries should open on Sundays.	Librarians deserve a day with their families.	counter
"""


class Demonstration(NamedTuple):
    """A demonstration project.

    Attributes:
        kind: The name of its kind of task.
        settings: Settings other than those that are proposed.
        write: Writes the file or folder that its items are read from, and returns it.
        title: Its title; by itself that of the kind.
    """

    kind: str
    items: int
    settings: Mapping[str, int] = {}
    write: "Callable[[Sequence[Question], Base, Path], Path] | None" = None
    title: str = ""

    @property
    def name(self) -> str:
        """Its title on pages."""
        return f"Demonstration: {self.title or open_kind(self.kind).title.lower()}"


def _systems(questions: Sequence[Question], base: Base, folder: Path, depth: int) -> Path:
    """Write a folder with questions and the best facts of two rankers, as completeness and judgement read it."""
    shutil.copy(QUESTIONS, folder / "questions.tsv")
    for ranker in ("bm25", "tfidf"):
        found = (
            Ranking(it.id, tuple(fact.fact.id for fact in base.rank(it.text, it.answer, depth, ranker)))
            for it in questions
        )
        (folder / f"{ranker}.txt").write_text("".join(map(runs.encode, found)), encoding="utf-8")
    return folder


def _explanations(questions: Sequence[Question], base: Base, folder: Path) -> Path:
    return _systems(questions, base, folder, depth=6)


def _rankings(questions: Sequence[Question], base: Base, folder: Path) -> Path:
    return _systems(questions, base, folder, depth=10)


def _sheet(questions: Sequence[Question], base: Base, folder: Path) -> Path:
    marks = (mark for it in questions for mark in annotations.sheet(it.id, base.explain(it.text, it.answer)))
    return _write_lines(folder / "sheet.tsv", annotations.encode_marks(marks, as_jsonl=False))


def _claims(questions: Sequence[Question], base: Base, folder: Path) -> Path:
    """Write what the right and a wrong answer say, to be held against the facts of the gold explanation."""
    lines = []
    for it in questions:
        facts = [fact.text for gold in it.explanation if (fact := base.fact(gold.fact))]
        wrong = next(choice.text for choice in it.choices if choice.label != it.key)
        for name, answer in (("right", it.answer), ("wrong", wrong)):
            said = hypothesis(it.text, answer)
            claim = f"{said[:1].upper()}{said[1:].rstrip('.')}."
            lines.append(json.dumps({"id": f"{it.id}-{name}", "claim": claim, "source": facts}))
    return _write_lines(folder / "claims.jsonl", lines)


def _pairs(questions: Sequence[Question], base: Base, folder: Path) -> Path:  # noqa: ARG001 - it is of no question
    return _write_lines(folder / "pairs.tsv", _PAIRS.splitlines())


def _write_lines(path: Path, lines: Iterable[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


AT_START = (Demonstration("relevance", 8), Demonstration("trees", 8))
"""Demonstrations that the first start creates."""
ON_DEMAND = (
    Demonstration("graphs", 0, {"written": 0, "verifiers": 1, "rounds": 1}, _pairs),
    Demonstration("completeness", 4, {}, _explanations),
    Demonstration("judgement", 4, {"depth": 10, "questions": 4}, _rankings),
    Demonstration("reading", 4, {}, _sheet),
    Demonstration("claims", 3, {}, _claims),
    Demonstration("relevance", 4, {"raters": 1}, title="a quiz before the work"),
)
"""Demonstrations that take a moment to create, or need another kind of file."""


def missing(made: Iterable[Project]) -> tuple[Demonstration, ...]:
    """Return the demonstrations that are not among projects."""
    titles = {project.title for project in made}
    return tuple(it for it in (*AT_START, *ON_DEMAND) if it.name not in titles)


def find(name: str) -> Demonstration:
    """Return a demonstration."""
    for it in (*AT_START, *ON_DEMAND):
        if it.name == name:
            return it
    raise InputError(f"the demonstration {name!r}; accepted: those that the page of the projects offers")


def make(database: Database, account: Account, wanted: Demonstration, base: Base | None = None) -> int:
    """Make a demonstration, unless it is there, and return the number of its project."""
    base = base or Bases().open(KNOWLEDGE)
    kind = open_kind(wanted.kind)
    settings = read_settings(kind, wanted.settings)
    asked = [it for it in load(QUESTIONS, "questions") if it.explanation][: wanted.items]
    with tempfile.TemporaryDirectory(prefix="explanans-") as folder:
        path = wanted.write(asked, base, Path(folder)) if wanted.write else _head(wanted.items, Path(folder))
        items = list(kind.read(path, KNOWLEDGE, settings))
    with database.write() as db:
        found = db.scalar(select(Project).where(Project.title == wanted.name))
        if found is not None:
            return found.id
        project = projects.create(
            db, account, wanted.name, kind.name, items, guidelines=kind.guidelines, settings=settings
        )
        for stage in kind.stages(settings):
            projects.set_member(db, project.id, account.id, stage.role)
        if wanted.title:
            _add_quiz(db, project, base)
        return project.id


def _head(number: int, folder: Path) -> Path:
    return _write_lines(folder / QUESTIONS.name, islice(read_lines(QUESTIONS), number + 1))


def _add_quiz(db: Session, project: Project, base: Base) -> None:
    """Add two questions whose answers are known: their facts by their roles, beside facts of one another."""
    asked = [it for it in load(QUESTIONS, "questions") if it.explanation][-2:]
    for it, other in zip(asked, asked[::-1], strict=True):
        right = {gold.fact: grade_of(gold.role) for gold in it.explanation}
        right |= {gold.fact: 0 for gold in other.explanation if gold.fact not in right}
        facts = tuple(Candidate(fact.id, fact.text, fact.table) for uid in sorted(right) if (fact := base.fact(uid)))
        given = Shortlist(it.text, it.answer, facts)
        why = "Facts of another question's explanation are **irrelevant** here, true as they are."
        quizzes.add(
            db,
            project.id,
            "rate",
            it.id,
            msgspec.to_builtins(given),
            msgspec.to_builtins(Ratings(right)),
            explanation=why,
        )
    quizzes.set_rules(project, _PASS_MARK, None)
