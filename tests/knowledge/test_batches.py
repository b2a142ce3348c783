"""Batches: facts as arrays and back, made by several processes, and gone on with after an interruption."""

import logging
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

from explanans.errors import InputError
from explanans.knowledge import index, index_writer, scratch
from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.batch import Batch
from explanans.knowledge.index_writer import make_batches
from explanans.knowledge.segment_writer import collect
from explanans.structures.facts import Cell, Fact

FACTS = [
    Fact("k1", "a frog is a kind of amphibian", "KINDOF"),
    Fact("k2", "frogs and toads hop", "HABIT", (Cell("[SKIP] DEP", "x"),)),
    Fact("k3", "it is what it is"),
    Fact("k4", "to hatch means to leave an egg", "SYNONYMY"),
]


def batch_of(facts: list[Fact]) -> Batch:
    return Batch.of(b"".join(msgspec.json.encode(fact) + b"\n" for fact in facts))


def test_facts_as_arrays() -> None:
    batch = batch_of(FACTS)
    words = np.array(batch.vocabulary)
    rows = np.split(batch.lemmas, np.cumsum(batch.sizes)[:-1])
    assert [sorted(words[row]) for row in rows] == [
        ["amphibian", "frog", "kind"],
        ["frog", "hop", "toad"],
        [],
        ["egg", "hatch", "leave", "mean"],
    ]
    assert batch.lengths.tolist() == [3, 3, 0, 4]
    assert batch.relations.tolist() == [1, 0, 0, 2]
    assert batch.deprecated.tolist() == [False, True, False, False]
    assert [batch.table_names[number] for number in batch.tables] == ["KINDOF", "HABIT", "", "SYNONYMY"]
    assert words[batch.before].tolist() == ["frog", "frog", "hatch"]
    assert msgspec.json.decode(batch.line(1), type=Fact) == FACTS[1]


def test_some_of_the_facts(tmp_path: Path) -> None:
    batch = batch_of(FACTS)
    batch.save(tmp_path / "batch.npz")
    kept = Batch.open(tmp_path / "batch.npz").only(np.array([True, False, True, True]))
    alone = batch_of([FACTS[0], *FACTS[2:]])
    assert kept.lines.tobytes() == alone.lines.tobytes()
    assert kept.ends.tolist() == alone.ends.tolist()
    for name in ("ids", "sizes", "counts", "lengths", "relations", "deprecated", "before_sizes", "after_sizes"):
        assert getattr(kept, name).tolist() == getattr(alone, name).tolist(), name


def test_no_facts() -> None:
    batch = batch_of([])
    assert (len(batch), batch.vocabulary, batch.table_names) == (0, [], [])


def test_the_first_of_each_id_is_kept_across_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_writer, "SIZE", 2)
    facts = [*FACTS, Fact("k2", "again"), Fact("k5", "new"), Fact("k1", "again")]
    paths = make_batches(facts, tmp_path)
    assert [path.name for path in paths] == [f"facts-{number:06d}.npz" for number in range(4)]
    collected = collect(paths)
    assert [mask.tolist() for mask in collected.kept] == [[True, True], [True, True], [False, True], [False]]
    assert collected.duplicates == ("k2", "k1")
    assert collected.facts == 5
    assert "new" in collected.frequencies
    assert "again" not in collected.frequencies


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "manifest.json"}


def test_the_index_is_the_same_whatever_the_number_of_batches_and_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.build(["starter"], tmp_path / "one", vectors=False)
    monkeypatch.setattr(index_writer, "SIZE", 100)
    index.build(["starter"], tmp_path / "many", vectors=False)
    index.build(["starter"], tmp_path / "two", vectors=False, workers=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "many") == contents(tmp_path / "two")
    assert list(KnowledgeBase.open(tmp_path / "two").facts) == list(KnowledgeBase.open("starter").facts)


# Interruptions


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "library.txt"
    path.write_text(
        "\n".join(f"Book {number} is about subject {number % 7}." for number in range(50)), encoding="utf-8"
    )
    return path


