"""A linear adapter turns question vectors, and comes back from its file."""

from pathlib import Path

import numpy as np
import pytest

from explanans import KnowledgeBase, Question
from explanans.exceptions import InputError
from explanans.meaning.embedder import Embedder
from explanans.rank.adapter import FILE, Adapter
from explanans.rank.features.nearness import VIEWS, near_query

ASKED = Question.asked("What melts ice?", "heat")


def of_parts(*shares: float) -> Adapter:
    width = Embedder.shipped().width
    return Adapter(np.vstack([share * np.eye(width) for share in shares]).astype(np.float16))


def test_one_that_keeps_question_and_answer_says_what_the_network_says() -> None:
    knowledge = KnowledgeBase.of(["Heat melts ice.", "A frog hops.", "Ice is frozen water."])
    cosines = of_parts(1, 0, 0, 0).cosines(knowledge.vectors, ASKED)
    assert cosines.tolist() == pytest.approx(
        knowledge.vectors.cosines(near_query(ASKED)[None])[:, 0].tolist(), abs=1e-3
    )


def test_one_that_keeps_the_answer_points_to_it() -> None:
    vector = of_parts(0, 0, 3, 0).vector(ASKED)
    assert vector.tolist() == pytest.approx(Embedder.shipped().embed(["heat"])[0].tolist(), abs=1e-6)


def test_it_comes_back(tmp_path: Path) -> None:
    adapter = of_parts(0.7, 0, 0, 0.3)
    adapter.write(tmp_path)
    assert (Adapter.read(tmp_path).matrix == adapter.matrix).all()


def test_a_missing_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"adapter\.npy: no adapter"):
        Adapter.read(tmp_path)


@pytest.mark.parametrize(
    "matrix",
    [
        np.zeros((3, 3), dtype=np.float16),
        np.zeros((VIEWS * 384, 384), dtype=np.float32),
        np.full((VIEWS * 384, 384), np.nan, dtype=np.float16),
    ],
)
def test_another_matrix_is_refused(matrix: np.ndarray[tuple[int, int], np.dtype[np.floating]], tmp_path: Path) -> None:
    np.save(tmp_path / FILE, matrix)
    with pytest.raises(InputError, match=r"accepted: finite float16 of the shape \(1536, 384\)"):
        Adapter.read(tmp_path)


def test_a_broken_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no array")
    with pytest.raises(InputError, match="no adapter"):
        Adapter.read(tmp_path)
