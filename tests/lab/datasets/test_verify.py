import os
from pathlib import Path

import pytest

from explanans.errors import FormatError
from explanans.lab.datasets.catalogue import DataFile, DataSet, catalogue
from explanans.lab.datasets.download import SUMS, FileState, State, check, verify

from .conftest import CONTENTS, sha256, small

REAL = Path(os.environ.get("EXPLANANS_DATA") or Path(__file__).parents[4] / "shared" / "datasets")
DEV = CONTENTS["questions/dev.tsv"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path, content in CONTENTS.items():
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_bytes(content)
    return tmp_path


def states(wanted: DataSet, folder: Path) -> dict[str, State]:
    return {file.path: file.state for file in check(wanted, folder)}


def test_each_file_gets_its_own_state(folder: Path) -> None:
    assert check(small(), folder) == tuple(FileState(path, State.INTACT) for path in CONTENTS)
    (folder / "questions/dev.tsv").write_bytes(DEV.replace(b"ice", b"Ice"))
    (folder / "tables/KINDOF.tsv").unlink()
    (folder / "tables/PARTOF.tsv").write_bytes(b"a leaf is part of a tree\n")
    (folder / "tables/.KINDOF.tsv.swp").touch()
    assert check(small(), folder) == (
        FileState("questions/dev.tsv", State.DAMAGED, "16 bytes, as it should have, but other ones"),
        FileState("tables/KINDOF.tsv", State.MISSING),
        FileState("tables/PARTOF.tsv", State.EXTRA),
    )
    assert [file.sound for file in check(small(), folder)] == [False, False, True]


def test_file_of_another_size_is_damaged_where_there_is_one_release(folder: Path) -> None:
    (folder / "questions/dev.tsv").write_bytes(DEV[:-1])
    assert check(small(), folder)[0] == FileState("questions/dev.tsv", State.DAMAGED, "15 bytes where 16 are expected")


@pytest.mark.parametrize(("kind", "recorded"), [("variant", State.VARIANT), ("releases", State.INTACT)])
def test_files_with_several_versions_are_not_called_damaged(folder: Path, kind: str, recorded: State) -> None:
    why = {"variant": "", "releases": "", kind: "half of the rows"}
    wanted = small(dev=DataFile("questions/dev.tsv", len(DEV), sha256(DEV), False, why["variant"], why["releases"]))
    assert states(wanted, folder)["questions/dev.tsv"] is recorded
    (folder / "questions/dev.tsv").write_bytes(DEV + b"q2\tWhat is steam?\n")
    assert check(wanted, folder)[0] == FileState("questions/dev.tsv", State.OTHER, "half of the rows")
    for spoilt in (b"", DEV.swapcase()):  # no version is empty, and none has the recorded size by chance
        (folder / "questions/dev.tsv").write_bytes(spoilt)
        assert states(wanted, folder)["questions/dev.tsv"] is State.DAMAGED


def test_file_without_a_digest_is_unchecked_and_may_be_optional(folder: Path) -> None:
    assert states(small(dev=DataFile("questions/dev.tsv")), folder)["questions/dev.tsv"] is State.UNCHECKED
    assert "questions/test.tsv" not in states(small(test=DataFile("questions/test.tsv", optional=True)), folder)


def test_digests_that_a_download_noted_count_as_official(folder: Path) -> None:
    wanted = small(dev=DataFile("questions/dev.tsv", 3, sha256(b"old")), test=DataFile("test.tsv", optional=True))
    assert states(wanted, folder)["questions/dev.tsv"] is State.DAMAGED
    (folder / SUMS).write_text(f"{sha256(DEV)}  questions/dev.tsv\n{sha256(b'')}  test.tsv\n", encoding="utf-8")
    assert states(wanted, folder) == {
        "questions/dev.tsv": State.INTACT,
        "tables/KINDOF.tsv": State.INTACT,
        "test.tsv": State.MISSING,
    }
    (folder / "questions/dev.tsv").write_bytes(b"q1")
    assert states(wanted, folder)["questions/dev.tsv"] is State.DAMAGED
    (folder / SUMS).write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(FormatError, match="SHA256SUMS, line 1"):
        check(wanted, folder)


def test_starter_is_sound() -> None:
    assert {file.state for file in verify("starter")} == {State.UNCHECKED}


@pytest.mark.parametrize("name", [entry.name for entry in catalogue() if entry.folder is None])
def test_published_files_are_sound(name: str) -> None:
    if not (REAL / name).is_dir():
        pytest.skip(f"{REAL / name} is not there; set EXPLANANS_DATA to the folder of the data sets")
    found = verify(name, REAL)
    assert found
    # What people write beside the files of a data set is no part of it.
    unsound = [file for file in found if not file.sound or file.state is State.EXTRA]
    assert [file for file in unsound if file.path != "README.md"] == []
