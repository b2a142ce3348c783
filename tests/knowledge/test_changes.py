"""Changes: facts added, replaced and removed without building again, by one process at a time, under any accident."""

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.knowledge import changes, index
from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.changes import Change, add, remove
from explanans.knowledge.index_writer import VECTORS, write_index
from explanans.knowledge.manifest import read_manifest
from explanans.knowledge.scratch import writing
from explanans.knowledge.sources import InMemorySource
from explanans.learning.embedder import Embedder
from explanans.retrieval.ranker import open_ranker, rank, score
from explanans.structures.facts import Fact, Role
from explanans.structures.questions import GoldFact, Question

FACTS = "id,text,table\n1,ice is a solid,KINDOF\n2,heat melts ice,CAUSE\n3,a frog is a kind of amphibian,KINDOF\n"


@pytest.fixture
def base(tmp_path: Path) -> Path:
    (tmp_path / "facts.csv").write_text(FACTS, encoding="utf-8")
    index.build([tmp_path / "facts.csv"], tmp_path / "base", vectors=False)
    return tmp_path / "base"


def file_of(place: Path, *rows: str) -> Path:
    path = place / "more.csv"
    path.write_text("\n".join(["id,text,table", *rows]), encoding="utf-8")
    return path


def texts(folder: Path) -> dict[str, str]:
    knowledge = KnowledgeBase.open(folder)
    asked = Question.asked("What melts ice?", "heat")
    ids = rank(open_ranker("bm25", knowledge), knowledge, asked).facts
    assert len(ids) == knowledge.manifest.facts
    facts = [knowledge.fact(uid) for uid in sorted(ids)]
    return {fact.id: fact.text for fact in facts if fact}


def test_added_facts_are_found_beside_the_others(base: Path) -> None:
    assert add(base, [file_of(base.parent, "4,a newt is a kind of amphibian,KINDOF", "5,newts sleep,HABIT")]) == Change(
        added=2, replaced=0, removed=0, facts=5
    )
    knowledge = KnowledgeBase.open(base)
    assert [item.fact.id for item in knowledge.search("newt amphibian", 9)] == ["4", "3", "5"]
    assert knowledge.about("amphibian").tolist() == [2, 3]
    assert knowledge.ids == ("1", "2", "3", "4", "5")
    assert list(knowledge.manifest.tables.items()) == [("CAUSE", 1), ("HABIT", 1), ("KINDOF", 3)]
    assert knowledge.vocabulary.weight("sleep") > knowledge.vocabulary.weight("newt")


def test_the_rankers_know_them(base: Path) -> None:
    add(base, [file_of(base.parent, "4,a newt is a kind of amphibian,KINDOF", "5,an amphibian hatches in water,HABIT")])
    knowledge = KnowledgeBase.open(base)
    asked = Question.asked("Where does a newt hatch?", "in water")
    for name in ("cold", "stacked", "unification", "tfidf"):
        best = score(open_ranker(name, knowledge), knowledge, asked).best(2)
        assert {item.fact.id for item in best} == {"4", "5"}, name


def test_the_same_id_replaces_and_the_same_fact_changes_nothing(base: Path) -> None:
    more = file_of(base.parent, "2,heat melts snow,CAUSE", "3,a frog is a kind of amphibian,KINDOF")
    assert add(base, [more]) == Change(added=0, replaced=1, removed=0, facts=3)
    assert texts(base) == {"1": "ice is a solid", "2": "heat melts snow", "3": "a frog is a kind of amphibian"}
    before = (base / "manifest.json").read_bytes()
    assert add(base, [more]) == Change(added=0, replaced=0, removed=0, facts=3)
    assert (base / "manifest.json").read_bytes() == before


def test_what_is_removed_is_found_no_more(base: Path) -> None:
    assert remove(base, ["2"]) == Change(added=0, replaced=0, removed=1, facts=2)
    knowledge = KnowledgeBase.open(base)
    assert knowledge.search("heat melts", 9) == ()
    assert knowledge.about("melt").tolist() == []
    assert knowledge.fact("2") is None
    assert texts(base).keys() == {"1", "3"}
    assert knowledge.manifest.tables == {"KINDOF": 2}
    with pytest.raises(InputError, match="holds no fact with the id '2' and 1 more; accepted: ids of its facts"):
        remove(base, ["2", "9"])
    with pytest.raises(InputError, match="no fact would be left"):
        remove(base, ["1", "3"])
    assert add(base, [file_of(base.parent, "2,heat melts ice,CAUSE")]).added == 1
    assert texts(base).keys() == {"1", "2", "3"}


def test_many_changes_leave_few_segments_and_files(base: Path) -> None:
    for number in range(12):
        add(
            base, [file_of(base.parent, f"n{number},newt {number} sleeps,HABIT", f"2,heat melts {number} things,CAUSE")]
        )
    remove(base, ["n3", "n4"])
    knowledge = KnowledgeBase.open(base)
    assert len(knowledge.manifest.segments) == 1
    assert knowledge.manifest.facts == 13
    assert texts(base)["2"] == "heat melts 11 things"
    assert len([path for path in base.iterdir() if path.name.startswith("added-")]) == 2
    assert sorted(path.name for path in base.parent.iterdir()) == ["base", "facts.csv", "more.csv"]


