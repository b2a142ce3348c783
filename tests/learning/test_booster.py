"""Boosted trees that were read say what LightGBM's own package says, to the last bit."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import lightgbm
import numpy as np
import pytest
from numpy.typing import NDArray

import explanans
from explanans.learning.boosted_trees import ReadTrees

SHIPPED = sorted(
    path for path in Path(explanans.__file__).parent.rglob("models/**/*.txt") if path.read_bytes()[:5] == b"tree\n"
)


def tables(features: int) -> Iterator[NDArray[np.floating]]:
    """Yield rows as callers lay them out: by row and by column, in single and double precision, with gaps, one."""
    rows = np.random.default_rng(0).normal(size=(7, features))
    yield rows
    yield np.asfortranarray(rows)
    yield rows.astype(np.float32)
    yield rows[::2]
    yield rows[:1]
    yield np.where(rows > 1, np.nan, rows)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_shipped_trees_say_the_same(path: Path) -> None:
    text = path.read_bytes()
    mine, theirs = ReadTrees(text), lightgbm.Booster(model_str=text.decode())
    assert mine.feature_name() == theirs.feature_name()
    assert mine.model_to_string() == theirs.model_to_string()
    for rows in tables(len(mine.feature_name())):
        said = np.asarray(theirs.predict(rows, num_threads=1))
        assert np.array_equal(mine.predict(rows), said)


def test_whole_numbers_are_rows_too() -> None:
    trees = ReadTrees(SHIPPED[0].read_bytes())
    rows = np.ones((2, len(trees.feature_name())), dtype=int)
    assert np.array_equal(trees.predict(rows), trees.predict(rows.astype(float)))


def test_what_holds_no_trees_is_refused() -> None:
    text = SHIPPED[0].read_bytes()
    for content in (b"", b"tree\n", text + b"\0", text.replace(b"max_feature_idx=", b"")):
        with pytest.raises(ValueError, match=r"\w"):
            ReadTrees(content)
    trees = ReadTrees(text)
    with pytest.raises(ValueError, match="number of features"):
        trees.predict(np.zeros((1, 1)))


def test_reading_prints_nothing_and_imports_no_more() -> None:
    script = (
        "import sys; from explanans.learning.boosted_trees import ReadTrees\n"
        "ReadTrees(open(sys.argv[1], 'rb').read())\n"
        "print({'lightgbm', 'scipy', 'sklearn', 'pandas'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script, SHIPPED[0]], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("set()\n", "")
