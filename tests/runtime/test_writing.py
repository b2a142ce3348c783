"""Files of many items: the same bytes whatever the workers, whatever was interrupted, and where."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from explanans.errors import FormatError, InputError, StorageError
from explanans.io.files import read_lines
from explanans.runtime.job import Encoded, Item, named
from explanans.runtime.journal import table_lines
from explanans.runtime.writing import ResumeState, RunSummary, WorkerConfig, write_file

from .jobs import Doubling, items, line, rows

COUNT = 60
JOB = Encoded(Doubling(), line)
WHOLE = "".join(line(f"n{number}", 2 * number, "doubling:1") for number in range(COUNT)).encode()
AGAIN = ResumeState(resume=True)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out.jsonl"


def listing(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class Stopped(BaseException):
    """As an interruption would be."""


def stopping(given: Iterable[Item], after: int) -> Iterable[Item]:
    yield from islice(given, after)
    raise Stopped


def interrupted(out: Path, after: int, job: Encoded = JOB) -> None:
    with pytest.raises(Stopped):
        write_file(job, stopping(items(COUNT), after), out)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_number_of_workers_makes_no_difference(out: Path, workers: int) -> None:
    assert write_file(JOB, items(COUNT), out, ResumeState(WorkerConfig(workers))) == RunSummary(COUNT, COUNT, 0)
    assert listing(out.parent) == {"out.jsonl": WHOLE}


def test_no_items(out: Path) -> None:
    assert write_file(JOB, [], out, AGAIN) == RunSummary(0, 0, 0)
    assert listing(out.parent) == {"out.jsonl": b""}


@pytest.mark.parametrize("after", [0, 1, 7, COUNT])
def test_an_interruption_loses_nothing(out: Path, after: int) -> None:
    interrupted(out, after)
    assert write_file(JOB, items(COUNT), out, AGAIN) == RunSummary(COUNT, COUNT - after, 0)
    assert listing(out.parent) == {"out.jsonl": WHOLE}


@pytest.mark.parametrize("cut", range(0, 40, 3))
def test_whatever_bytes_of_the_last_items_reached_the_disk(out: Path, cut: int) -> None:
    """A machine that goes down may lose the ends of both files, or leave zeros in their place."""
    chance = random.Random(cut)
    interrupted(out, 20)
    part, log = out.with_name("out.jsonl.part"), out.with_name("out.jsonl.part.log")
    for path, lost in ((part, cut), (log, chance.randrange(60))):
        kept = path.read_bytes()
        kept = kept[: len(kept) - lost]
        path.write_bytes(kept + bytes(lost) * chance.randrange(2))
    written = write_file(JOB, items(COUNT), out, AGAIN)
    assert written.items == COUNT
    assert COUNT - 20 <= written.new < COUNT - 15
    assert listing(out.parent) == {"out.jsonl": WHOLE}


def test_finished_files_are_gone_on_with(out: Path) -> None:
    write_file(JOB, items(COUNT - 5), out)
    assert write_file(JOB, items(COUNT), out, AGAIN) == RunSummary(COUNT, 5, 0)
    assert write_file(JOB, items(COUNT), out, AGAIN) == RunSummary(COUNT, 0, 0)
    assert listing(out.parent) == {"out.jsonl": WHOLE}


@pytest.mark.parametrize("done", [20, COUNT])
def test_items_may_have_changed(out: Path, done: int) -> None:
    """Added ones are done, removed ones fall out, and the order is that of today."""
    if done < COUNT:
        interrupted(out, done)
    else:
        write_file(JOB, items(COUNT), out)
    today = [*items(10), named("new", 500), *items(COUNT)[:9:-2]]
    assert write_file(JOB, today, out, AGAIN).new == (1 if done == COUNT else 21)
    made = [json.loads(text) for text in out.read_text().splitlines()]
    assert [record["id"] for record in made] == [item.id for item in today]
    assert [record["made"] for record in made] == [2 * item.value[1] for item in today]
    assert [path.name for path in out.parent.iterdir()] == ["out.jsonl"]


def test_a_call_that_follows_changed_items_may_be_interrupted_too(out: Path) -> None:
    interrupted(out, 40)
    today = items(COUNT)[::-1]
    for after in (3, 25, 41):
        with pytest.raises(Stopped):
            write_file(JOB, stopping(today, after), out, AGAIN)
    # What was done before the first interruption is not done again.
    assert write_file(Encoded(Doubling(refused=5), line), today, out, AGAIN) == RunSummary(COUNT, 0, 0)
    assert out.read_text().splitlines() == WHOLE.decode().splitlines()[::-1]


def test_failures_are_listed_and_tried_again_when_the_rest_is_done(out: Path) -> None:
    failing = Encoded(Doubling(refused=7), line)
    interrupted(out, 20, failing)
    assert write_file(failing, items(COUNT), out, AGAIN) == RunSummary(COUNT, COUNT - 20, 1)
    told = {"id": "n7", "place": 8, "error": "7 cannot be doubled"}
    assert json.loads(out.with_name("out.jsonl.failed").read_text()) == told
    assert out.read_text().count("\n") == COUNT - 1
    assert write_file(failing, items(COUNT), out, AGAIN) == RunSummary(COUNT, 0, 1)
    assert write_file(JOB, items(COUNT), out, AGAIN) == RunSummary(COUNT, 1, 0)
    assert listing(out.parent) == {"out.jsonl": WHOLE}


def test_without_resume_everything_is_done_anew(out: Path) -> None:
    interrupted(out, 20)
    assert write_file(JOB, items(COUNT), out) == RunSummary(COUNT, COUNT, 0)
    assert listing(out.parent) == {"out.jsonl": WHOLE}


@pytest.mark.parametrize("finished", [False, True])
def test_the_work_of_another_job_is_not_gone_on_with(out: Path, finished: bool) -> None:
    if finished:
        write_file(JOB, items(COUNT), out)
    else:
        interrupted(out, 20)
    before = listing(out.parent)
    with pytest.raises(FormatError, match=r"line 1: made by doubling:1; accepted: what is made by doubling:2, or a"):
        write_file(Encoded(Doubling(version=2), line), items(COUNT), out, AGAIN)
    after = listing(out.parent)
    assert {name: after[name] for name in before} == before


@pytest.mark.parametrize("text", ["not JSON", '{"question": ""}', "[]"])
def test_a_file_of_another_kind_is_not_gone_on_with(out: Path, text: str) -> None:
    out.write_text(WHOLE.decode().splitlines()[0] + f"\n{text}\n")
    with pytest.raises(FormatError, match=r"out\.jsonl, line 2: .*; accepted: lines written by an earlier call"):
        write_file(JOB, items(COUNT), out, AGAIN)


def test_several_lines_an_item(out: Path) -> None:
    job, going = Encoded(Doubling(), rows), ResumeState(resume=True, reading=table_lines)
    interrupted(out, 20, job)
    write_file(job, items(COUNT), out, going)
    whole = "".join(rows(f"n{i}", 2 * i, "") for i in range(COUNT))
    assert out.read_text() == whole
    assert write_file(job, items(COUNT), out, going) == RunSummary(COUNT, 0, 0)
    assert out.read_text() == whole


def test_parquet(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    out, once = tmp_path / "out.parquet", tmp_path / "once.parquet"
    failing = Encoded(Doubling(refused=7), line)
    interrupted(out, 20, failing)
    assert write_file(failing, items(COUNT), out, AGAIN).failed == 1
    write_file(JOB, items(COUNT), once)
    assert write_file(JOB, items(COUNT), out, AGAIN).new == 1
    assert out.read_bytes() == once.read_bytes()
    assert "".join(f"{text}\n" for text in read_lines(out)).encode() == WHOLE
    assert {path.name for path in tmp_path.iterdir()} == {"out.parquet", "once.parquet"}


def test_two_writers_of_one_file(out: Path) -> None:
    pytest.importorskip("fcntl")

    def while_it_is_written() -> Iterable[Item]:
        yield from items(3)
        with pytest.raises(InputError, match=r"out\.jsonl: another call is writing it; accepted: another file"):
            write_file(JOB, items(COUNT), out)
        yield from items(COUNT)[3:]

    write_file(JOB, while_it_is_written(), out)
    assert listing(out.parent) == {"out.jsonl": WHOLE}


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"out\.jsonl: cannot be written \(No such file or directory\)"):
        write_file(JOB, items(3), tmp_path / "nowhere/out.jsonl")
    assert listing(tmp_path) == {}


def test_a_folder_of_that_name(out: Path) -> None:
    out.mkdir()
    with pytest.raises(StorageError, match=r"out\.jsonl: cannot be written \(Is a directory\)"):
        write_file(JOB, items(3), out)
    assert [path.name for path in out.parent.iterdir()] == ["out.jsonl"]


def test_a_link_is_followed(out: Path) -> None:
    (out.parent / "real.jsonl").write_text("old")
    out.symlink_to("real.jsonl")
    write_file(JOB, items(COUNT), out)
    assert out.is_symlink()
    assert (out.parent / "real.jsonl").read_bytes() == WHOLE
    assert len(list(out.parent.iterdir())) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_devices_are_written_to_and_stay() -> None:
    with pytest.raises(StorageError, match=r"^/dev/full: cannot be written \(No space left on device\)$"):
        write_file(JOB, items(3), Path("/dev/full"))
    write_file(JOB, items(3), Path("/dev/null"))
    assert Path("/dev/null").is_char_device()
    assert not list(Path("/dev").glob("*.part"))


def test_a_full_disk_loses_nothing(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from explanans.runtime import journal

    add, room = journal.Journal.add, iter(range(9))

    def until_full(self: Any, *given: Any) -> None:
        if next(room, None) is None:
            raise OSError(28, "No space left on device")
        add(self, *given)

    with monkeypatch.context() as patch:
        patch.setattr(journal.Journal, "add", until_full)
        with pytest.raises(StorageError, match=r"out\.jsonl: cannot be written \(No space left on device\)"):
            write_file(JOB, items(COUNT), out)
    assert write_file(JOB, items(COUNT), out, AGAIN) == RunSummary(COUNT, COUNT - 9, 0)
    assert listing(out.parent) == {"out.jsonl": WHOLE}


PROGRAM = """
import sys
from pathlib import Path
from explanans.runtime.writing import (WorkerConfig)
from explanans.runtime.job import (Encoded)
from explanans.runtime.writing import (ResumeState, write_file)
from tests.runtime.jobs import Doubling, items, line

