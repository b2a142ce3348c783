"""Banned phrases and the size of the source stay within their committed budgets."""

from pathlib import Path

import pytest

from tests import ratchet, size, style
from tests.ratchet import Budget


def test_banned_phrases_are_as_budgeted() -> None:
    complaint = ratchet.complaint(style.counts(), style.BUDGET, "tests.style")
    assert not complaint, complaint


def test_size_is_as_budgeted() -> None:
    complaint = ratchet.complaint(size.counts(), size.BUDGET, "tests.size")
    assert not complaint, complaint


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"""From which probability on a fact is a leaf."""', ["From which", "docstring opening with"]),
        ('"""Tell whether it is one; None where nobody knows."""', ["Tell whether", "None where", "nobody"]),
        ('"""What parts what is read together."""', ["docstring opening with"]),
        ("told = as_far_as(so_many)", ["told"]),
        ("Leaves count from .45 on, as far as somebody's own; one's own too.", ["from .45 on", "as far as"]),
        ('"""Return whether a fact is a leaf, with a probability of at least 0.45."""', []),
        ("the table from which it comes", []),
    ],
)
def test_phrases_are_found(text: str, found: list[str]) -> None:
    names = [name for _, name in style.phrases(text)]
    assert all(any(name.startswith(wanted) for name in names) for wanted in found)
    assert bool(names) == bool(found)


def test_a_count_that_rises_is_refused_without_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "budget.json"
    ratchet.write_budget(path, Budget({"rank": 3, "docs": 2}, []))
    with pytest.raises(ValueError, match="rank: 3 -> 4"):
        ratchet.update({"rank": 4, "docs": 2}, path)
    assert ratchet.read_budget(path).counts == {"docs": 2, "rank": 3}
    ratchet.update({"rank": 4, "docs": 2}, path, "quoted from a paper")
    assert ratchet.read_budget(path) == Budget({"docs": 2, "rank": 4}, ["rank: 3 -> 4: quoted from a paper"])


def test_a_count_that_falls_needs_a_lower_budget(tmp_path: Path) -> None:
    path = tmp_path / "budget.json"
    ratchet.write_budget(path, Budget({"rank": 3, "docs": 2}, []))
    assert "rank: 3 -> 1" in ratchet.complaint({"rank": 1, "docs": 2}, path, "tests.style")
    ratchet.update({"rank": 1}, path)
    assert ratchet.read_budget(path) == Budget({"rank": 1}, [])
    assert ratchet.complaint({"rank": 1}, path, "tests.style") == ""


@pytest.mark.parametrize(("lines", "rounded"), [(0, 0), (1, 100), (100, 100), (101, 200)])
def test_lines_are_rounded_up(lines: int, rounded: int) -> None:
    assert size.rounded_up(lines) == rounded
