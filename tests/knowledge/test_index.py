"""Indexes: built once, kept, noticed when stale or broken, and built by several processes at once."""

import errno
import hashlib
import logging
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.errors import InputError, StorageError
from explanans.knowledge import index, manifest
from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.index import build, open_index
from explanans.knowledge.index_writer import Work, write_index
from explanans.knowledge.manifest import FORMAT, Manifest, read_manifest
from explanans.knowledge.sources import Source


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("EXPLANANS_CACHE", str(folder))
    return folder / "indexes"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "facts.csv"
    path.write_text("id,text,table\n1,ice is a solid,KINDOF\n2,heat melts ice,CAUSE\n2,twice,CAUSE\n", encoding="utf-8")
    return path


def forbid_building(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(source: Source, folder: Path, *, vectors: bool = False, work: Work | None = None) -> Manifest:
        raise AssertionError(f"{source.name} is read again")

    monkeypatch.setattr(index, "write_index", write)


def contents_of(folder: Path) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}


def change_manifest(folder: Path, **changes: object) -> None:
    path = folder / "manifest.json"
    path.write_bytes(msgspec.json.encode(msgspec.json.decode(path.read_bytes()) | changes))


# Building once


def test_what_an_index_holds(source: Path, cache: Path) -> None:
    folder, manifest = open_index(source)
    assert folder.parent == cache
    sizes = {file.name: file.stat().st_size for file in folder.iterdir() if file.name != "manifest.json"}
    checksums = {name: zlib.crc32((folder / name).read_bytes()) for name in sizes}
    assert manifest == Manifest(
        FORMAT, str(source), 2, 0, {"CAUSE": 1, "KINDOF": 1}, ("2",), sizes, checksums, length=2.5
    )
    assert read_manifest(folder) == manifest