def test_as_if_it_had_been_built_so(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Several segments, since none may grow: the facts, their order and what is found are those of one.
    monkeypatch.setattr(changes, "_SMALL", 0)
    for number in range(4):
        add(base, [file_of(base.parent, f"n{number},a newt is {number} inches long,SIZE")])
    remove(base, ["n1"])
    changed = KnowledgeBase.open(base)
    assert len(changed.manifest.segments) == 4
    index.build([base], base.parent / "again", vectors=False)
    again = KnowledgeBase.open(base.parent / "again")
    assert list(again.facts) == [fact for fact in changed.facts if fact.id != "n1"]
    assert again.manifest.segments == ()
    asked = Question.asked("How long is a newt?", "2 inches")
    for name in ("bm25", "cold"):
        first, second = (rank(open_ranker(name, each), each, asked).facts[:3] for each in (changed, again))
        assert first == second, name


def test_several_bases_of_which_one_has_changed(base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "cache"))
    (tmp_path / "notes.txt").write_text("Snow is cold.", encoding="utf-8")
    assert len(KnowledgeBase.open(base, tmp_path / "notes.txt").facts) == 4
    remove(base, ["2"])
    assert [fact.id for fact in KnowledgeBase.open(base, tmp_path / "notes.txt").facts] == ["1", "3", "notes.txt#1"]


def test_gold_explanations_follow_the_facts(tmp_path: Path) -> None:
    asked = Question("q", "What melts ice?", Question.asked("x", "heat").choices, "A")
    gold = (GoldFact("2", Role.CENTRAL), GoldFact("1", Role.GROUNDING), GoldFact("gone", Role.CENTRAL))
    built = tmp_path / "built"
    built.mkdir()
    facts = [Fact("1", "ice is a solid"), Fact("2", "heat melts ice"), Fact("3", "a frog hops")]
    write_index(InMemorySource("given", facts, [replace(asked, explanation=gold)]), built)
    assert KnowledgeBase.open(built).gold.facts.tolist() == [0, 1]
    add(built, [file_of(tmp_path, "2,heat melts all ice,")])
    assert KnowledgeBase.open(built).gold.facts.tolist() == [0, 3]
    assert KnowledgeBase.open(built).votes(np.ones(1)).tolist() == [1, 0, 0, 1]
    remove(built, ["2"])
    assert KnowledgeBase.open(built).gold.facts.tolist() == [0, 1]
    assert open_ranker("stacked", KnowledgeBase.open(built)).scores(asked)[1] >= 0


def test_vectors_are_made_of_new_facts_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "facts.csv").write_text(FACTS, encoding="utf-8")
    index.build([tmp_path / "facts.csv"], tmp_path / "base")
    embed, read = Embedder.embed, list[str]()

    def watched(self: Embedder, given: Sequence[str]) -> NDArray[np.float32]:
        read.extend(given)
        return embed(self, given)

    monkeypatch.setattr(Embedder, "embed", watched)
    add(tmp_path / "base", [file_of(tmp_path, "4,rents rose sharply,")])
    assert read == ["rents rose sharply"]
    vectors = KnowledgeBase.open(tmp_path / "base").vectors_by(Embedder.shipped())
    assert read == ["rents rose sharply"]
    cosines = vectors.cosines(Embedder.shipped().embed(["The price of flats went up."]))[:, 0]
    assert int(cosines.argmax()) == 3
    assert (tmp_path / "base" / "added-000001" / VECTORS).exists()


