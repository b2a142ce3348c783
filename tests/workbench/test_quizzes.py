"""Quizzes: what they ask, when they are passed, what they open."""

import json
from typing import Any

import pytest

from explanans.errors import InputError
from explanans.workbench.exchange import export_project, import_project
from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.kinds.kind import TaskKind, open_kind
from explanans.workbench.kinds.quizzing import mark, of_lines, of_work, task_of_gold
from explanans.workbench.kinds.tasks import Task
from explanans.workbench.store import audit, projects, quizzes, works
from explanans.workbench.store.accounts import RefusedError
from explanans.workbench.store.database import Database
from explanans.workbench.store.projects import NewItem
from explanans.workbench.store.tables import Account, Project, Role, WorkState

SHORTLIST = {
    "question": "What melts ice?",
    "answer": "heat",
    "facts": [{"id": "f1", "text": "heat melts ice"}, {"id": "f2", "text": "wood is hard"}],
}
RIGHT = {"grades": {"f1": 3, "f2": 0}, "notes": {}}
GOLD = {"key": "g1", "given": SHORTLIST, "answer": RIGHT, "explanation": "Wood is **elsewhere**."}


def rating_project(database: Database, *raters: Account, pass_mark: int = 80, attempts: int | None = 2) -> Project:
    settings = {"raters": 2, "depth": 5, "apart": 2}
    with database.write() as db:
        items = [NewItem(f"q{n}", SHORTLIST) for n in range(2)]
        made = projects.create(db, None, "Ice", "relevance", items, settings=settings)
        for account in raters:
            projects.set_member(db, made.id, account.id, Role.RATER)
        of_lines(db, made, [json.dumps(GOLD), "", json.dumps({**GOLD, "key": "g2"})], "gold.jsonl")
        quizzes.set_rules(made, pass_mark, attempts)
        return made


def take(database: Database, project: Project, account: Account, *grades: dict[str, int]) -> bool | None:
    with database.write() as db:
        found = db.get_one(Project, project.id)
        sitting = quizzes.begin(db, found, "rate", account.id)
        for given in grades:
            gold = quizzes.next_question(db, sitting)
            assert gold is not None
            content = {"grades": given, "notes": {}}
            quizzes.draft(db, sitting, gold.id, content, 2.0)
            quizzes.hand_in(db, found, sitting, gold.id, mark(found, gold, content).score)
        return sitting.passed


def test_a_quiz_opens_the_work_once_it_is_passed(database: Database, ann: Account, bob: Account) -> None:
    project = rating_project(database, ann, bob)
    with database.write() as db:
        assert next_work(db, project, ann) is None
    assert take(database, project, ann, {"f1": 3, "f2": 0}, {"f1": 2, "f2": 0}) is True  # 1 and .75: 87.5 points
    with database.write() as db:
        assert next_work(db, project, ann) is not None
        assert next_work(db, project, bob) is None
        with pytest.raises(RefusedError, match="passed already"):
            quizzes.begin(db, project, "rate", ann.id)
        assert audit.recent(db)[0][0].details["points"] == 87.5
    with database.read() as db:
        (row, *_) = quizzes.answers(db, quizzes.sittings(db, project.id)[0].id).values()
        assert row.seconds == 2.0


def test_attempts_run_out_and_an_administrator_lets_people_in(database: Database, ann: Account, bob: Account) -> None:
    project = rating_project(database, ann)
    for _ in range(2):
        assert take(database, project, ann, {}, {"f1": 0, "f2": 3}) is False
    with database.write() as db, pytest.raises(RefusedError, match="no attempt is left"):
        quizzes.begin(db, project, "rate", ann.id)
    with database.write() as db:
        quizzes.grant(db, project, "rate", ann, bob)
    with database.write() as db:
        assert next_work(db, project, ann) is not None


def test_what_was_begun_before_waits_for_the_quiz(database: Database, ann: Account) -> None:
    project = rating_project(database, ann)
    with database.write() as db:
        quizzes.set_rules(db.get_one(Project, project.id), None, None)
    with database.write() as db:
        found = db.get_one(Project, project.id)
        work = next_work(db, found, ann)
        assert work is not None
        quizzes.set_rules(found, 80, None)
    with database.read() as db, pytest.raises(RefusedError, match="once its quiz is passed"):
        works.open_work(db, work.id, ann)
    take(database, project, ann, {"f1": 3, "f2": 0}, {"f1": 3, "f2": 0})
    with database.read() as db:
        assert works.open_work(db, work.id, ann)[3]


