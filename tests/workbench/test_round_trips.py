"""What is exported, read again: whole projects as they were, and every format as its reader knows it."""

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from explanans.formats import entailmentbank, ratings, worldtree
from explanans.workbench.exchange import export_project, import_project
from explanans.workbench.exports import FORMATS, lines_of
from explanans.workbench.kinds.assignments import next_work
from explanans.workbench.kinds.kind import open_kind
from explanans.workbench.kinds.worldtree_files import identifier
from explanans.workbench.store import accounts, projects, works
from explanans.workbench.store.database import Database
from explanans.workbench.store.projects import NewItem
from explanans.workbench.store.tables import Project, Role, WorkState
from tests.workbench.databases import new_database

WORDS = st.text("abz ΔßéЖ'’,.-()\u2028<>&\"|→;", min_size=1, max_size=20).map(lambda it: " ".join(it.split()) or "x")
STATES = st.sampled_from([WorkState.OPEN, WorkState.DONE, WorkState.UNSURE, WorkState.SKIPPED, WorkState.APPROVED])
FEW = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def ratings_project(draw: st.DrawFn) -> tuple[str, list[dict[str, Any]], list[Any]]:
    """Draw a project of ratings: its kind, what is given, and the versions of two people's work."""
    facts = [f"f{number}" for number in range(draw(st.integers(1, 4)))]
    items = [
        {"question": draw(WORDS), "answer": draw(WORDS), "facts": [{"id": it, "text": draw(WORDS)} for it in facts]}
        for _ in range(draw(st.integers(1, 2)))
    ]
    graded = st.fixed_dictionaries(
        {
            "grades": st.fixed_dictionaries({it: st.integers(0, 3) for it in facts}),
            "notes": st.dictionaries(st.sampled_from(facts), WORDS),
        }
    )
    return "relevance", items, draw(st.lists(st.tuples(graded, STATES), max_size=4))


@st.composite
def trees_project(draw: st.DrawFn) -> tuple[str, list[dict[str, Any]], list[Any]]:
    """Draw a project of trees of one step."""
    items = [{"question": draw(WORDS), "answer": draw(WORDS), "hypothesis": draw(WORDS)}]
    origins, parts = st.sampled_from(["base", "own", "suggested"]), st.sampled_from(["core", "grounding", "other"])
    facts = st.tuples(
        *(
            st.fixed_dictionaries({"id": st.just(f"F{n}"), "text": WORDS, "part": parts, "origin": origins})
            for n in (1, 2)
        )
    )
    step = st.fixed_dictionaries({"id": st.just("C1"), "premises": st.just(["F1", "F2"]), "text": WORDS})
    sheet = st.fixed_dictionaries(
        {
            "hypothesis": WORDS,
            "facts": facts.map(list),
            "conclusions": st.lists(step, min_size=1, max_size=1),
            "root": st.sampled_from(["", "C1"]),
        }
    )
    return "trees", items, draw(st.lists(st.tuples(sheet, STATES), max_size=4))


def made(folder: str, drawn: tuple[str, list[dict[str, Any]], list[Any]]) -> tuple[Database, Project]:
    """Return a database with a project that two people worked on in turn."""
    name, items, versions = drawn
    database, kind = new_database(Path(folder) / "workbench.sqlite"), open_kind(name)
    chosen = {it.name: it.default for it in kind.settings}
    with database.write() as db:
        people = [accounts.create(db, person, "a long password") for person in ("ann", "bob")]
        found = [NewItem(f"q{number}", given) for number, given in enumerate(items)]
        project = projects.create(db, None, "Drawn", name, found, settings=chosen)
        for person in people:
            projects.set_member(db, project.id, person.id, kind.stages(chosen)[0].role)
    for number, (content, state) in enumerate(versions):
        with database.write() as db:
            work = next_work(db, project, people[number % 2])
            if work is not None:
                read = kind.read_made(content)
                kept = json.loads(json.dumps(content)) if read else {}
                works.save(db, work.id, people[number % 2], work.version, action=str(state), content=kept, state=state)
                works.comment(db, work.id, people[0], "<why>?", "f0")
    return database, project


def exported(database: Database, project: Project, name: str) -> list[str]:
    with database.read() as db:
        return list(lines_of(db, db.get_one(Project, project.id), name))


@FEW
@given(st.one_of(ratings_project(), trees_project()))
def test_a_whole_project_is_taken_in_as_it_was(drawn: tuple[str, list[dict[str, Any]], list[Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as elsewhere:
        database, project = made(folder, drawn)
        lines = exported(database, project, "project")
        other = new_database(Path(elsewhere) / "workbench.sqlite")
        with other.write() as db:
            again = import_project(db, lines, "project.jsonl", None)
        with other.read() as db:
            assert list(export_project(db, db.get_one(Project, again.id))) == lines
        names = [it.name for it in (*open_kind(drawn[0]).formats, FORMATS[0])]  # the first holds all the others have
        assert [exported(other, again, name) for name in names] == [exported(database, project, name) for name in names]
        for opened in (database, other):
            opened.close()


@FEW
@given(ratings_project())
def test_ratings_are_read_as_they_were_given(drawn: tuple[str, list[dict[str, Any]], list[Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database, project = made(folder, drawn)
        (text,) = exported(database, project, "ratings")
        graded = {(it.question, it.fact): it.relevance for it in ratings.decode([text], "ratings.json")}
        questions = list(worldtree.decode_questions(exported(database, project, "worldtree"), "questions.tsv"))
        relevant = {(it.id, gold.fact): str(gold.role) for it in questions for gold in it.explanation}
        roles = ["", "BACKGROUND", "GROUNDING", "CENTRAL"]
        assert relevant == {place: roles[(it + 1) // 2] for place, it in graded.items() if it}
        database.close()


@FEW
@given(trees_project())
def test_trees_are_read_as_they_were_made(drawn: tuple[str, list[dict[str, Any]], list[Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database, project = made(folder, drawn)
        problems = list(entailmentbank.decode(exported(database, project, "entailmentbank"), "trees.jsonl"))
        questions = list(worldtree.decode_questions(exported(database, project, "worldtree"), "questions.tsv"))
        facts = worldtree.decode_table(exported(database, project, "worldtree-facts"), "OWN", "OWN.tsv").facts
        assert [it.id for it in questions] == [identifier(it.id) for it in problems]
        assert [len(it.explanation) for it in questions] == [len(it.tree.leaves) for it in problems if it.tree]
        texts = sorted(leaf.text for it in problems if it.tree for leaf in it.tree.leaves)
        assert sorted(fact.text for fact in facts) == [" ".join(it.split()) for it in texts]
        database.close()


def test_what_a_spreadsheet_would_run_is_text() -> None:
    with tempfile.TemporaryDirectory() as folder:
        given = {"question": "q", "answer": "a", "facts": [{"id": "f0", "text": "=1+1"}]}
        content = [({"grades": {"f0": value}, "notes": {}}, WorkState.DONE) for value in (0, 3)]
        database, project = made(folder, ("relevance", [given], content))
        (_, line) = exported(database, project, "figures-differences")
        assert line == "q0,f0,'=1+1,ann: 0; bob: 3,False"
        found = json.loads("\n".join(exported(database, project, "figures")))
        assert [it["person"] for it in found["people"]] == ["ann", "bob"]
        assert {it["measure"] for it in found["agreement"]} >= {"Fleiss' kappa", "Krippendorff's alpha, nominal"}
        with database.write() as db:
            projects.set_member(db, project.id, 1, Role.REVIEWER)
        database.close()