def test_questions_are_left_out_aloud(base: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        add(base, ["starter"])
    assert "its questions are left out" in caplog.text
    assert KnowledgeBase.open(base).manifest.questions == 0


def test_what_is_no_index(base: Path) -> None:
    for place in (base.parent, base.parent / "nowhere", base.parent / "facts.csv"):
        with pytest.raises(InputError, match="no index; accepted: a folder made by `explanans kb build`"):
            add(place, ["starter"])
    assert not (base.parent / "nowhere").exists()


# Several processes

only_with_locks = pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked here")


@only_with_locks
def test_a_second_writer_is_refused(base: Path) -> None:
    before = texts(base)
    with writing(base, base, "changing"):
        with pytest.raises(InputError, match="base: another process is changing it; accepted: one writer at a time"):
            add(base, ["starter"])
        with pytest.raises(InputError, match="base: another process is changing it"):
            remove(base, ["1"])
        assert texts(base) == before, "readers are not held up"
    building = base.parent / ".base.building"
    with (
        writing(building, base, "building"),
        pytest.raises(InputError, match="base: another process is building it; accepted: one writer"),
    ):
        index.build(["starter"], base, vectors=False)
    assert texts(base) == before


READ = """
import sys
from pathlib import Path
from explanans.knowledge.base import KnowledgeBase
base = Path(sys.argv[1])
print("ready", flush=True)
while not (base.parent / "done").exists():
    knowledge = KnowledgeBase.open(base)
    live = [fact for number, fact in enumerate(knowledge.facts) if number not in set(knowledge.removed.tolist())]
    assert len(live) == knowledge.manifest.facts == len({fact.id for fact in live}), knowledge.manifest
    (uid,) = (fact.id for fact in live if fact.text.startswith("heat melts"))
    assert uid == "2", uid
"""


def test_readers_go_on_while_one_writes(base: Path) -> None:
    readers = [
        subprocess.Popen([sys.executable, "-c", READ, str(base)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    for reader in readers:
        assert reader.stdout is not None
        assert reader.stdout.readline() == b"ready\n"
    for number in range(15):
        add(base, [file_of(base.parent, f"n{number},newt {number} sleeps,", f"2,heat melts {number} things,")])
        if number % 5 == 4:
            remove(base, [f"n{number}"])
    (base.parent / "done").touch()
    assert [reader.communicate(timeout=120)[1].decode() for reader in readers] == ["", ""]


# Accidents

ACCIDENTS = """
import os, resource, shutil, signal, sys
from pathlib import Path
from explanans.knowledge import changes, index
from explanans.errors import InputError
from explanans.knowledge.base import KnowledgeBase

base, more, what = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
do = {
    "add": lambda folder: changes.add(folder, [more]),
    "remove": lambda folder: changes.remove(folder, ["1"]),
    "build": lambda folder: index.build([more], folder, vectors=False),
}[what]
WRITES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate"}

def facts(folder):
    knowledge = KnowledgeBase.open(folder)
    gone = set(knowledge.removed.tolist())
    return sorted((fact.id, fact.text) for number, fact in enumerate(knowledge.facts) if number not in gone)

def after(place, accident):
    \"\"\"Return whether the change came to its end in spite of an accident, and what it left.\"\"\"
    folder = place / "base"
    shutil.copytree(base, folder)
    child = os.fork()
    if not child:
        code = 9
        try:
            accident()
            do(folder)
            code = 0
        except BaseException as error:
            code = 3 if type(error).__name__ == "StorageError" else 4
        finally:
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    left = facts(folder)
    assert left in (before, whole), (what, "neither before nor after", left)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) in (0, 3), (what, status)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 3:
        assert left == before
    try:
        do(folder)  # it clears away what is left of the accident, too
    except InputError:
        assert what == "remove" and left == whole
    assert facts(folder) == whole
    assert [path.name for path in place.iterdir()] == ["base"], list(place.iterdir())
    shutil.rmtree(place)
    return os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0

def kill_at(number):
    seen = 0
    def watch(event, arguments):
        nonlocal seen
        if event in WRITES or (event == "open" and isinstance(arguments[2], int) and arguments[2] & 3):
            seen += 1
            if seen == number:
                os.kill(os.getpid(), signal.SIGKILL)
    return lambda: sys.addaudithook(watch)

def full_at(size, handler):
    def limit():
        signal.signal(signal.SIGXFSZ, handler)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit

place = base.parent / "places"
place.mkdir()
before = facts(base)
shutil.copytree(base, place / "base")
do(place / "base")
whole = facts(place / "base")
shutil.rmtree(place)
number = 0
ended = False
while not ended:
    number += 1
    place.mkdir()
    ended = after(place, kill_at(number))
print("killed", number - 1, flush=True)
for handler in (signal.SIG_IGN, signal.SIG_DFL):  # a full disk; an end in the middle of a write
    for size in (0, 1, 130, 600, 2500):
        place.mkdir()
        after(place, full_at(size, handler))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot fork here")
@pytest.mark.parametrize(("what", "least"), [("add", 40), ("remove", 5), ("build", 40)])
def test_an_accident_at_any_write_leaves_before_or_after(base: Path, what: str, least: int) -> None:
    place = base.parent / "accidents"
    place.mkdir()
    more = file_of(base.parent, "4,newts sleep,HABIT", "2,heat melts snow,CAUSE")
    done = subprocess.run(
        [sys.executable, "-c", ACCIDENTS, str(base), str(more), what],
        capture_output=True,
        text=True,
        timeout=600,
        env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    killed = int(done.stdout.split()[1])
    assert killed >= least


def flip(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0x01
    file.write_bytes(content)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


@pytest.mark.parametrize("damage", [flip, cut, Path.unlink])
def test_every_file_is_looked_at(base: Path, damage: Callable[[Path], None]) -> None:
    add(base, [file_of(base.parent, "4,newts sleep,HABIT", "2,heat melts snow,CAUSE")])
    files = [path for path in base.rglob("*") if path.is_file() and path.stat().st_size]
    assert len(files) > 60
    for file in files:
        whole = file.read_bytes()
        damage(file)
        with pytest.raises(InputError, match=r"damaged|cut short|accepted: format"):
            read_manifest(base)
        file.write_bytes(whole)
    assert read_manifest(base).facts == 4
