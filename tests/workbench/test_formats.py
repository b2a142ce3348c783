"""Single formats as projects: exported, taken in and exported again; real files; files that are none."""

import json
import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from typer.testing import CliRunner, Result

from explanans.cli import app as app_of_commands
from explanans.errors import InputError
from explanans.formats import entailmentbank, explagraphs, worldtree
from explanans.io.files import read_lines
from explanans.structures.graphs import Relation, Stance
from explanans.workbench.bases import Bases
from explanans.workbench.imports import take_in, taken_formats
from explanans.workbench.kinds.graphs_work import Contribution, Fact, Prompt, rounds
from explanans.workbench.kinds.kind import open_kind
from explanans.workbench.kinds.rated import Candidate, Ratings, Shortlist
from explanans.workbench.kinds.tasks import DoneItem, File, PreviousAnnotation
from explanans.workbench.kinds.trees_sheet import Conclusion, Part, Premise, Question, Sheet
from explanans.workbench.store import accounts, projects
from explanans.workbench.store.database import Database
from explanans.workbench.store.tables import Project, WorkState
from explanans.workbench.web import dashboard
from explanans.workbench.web.site import Site, handle_errors
from tests.data_sets import present
from tests.workbench.conftest import PASSWORD
from tests.workbench.filling import fill, lines, text

ICE = Question("What melts ice?", "heat", "heat melts ice")
SHEET = Sheet(
    "warmth → melts ice",
    (
        Premise("F1", "ice is a solid", Part.GROUNDING, "base", "uid-1"),
        Premise("F2", "heat melts solids", Part.CORE, "own"),
        Premise("F3", "warmth is heat", Part.OTHER, "suggested", "uid-3"),
    ),
    (
        Conclusion("C1", ("F1", "F2"), "heat → melts; ice", "substitution"),
        Conclusion("C2", ("C1", "F3"), "warmth → melts ice"),
    ),
    "C2",
    (3, 2),
)
PLAIN = Sheet("heat melts ice", SHEET.facts[:2], (Conclusion("C1", ("F1", "F2"), "heat melts ice"),), "C1", (2, 1))


def made(stage: str, person: str, what: Any, state: WorkState = WorkState.DONE) -> PreviousAnnotation[Any]:
    return PreviousAnnotation(stage, person, what, state)


def trees(database: Database) -> Project:
    works = (made("author", "ann", SHEET), made("author", "bob", PLAIN))
    other = Question("What freezes water?", "cold", "cold freezes water")
    items = [DoneItem("q1", ICE, works), DoneItem("q2", other, (made("author", "bob", PLAIN),))]
    return fill(database, "trees", items, authors=2)


def ratings(database: Database) -> Project:
    facts = tuple(
        Candidate(f"f{number}", f"fact {number}", table) for number, table in enumerate(["KINDOF", "", "OWN"])
    )
    said = [
        made("rate", "ann", Ratings({"f0": 3, "f1": 1, "f2": 2})),
        made("rate", "bob", Ratings({"f0": 1, "f1": 0, "f2": 2}, {"f0": "hardly"})),
        made("settle", "eve", Ratings({"f0": 3})),
    ]
    shortlist = Shortlist("What melts ice?", "heat", facts)
    return fill(database, "relevance", [DoneItem("q1", shortlist, tuple(said)), DoneItem("q2", shortlist, ())])


CHAIN = (
    Fact("zoos", Relation.USED_FOR, "narrow cages"),
    Fact("narrow cages", Relation.CAUSES, "suffer"),
    Fact("suffer", Relation.DESIRES, "banned"),
)
DRAFTS = [(*CHAIN[:2], Fact("suffer", relation, "banned")) for relation in (Relation.IS_A, Relation.PART_OF)]


def drawn(number: int, *graphs: Sequence[Fact], label: str) -> DoneItem[Prompt, Contribution]:
    """Return an item whose graphs were rejected, all but the last, which verifiers called as is said."""
    belief, argument = f"Zoos should be banned {number}.", "Animals suffer in narrow cages."
    works = []
    for place, facts in enumerate(graphs, 1):
        graph = Contribution(belief, argument, Stance.SUPPORT, facts=tuple(facts))
        last = place == len(graphs)
        works.append(made("create" if place == 1 else f"refine-{place - 1}", f"author-{place}", graph))
        for person in ("rita", "rob", "ron"):
            verdict = Contribution(belief, label=label if last else "incorrect", facts=tuple(facts))  # type: ignore[arg-type]
            works.append(made(f"verify-{place}", person, verdict))
    return DoneItem(f"g{number}", Prompt("", Stance.SUPPORT, belief, argument), tuple(works))


