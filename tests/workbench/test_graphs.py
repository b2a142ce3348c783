"""Graph collection: who does what after whom, what counts as right, and what comes out."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from explanans.cli import app
from explanans.errors import InputError
from explanans.formats import annotations, explagraphs
from explanans.graphs.stance import StanceModel
from explanans.structures.graphs import Relation, Stance
from explanans.workbench.exchange import export_project, import_project
from explanans.workbench.exports import lines_of
from explanans.workbench.figures import figures
from explanans.workbench.kinds.assignments import is_built_on, next_work, task_of
from explanans.workbench.kinds.graphs import GraphCollection
from explanans.workbench.kinds.graphs_work import Contribution, Fact, Prompt, Reason, predict_stance
from explanans.workbench.kinds.kind import open_kind, read_settings
from explanans.workbench.kinds.tasks import Task
from explanans.workbench.store import projects, works
from explanans.workbench.store.tables import Account, Item, Role, Work, WorkState
from tests.workbench.databases import new_database

BELIEF, ARGUMENT = "Zoos should be banned.", "Animals suffer in narrow cages."
FACTS = (
    Fact("zoos", Relation.USED_FOR, "narrow cages"),
    Fact("narrow cages", Relation.CAUSES, "suffer"),
    Fact("suffer", Relation.DESIRES, "banned"),
)
OTHER = (*FACTS[:2], Fact("suffer", Relation.NOT_DESIRES, "banned"))
ROW = "\t".join((BELIEF, ARGUMENT, "support"))
PEOPLE = ("ann", "bob", "cat", "dan", "eve", "fay", "gil")


class Group:
    """People who work on one project, each with every role."""

    def __init__(self, place: Path, lines: Sequence[str], suffix: str = ".tsv", **settings: Any) -> None:
        self.database = new_database(place / "graphs.sqlite")
        file = place / f"items{suffix}"
        file.write_text("".join(f"{line}\n" for line in lines))
        self.kind = open_kind("graphs")
        self.settings = read_settings(self.kind, settings)
        with self.database.write() as db:
            self.project = projects.create(
                db, None, "Graphs", "graphs", self.kind.read(file, "starter", self.settings), settings=self.settings
            )
            self.people = {name: Account(name=name, password="") for name in PEOPLE}  # nobody signs in
            db.add_all(self.people.values())
            db.flush()
            for account in self.people.values():
                for role in (Role.AUTHOR, Role.RATER, Role.REVIEWER):
                    projects.set_member(db, self.project.id, account.id, role)

    def take(self, name: str) -> tuple[Work, Task[Any, Any]] | None:
        """Return the next work of somebody, with its task."""
        with self.database.write() as db:
            work = next_work(db, self.project, self.people[name])
            if work is None:
                return None
            item = db.get(Item, work.item)
            assert item is not None
            return work, task_of(db, work, item, self.project)

    def stage(self, name: str) -> str:
        """Return the stage of the next work of somebody; empty if there is none."""
        taken = self.take(name)
        return taken[0].stage if taken else ""

    def hand_in(self, name: str, stage: str, **changes: Any) -> Contribution:
        """Do the next work of somebody, which has to be of a stage."""
        taken = self.take(name)
        assert taken is not None
        work, task = taken
        assert work.stage == stage
        made: Contribution = msgspec.structs.replace(self.kind.begin(task), **changes)
        if "label" in changes:
            made = made.judged(changes["label"], GraphCollection().seen(task))
        assert self.kind.faults(task, made) == ()
        with self.database.write() as db:
            content = msgspec.to_builtins(made)
            works.save(
                db, work.id, self.people[name], work.version, action="done", content=content, state=WorkState.DONE
            )
        return made

    def export(self, name: str) -> list[str]:
        with self.database.read() as db:
            return list(lines_of(db, self.project, name))

    def share(self, name: str, person: str = "all") -> tuple[int, int]:
        """Return a number of the dashboard, and of how many it is."""
        with self.database.read() as db:
            rows = [row for table in figures(db, self.project).tables for row in table.rows]
        return next((int(row[3]), int(row[2])) for row in rows if row[:2] == (name, person))


@pytest.fixture
def given(tmp_path: Path) -> Group:
    """Return people who draw graphs of a pair that is given."""
    return Group(tmp_path, [ROW], written=0)


def test_a_graph_is_drawn_verified_by_three_refined_by_another_and_verified_again(given: Group) -> None:
    given.hand_in("ann", "create", facts=OTHER)
    assert given.stage("ann") == ""  # nobody verifies their own graph
    for name in ("bob", "cat"):
        given.hand_in(name, "verify-1", label="counter")
    assert given.stage("eve") == "verify-1"  # two of three do not settle it
    given.hand_in("eve", "verify-1", label="support")
    assert given.export("graphs") == []
    assert given.stage("ann") == ""  # nor refines it
    taken = given.take("dan")
    assert taken is not None
    work, task = taken
    assert (work.stage, task.earlier[-1].person) == ("refine-1", "rater 3")
    assert given.kind.begin(task).facts == OTHER
    assert given.kind.faults(task, given.kind.begin(task)) == ("the graph is as it was: add, remove or replace a fact",)
    given.hand_in("dan", "refine-1", facts=FACTS)
    for name in ("bob", "cat", "fay"):
        assert given.stage("dan") == ""
        given.hand_in(name, "verify-2", label="support")
    assert [given.stage(name) for name in PEOPLE] == [""] * len(PEOPLE)
    assert given.export("graphs") == [
        f"{ROW}\t(zoos; used for; narrow cages)(narrow cages; causes; suffer)(suffer; desires; banned)"
    ]
    (history,) = explagraphs.decode_refinements(given.export("refinements"), "export.tsv")
    assert [len(history.rejected), history.rejected[0].edges[2].relation] == [1, Relation.NOT_DESIRES]
    assert history.final.edges == tuple(fact.edge() for fact in FACTS)
    said = list(annotations.decode_labels(given.export("labels"), "labels.tsv"))
    assert [(it.item, it.rater, it.label) for it in said[:3]] == [
        ("items.tsv:1#1", "bob", "counter"),
        ("items.tsv:1#1", "cat", "counter"),
        ("items.tsv:1#1", "eve", "support"),
    ]
    assert given.share("right after round 1") == (0, 1)
    assert given.share("right after round 2") == (1, 1)
    assert given.share("right after round 3") == (1, 1)
    assert given.share("first graphs that verifiers confirmed", "ann") == (0, 1)


def test_what_verifiers_see_is_belief_and_graph_only(given: Group) -> None:
    given.hand_in("ann", "create", facts=FACTS)
    taken = given.take("bob")
    assert taken is not None
    _, task = taken
    begun = given.kind.begin(task)
    assert begun == Contribution(BELIEF, facts=FACTS)
    assert given.kind.title_of(task) == BELIEF
    assert ARGUMENT not in "".join(given.kind.lines(begun))
    incorrect = begun.judged("incorrect", begun)
    assert given.kind.faults(task, incorrect) == ("an incorrect graph needs a reason: tick one",)
    assert given.kind.faults(task, incorrect.ticked(Reason.TRIVIAL, holds=True)) == ()
    assert given.kind.faults(task, begun.judged("neutral", begun)) == ("nothing is said yet",)
    assert incorrect.ticked(Reason.TRIVIAL, holds=True).judged("support", begun).reasons == ()


def test_rounds_end_where_the_project_says(tmp_path: Path) -> None:
    group = Group(tmp_path, [ROW], written=0, verifiers=1, rounds=2)
    group.hand_in("ann", "create", facts=OTHER)
    group.hand_in("bob", "verify-1", label="incorrect", reasons=(Reason.SENSELESS,))
    longer = (*OTHER, Fact("zoos", Relation.HAS_CONTEXT, "animals"))
    group.hand_in("cat", "refine-1", facts=longer)
    group.hand_in("bob", "verify-2", label="counter")
    assert group.export("refinements") == []  # it would say that the last graph was confirmed
    assert [group.stage(name) for name in ("ann", "cat")] == ["", ""]  # those who made a graph do not refine it
    group.hand_in("dan", "refine-2", facts=OTHER)
    group.hand_in("bob", "verify-3", label="counter")
    assert [group.stage(name) for name in PEOPLE] == [""] * len(PEOPLE)
    (history,) = explagraphs.decode_refinements(group.export("refinements"), "export.tsv")
    assert [len(graph.edges) for graph in (*history.rejected, history.final)] == [3, 4, 3]
    assert group.export("graphs") == []
    assert group.share("right after round 3") == (0, 1)


def test_a_draw_is_no_majority_and_a_graph_without_one_is_refined(tmp_path: Path) -> None:
    group = Group(tmp_path, [ROW], written=0, verifiers=2, rounds=1)
    group.hand_in("ann", "create", facts=FACTS)
    group.hand_in("bob", "verify-1", label="support")
    assert group.stage("dan") == "verify-1"
    group.hand_in("dan", "verify-1", label="counter")
    assert group.stage("dan") == "refine-1"


def test_a_verdict_on_a_graph_that_was_changed_since_does_not_count(tmp_path: Path) -> None:
    group = Group(tmp_path, [ROW], written=0, verifiers=1)
    group.hand_in("ann", "create", facts=OTHER)
    with group.database.read() as db:
        work = db.get(Work, 1)
        assert work is not None
        assert not is_built_on(db, work, group.project)
    group.hand_in("bob", "verify-1", label="support")
    assert len(group.export("graphs")) == 1
    ann, bob = group.people["ann"], group.people["bob"]
    with group.database.write() as db:
        work, verdict = db.get(Work, 1), db.get(Work, 2)
        assert work is not None
        assert verdict is not None
        assert is_built_on(db, work, group.project)
        content = works.content_of(db, work) or {}
        works.save(db, 1, bob, 1, action="sent back", content=content, state=WorkState.RETURNED)
        assert not is_built_on(db, work, group.project)
    group.hand_in("ann", "create", facts=FACTS)
    assert group.export("graphs") == []
    assert [group.stage(name) for name in ("ann", "cat", "dan")] == ["", "", ""]
    with group.database.write() as db:
        verdict, item = db.get(Work, 2), db.get(Item, 1)
        assert verdict is not None
        assert item is not None
        content = works.content_of(db, verdict) or {}
        task = task_of(db, verdict, item, group.project)
        assert group.kind.faults(task, group.kind.read_made(content)) == (
            "what is to be judged was changed since: judge it again",
        )
        works.save(db, 2, ann, 1, action="sent back", content=content, state=WorkState.RETURNED)
    group.hand_in("bob", "verify-1", label="support")
    assert len(group.export("graphs")) == 1


def written(group: Group, name: str, argument: str = ARGUMENT, *, fooled: bool = True) -> None:
    """Write a pair with one try."""
    made = Contribution(BELIEF, argument, stance=Stance.SUPPORT)
    made = made.tried(Stance.COUNTER if fooled else Stance.SUPPORT, "")
    group.hand_in(name, "write", belief=BELIEF, argument=argument, tries=made.tries)


def test_a_pair_is_written_labelled_by_five_and_then_drawn(tmp_path: Path) -> None:
    group = Group(tmp_path, ["Cages make animals ill.\tsupport"], ".txt")
    written(group, "ann")
    assert group.stage("ann") == ""
    for name, label in zip(PEOPLE[1:6], ("counter", "counter", "support", "counter", "neutral"), strict=True):
        taken = group.take(name)
        assert taken is not None
        assert group.kind.begin(taken[1]) == Contribution(BELIEF, ARGUMENT)  # the stance is not told
        assert group.take("ann") is None
        group.hand_in(name, "label", label=label)
    assert group.export("pairs") == [f"{BELIEF}\t{ARGUMENT}\tcounter"]
    made = group.hand_in("ann", "create", facts=OTHER)
    assert (made.belief, made.stance) == (BELIEF, Stance.COUNTER)
    assert [group.stage(name) for name in ("ann", "bob", "gil")] == ["", "", "verify-1"]
    assert group.share("tries that fooled the model") == (1, 1)
    assert group.share("the stance that was asked for") == (0, 1)
    (told,) = map(json.loads, group.export("tries"))
    assert (told["person"], told["told"], told["fooled"]) == ("ann", "counter", True)
    with group.database.read() as db:
        found = figures(db, group.project)
    assert found.compared == 1


@pytest.mark.parametrize("votes", [("neutral",) * 3, ("support", "counter", "neutral")])
def test_what_is_neutral_or_undecided_is_dropped(tmp_path: Path, votes: tuple[str, ...]) -> None:
    group = Group(tmp_path, ["Cages make animals ill.\tsupport"], ".txt", labellers=3)
    written(group, "ann")
    for name, label in zip(PEOPLE[1:], votes, strict=False):
        group.hand_in(name, "label", label=label)
    assert [group.stage(name) for name in PEOPLE] == [""] * len(PEOPLE)
    assert group.export("pairs") == []
    assert group.share("neutral or undecided, dropped") == (1, 1)


def test_tries_are_used_up_or_mislead_the_model() -> None:
    kind = GraphCollection()
    settings = read_settings(kind, {"tries": 2})
    task: Task[Prompt, Contribution] = Task("q", Prompt("Cages make animals ill."), "write", settings, "")
    made = kind.begin(task)
    assert kind.faults(task, made) == ("belief and argument are not both written", "the model was not asked yet")
    made = made.written(f"  {BELIEF} ", ARGUMENT).tried(Stance.SUPPORT, "")
    assert kind.faults(task, made) == ("the model was right: change belief or argument and ask again (tries left: 1)",)
    changed = made.written(BELIEF, "Cages hurt.")
    assert kind.faults(task, changed) == ("the words were changed since the model was asked",)
    assert kind.faults(task, changed.tried(Stance.COUNTER, "")) == ()
    used_up = changed.tried(Stance.SUPPORT, "mine")
    assert kind.faults(task, used_up) == ()
    assert [it.fooled for it in used_up.tries] == [False, False]
    assert kind.carried_over(used_up, made).tries == used_up.tries
    with pytest.raises(InputError, match="accepted: 300 at most"):
        made.written("a" * 301, "b")


def test_facts_follow_the_rules_as_they_are_made() -> None:
    made = Contribution(BELIEF, ARGUMENT)
    for fact in FACTS:
        made = made.with_fact(*fact.edge())
    assert made.graph().faults() == ()
    for source, relation, target, said in (
        ("zoos", "causes", "four words are many", "has 4 words"),
        ("", "causes", "harm", "a concept is empty"),
        ("zoos", "likes", "harm", "the relation 'likes'"),
        ("zoos", "causes", " Zoos ", "on both sides"),
        ("zoos (all)", "causes", "harm", "without brackets"),
        ("ZOOS", "used for", "narrow  cages", "there already"),
    ):
        with pytest.raises(InputError, match=said.replace("(", r"\(")):
            made.with_fact(source, relation, target)
    replaced = made.with_fact("zoos", "causes", "suffer", 0)
    assert [len(replaced.facts), replaced.facts[0].relation] == [3, Relation.CAUSES]
    assert made.with_fact(*FACTS[0].edge(), 0) == made
    assert made.without_fact(1).graph().faults(shared=True)[0] == "2 edges instead of three to eight"
    for number in range(5):
        made = made.with_fact("zoos", "causes", f"harm {number}")
    with pytest.raises(InputError, match="more than 8 facts"):
        made.with_fact("zoos", "causes", "harm 9")


def test_a_concept_of_both_texts_counts_for_both_where_the_project_says_so() -> None:
    kind = GraphCollection()
    facts = (
        Fact("zoos", Relation.HAS_PROPERTY, "cages"),
        Fact("cages", Relation.CAUSES, "harm"),
        Fact("harm", Relation.DESIRES, "banned"),
    )
    made = Contribution("Zoos should be banned.", "Zoos are cages.", facts=facts)
    for shared, count in ((1, 0), (0, 1)):
        task: Task[Prompt, Contribution] = Task("q", Prompt(), "create", read_settings(kind, {"shared": shared}), "")
        assert len(kind.faults(task, made)) == count


def test_files_of_prompts_and_pairs(tmp_path: Path) -> None:
    kind = GraphCollection()

    def keys(name: str, text: str, **settings: int) -> list[str]:
        (tmp_path / name).write_text(text)
        return [item.key for item in kind.read(tmp_path / name, "", read_settings(kind, settings))]

    assert keys("prompts.txt", "Cages hurt.\n\nIce melts.\tcounter\n") == [
        "prompts.txt:1:support",
        "prompts.txt:1:counter",
        "prompts.txt:3",
    ]
    assert keys("prompts.jsonl", '{"id": "p1", "prompt": "Ice melts.", "stance": "support"}\n') == ["p1"]
    assert keys("pairs.tsv", f"{ROW}\n", written=0) == ["pairs.tsv:1"]
    for name, text, said in (
        ("none.tsv", "one\ttwo\n", "line 1: a row of 2 columns"),
        ("none.tsv", "one\ttwo\tlikes\n", "line 1: the stance 'likes'"),
        ("none.tsv", f"{ROW}\n{ROW}\t(rain; likes; snow)\n", "line 2, column .*: the relation 'likes'"),
        ("none.jsonl", "{}\n", "line 1: Object missing required field `belief`"),
        ("none.csv", "", "accepted: .tsv, .jsonl"),
    ):
        with pytest.raises(InputError, match=said):
            keys(name, text, written=0)
    with pytest.raises(InputError, match=r"line 1: more than a prompt and a stance; .* if the setting written is 0"):
        keys("pairs.tsv", f"{ROW}\n")


def finished(place: Path, lines: Sequence[str]) -> Group:
    """Return people who have confirmed the graphs that their file holds."""
    group = Group(place, lines, written=0, verifiers=1)
    for _ in lines:
        group.hand_in("ann", "create")
    for line in lines:
        group.hand_in("bob", "verify-1", label=line.split("\t")[2])
    return group


def test_an_export_taken_in_gives_the_same_items(given: Group, tmp_path: Path) -> None:
    given.hand_in("ann", "create", facts=FACTS)
    for name in ("bob", "cat", "dan"):
        given.hand_in(name, "verify-1", label="support")
    for place in ("first", "second"):
        (tmp_path / place).mkdir()
    graphs = given.export("graphs")
    assert finished(tmp_path / "first", graphs).export("graphs") == graphs
    (tmp_path / "graphs.jsonl").write_text("\n".join(given.export("graphs-jsonl")))
    (item,) = given.kind.read(tmp_path / "graphs.jsonl", "starter", given.settings)
    assert item.key == "items.tsv:1"
    assert given.kind.read_given(item.payload).facts == FACTS
    with given.database.read() as db:
        lines = list(export_project(db, given.project))
    other = new_database(tmp_path / "second" / "other.sqlite")
    with other.write() as db:
        project = import_project(db, lines, "project.jsonl", None)
    with other.read() as db:
        assert list(export_project(db, project)) == lines
        assert list(lines_of(db, project, "refinements")) == given.export("refinements")


TINY = [
    f"{name.title()} should be banned.\t{harm.title()} harm from {name} is severe.\t{stance}\t"
    f"({name}; causes; {harm} harm)({harm} harm; is a; danger)(danger; {relation}; banned)(severe; has context; danger)"
    for name in ("guns", "drugs", "cars", "zoos", "mines", "tests")
    for harm in ("physical", "mental")
    for stance, relation in (("support", "desires"), ("counter", "not desires"))
]


def test_models_are_trained_on_what_a_project_exports(tmp_path: Path) -> None:
    group = finished(tmp_path, TINY)
    place = tmp_path / "data" / "explagraphs"
    place.mkdir(parents=True)
    files = {it.name: it.file for it in group.kind.formats}
    for name in ("graphs", "refinements"):
        (place / files[name]).write_text("".join(f"{line}\n" for line in group.export(name)))
    for command in ("stance", "graphs"):
        made = tmp_path / command
        done = CliRunner().invoke(app, ["train", command, "--data", str(place.parent), "--out", str(made), "--quiet"])
        assert done.exit_code == 0, done.output
    assert StanceModel.load(tmp_path / "stance").origin.data["graphs"] == len(TINY)
    # The model in the loop is the new one from now on.
    group.kind.check_text("model", str(tmp_path / "stance"))
    assert predict_stance(BELIEF, ARGUMENT, str(tmp_path / "stance")) in set(Stance)
    with pytest.raises(InputError, match="nowhere"):
        group.kind.check_text("model", str(tmp_path / "nowhere"))


def test_unknown_formats_are_refused(given: Group) -> None:
    with given.database.read() as db, pytest.raises(InputError, match="accepted: graphs, refinements, pairs"):
        lines_of(db, given.project, "docx")
    with pytest.raises(InputError, match="accepted: graphs, refinements"):
        given.kind.export("docx", [])