def test_a_question_is_made_of_finished_work_and_its_item_is_not_given(
    database: Database, ann: Account, bob: Account
) -> None:
    project = rating_project(database, ann, bob, pass_mark=1)
    with database.write() as db:
        for account in (ann, bob):
            quizzes.grant(db, project, "rate", account, ann)
    with database.write() as db:
        work = next_work(db, project, ann)
        assert work is not None
        works.save(db, work.id, ann, 0, action="done", content=RIGHT, state=WorkState.DONE)
        gold = of_work(db, work.id, project, "Because.")
        assert (gold.key, gold.content, gold.stage) == ("q0", RIGHT, "rate")
        given = next_work(db, project, bob)
        assert given is not None
        assert given.item != work.item
        with pytest.raises(InputError, match="finished work"):
            of_work(db, given.id, project, "")


def test_a_project_with_a_quiz_is_taken_in_as_it_was(database: Database, ann: Account, bob: Account) -> None:
    project = rating_project(database, ann, bob)
    take(database, project, ann, {"f1": 3, "f2": 0}, {"f1": 2, "f2": 0})
    with database.write() as db:
        quizzes.begin(db, project, "rate", bob.id)
        quizzes.questions(db, project.id)[0].retired = True
    with database.write() as db:
        lines = list(export_project(db, db.get_one(Project, project.id)))
        again = import_project(db, lines, "project.jsonl", None, "Again")
        assert list(export_project(db, again))[1:] == lines[1:]
        assert again.pass_mark == 80


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "truncated"),
        (json.dumps({**GOLD, "given": {}}), "another shape"),
        (json.dumps({**GOLD, "answer": {"grades": {"f1": "x"}}}), "another shape"),
        (json.dumps({**GOLD, "stage": "write"}), "the stage 'write'"),
    ],
)
def test_what_is_no_question_is_refused(database: Database, ann: Account, line: str, said: str) -> None:
    project = rating_project(database, ann)
    with pytest.raises(InputError, match=said), database.write() as db:
        of_lines(db, project, [json.dumps(GOLD), line], "gold.jsonl")


def test_trees_are_marked_by_their_facts(database: Database) -> None:
    facts = [{"id": "F1", "text": "Heat melts solids."}, {"id": "F2", "text": "Ice is a solid"}]
    step = {"id": "C1", "premises": ["F1", "F2"], "text": "heat melts ice"}
    gold: dict[str, Any] = {"hypothesis": "heat melts ice", "facts": facts, "conclusions": [step], "root": "C1"}
    other = [{"id": "F1", "text": "heat melts solids"}, {"id": "F2", "text": "wood is hard"}]
    with database.write() as db:
        given = {"question": "What melts ice?", "answer": "heat", "hypothesis": "heat melts ice"}
        project = projects.create(db, None, "T", "trees", [NewItem("q", given)], settings={"authors": 1, "pool": 5})
        of_lines(db, project, [json.dumps({"key": "q", "given": given, "answer": gold})], "gold.jsonl")
        (asked,) = quizzes.questions(db, project.id)
    assert mark(project, asked, gold).score == 1
    half = mark(project, asked, {**gold, "facts": other})
    assert half.score == 0.5
    assert half.remarks[:2] == ("missing: ice is a solid", "not in the right answer: wood is hard")
    assert half.remarks[2].startswith("a right answer: Since heat melts solids, and ice is a solid,")
    unfinished = mark(project, asked, {**gold, "root": ""})
    assert unfinished.score == 0
    assert unfinished.remarks == ("this is no whole tree: No conclusion is the hypothesis yet: mark the last one.",)
    assert task_of_gold(project, asked).given.answer == "heat"


def test_kinds_without_ratings_compare_lines() -> None:
    kind = open_kind("trees")
    made, gold = kind.read_made({"hypothesis": "x"}), kind.read_made({"hypothesis": "y"})
    task: Task[Any, Any] = Task(
        "q", kind.read_given({"question": "", "answer": "", "hypothesis": ""}), "author", {}, "starter"
    )
    assert TaskKind.compare(kind, task, made, made).score == 1
    mark = TaskKind.compare(kind, task, made, gold)
    assert mark == (0, ("missing: hypothesis: y", "not in the right answer: hypothesis: x"))


def test_a_quiz_is_its_takers_own(database: Database, ann: Account, bob: Account) -> None:
    project = rating_project(database, ann, bob)
    with database.write() as db:
        sitting = quizzes.begin(db, db.get_one(Project, project.id), "rate", ann.id)
        with pytest.raises(RefusedError, match="another person's"):
            quizzes.open_sitting(db, sitting.id, bob)
