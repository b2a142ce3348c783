"""Pipes, terminals, full disks and interruptions, with real processes."""

import json
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest

from explanans.formats import jsonl, worldtree
from explanans.io.files import read_lines

from .conftest import ASKED, DEV, command, listing

QUICK = ("--model", "bm25", "--judge", "none")
"""Options with which no model is opened: what streams get is the same."""
EXPLAIN = ("explain", *ASKED, *QUICK)
RANK = ("rank", "--model", "bm25")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes, terminals and signals are those of POSIX")


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """Return a file of a few of the starter base's questions."""
    lines = DEV.read_text(encoding="utf-8").splitlines(keepends=True)
    path = tmp_path / "questions.tsv"
    path.write_text("".join(lines[:7]), encoding="utf-8")
    return path


def head(arguments: list[str], lines: int) -> tuple[int, str, str]:
    """Read the first lines of a command's output and close the pipe, as ``head`` does."""
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stderr
    read = "".join(process.stdout.readline() for _ in range(lines))
    process.stdout.close()
    complaint = process.stderr.read()
    process.stderr.close()
    return process.wait(timeout=60), read, complaint


def test_a_reader_that_has_seen_enough() -> None:
    code, read, complaint = head(command(*RANK, "--questions", DEV, "--out", "-", "--quiet"), 1)
    assert (code, complaint) == (0, "")
    assert read.count("\t") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("kb", "search", "starter", "ice", "--limit", "1000"),
        EXPLAIN,
        (*RANK, "--questions", str(DEV), "--out", "-", "--quiet"),
    ],
    ids=["search", "explain", "rank --out -"],
)
def test_a_reader_that_reads_nothing(arguments: tuple[str, ...]) -> None:
    assert head(command(*arguments), 0) == (0, "", "")


def test_a_pipe_gets_no_escape_codes_and_no_progress_bar(few: Path, tmp_path: Path) -> None:
    """Not even where a terminal type and its colours are announced."""
    for arguments in (
        EXPLAIN,
        (*RANK, "--questions", str(few), "--out", str(tmp_path / "run.txt")),
        ("evaluate", "ranking", str(few), str(tmp_path / "run.txt")),
    ):
        environment = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        done = subprocess.run(command(*arguments), env=environment, capture_output=True, check=True)
        assert b"\x1b" not in done.stdout + done.stderr
        assert b"\r" not in done.stdout + done.stderr
        assert done.stderr.count(b"\n") <= 1


def on_a_terminal(arguments: list[str]) -> tuple[int, str, str]:
    """Run a command whose standard error is a pseudo-terminal; return its exit status and both streams."""
    import pty

    master, terminal = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key not in {"NO_COLOR", "CI"}}
    environment |= {"TERM": "xterm-256color", "COLUMNS": "100"}
    with tempfile.TemporaryFile("w+") as printed:
        process = subprocess.Popen(arguments, stdout=printed, stderr=terminal, text=True, env=environment)
        os.close(terminal)
        shown = b""
        while select.select([master], [], [], 60)[0]:
            try:
                block = os.read(master, 4096)
            except OSError:  # how Linux says that the other end is closed
                break
            if not block:
                break
            shown += block
        os.close(master)
        code = process.wait(timeout=60)
        printed.seek(0)
        return code, printed.read(), shown.decode()


@pytest.mark.parametrize(("words", "label"), [(RANK, "Ranking"), (("explain", *QUICK), "Explaining")])
def test_a_terminal_gets_a_progress_bar(words: tuple[str, ...], label: str, few: Path, tmp_path: Path) -> None:
    arguments = command(*words, "--questions", few, "--out", tmp_path / "out")
    code, printed, shown = on_a_terminal(arguments)
    assert (code, printed) == (0, "")
    assert label in shown
    assert "\x1b[" in shown
    assert str(tmp_path / "out") in shown
    code, printed, shown = on_a_terminal([*arguments, "--quiet"])
    assert (code, printed, shown) == (0, "", "")


