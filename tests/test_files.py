"""Files: lines read with precise complaints, and files written whole or not at all."""

import io
import os
import stat
import subprocess
import tempfile
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import FormatError, InputError, StorageError
from explanans.io import files
from explanans.io.files import LONGEST_LINE, decode_lines, read_arrays, read_lines, write_beside

BOM = "\ufeff".encode()
MEGABYTE = 1_000_000


class Trickle(io.BytesIO):
    """A file that hands out a few bytes at a time, as pipes and sockets do."""

    def __init__(self, content: bytes, at_once: int) -> None:
        super().__init__(content)
        self._at_once = at_once

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(self._at_once, size) if size and size > 0 else self._at_once)


class Endless:
    """A file of one byte repeated, made as it is read."""

    def __init__(self, size: int) -> None:
        self.left = size

    def read(self, size: int) -> bytes:
        size = min(size, self.left)
        self.left -= size
        return b"x" * size


def lines_of(content: bytes) -> list[str]:
    return list(decode_lines(io.BytesIO(content), "facts.txt"))


def naive_lines(text: str) -> list[str]:
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


texts = st.text(st.one_of(st.sampled_from("\n\r a\u2028\x85é😀"), st.characters(exclude_categories=["Cs"]))).map(
    lambda text: text.replace("\0", "").removeprefix("\ufeff")
)


@given(texts, st.booleans(), st.integers(1, 9))
def test_lines_are_those_of_a_naive_split_however_the_bytes_arrive(text: str, mark: bool, at_once: int) -> None:
    content = BOM * mark + text.encode()
    assert lines_of(content) == naive_lines(text)
    assert list(decode_lines(Trickle(content, at_once), "facts.txt")) == naive_lines(text)


@given(st.lists(st.text("a\ré", max_size=12), max_size=12), st.booleans(), st.integers(4, 20))
def test_block_boundaries(lines: list[str], ended: bool, longest: int) -> None:
    text = "\n".join(lines) + "\n" * ended
    too_long = [number for number, line in enumerate(text.split("\n"), 1) if len(line.encode()) > longest]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "LONGEST_LINE", longest)
        if too_long:
            with pytest.raises(FormatError, match=f"a line of more than {longest} bytes") as caught:
                lines_of(text.encode())
            assert caught.value.line == too_long[0]
        else:
            assert lines_of(text.encode()) == naive_lines(text)


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", []),
        (BOM, []),
        (b"\n", [""]),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\n\n", ["a", ""]),
        (b"\r\n\r\n", ["", ""]),
        (b"a\r\nb\nc", ["a", "b", "c"]),
        (b"a\rb\n", ["a\rb"]),
        (BOM + b"a\n", ["a"]),
        (BOM + BOM + b"a\n", ["\ufeffa"]),
        (b"a\n" + BOM + b"b\n", ["a", "\ufeffb"]),
        ("a\x85b\u2028c\x0cd\x1ce\n".encode(), ["a\x85b\u2028c\x0cd\x1ce"]),
    ],
)
def test_line_ends_and_marks(content: bytes, lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "facts.txt"
    path.write_bytes(content)
    assert list(read_lines(path)) == lines


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"a\nb\0c\n", "line 2, column 2: a NUL byte; accepted: UTF-8 text"),
        (b"\0", "line 1, column 1: a NUL byte; accepted: UTF-8 text"),
        (b"a\r\nbc\xffd\n", "line 2, column 3: byte 0xff, which is not UTF-8; accepted: UTF-8 text"),
        (b"a\nb\n\xe9", "line 3, column 1: byte 0xe9, which is not UTF-8; accepted: UTF-8 text"),
        ("é".encode()[:1], "line 1, column 1: byte 0xc3, which is not UTF-8; accepted: UTF-8 text"),
        (b"\xed\xa0\x80\n", "line 1, column 1: byte 0xed, which is not UTF-8; accepted: UTF-8 text"),
        ("Eis".encode("utf-16-le"), "line 1, column 2: a NUL byte; accepted: UTF-8 text"),
        (BOM + b"ab\xff", "line 1, column 3: byte 0xff, which is not UTF-8; accepted: UTF-8 text"),
    ],
)
def test_other_bytes_are_placed(content: bytes, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "facts.txt"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=complaint) as caught:
        list(read_lines(path))
    assert str(caught.value).startswith(f"{path}, line ")