def graphs(database: Database) -> Project:
    items = [
        drawn(1, CHAIN, label="support"),
        drawn(2, DRAFTS[0], CHAIN, label="support"),
        drawn(3, *DRAFTS, CHAIN, label="support"),
        drawn(4, *DRAFTS, CHAIN, label="counter"),
    ]
    return fill(database, "graphs", items, written=0)


def taken(
    database: Database, format_name: str, *files: tuple[str, Sequence[str]], knowledge: str = "starter"
) -> Project:
    with database.write() as db:
        return take_in(db, None, [File(*it) for it in files], format_name, knowledge=knowledge)


@pytest.fixture
def other(tmp_path: Path) -> Database:
    """Return another empty database."""
    return Database(str(tmp_path / "other.sqlite"))


@pytest.fixture
def here(tmp_path: Path) -> Database:
    """Return an empty database."""
    return Database(str(tmp_path / "here.sqlite"))


@pytest.mark.parametrize(
    "filled",
    [
        (trees, "entailmentbank", ["entailmentbank"]),
        (trees, "worldtree", ["worldtree", "worldtree-facts"]),
        (ratings, "ratings", ["ratings"]),
        (ratings, "worldtree", ["worldtree", "worldtree-facts"]),
        (graphs, "graphs", ["graphs"]),
        (graphs, "graphs-jsonl", ["graphs-jsonl"]),
        (graphs, "refinements", ["refinements", "graphs"]),
    ],
)
def test_what_is_exported_and_taken_in_is_exported_as_it_was(
    here: Database, other: Database, tmp_path: Path, filled: tuple[Any, str, list[str]]
) -> None:
    fill_in, format_name, files = filled
    (tmp_path / "facts.jsonl").write_text("".join(f'{{"id": "uid-{n}", "text": "fact {n}"}}\n' for n in (1, 2, 3)))
    (tmp_path / "more.jsonl").write_text("".join(f'{{"id": "f{n}", "text": "fact {n}"}}\n' for n in (0, 1)))
    knowledge = tmp_path / ("facts.jsonl" if fill_in is trees else "more.jsonl")
    first = lines(here, fill_in(here), *files)
    assert all(first)
    named = {it.name: it.file for it in (*open_kind("trees").formats, *open_kind("graphs").formats)}
    given = [(named.get(name, f"{name}.x"), found) for name, found in zip(files, first, strict=True)]
    project = taken(other, format_name, *given, knowledge=str(knowledge))
    assert project.title == given[0][0].partition(".")[0]
    assert lines(other, project, *files) == first


def test_trees_keep_what_the_format_carries(other: Database, here: Database) -> None:
    (found,) = lines(here, trees(here), "entailmentbank")
    items = open_kind("trees").take_in("entailmentbank", [File("trees.jsonl", found)], "starter").items
    assert [[work.person for work in item.works] for item in items] == [["unknown-author", "bob"], ["unknown-author"]]
    assert items[0].given == Question(ICE.question, ICE.answer, SHEET.hypothesis)
    assert items[0].works[0].made == SHEET


def test_graphs_keep_their_rounds(here: Database) -> None:
    files = [File("x.tsv", it) for it in lines(here, graphs(here), "refinements", "graphs")]
    items = open_kind("graphs").take_in("refinements", files, "starter").items
    found = [[(round_.label, len(round_.made.facts)) for round_ in rounds(item.works)] for item in items]
    assert [len(it) for it in found] == [1, 2, 3, 3]
    assert [it[-1][0] for it in found] == ["support", "support", "support", "incorrect"]
    alone = open_kind("graphs").take_in("refinements", files[:1], "starter").items
    assert [rounds(item.works)[-1].is_correct for item in alone] == [True, True, False, False]


def head(path: Path, number: int) -> list[str]:
    return list(islice(read_lines(path), number))


def test_released_trees_are_a_project(data_folder: Path, here: Database, other: Database) -> None:
    path = present(data_folder / "entailmentbank" / "dataset" / "task_1" / "train.jsonl")
    twice = [line for line in read_lines(path) if '"MCAS_2011_5_17"' in line]
    rows = [*head(path, 20), *twice]
    (found,) = lines(here, taken(here, "entailmentbank", (str(path), rows)), "entailmentbank")
    read, gold = ({it.id: it for it in entailmentbank.decode(it, "x")} for it in (found, rows))
    assert [*gold, "MCAS_2011_5_17 (2)"] == [*read]  # the file has two problems of that id
    for name in [*gold][:20]:
        assert {leaf.text for leaf in read[name].tree.leaves} == {leaf.text for leaf in gold[name].tree.leaves}  # type: ignore[union-attr]
    assert lines(other, taken(other, "entailmentbank", ("again.jsonl", found)), "entailmentbank") == [found]
    # The problems of task 3 have no proofs: nobody has begun them.
    task_3 = path.parent.parent / "task_3" / "dev.jsonl"
    items = open_kind("trees").take_in("entailmentbank", [File("x", head(task_3, 20))], "starter").items
    assert [item.works for item in items] == [()] * 20