def test_the_second_opening_builds_nothing(source: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = open_index(source)
    forbid_building(monkeypatch)
    assert open_index(source) == first
    assert list(cache.iterdir()) == [first[0]]


def test_however_the_path_is_spelled(source: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = open_index(source)
    forbid_building(monkeypatch)
    monkeypatch.chdir(source.parent)
    assert open_index(Path(source.name)) == first
    assert open_index(source.parent / "." / source.name) == first


EXPECTED = {
    "content": ["Ice is solid", "Snow is cold"],
    "time": ["Ice is cold", "Snow is cold"],
    "new file": ["Ice is cold", "Snow is cold", "Hail is cold"],
    "removed file": ["Ice is cold"],
    "renamed file": ["Ice is cold", "Snow is cold"],
}


@pytest.mark.parametrize("change", EXPECTED)
def test_a_changed_source_is_indexed_again(change: str, source: Path, cache: Path) -> None:
    base = source.parent / "base"
    base.mkdir()
    first, second = base / "a.txt", base / "b.txt"
    first.write_text("Ice is cold.", encoding="utf-8")
    second.write_text("Snow is cold.", encoding="utf-8")
    before, _ = open_index(base)
    match change:
        case "content":
            first.write_text("Ice is solid.", encoding="utf-8")
        case "time":
            os.utime(first, ns=(1, 1))
        case "new file":
            (base / "c.txt").write_text("Hail is cold.", encoding="utf-8")
        case "removed file":
            second.unlink()
        case _:
            second.rename(base / "c.txt")
    after, _ = open_index(base)
    assert after != before
    assert list(cache.iterdir()) == [after], "the older index of the same base is removed"
    assert [fact.text for fact in KnowledgeBase.open(base).facts] == EXPECTED[change]


def test_indexes_of_other_bases_are_left_alone(source: Path, cache: Path) -> None:
    other = source.with_name("other.csv")
    other.write_bytes(source.read_bytes())
    first, _ = open_index(source)
    second, _ = open_index(other)
    os.utime(other, ns=(1, 1))
    third, _ = open_index(other)
    assert set(cache.iterdir()) == {first, third}
    assert second != third


def test_passed_over_files_and_duplicates_are_named_at_building(
    source: Path, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (source.parent / "base").mkdir()
    (source.parent / "base" / "picture.png").touch()
    source.rename(source.parent / "base" / "facts.csv")
    with caplog.at_level(logging.WARNING):
        open_index(source.parent / "base")
    assert ["passed over" in message for message in caplog.messages] == [True, False]
    assert "twice" in caplog.messages[1]
    caplog.clear()
    open_index(source.parent / "base")
    assert caplog.messages == []


# Broken indexes


def cut_short(folder: Path) -> str:
    file = folder / "facts.jsonl"
    file.write_bytes(file.read_bytes()[:-1])
    return r"facts\.jsonl: missing or cut short"


def remove_one(folder: Path) -> str:
    (folder / "idf.npy").unlink()
    return r"idf\.npy: missing or cut short"


def scramble(folder: Path) -> str:
    file = folder / "facts-by-lemma.documents.npy"
    content = bytearray(file.read_bytes())
    content[-1] ^= 0x10
    file.write_bytes(content)
    return r"facts-by-lemma\.documents\.npy: damaged"


def empty_blocks(folder: Path) -> str:
    file = folder / "idf.npy"
    file.write_bytes(bytes(file.stat().st_size))
    return r"idf\.npy: damaged"


def another_format(folder: Path) -> str:
    change_manifest(folder, format=FORMAT + 1)
    return f": an index of format {FORMAT + 1}; accepted: format {FORMAT}"


def scribble(folder: Path) -> str:
    (folder / "manifest.json").write_text('{"format": ', encoding="utf-8")
    return r"manifest\.json: damaged"


BREAKS = [cut_short, remove_one, scramble, empty_blocks, another_format, scribble]


@pytest.mark.parametrize("break_it", BREAKS)
def test_a_broken_index_is_named(break_it: Callable[[Path], str], source: Path, tmp_path: Path) -> None:
    build([source], tmp_path / "index")
    complaint = break_it(tmp_path / "index")
    with pytest.raises(InputError, match=complaint) as caught:
        KnowledgeBase.open(tmp_path / "index")
    assert str(tmp_path / "index") in str(caught.value)
    assert "build it again with `explanans kb build`" in str(caught.value)


@pytest.mark.parametrize("break_it", BREAKS)
def test_a_broken_index_of_the_cache_is_built_again(
    break_it: Callable[[Path], str], source: Path, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder, manifest = open_index(source)
    whole = contents_of(folder)
    complaint = break_it(folder)
    caplog.clear()
    assert open_index(source) == (folder, manifest)
    assert contents_of(folder) == whole
    assert list(cache.iterdir()) == [folder]
    assert re.search(complaint + ".*; building it again", caplog.messages[0])


def test_a_large_index_is_read_in_whole_once(
    source: Path, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build([source], tmp_path / "index", vectors=False)
    read: list[str] = []

    def watched(file: Path) -> int:
        read.append(file.name)
        return zlib.crc32(file.read_bytes())

    monkeypatch.setattr(manifest, "_LARGE", 0)
    monkeypatch.setattr(manifest, "checksum", watched)
    for file in (tmp_path / "index").iterdir():
        os.utime(file, ns=(1, 1))
    monkeypatch.setattr(manifest, "_SETTLED", 0)
    whole = read_manifest(tmp_path / "index")
    assert sorted(read) == sorted(whole.sizes)
    read.clear()
    assert read_manifest(tmp_path / "index") == whole
    assert read == []
    scramble(tmp_path / "index")
    with pytest.raises(InputError, match=r"facts-by-lemma\.documents\.npy: damaged"):
        read_manifest(tmp_path / "index")


def test_what_has_just_been_written_is_read_again(
    source: Path, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Two changes in quick succession may have the same time.
    build([source], tmp_path / "index", vectors=False)
    monkeypatch.setattr(manifest, "_LARGE", 0)
    monkeypatch.setattr(manifest, "_SETTLED", 1e9)
    read_manifest(tmp_path / "index")
    assert not cache.parent.exists()


def test_an_index_from_before_the_present_fields(source: Path, tmp_path: Path) -> None:
    build([source], tmp_path / "index")
    (tmp_path / "index" / "manifest.json").write_text('{"format": 0, "sizes": {}}', encoding="utf-8")
    with pytest.raises(InputError, match="build it again"):
        read_manifest(tmp_path / "index")


# Caches that cannot be written


def test_a_cache_that_cannot_be_made(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "file" / "cache"))
    knowledge = KnowledgeBase.open(source)
    assert [fact.text for fact in knowledge.facts] == ["ice is a solid", "heat melts ice"]
    assert f"the index of {source} is not kept: " in caplog.text
    assert (tmp_path / "file").read_bytes() == b""


def test_a_full_cache(
    source: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    save = np.save

    def save_elsewhere(file: Path, array: NDArray[np.generic]) -> None:
        if file.is_relative_to(cache):
            raise OSError(errno.ENOSPC, "No space left on device")
        save(file, array)

    monkeypatch.setattr(np, "save", save_elsewhere)
    folder, manifest = open_index(source)
    assert not folder.is_relative_to(cache)
    assert manifest.facts == 2
    assert list(cache.iterdir()) == []
    assert f"the index of {source} is not kept: " in caplog.text
    assert "cannot be written (No space left on device)" in caplog.text


def test_a_base_that_cannot_be_read_is_no_fault_of_the_cache(
    source: Path, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source.write_text("id,text\n1,ice,cold\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 2: 3 fields"):
        open_index(source)
    assert list(cache.iterdir()) == []
    assert caplog.messages == []


def test_an_index_that_is_not_kept_goes_with_its_process(source: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "temporary").mkdir()
    script = f"from explanans import KnowledgeBase; print(len(KnowledgeBase.open({str(source)!r}).facts))"
    where = {"EXPLANANS_CACHE": str(tmp_path / "file"), "TMPDIR": str(tmp_path / "temporary")}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | where,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == "2\n"
    assert "is not kept" in done.stderr
    assert list((tmp_path / "temporary").iterdir()) == []


# Building by hand


def test_an_index_is_opened_without_its_source(source: Path, tmp_path: Path, cache: Path) -> None:
    build([source], tmp_path / "index")
    source.unlink()
    knowledge = KnowledgeBase.open(tmp_path / "index")
    assert [fact.id for fact in knowledge.facts] == ["1", "2"]
    assert not cache.exists()


def test_an_index_is_replaced(source: Path, tmp_path: Path) -> None:
    folder = tmp_path / "index"
    build([source], folder)
    source.write_text("text\nsnow is cold\n", encoding="utf-8")
    build([source], folder)
    assert [fact.text for fact in KnowledgeBase.open(folder).facts] == ["snow is cold"]
    another_format(folder)
    build([source], folder)
    assert read_manifest(folder).format == FORMAT
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["facts.csv", "index"]


def test_an_empty_folder_is_filled(source: Path, tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    build([source], tmp_path / "index")
    assert read_manifest(tmp_path / "index").facts == 2


def test_everybody_may_read_an_index(source: Path, tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        build([source], tmp_path / "index")
    finally:
        os.umask(mask)
    assert (tmp_path / "index").stat().st_mode & 0o777 == 0o755
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "index").iterdir()} == {0o644}


@pytest.mark.parametrize(
    "files",
    [
        {"thesis.tex": "years of work"},
        {"manifest.json": '{"name": "an extension of a browser", "sizes": []}', "icon.png": ""},
        {"manifest.json": "{}"},
        {"manifest.json": '{"format": 1, "sizes": {"idf.npy": 1}}', "idf.npy": "x", "thesis.tex": "years of work"},
    ],
)
def test_other_files_are_never_replaced(files: dict[str, str], source: Path, tmp_path: Path) -> None:
    folder = tmp_path / "index"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="index: holds other files; accepted: a new or empty folder, or an index to"):
        build([source], folder)
    assert {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()} == files


def test_a_file_is_never_replaced(source: Path) -> None:
    before = source.read_bytes()
    with pytest.raises(InputError, match=": a file; accepted: a new or empty folder, or an index to replace"):
        build([source], source)
    assert source.read_bytes() == before


def test_a_folder_in_nowhere(source: Path, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"nowhere/index: cannot be written \(No such file or directory\)"):
        build([source], tmp_path / "nowhere" / "index")


@pytest.mark.parametrize("older", [False, True])
def test_a_failure_leaves_what_was_there(
    older: bool, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "index"
    if older:
        build([source], folder)
    before = contents_of(folder) if older else {}

    def full(file: Path, array: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "save", full)
    with pytest.raises(StorageError, match=r"index: cannot be written \(No space left on device\)"):
        build([source], folder)
    assert (contents_of(folder) if older else {}) == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["facts.csv", "index"][: 1 + older]


@pytest.mark.parametrize("fault", [KeyboardInterrupt, MemoryError])
def test_an_interruption_leaves_nothing_behind(
    fault: type[BaseException], source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(file: Path, array: object) -> None:
        raise fault

    monkeypatch.setattr(np, "save", interrupt)
    with pytest.raises(fault):
        build([source], tmp_path / "index")
    assert [entry.name for entry in tmp_path.iterdir()] == ["facts.csv"]


def test_two_builds_are_the_same_bytes(tmp_path: Path) -> None:
    # Two processes whose sets have different orders.
    script = "import sys; from pathlib import Path; from explanans.knowledge import index; "
    script += "index.build(['starter'], Path(sys.argv[1]))"
    for seed in ("1", "2"):
        command = [sys.executable, "-c", script, str(tmp_path / seed)]
        subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": seed}, check=True, timeout=60)
    first, second = contents_of(tmp_path / "1"), contents_of(tmp_path / "2")
    assert first == second
    assert len(first) > 10


# Several processes

OPEN = """
import hashlib, logging, sys, time
from explanans.knowledge.base import KnowledgeBase
print("ready", flush=True)
for line in sys.stdin:
    knowledge = KnowledgeBase.open(line.strip())
    facts = hashlib.sha256("".join(map(repr, knowledge.facts)).encode()).hexdigest()
    print(facts, knowledge.fact_lexicon.parts[0].weights.sum(), flush=True)
"""


def test_two_processes_open_a_new_base_at_the_same_time(tmp_path: Path, cache: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"EXPLANANS_CACHE": str(cache.parent)},
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n", process.stderr
    answers: list[list[str]] = []
    path = tmp_path / "facts.csv"
    for attempt in range(5):
        rows = [f"{number},thing {number} is a kind of thing {number // 7}" for number in range(1000 + attempt)]
        path.write_text("\n".join(["id,text", *rows]), encoding="utf-8")
        for process in processes:
            assert process.stdin is not None
            process.stdin.write(f"{path}\n")
            process.stdin.flush()
        answers.append([process.stdout.readline() for process in processes if process.stdout])
    errors = [process.communicate(timeout=60)[1] for process in processes]
    assert errors == ["", ""]
    assert [first == second != "" for first, second in answers] == [True] * 5
    assert len({first for first, _ in answers}) == 5
    assert len(list(cache.iterdir())) == 1


@pytest.mark.parametrize("broken", [False, True])
def test_the_first_to_finish_wins(broken: bool, source: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # While one process writes its index, another starts and finishes, and goes on to read what it has built.
    if broken:
        scribble(open_index(source)[0])
    write = write_index
    others: list[KnowledgeBase] = []
    identities: list[int] = []

    def overtaken(facts: Source, folder: Path, *, vectors: bool = False) -> Manifest:
        manifest = write(facts, folder, vectors=vectors)
        if not others:
            monkeypatch.setattr(index, "write_index", write)
            others.append(KnowledgeBase.open(source))
            identities.extend(entry.stat().st_ino for entry in cache.iterdir() if not entry.name.startswith("."))
        return manifest

    monkeypatch.setattr(index, "write_index", overtaken)
    mine = KnowledgeBase.open(source)
    assert list(mine.facts) == list(others[0].facts)
    assert [entry.stat().st_ino for entry in cache.iterdir()] == identities, "the index in use is not replaced"


# Several bases


def test_several_bases_have_an_index_of_their_own(source: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = source.with_name("notes.txt")
    notes.write_text("Snow is cold.", encoding="utf-8")
    both = open_index(source, notes)
    assert both[1].source == f"{source}, {notes}"
    assert both[1].facts == 3
    assert open_index(source) != both
    assert len(list(cache.iterdir())) == 2
    forbid_building(monkeypatch)
    assert open_index(source, notes) == both


def test_indexes_are_put_together(source: Path, tmp_path: Path) -> None:
    build([source], tmp_path / "first")
    build(["starter"], tmp_path / "second")
    build([tmp_path / "first", tmp_path / "second"], tmp_path / "both")
    both = KnowledgeBase.open(tmp_path / "both")
    starter = KnowledgeBase.open("starter")
    assert [fact.text for fact in both.facts[:2]] == ["ice is a solid", "heat melts ice"]
    assert list(both.facts[2:]) == list(starter.facts)
    assert list(both.questions) == list(starter.questions)