@pytest.mark.parametrize(("bad", "found"), [(b"\0", "a NUL byte"), (b"\xff", "byte 0xff")])
@pytest.mark.parametrize("ended", [b"", b"\n", b"\r\nthe last line\n"])
def test_other_bytes_are_placed_beyond_the_first_megabyte(bad: bytes, found: str, ended: bytes) -> None:
    line = "Wasser gefriert zu Eis – é".encode() + b"\r\n"
    before = 3 * MEGABYTE // len(line)
    with pytest.raises(FormatError, match=found) as caught:
        lines_of(line * before + b"abc" + bad + ended)
    assert (caught.value.line, caught.value.column) == (before + 1, 4)


@given(st.integers(0, 300), st.integers(0, 8), st.integers(1, 50), st.sampled_from([b"\0", b"\xff"]))
def test_other_bytes_are_placed_wherever_they_stand(before: int, column: int, at_once: int, bad: bytes) -> None:
    file = Trickle(b"ice\n" * before + b"x" * column + bad + b"\nice\n", at_once)
    with pytest.raises(FormatError) as caught:
        list(decode_lines(file, "facts.txt"))
    assert (caught.value.line, caught.value.column) == (before + 1, column + 1)


def test_lines_before_the_block_of_a_fault_are_delivered() -> None:
    lines = decode_lines(io.BytesIO(b"ice\n" * MEGABYTE + b"\xff\n"), "facts.txt")
    assert [next(lines) for _ in range(1000)] == ["ice"] * 1000


def test_the_longest_line() -> None:
    longest = b"x" * LONGEST_LINE
    assert [len(line) for line in lines_of(longest + b"\n" + longest)] == [LONGEST_LINE] * 2
    for content in (longest + b"x", longest + b"x\n", b"ice\n" + longest + b"x\n", b"ice\n" + longest + b"x"):
        with pytest.raises(FormatError, match="a line of more than 1,000,000 bytes") as caught:
            lines_of(content)
        assert caught.value.line == 1 + content.startswith(b"ice")


