"""Arrays on disk: whole ones, and rows read from several as from one."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.knowledge.arrays import ArrayWriter, Joined, JoinedRows, Rows, blank_array
from explanans.knowledge.records import Terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

rows_of_numbers = st.lists(st.lists(st.integers(0, 9), unique=True, max_size=4).map(sorted), max_size=6)


@pytest.mark.parametrize("width", [0, 3])
def test_blocks_make_an_array(width: int, tmp_path: Path) -> None:
    whole = np.arange(30, dtype=np.int16).reshape(-1, 3) if width else np.arange(10, dtype=np.int16)
    with ArrayWriter(tmp_path / "a.npy", np.int16, width) as writer:
        for start in (0, 4, 8):
            writer.add(whole[start : start + 4])
    found = np.load(tmp_path / "a.npy", mmap_mode="r")
    assert found.dtype == np.int16
    assert found.tolist() == whole.tolist()
    with ArrayWriter(tmp_path / "none.npy", np.float32):
        pass
    assert np.load(tmp_path / "none.npy").tolist() == []


def test_a_blank_array_is_filled_in_any_order(tmp_path: Path) -> None:
    blank = blank_array(tmp_path / "a.npy", np.uint32, 5)
    blank[[4, 0]] = [7, 3]
    del blank
    assert np.load(tmp_path / "a.npy").tolist() == [3, 0, 0, 0, 7]
    assert len(blank_array(tmp_path / "b.npy", np.uint32, 0)) == 0


def rows(lists: list[list[int]]) -> Rows:
    starts = np.cumsum([0, *map(len, lists)])
    return Rows(starts, np.array([number for row in lists for number in row], dtype=np.uint32))


@given(st.lists(rows_of_numbers, min_size=1, max_size=3), st.data())
def test_rows_of_several_arrays(parts: list[list[list[int]]], data: st.DataObject) -> None:
    whole = [row for part in parts for row in part]
    wanted = data.draw(st.lists(st.integers(0, max(len(whole) - 1, 0)), max_size=5 if whole else 0))
    found = JoinedRows([rows(part) for part in parts], 10)[np.array(wanted, dtype=np.intp)]
    assert found.shape == (len(wanted), 10)
    assert [np.flatnonzero(row).tolist() for row in found.columns(np.arange(10))] == [
        whole[number] for number in wanted
    ]


@given(st.lists(st.lists(st.integers(0, 99), max_size=5), min_size=1, max_size=3))
def test_numbers_of_several_arrays(parts: list[list[int]]) -> None:
    joined: Joined[np.int64] = Joined([np.array(part, dtype=np.int64) for part in parts])
    whole = [number for part in parts for number in part]
    order: NDArray[np.intp] = np.arange(len(whole))[::-1]
    assert len(joined) == len(whole)
    assert joined[order].tolist() == whole[::-1]


words = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), min_size=1, max_size=4)


@given(st.sets(words), st.sets(words), words)
def test_terms_are_found_on_disk(known: set[str], others: set[str], asked: str) -> None:
    terms = sorted(known)
    added = sorted(others - known)
    lines = [f"{term}\n".encode() for term in terms]
    found = Terms(b"".join(lines), np.cumsum([0, *map(len, lines)]), added)
    numbers = {term: number for number, term in enumerate([*terms, *added])}
    assert dict(found) == numbers
    assert len(found) == len(numbers)
    assert found.get(asked) == numbers.get(asked)
    assert (asked in found) == (asked in numbers)
    assert [found[term] for term in numbers] == list(numbers.values())
    with pytest.raises(KeyError):
        found["\n"]