def test_an_interrupted_build_goes_on_where_it_was(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_writer, "SIZE", 10)
    monkeypatch.setattr(scratch, "_WORTH_KEEPING", 1)
    make, made = index_writer._make, list[str]()

    def interrupted(lines: bytes, path: Path) -> None:
        if len(made) == 3:
            raise KeyboardInterrupt
        made.append(path.name)
        make(lines, path)

    monkeypatch.setattr(index_writer, "_make", interrupted)
    with pytest.raises(KeyboardInterrupt):
        index.build([library], tmp_path / "base", vectors=False)
    assert not (tmp_path / "base").exists()

    def watched(lines: bytes, path: Path) -> None:
        made.append(path.name)
        make(lines, path)

    monkeypatch.setattr(index_writer, "_make", watched)
    index.build([library], tmp_path / "base", vectors=False)
    assert made == [f"facts-{number:06d}.npz" for number in range(5)], "none is made twice"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["base", "library.txt"]
    index.build([library], tmp_path / "whole", vectors=False)
    assert contents(tmp_path / "base") == contents(tmp_path / "whole")


def test_what_was_done_for_other_facts_is_not_used(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_writer, "SIZE", 10)
    monkeypatch.setattr(scratch, "_WORTH_KEEPING", 1)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(index, "take_place", interrupt)
        with pytest.raises(KeyboardInterrupt):
            index.build([library], tmp_path / "base", vectors=False)
    assert len(list((tmp_path / ".base.building").glob("facts-*.npz"))) == 5
    library.write_text("Ice is cold.", encoding="utf-8")
    index.build([library], tmp_path / "base", vectors=False)
    assert [fact.text for fact in KnowledgeBase.open(tmp_path / "base").facts] == ["Ice is cold"]


BUILD = """
import sys
from pathlib import Path
from explanans.knowledge import index, index_writer
if __name__ == "__main__":
    index_writer.SIZE = 200
    index.build([sys.argv[1]], Path(sys.argv[2]), vectors=False, workers=2)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing kills processes outright here")
def test_a_build_that_is_killed_goes_on(tmp_path: Path) -> None:
    library = tmp_path / "library.txt"
    library.write_text("\n".join(f"Book {number} is about {number % 7}." for number in range(20_000)), encoding="utf-8")
    script = tmp_path / "build.py"
    script.write_text(BUILD, encoding="utf-8")
    building = tmp_path / ".base.building"
    process = subprocess.Popen([sys.executable, script, library, tmp_path / "base"])
    while process.poll() is None and len(list(building.glob("facts-*.npz"))) < 10:
        pass
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=60)
    made = {path: path.stat().st_mtime_ns for path in building.glob("facts-*.npz")}
    assert made, "nothing is cleared away"
    batches_before = index_writer.SIZE
    index_writer.SIZE = 200
    try:
        index.build([library], tmp_path / "base", vectors=False)
    finally:
        index_writer.SIZE = batches_before
    assert not building.exists()
    assert len(KnowledgeBase.open(tmp_path / "base").facts) == 20_000


def test_a_broken_line_stops_the_build(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "facts.jsonl").write_text('{"text": "ice"}\n{"text": 3}\n', encoding="utf-8")
    with caplog.at_level(logging.WARNING), pytest.raises(InputError, match="line 2"):
        index.build([tmp_path / "facts.jsonl"], tmp_path / "base", vectors=False)
    assert [path.name for path in tmp_path.iterdir()] == ["facts.jsonl"]


def test_few_facts_are_in_memory_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_writer, "SIZE", 10)
    drawn = 0

    def facts() -> Iterator[Fact]:
        nonlocal drawn
        for number in range(100):
            assert number - 10 * len(list(tmp_path.glob("*.npz"))) <= 30
            drawn += 1
            yield Fact(str(number), f"ice {number}")

    make_batches(facts(), tmp_path)
    assert drawn == 100
