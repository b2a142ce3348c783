from dataclasses import replace
from pathlib import Path

import pytest

from explanans.errors import InputError, StorageError
from explanans.lab.datasets.catalogue import DataFile
from explanans.lab.datasets.download import SUMS, State, check, download, fetch

from .conftest import CONTENTS, Web, small

MEMBERS = {
    "export/dev.tsv": CONTENTS["questions/dev.tsv"],
    "export/tables/KINDOF.tsv": CONTENTS["tables/KINDOF.tsv"],
}


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_downloads_the_wanted_files_once(web: Web, tmp_path: Path) -> None:
    wanted, root = small(web.offer(MEMBERS | {"export/readme.txt": b"hello"})), tmp_path / "new" / "root"
    folder = fetch(wanted, root)
    assert folder == root / "small"
    assert {path: content for path, content in files_in(folder).items() if path != SUMS} == CONTENTS
    assert {file.state for file in check(wanted, folder)} == {State.INTACT}
    assert fetch(wanted, root) == folder
    assert web.asked == ["/small.zip"]
    assert list(root.iterdir()) == [folder]
    assert folder.stat().st_mode & 0o777 == root.stat().st_mode & 0o777


def test_optional_files_come_along_where_the_archive_has_them(web: Web, tmp_path: Path) -> None:
    optional = DataFile("test.tsv", optional=True)
    without = small(web.offer(MEMBERS), test=optional)
    assert "test.tsv" not in files_in(fetch(without, tmp_path / "without"))
    with_it = small(web.offer(MEMBERS | {"export/test.tsv": b"t"}), test=optional)
    folder = fetch(with_it, tmp_path / "with")
    assert [file.state for file in check(with_it, folder)] == [State.INTACT] * 3


def test_wrong_digest_keeps_nothing(web: Web, tmp_path: Path) -> None:
    archive = web.offer(MEMBERS)
    web.offer(MEMBERS | {"export/tables/KINDOF.tsv": b"ice is a gas\n"})
    with pytest.raises(StorageError, match=f"nothing was kept: .*{archive.sha256[0]} is pinned"):
        fetch(small(archive), tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("fault", ["cut", "gone", "refused"])
def test_failed_transfer_keeps_nothing(web: Web, tmp_path: Path, fault: str) -> None:
    archive = web.offer(MEMBERS)
    if fault == "cut":
        web.cut.add("/small.zip")
    elif fault == "gone":
        web.pages.clear()
    else:
        archive = replace(archive, addresses=("http://127.0.0.1:9/small.zip",))
    with pytest.raises(StorageError, match=r"not downloaded, and nothing was kept: http://127"):
        fetch(small(archive), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_next_address_is_tried(web: Web, tmp_path: Path) -> None:
    archive = web.offer(MEMBERS)
    wanted = small(replace(archive, addresses=(web.address + "/moved.zip", *archive.addresses)))
    assert fetch(wanted, tmp_path).is_dir()
    assert web.asked == ["/moved.zip", "/small.zip"]


def test_members_that_lead_out_of_the_folder_are_left_alone(web: Web, tmp_path: Path) -> None:
    escaping = {
        "../evil.txt": b"x",
        "/evil.txt": b"x",
        "export/../../evil.txt": b"x",
        "export/tables/../evil.txt": b"x",
    }
    folder = fetch(small(web.offer(MEMBERS | escaping)), tmp_path / "root")
    assert set(files_in(tmp_path)) == {f"root/small/{path}" for path in [*CONTENTS, SUMS]}
    assert not Path("/evil.txt").exists()
    assert folder.is_dir()


def test_archive_without_a_needed_file_keeps_nothing(web: Web, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"the archive lacks export/tables/KINDOF\.tsv"):
        fetch(small(web.offer({"export/dev.tsv": b""})), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_download_mends_a_folder_and_keeps_what_is_not_its_own(web: Web, tmp_path: Path) -> None:
    wanted = small(web.offer(MEMBERS))
    folder = fetch(wanted, tmp_path)
    (folder / "tables/KINDOF.tsv").write_bytes(b"spoilt")
    (folder / "questions/dev.tsv").unlink()
    (folder / "notes.txt").write_bytes(b"mine")
    assert fetch(wanted, tmp_path) == folder
    assert {path: content for path, content in files_in(folder).items() if path != SUMS} == CONTENTS | {
        "notes.txt": b"mine"
    }


def test_folder_that_cannot_be_made_is_a_storage_error(web: Web, tmp_path: Path) -> None:
    (tmp_path / "root").touch()
    with pytest.raises(StorageError, match="cannot be written"):
        fetch(small(web.offer(MEMBERS)), tmp_path / "root")


def test_data_set_without_a_pin_says_where_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no digest of all its official files is known.*; copy it into that folder"):
        fetch(small(by_hand="copy it into that folder"), tmp_path)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InputError, match=r"explagraphs: no digest .* https://github\.com/swarnaHub/ExplaGraphs"):
        download("explagraphs", tmp_path)


def test_starter_needs_no_download(tmp_path: Path) -> None:
    assert download("starter", tmp_path / "absent").name == "starter"
    assert not (tmp_path / "absent").exists()
