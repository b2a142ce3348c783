"""Many questions: the same bytes whatever the workers, and whatever was interrupted."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from explanans import Choice, FormatError, InputError, Question, StorageError
from explanans.batch import lines as batch_lines
from explanans.batch.jobs import ExplainJob
from explanans.batch.lines import each_line, write_file
from explanans.codecs import jsonl, worldtree
from explanans.codecs.records import explanation_record
from explanans.explainer import Explainer
from explanans.files import read_lines
from explanans.knowledge.sources import STARTER

JOB = ExplainJob(("starter",), "unification", 6)
HELD = "explanations of an earlier call\n"


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    path = STARTER / "questions/questions.dev.tsv"
    return list(worldtree.decode_questions(read_lines(path), path.name))[:20]


@pytest.fixture(scope="module")
def whole(questions: list[Question], tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What an uninterrupted call writes."""
    out = tmp_path_factory.mktemp("whole") / "out.jsonl"
    assert write_file(JOB, questions, out) == len(questions)
    return out.read_bytes()


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out.jsonl"


def listing(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_each_line_is_the_record_of_one_question(questions: list[Question], whole: bytes) -> None:
    explainer = Explainer.open("starter", JOB.ranker)
    lines = whole.decode().splitlines()
    for question, line in zip(questions, lines, strict=True):
        explanation = replace(explainer.explain_question(question, facts=JOB.facts), milliseconds=None)
        assert json.loads(line) == {"id": question.id, **explanation_record(explanation)}


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_number_of_workers_makes_no_difference(
    questions: list[Question], whole: bytes, out: Path, workers: int
) -> None:
    assert write_file(JOB, questions, out, workers=workers) == len(questions)
    assert listing(out.parent) == {"out.jsonl": whole}


def test_workers_may_be_asked_for_in_a_thread(questions: list[Question], whole: bytes, out: Path) -> None:
    """There, interruptions cannot be set aside."""
    thread = threading.Thread(target=write_file, args=(JOB, questions, out), kwargs={"workers": 2})
    thread.start()
    thread.join()
    assert out.read_bytes() == whole


def test_lines_one_by_one(questions: list[Question], whole: bytes) -> None:
    assert "".join(each_line(JOB, questions)).encode() == whole
    assert next(each_line(JOB, questions)).encode() == whole.split(b"\n")[0] + b"\n"


def test_no_questions(out: Path) -> None:
    assert write_file(JOB, [], out, workers=2, resume=True) == 0
    assert listing(out.parent) == {"out.jsonl": b""}


@pytest.mark.parametrize(("lines", "rest"), [(0, 0), (0, 9), (1, 0), (7, 1), (7, 300), (19, -1)])
def test_resume_goes_on_where_an_interruption_cut(
    questions: list[Question], whole: bytes, out: Path, lines: int, rest: int
) -> None:
    complete = whole.splitlines(keepends=True)
    # Of the last line anything may be there, but not all of it.
    (out.parent / "out.jsonl.part").write_bytes(b"".join(complete[:lines]) + complete[lines][:rest])
    assert write_file(JOB, questions, out, resume=True) == len(questions) - lines
    assert listing(out.parent) == {"out.jsonl": whole}


def test_resume_with_workers(questions: list[Question], whole: bytes, out: Path) -> None:
    (out.parent / "out.jsonl.part").write_bytes(whole[: len(whole) // 2])
    assert 0 < write_file(JOB, questions, out, workers=2, resume=True) < len(questions)
    assert listing(out.parent) == {"out.jsonl": whole}


def test_resume_when_finished(questions: list[Question], whole: bytes, out: Path) -> None:
    out.write_bytes(whole)
    assert write_file(JOB, questions, out, resume=True) == 0
    assert listing(out.parent) == {"out.jsonl": whole}


def test_resume_when_nothing_was_begun(questions: list[Question], whole: bytes, out: Path) -> None:
    assert write_file(JOB, questions, out, resume=True) == len(questions)
    assert listing(out.parent) == {"out.jsonl": whole}


def test_resume_follows_the_questions_of_today(questions: list[Question], whole: bytes, out: Path) -> None:
    """Added questions are explained, removed ones fall out, and the order is that of the questions."""
    lines = whole.splitlines(keepends=True)
    (out.parent / "out.jsonl.part").write_bytes(b"".join(lines[3:8]))
    assert write_file(JOB, questions[6:0:-1], out, resume=True) == 2
    assert out.read_bytes() == b"".join(lines[6:0:-1])


def test_without_resume_everything_is_explained_anew(questions: list[Question], whole: bytes, out: Path) -> None:
    (out.parent / "out.jsonl.part").write_text(HELD)
    out.write_text(HELD)
    assert write_file(JOB, questions, out) == len(questions)
    assert listing(out.parent) == {"out.jsonl": whole}


@pytest.mark.parametrize(
    ("job", "signed"),
    [(replace(JOB, facts=7), "facts:7"), (replace(JOB, ranker="bm25"), "ranker:bm25")],
    ids=["facts", "model"],
)
def test_resume_mixes_no_settings(
    questions: list[Question], whole: bytes, out: Path, job: ExplainJob, signed: str
) -> None:
    part = out.parent / "out.jsonl.part"
    part.write_bytes(whole[:-5])
    with pytest.raises(FormatError, match=rf"out\.jsonl\.part, line 1: .*\|facts:6\|.*; accepted: .*{signed}"):
        write_file(job, questions, out, resume=True)
    assert listing(out.parent) == {part.name: whole[:-5]}


@pytest.mark.parametrize("line", [b"not JSON\n", b'{"question": "no id"}\n', b"\xff\n", b"[]\n"])
def test_resume_from_another_kind_of_file(questions: list[Question], whole: bytes, out: Path, line: bytes) -> None:
    first = whole.splitlines(keepends=True)[0]
    out.write_bytes(first + line)
    with pytest.raises(FormatError, match=r"out\.jsonl, line 2: .*; accepted: lines written by an earlier call"):
        write_file(JOB, questions, out, resume=True)
    assert listing(out.parent) == {"out.jsonl": first + line}


def keyless(questions: Sequence[Question]) -> list[Question]:
    return [*questions[:12], Question("q13", "Why?", (Choice("A", "so"), Choice("B", "thus")), "E")]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("fault", ["key", "knowledge", "model", "facts"])
def test_complaints_come_before_any_file_is_touched(
    questions: list[Question], out: Path, fault: str, workers: int
) -> None:
    asked = keyless(questions) if fault == "key" else questions
    job, complaint = {
        "key": (JOB, "^question q13: the answer key 'E' names no choice; the choices are: A, B$"),
        "knowledge": (replace(JOB, knowledge=("nowhere",)), "^nowhere: no such knowledge base"),
        "model": (replace(JOB, ranker="telepathy"), "^no ranker is called 'telepathy'"),
        "facts": (replace(JOB, facts=0), "^0 facts are asked for"),
    }[fault]
    before = {"out.jsonl": HELD.encode(), "out.jsonl.part": HELD.encode()}
    for name, content in before.items():
        (out.parent / name).write_bytes(content)
    with pytest.raises(InputError, match=complaint):
        write_file(job, asked, out, workers=workers)
    with pytest.raises(InputError, match=complaint):
        list(each_line(job, asked, workers))
    assert listing(out.parent) == before


def test_a_folder_that_is_not_there(questions: list[Question], tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"out\.jsonl: cannot be written \(No such file or directory\)"):
        write_file(JOB, questions, tmp_path / "nowhere/out.jsonl")
    assert listing(tmp_path) == {}


def test_a_folder_of_that_name(questions: list[Question], out: Path) -> None:
    out.mkdir()
    with pytest.raises(StorageError, match=r"out\.jsonl: cannot be written \(Is a directory\)"):
        write_file(JOB, questions, out)
    assert [path.name for path in out.parent.iterdir()] == ["out.jsonl"]


def test_a_link_is_followed(questions: list[Question], whole: bytes, out: Path) -> None:
    (out.parent / "real.jsonl").write_text(HELD)
    out.symlink_to("real.jsonl")
    write_file(JOB, questions, out)
    assert out.is_symlink()
    assert (out.parent / "real.jsonl").read_bytes() == whole
    assert len(list(out.parent.iterdir())) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_devices_are_written_to_and_stay(questions: list[Question]) -> None:
    with pytest.raises(StorageError, match=r"^/dev/full: cannot be written \(No space left on device\)$"):
        write_file(JOB, questions, Path("/dev/full"))
    write_file(JOB, questions, Path("/dev/null"))
    assert Path("/dev/null").is_char_device()
    assert Path("/dev/full").is_char_device()
    assert not list(Path("/dev").glob("*.part"))


def test_the_part_survives_a_full_disk(
    questions: list[Question], whole: bytes, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = iter(whole.decode().splitlines(keepends=True)[:4])

    def explain(*_: object) -> str:
        for line in lines:
            return line
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(batch_lines, "_checked", lambda *_: explain)
        with pytest.raises(StorageError, match=r"out\.jsonl: cannot be written \(No space left on device\)"):
            write_file(JOB, questions, out)
    assert [path.name for path in out.parent.iterdir()] == ["out.jsonl.part"]
    assert write_file(JOB, questions, out, resume=True) == len(questions) - 4
    assert listing(out.parent) == {"out.jsonl": whole}


# What follows is done to real processes: those of a terminal's Ctrl-C, and one that the system ends.

MANY = 1500


@pytest.fixture(scope="module")
def many(questions: list[Question], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of so many questions that there is time to interrupt."""
    path = tmp_path_factory.mktemp("many") / "many.jsonl"
    repeated = (replace(questions[i % len(questions)], id=f"q{i}") for i in range(MANY))
    path.write_text("".join(f"{jsonl.encode(question)}\n" for question in repeated))
    return path


def start(many: Path, out: Path, *options: str) -> subprocess.Popen[str]:
    """Start the command line as the leader of a process group, as a shell does."""
    arguments = [
        "explain",
        "--questions",
        str(many),
        "--out",
        str(out),
        "--facts",
        "6",
        "--model",
        "unification",
        *options,
    ]
    return subprocess.Popen(
        [sys.executable, "-m", "explanans", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_lines(part: Path, process: subprocess.Popen[str]) -> None:
    while process.poll() is None and not (part.exists() and part.stat().st_size):
        time.sleep(0.005)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interruption_and_what_comes_after(questions: list[Question], many: Path, out: Path, workers: str) -> None:
    part = out.parent / "out.jsonl.part"
    process = start(many, out, "--workers", workers)
    wait_for_lines(part, process)
    os.killpg(process.pid, signal.SIGINT)
    printed, complaint = process.communicate(timeout=60)
    assert (printed, complaint) == ("", "explanans: interrupted; no file was left half written\n")
    assert process.returncode == 2
    assert [path.name for path in out.parent.iterdir()] == [part.name]
    written = part.read_bytes().count(b"\n")
    assert 0 < written < MANY

    asked = list(jsonl.decode(read_lines(many), Question, many.name))[: written + 10]
    assert write_file(JOB, asked, out, resume=True) == 10
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == [question.id for question in asked]
    again = out.with_name("again.jsonl")
    assert write_file(JOB, asked, again) == len(asked)
    assert again.read_bytes() == out.read_bytes()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc to find the workers in")
def test_a_worker_that_the_system_ends(many: Path, out: Path) -> None:
    process = start(many, out, "--workers", "2", "--quiet")
    wait_for_lines(out.parent / "out.jsonl.part", process)
    for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            os.kill(int(child), signal.SIGKILL)
    printed, complaint = process.communicate(timeout=60)
    assert (printed, complaint) == ("", "explanans: a worker process ended too early, perhaps for want of memory\n")
    assert process.returncode == 1
    assert [path.name for path in out.parent.iterdir()] == ["out.jsonl.part"]