def test_a_line_of_fifty_megabytes_is_not_read_to_its_end() -> None:
    file = Endless(50 * MEGABYTE)
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match=r"^big.bin, line 1: a line of more than 1,000,000 bytes"):
            list(decode_lines(cast("BinaryIO", file), "big.bin"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert file.left >= 47 * MEGABYTE
    assert peak < 8 * MEGABYTE


def test_lines_of_a_long_file_are_not_kept() -> None:
    line = b"water freezes to ice\n"
    content = line * (20 * MEGABYTE // len(line))
    tracemalloc.start()
    try:
        count = sum(1 for _ in decode_lines(io.BytesIO(content), "facts.txt"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == len(content) // len(line)
    assert peak < 12 * MEGABYTE


@pytest.mark.parametrize(
    ("name", "complaint"),
    [("nowhere.txt", "no such file"), (".", "a folder, where a file is wanted"), ("x" * 300, "cannot be read")],
)
def test_files_that_cannot_be_read(name: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f": {complaint}"):
        list(read_lines(tmp_path / name))


def test_a_path_through_a_file_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "facts.txt").touch()
    with pytest.raises(InputError, match="cannot be read"):
        list(read_lines(tmp_path / "facts.txt" / "more.txt"))


def test_the_file_is_closed_at_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "facts.txt"
    path.write_bytes(b"\xff\n")
    with pytest.raises(FormatError):
        list(read_lines(path))  # an open file would raise a ResourceWarning, which is an error here
    assert path.exists()


# Writing


def entries(folder: Path) -> dict[str, str]:
    return {entry.name: entry.read_text(encoding="utf-8") for entry in folder.iterdir()}


def test_a_file_is_there_when_it_is_whole(tmp_path: Path) -> None:
    with write_beside(tmp_path / "run.txt") as file:
        file.write("q1\té\n")
        file.flush()
        assert not (tmp_path / "run.txt").exists()
    assert {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()} == {"run.txt": "q1\té\n".encode()}


@given(st.text(st.characters(exclude_categories=["Cs"])).map(lambda text: text.replace("\0", "").replace("\r", "")))
def test_what_is_written_is_read(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "facts.txt"
        with write_beside(path) as file:
            file.write(text)
        assert list(read_lines(path)) == naive_lines(text.removeprefix("\ufeff"))


@pytest.mark.parametrize("fault", [RuntimeError, KeyboardInterrupt, SystemExit, OSError])
def test_an_older_file_stays_when_the_work_fails(fault: type[BaseException], tmp_path: Path) -> None:
    (tmp_path / "run.txt").write_text("old", encoding="utf-8")

    def fail_half_way() -> None:
        with write_beside(tmp_path / "run.txt") as file:
            file.write("new")
            raise fault

    with pytest.raises(StorageError if fault is OSError else fault):
        fail_half_way()
    assert entries(tmp_path) == {"run.txt": "old"}


def test_text_that_is_no_text_leaves_the_older_file(tmp_path: Path) -> None:
    (tmp_path / "run.txt").write_text("old", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError), write_beside(tmp_path / "run.txt") as file:
        file.write("\ud800")
    assert entries(tmp_path) == {"run.txt": "old"}


def test_an_older_file_is_replaced_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "run.txt"
    path.write_text("old", encoding="utf-8")
    with path.open(encoding="utf-8") as reader:
        with write_beside(path) as file:
            file.write("new")
        assert reader.read() == "old"
    assert entries(tmp_path) == {"run.txt": "new"}


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_the_file_gets_the_usual_mode(mask: int, mode: int, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        with write_beside(tmp_path / "run.txt") as file:
            file.write("q1\tf1\n")
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "run.txt").stat().st_mode) == mode


@pytest.mark.parametrize("name", ["nowhere/run.txt", "file/run.txt", "folder", "x" * 300])
def test_places_that_cannot_be_written(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    with pytest.raises(StorageError, match="cannot be written") as caught, write_beside(tmp_path / name) as file:
        file.write("new")
    assert str(caught.value).startswith(f"{tmp_path / name}: ")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file", "folder"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "old"


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[None]:
    """Mount a small file system in memory, if that is permitted."""
    command = ["mount", "-t", "tmpfs", "-o", options, "explanans-test", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    if done.returncode:
        pytest.skip(f"mounting is not permitted: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_leaves_the_older_file(tmp_path: Path) -> None:
    with mounted(tmp_path, "size=64k"):
        (tmp_path / "run.txt").write_text("old", encoding="utf-8")
        with (
            pytest.raises(StorageError, match=r"run\.txt: cannot be written \(No space left on device\)"),
            write_beside(tmp_path / "run.txt") as file,
        ):
            file.write("x" * 200_000)
        assert entries(tmp_path) == {"run.txt": "old"}


def test_a_read_only_disk_keeps_the_older_file(tmp_path: Path) -> None:
    with mounted(tmp_path, "size=64k"):
        (tmp_path / "run.txt").write_text("old", encoding="utf-8")
        subprocess.run(["mount", "-o", "remount,ro", str(tmp_path)], check=True)
        with pytest.raises(StorageError, match="Read-only file system"), write_beside(tmp_path / "run.txt") as file:
            file.write("new")
        assert entries(tmp_path) == {"run.txt": "old"}


def test_a_disk_that_fills_up_at_the_very_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A short text is only flushed, and so only fails, when the file is closed.
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")

    def full(path: Path) -> Path:
        (path.parent / ".full").symlink_to("/dev/full")
        return path.parent / ".full"

    monkeypatch.setattr(files, "name_beside", full)
    (tmp_path / "run.txt").write_text("old", encoding="utf-8")
    with pytest.raises(StorageError, match="No space left"), write_beside(tmp_path / "run.txt") as file:
        file.write("new")
    assert entries(tmp_path) == {"run.txt": "old"}


def test_a_link_goes_on_leading_to_its_file(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "run.txt").write_text("old", encoding="utf-8")
    (tmp_path / "link.txt").symlink_to(tmp_path / "kept" / "run.txt")
    with write_beside(tmp_path / "link.txt") as file:
        file.write("new")
    assert (tmp_path / "link.txt").is_symlink()
    assert entries(tmp_path / "kept") == {"run.txt": "new"}


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    # Replacing /dev/stdout or /dev/null by a file would harm the whole machine.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")), daemon=True)
    reader.start()
    with write_beside(pipe) as file:
        file.write("q1\tf1\n")
    reader.join(timeout=10)
    assert read == ["q1\tf1\n"]
    assert pipe.is_fifo()


def test_arrays_with_any_changed_byte_are_read_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "arrays.npz"
    np.savez(file, numbers=np.arange(3))
    assert read_arrays(file)["numbers"].tolist() == [0, 1, 2]
    sound, refused = file.read_bytes(), set[str]()
    for place in range(len(sound)):
        for mask in (1, 8, 128):
            file.write_bytes(sound[:place] + bytes([sound[place] ^ mask]) + sound[place + 1 :])
            try:
                read_arrays(file)
            except ValueError as error:
                refused.add(str(error))
    assert any("encrypted" in reason for reason in refused)
    with pytest.raises(FileNotFoundError):
        read_arrays(tmp_path / "none.npz")
