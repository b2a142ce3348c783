"""Whole text files: one long line, line ends, marks, and what is refused."""

from pathlib import Path

import pytest

from explanans.errors import FormatError, InputError
from explanans.io import files
from explanans.io.files import LONGEST_LINE, read_text


def test_a_line_may_be_longer_than_a_record(tmp_path: Path) -> None:
    text = "x" * (LONGEST_LINE + 1) + "é"
    (tmp_path / "long.json").write_text(text, encoding="utf-8")
    assert read_text(tmp_path / "long.json") == text


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b"\xef\xbb\xbfone\r\ntwo\n\n", b"one\rtwo"])
def test_marks_and_line_ends(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "text").write_bytes(content)
    assert read_text(tmp_path / "text") == content.decode("utf-8-sig").replace("\r\n", "\n")


def test_the_bound_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST_TEXT", 1000)
    (tmp_path / "text").write_bytes(b"x" * 1000)
    assert len(read_text(tmp_path / "text")) == 1000
    (tmp_path / "text").write_bytes(b"x" * 1001)
    with pytest.raises(FormatError, match="text: more than 1,000 bytes; accepted: a smaller file"):
        read_text(tmp_path / "text")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"one\ntw\0", "line 2, column 3: a NUL byte; accepted: UTF-8 text"),
        (b"one\ntwo\n\xff", "line 3, column 1: byte 0xff, which is not UTF-8; accepted: UTF-8 text"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: bytes, complaint: str) -> None:
    (tmp_path / "text").write_bytes(content)
    with pytest.raises(FormatError, match=complaint):
        read_text(tmp_path / "text")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_text(tmp_path / "none")
    with pytest.raises(InputError, match="a folder, where a file is wanted"):
        read_text(tmp_path)
