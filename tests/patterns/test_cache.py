"""Solutions are kept, scored and chosen; every figure is computed by hand."""

import mmap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explanans.errors import InputError
from explanans.patterns.cache import Cache, build, choose, fact_scores, solution_scores
from explanans.patterns.solution import Slot, Solution, SolvedPattern
from explanans.structures.facts import Fact
from explanans.structures.patterns import Pattern

SETS = {"p": ["ab", "bcd", "d"], "none": [], "q": ["cde", "aa"]}
SCORES = {"a": 2.0, "b": 1.0, "c": 1.5, "d": -4.0, "e": 0.25}


def solved(name: str, sets: list[str]) -> SolvedPattern:
    """Return a pattern whose solutions have the facts that letters name."""
    solutions = tuple(
        Solution(tuple(Fact(letter, letter) for letter in letters), (), (0,) * len(letters)) for letters in sets
    )
    return SolvedPattern(Pattern(name), (Slot("a", by_uid=True, optional=False),), (), solutions)


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    build((solved(name, sets) for name, sets in SETS.items()), tmp_path / "cache")
    return Cache.open(tmp_path / "cache")


def test_what_is_kept(cache: Cache) -> None:
    assert cache.manifest.facts == ("a", "b", "c", "d", "e")
    assert cache.manifest.solutions == 5
    assert cache.starts.tolist() == [0, 3, 3, 5]
    assert ["".join(cache.facts(number)) for number in range(5)] == ["ab", "bcd", "d", "cde", "a"]
    assert [cache.pattern(number) for number in range(5)] == ["p", "p", "p", "q", "q"]
    owner = cache.solutions.indices
    while isinstance(owner, np.ndarray) and owner.base is not None:
        owner = owner.base
    assert isinstance(owner, mmap.mmap)


def test_scores_are_clipped_and_summed(cache: Cache) -> None:
    facts = fact_scores(cache, SCORES)
    assert facts.tolist() == [2, 1, 1.5, 0, 0.25]
    scores = solution_scores(cache, facts)
    assert scores.tolist() == [3, 2.5, 0, 1.75, 2]
    assert fact_scores(cache, {"a": 2.0, "d": -4.0}, clip=-1).tolist() == [2, -1, -1, -1, -1]


def test_each_choice_adds_most_to_those_before_it(cache: Cache) -> None:
    facts = fact_scores(cache, SCORES)
    assert choose(cache, facts) == ((0, 3.0),)
    assert choose(cache, facts, 3) == ((0, 3.0), (3, 1.75))  # bcd would add no more than c, and then nothing is left
    assert facts.tolist() == [2, 1, 1.5, 0, 0.25]


@given(st.lists(st.lists(st.sampled_from("abcdef"), max_size=4).map("".join), max_size=6), st.data())
def test_the_product_is_the_sum(tmp_path_factory: pytest.TempPathFactory, sets: list[str], data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("cache") / "cache"
    build([solved("p", sets)], folder)
    cache = Cache.open(folder)
    scores = {letter: data.draw(st.integers(-3, 3)) for letter in "abcdef"}
    sums = solution_scores(cache, fact_scores(cache, scores)).tolist()
    assert sums == [sum(max(0, scores[letter]) for letter in set(letters)) for letters in sets]


def test_a_cache_is_replaced_and_nothing_else_is(tmp_path: Path, cache: Cache) -> None:
    build([solved("r", ["x"])], tmp_path / "cache")
    assert Cache.open(tmp_path / "cache").manifest.patterns == ("r",)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.tex").touch()
    with pytest.raises(InputError, match=r"other: holds other files; accepted: a new or empty folder, or a cache to"):
        build([], tmp_path / "other")
    assert {path.name for path in tmp_path.iterdir()} == {"cache", "other"}


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda folder: (folder / "manifest.json").write_text("{"), "not a cache of solutions"),
        (lambda folder: (folder / "ends.npy").write_bytes(b"x"), "not a cache of solutions"),
        (lambda folder: (folder / "facts.npy").unlink(), "not a cache of solutions"),
        (lambda folder: np.save(folder / "ends.npy", np.zeros(6, dtype=np.int32)), "a damaged one"),
    ],
)
def test_damaged_caches(tmp_path: Path, cache: Cache, damage: Callable[[Path], object], complaint: str) -> None:
    folder = tmp_path / "copy"
    build((solved(name, sets) for name, sets in SETS.items()), folder)
    damage(folder)
    with pytest.raises(InputError, match=complaint):
        Cache.open(folder)
