"""Records: a sequence like any other, kept in a file."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.knowledge.records import Records, Writer, mapped
from explanans.structures.facts import Fact

FACTS = [Fact(f"f{number}", text) for number, text in enumerate(["ice", "", "Wärme\n😀", "snow"])]


@pytest.fixture
def kept(tmp_path: Path) -> Records[Fact]:
    return saved(tmp_path, FACTS)


def saved(folder: Path, facts: list[Fact]) -> Records[Fact]:
    with Writer(folder, "facts") as writer:
        for fact in facts:
            writer.add(fact)
    return Records(folder, "facts", Fact)


def test_a_sequence(kept: Records[Fact]) -> None:
    assert len(kept) == 4
    assert list(kept) == FACTS
    assert list(reversed(kept)) == FACTS[::-1]
    assert FACTS[2] in kept
    assert kept.index(FACTS[3]) == 3


@pytest.mark.parametrize("number", range(-4, 4))
def test_numbers_from_either_end(number: int, kept: Records[Fact]) -> None:
    assert kept[number] == FACTS[number]


@pytest.mark.parametrize("number", [4, -5, 10**12])
def test_numbers_beyond_the_ends(number: int, kept: Records[Fact]) -> None:
    with pytest.raises(IndexError):
        kept[number]


ends = st.none() | st.integers(-6, 6)


@given(st.lists(st.sampled_from(FACTS), max_size=5), ends, ends, ends.filter(lambda step: step != 0))
def test_slices_are_those_of_a_list(facts: list[Fact], start: int | None, stop: int | None, step: int | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        kept = saved(Path(folder), facts)
        assert kept[start:stop:step] == facts[start:stop:step]


def test_nothing_is_kept_too(tmp_path: Path) -> None:
    kept = saved(tmp_path, [])
    assert len(kept) == 0
    assert list(kept) == []
    assert kept[:] == []
    with pytest.raises(IndexError):
        kept[0]
    with pytest.raises(IndexError):
        kept[-1]


def test_the_file_may_be_removed_meanwhile(kept: Records[Fact], tmp_path: Path) -> None:
    for file in tmp_path.iterdir():
        file.unlink()
    assert list(kept) == FACTS


def test_a_fault_meanwhile_leaves_no_records(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="unsupported"), Writer(tmp_path, "facts") as writer:
        writer.add(object())
    with pytest.raises(FileNotFoundError):
        Records(tmp_path, "facts", Fact)


@pytest.mark.parametrize("content", [b"", b"ice"])
def test_mapped_bytes_stay(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(content)
    kept = mapped(tmp_path / "file")
    (tmp_path / "file").unlink()
    assert bytes(kept) == content