if __name__ == "__main__":
    job = Encoded(Doubling(float(sys.argv[2])), line)
    print("begun", flush=True)
    write_file(job, items(300), Path(sys.argv[1]), ResumeState(WorkerConfig(int(sys.argv[3])), resume=True))
"""


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., "subprocess.Popen[str]"]:
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "out").mkdir()
    (tmp_path / "temporary").mkdir()

    def call(workers: int) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, tmp_path / "program.py", tmp_path / "out/out.jsonl", "0.004", str(workers)],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), "TMPDIR": str(tmp_path / "temporary")},
        )
        assert process.stdout
        process.stdout.readline()
        return process

    return call


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_random_moments(start: Callable[..., "subprocess.Popen[str]"], tmp_path: Path, workers: int) -> None:
    """With kill -9, again and again: nothing is lost, nothing is there twice, and the bytes are the same."""
    chance, log = random.Random(workers), tmp_path / "out/out.jsonl.part.log"
    done = 0
    for _ in range(4):
        process = start(workers)
        goal = done + chance.randrange(1, 40)
        while process.poll() is None and _lines(log) <= goal:
            time.sleep(0.002)
        time.sleep(chance.random() * 0.02)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        assert _lines(log) > done  # what was done before is still there
        done = _lines(log) - 1
    process = start(workers)
    assert process.communicate()[0] == ""
    assert process.returncode == 0
    whole = "".join(line(f"n{number}", 2 * number, "doubling:1") for number in range(300))
    assert {name: text.decode() for name, text in listing(tmp_path / "out").items()} == {"out.jsonl": whole}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_other_processes_clear_away_what_they_made_for_one_that_was_killed(
    start: Callable[..., "subprocess.Popen[str]"], tmp_path: Path
) -> None:
    process, temporary = start(2), tmp_path / "temporary"
    while process.poll() is None and not list(temporary.glob("explanans-*/*")):  # the other is at work
        time.sleep(0.005)
    process.kill()
    process.communicate()
    end = time.monotonic() + 60
    while any(temporary.iterdir()) and time.monotonic() < end:
        time.sleep(0.05)
    assert list(temporary.iterdir()) == []


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0