def test_released_graphs_are_a_project(explagraphs_folder: Path, here: Database) -> None:
    rows = head(explagraphs_folder / "refinement_graphs_train.tsv", 40)
    confirmed = list(read_lines(explagraphs_folder / "train.tsv"))
    project = taken(here, "refinements", ("refinement_graphs_train.tsv", rows), ("train.tsv", confirmed))
    found, graphs_found = lines(here, project, "refinements", "graphs")
    assert list(explagraphs.decode(found, "x")) == list(explagraphs.decode(rows, "x"))
    assert len(graphs_found) == 40


def test_released_explanations_are_a_project(worldtree_folder: Path, here: Database, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("Ice is a solid.\n")
    rows = head(worldtree_folder / "questions" / "questions.dev.tsv", 31)
    tables = [(str(path), list(read_lines(path))) for path in sorted((worldtree_folder / "tables").glob("*.tsv"))]
    project = taken(here, "worldtree", ("dev.tsv", rows), *tables, knowledge=str(tmp_path / "one.txt"))
    (found,) = lines(here, project, "worldtree")
    read, gold = (list(worldtree.decode_questions(it, "x")) for it in (found, rows))
    assert [it.answer for it in read] == [it.answer for it in gold]
    assert [[fact.fact for fact in it.explanation] for it in read] == [
        [fact.fact for fact in it.explanation] for it in gold
    ]


TREE = {
    "id": "q1",
    "hypothesis": "heat melts ice",
    "proof": "sent1 & sent2 -> hypothesis;",
    "meta": {"triples": {"sent1": "ice is a solid", "sent2": "heat melts a solid"}},
}
QUESTIONS = ["QuestionID\tAnswerKey\texplanation\tquestion", "q1\tA\tf1|CENTRAL\tWhat melts ice? (A) heat"]
RATED = '{"rankingProblems": [{"qid": "q1", "questionText": "What?", "documents": [{"uuid": "f1", "relevance": 9}]}]}'


@pytest.mark.parametrize(
    ("format_name", "found", "said"),
    [
        ("entailmentbank", ["", "{}"], "file.x, line 2: Object missing required field `id`"),
        (
            "entailmentbank",
            [json.dumps({**TREE, "proof": "sent9 -> hypothesis;"})],
            "line 1, column 1: hypothesis rests",
        ),
        (
            "entailmentbank",
            [json.dumps({**TREE, "meta": {**TREE["meta"], "origin": {"sent1": "hell"}}})],  # type: ignore[dict-item]
            "line 1: the origin 'hell'; accepted: base, own or suggested",
        ),
        (
            "entailmentbank",
            [json.dumps({**TREE, "meta": {**TREE["meta"], "inference": {"hypothesis": "magic"}}})],  # type: ignore[dict-item]
            "line 1: the inference 'magic'; accepted: ",
        ),
        ("ratings", ["{", "]"], "file.x, line 2: JSON is malformed"),
        ("ratings", ['{"rankingProblems": [{"qid": "q1"}]}'], r"`documents` - at `\$.rankingProblems\[0\]`"),
        ("ratings", ['{"rankingProblems": [{"qid": "q1", "documents": []}]}'], "question 'q1' without questionText"),
        ("ratings", [RATED], "a rating of 9 for the fact 'f1' of question 'q1'; accepted: 0 to 6"),
        ("ratings", [RATED.replace("9", "6")], "the fact 'f1' of question 'q1' without docText"),
        ("worldtree", QUESTIONS, "line 2: the fact 'f1', which is not in the knowledge base"),
        ("worldtree", [*QUESTIONS[:1], "q1\tB\t\tIs it? (A) yes"], "line 2: the answer key 'B'"),
        ("graphs", ["one\ttwo"], "line 1: a row of 2 columns"),
        ("graphs", ["a\tb\tsupport\t(a; likes; b)"], "line 1, column 13: the relation 'likes'"),
        ("graphs-jsonl", ["{}"], "line 1: Object missing required field"),
        ("refinements", ["a\tb\tsupport" + 4 * "\t(a; causes; b)"], "line 1: 4 graphs"),
        ("project", ["{}"], "line 1: Object missing required field `explanans_workbench`"),
        ("docx", [""], "accepted: project, graphs, refinements, graphs-jsonl, ratings, worldtree, entailmentbank"),
        ("graphs", [], "the file has no items"),
    ],
)
def test_what_breaks_its_format_is_refused(
    here: Database, tmp_path: Path, format_name: str, found: list[str], said: str
) -> None:
    (tmp_path / "one.txt").write_text("Ice is a solid.\n")
    with pytest.raises(InputError, match=said):
        taken(here, format_name, ("file.x", found), knowledge=str(tmp_path / "one.txt"))
    with here.read() as db:
        assert db.query(Project).count() == 0


def test_each_format_makes_projects_of_one_kind() -> None:
    assert {name: kind.name for name, (_, kind) in taken_formats().items()} == {
        "entailmentbank": "trees",
        "ratings": "relevance",
        "worldtree": "relevance",
        "graphs": "graphs",
        "refinements": "graphs",
        "graphs-jsonl": "graphs",
    }
    for name in ("trees", "relevance", "graphs", "claims"):
        with pytest.raises(InputError, match="accepted: "):
            open_kind(name).take_in("docx", [File("x", [])], "starter")
    with pytest.raises(InputError, match="2 files"):
        open_kind("trees").take_in("entailmentbank", [File("x", []), File("y", [])], "starter")


def test_projects_are_taken_in_by_the_page(here: Database) -> None:
    (found,) = lines(here, graphs(here), "graphs")
    with here.write() as db:
        chief = accounts.create(db, "chief", PASSWORD, administrator=True)
        cookie = accounts.open_session(db, chief)
    site = Site(here, Bases())
    app = FastAPI()
    app.state.site = site
    handle_errors(app, site)
    app.include_router(dashboard.router)
    client = TestClient(app, cookies={site.cookie: cookie}, follow_redirects=False)
    page = client.get("/projects/import").text
    for name in ("project", *taken_formats()):
        assert f'value="{name}"' in page
    sealed = re.search(r'name="seal" value="(\w+)"', page)
    assert sealed

    def send(*files: tuple[str, str], format_name: str = "graphs", **fields: str) -> Any:
        uploads = [("file", (name, content.encode("latin-1"))) for name, content in files]
        sent = {"seal": sealed[1], "format": format_name, **fields}
        return client.post("/projects/import", data=sent, files=uploads)

    made = send(("../../train.tsv", text(found)))
    assert (made.status_code, made.headers["location"]) == (303, "/projects/2")
    with here.read() as db:
        project = db.get_one(Project, 2)
        assert (project.title, project.knowledge) == ("train", "starter")
        assert {str(membership.role) for _, membership in projects.members(db, 2)} == {
            "administrator",
            "author",
            "rater",
        }
    assert lines(here, project, "graphs") == [found]
    for answer, said in (
        (send(("x.tsv", "one\ttwo\n")), "x.tsv, line 1: a row of 2 columns"),
        (send(("x.tsv", "\n\xff")), "x.tsv, line 2"),
        (send(("train.tsv", text(found))), "there is a project called"),
        (send(("x.json", "{"), format_name="ratings", knowledge="nowhere"), "nowhere"),
        (send(("x.tsv", ""), format_name="docx"), "the format &#39;docx&#39;; accepted: project"),
        (client.post("/projects/import", data={"seal": sealed[1]}), "there is no file"),
    ):
        assert answer.status_code == 400
        assert said.lower() in answer.text.lower()  # a sentence begins with a capital


def test_projects_are_taken_in_by_the_command(here: Database, tmp_path: Path) -> None:
    names = ("refinements", "graphs")
    found = lines(here, graphs(here), *names)
    paths = [tmp_path / f"{name}.tsv" for name in names]
    for path, rows in zip(paths, found, strict=True):
        path.write_text(text(rows))
    database = str(tmp_path / "new.sqlite")

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(app_of_commands, ["workbench", *arguments, "--database", database])

    given = [*map(str, paths), "--format", "refinements"]
    assert json.loads(run("import", *given, "--json", "--title", "Again").stdout) == {"project": "Again"}
    for name, rows in zip(names, found, strict=True):
        out = tmp_path / "out.tsv"
        assert run("export", "Again", "--format", name, "--out", str(out)).exit_code == 0
        assert out.read_text() == text(rows)
    refused = run("import", str(paths[0]))
    assert isinstance(refused.exception, InputError)
    assert "refinements.tsv, line 1: JSON is malformed" in str(refused.exception)
