import re
from pathlib import Path, PurePosixPath

import pytest

from explanans.errors import InputError
from explanans.lab.datasets.catalogue import DataSet, catalogue, data_set

SETS = pytest.mark.parametrize("entry", catalogue(), ids=lambda entry: str(entry.name))


@SETS
def test_entries_are_filled_in(entry: DataSet) -> None:
    assert all((entry.title, entry.purpose, entry.citation, entry.licence, entry.terms, entry.page or entry.folder))
    assert sum((entry.folder is not None, entry.archive is not None, bool(entry.by_hand))) == 1


@SETS
def test_files_stay_in_their_folder_and_have_whole_digests(entry: DataSet) -> None:
    paths = [file.path for file in entry.files]
    assert paths == sorted(set(paths))
    for file in entry.files:
        place = PurePosixPath(file.path)
        assert not place.is_absolute()
        assert ".." not in place.parts
        assert (file.size is None) == (file.sha256 == "")
        assert not (file.variant and file.releases)
        if file.sha256:
            assert re.fullmatch("[0-9a-f]{64}", file.sha256)


@SETS
def test_archives_are_pinned_and_name_every_file(entry: DataSet) -> None:
    if entry.archive:
        assert entry.archive.addresses
        assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in entry.archive.sha256)
        assert all(entry.archive.member(file.path) for file in entry.files)


def test_names_are_unique_and_an_unknown_one_is_told_them_all() -> None:
    names = [entry.name for entry in catalogue()]
    assert len(set(names)) == len(names) == 11
    with pytest.raises(InputError, match="no data set is called 'worldtree'; accepted: ") as error:
        data_set("worldtree")
    assert str(error.value).endswith(", ".join(names))


def test_the_page_of_data_sets_names_them_all() -> None:
    page = (Path(__file__).parents[3] / "docs" / "data.md").read_text(encoding="utf-8")
    for entry in catalogue():
        assert f"`{entry.name}`" in page
        assert entry.folder or entry.page in page