def test_standard_output_and_a_progress_bar_do_not_mix(few: Path) -> None:
    code, printed, shown = on_a_terminal(command(*RANK, "--questions", few, "--out", "-"))
    assert code == 0
    assert "Ranking" in shown
    assert all(line.count("\t") == 1 for line in printed.splitlines())


needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


@needs_full
@pytest.mark.parametrize(
    "arguments",
    [
        (*EXPLAIN, "--html", "-"),
        (*RANK, "--questions", str(DEV), "--out", "-"),
        ("kb", "info"),
        ("--version",),
    ],
    ids=" ".join,
)
def test_standard_output_on_a_full_disk(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command(*arguments), stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.stderr == "explanans: standard output: No space left on device\n"
    assert done.returncode == 2


@pytest.mark.parametrize("arguments", [("kb", "info", "--json"), EXPLAIN, ("--version",)], ids=" ".join)
def test_closed_streams(arguments: tuple[str, ...]) -> None:
    words = " ".join(shlex.quote(word) for word in command(*arguments))
    done = subprocess.run(["sh", "-c", f"{words} >&-"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    done = subprocess.run(["sh", "-c", f"{words} 2>&-"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout


def test_files_and_pipes_are_utf8_whatever_the_locale() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    arguments = command("explain", "Why is the façade “wet” in 東京?", "--answer", "rain", *QUICK)
    done = subprocess.run(arguments, env=environment, capture_output=True, check=True)
    assert "Why is the façade “wet” in 東京?" in done.stdout.decode()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere arguments are UTF-8")
def test_arguments_that_are_no_text() -> None:
    arguments: list[bytes] = [*map(os.fsencode, command("explain")), b"ice \xff", b"--answer", b"water"]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "explanans: an argument is not UTF-8 text\n"


def interrupted(
    arguments: list[str], folder: Path, appears: str, by: signal.Signals = signal.SIGINT
) -> tuple[int, str, str]:
    """Press Ctrl-C, or send another signal, as soon as a file of that pattern appears in the folder."""
    process = subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while process.poll() is None and not any(folder.glob(appears)):
        time.sleep(0.002)
    os.killpg(process.pid, by)
    printed, complaint = process.communicate(timeout=60)
    return process.returncode, printed, complaint


INTERRUPTED = (2, "", "explanans: interrupted; no file was left half written\n")
TERMINATED = (143, "", "explanans: terminated; no file was left half written\n")
SIGNALS = [(signal.SIGINT, INTERRUPTED), (signal.SIGTERM, TERMINATED)]


@pytest.mark.parametrize(("by", "ending"), SIGNALS)
def test_an_interrupted_ranking_leaves_the_older_run_and_what_it_has_done(
    by: signal.Signals, ending: tuple[int, str, str], tmp_path: Path
) -> None:
    questions = list(worldtree.decode_questions(read_lines(DEV), DEV.name))
    repeated = (replace(question, id=f"{question.id}-{i}") for i in range(20) for question in questions)
    (tmp_path / "many.jsonl").write_text("".join(f"{jsonl.encode(question)}\n" for question in repeated))
    (tmp_path / "out").mkdir()
    (tmp_path / "out/run.txt").write_text("an older run")
    arguments = command(*RANK, "--questions", tmp_path / "many.jsonl", "--out", tmp_path / "out/run.txt")
    assert interrupted(arguments, tmp_path / "out", "run.txt.part", by) == ending
    # Where nothing is done yet, nothing is said of what is.
    left = {path.name for path in (tmp_path / "out").iterdir()}
    done = {"run.txt.part"}, {"run.txt.part.log"}, {"run.txt.part", "run.txt.part.log"}
    assert left - {"run.txt"} in done
    assert (tmp_path / "out/run.txt").read_text() == "an older run"


@pytest.mark.parametrize(("by", "ending"), SIGNALS)
def test_an_interruption_ends_all_workers_and_leaves_none_of_their_files(
    by: signal.Signals, ending: tuple[int, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = list(worldtree.decode_questions(read_lines(DEV), DEV.name))
    repeated = (replace(question, id=f"{question.id}-{i}") for i in range(60) for question in questions)
    (tmp_path / "many.jsonl").write_text("".join(f"{jsonl.encode(question)}\n" for question in repeated))
    for name in ("out", "temporary"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    arguments = command(
        *RANK, "--questions", tmp_path / "many.jsonl", "--out", tmp_path / "out/run.txt", "--workers", "2"
    )
    # The first file there is a sign that the other process is at work.
    assert interrupted(arguments, tmp_path / "temporary", "explanans-*/[0-9]*", by) == ending
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"run.txt.part", "run.txt.part.log"}
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.parametrize(("by", "ending"), SIGNALS)
def test_an_interrupted_first_index_leaves_nothing_and_is_built_the_next_time(
    by: signal.Signals, ending: tuple[int, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "cache"))
    lines = (f"Stone {i} lies {i * 7} metres from tree {i * 3}.\n" for i in range(6_000))
    (tmp_path / "stones.txt").write_text("".join(lines))
    arguments = command("kb", "info", tmp_path / "stones.txt", "--json")
    assert interrupted(arguments, tmp_path / "cache/indexes", ".*.part", by) == ending
    assert list((tmp_path / "cache/indexes").iterdir()) == []
    done = subprocess.run(arguments, capture_output=True, check=True)
    assert json.loads(done.stdout)["facts"] == 6_000


def test_what_a_killed_build_has_left_is_removed_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache/indexes"
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "cache"))
    (tmp_path / "stones.txt").write_text("".join(f"Stone {i} lies near tree {i * 3}.\n" for i in range(6_000)))
    arguments = command("kb", "info", tmp_path / "stones.txt", "--json")
    assert interrupted(arguments, cache, ".*.part", signal.SIGKILL)[0] == -signal.SIGKILL
    assert [path.suffix for path in cache.iterdir()] == [".part"]
    (tmp_path / "stones.txt").write_text("Stones are hard.\n")
    subprocess.run(arguments, capture_output=True, check=True)
    assert [path.suffix for path in cache.iterdir()] == [""]


def test_an_interrupted_build_leaves_only_what_the_next_one_goes_on_from(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "stones.txt").write_text("".join(f"Stone {i} lies near tree {i * 3}.\n" for i in range(500)))
    arguments = command("kb", "build", tmp_path / "stones.txt", "--out", tmp_path / "out/index")
    assert interrupted(arguments, tmp_path / "out", ".index.building") == INTERRUPTED
    assert {path.name for path in (tmp_path / "out").iterdir()} <= {".index.building"}
    subprocess.run([*arguments, "--quiet"], check=True, timeout=300)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["index"]


def test_a_folder_that_may_not_be_written_to(tmp_path: Path, rocks: Path, dev: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    (locked / "run.txt").write_text("an older run")
    locked.chmod(0o555)
    before = listing(locked)
    # Root may write everywhere, but for that power, which it can do without.
    powerless = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    if powerless and not (
        shutil.which("setpriv") and subprocess.run([*powerless, "true"], check=False).returncode == 0
    ):
        pytest.skip("root cannot do without its power over files here")
    for arguments in (
        (*RANK, "--questions", dev, "--kb", rocks, "--out", locked / "run.txt"),
        ("explain", *QUICK, "--questions", dev, "--kb", rocks, "--out", locked / "out.jsonl"),
        (*EXPLAIN, "--kb", rocks, "--html", locked / "page.html"),
        ("kb", "build", rocks, "--no-vectors", "--out", locked / "index"),
    ):
        done = subprocess.run([*powerless, *command(*arguments)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"explanans: {arguments[-1]}: cannot be written (Permission denied)\n"
    assert listing(locked) == before
