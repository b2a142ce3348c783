"""Pointers: what they read of a question, and on whose pieces of words they stand."""

from pathlib import Path

import numpy as np
import pytest

from explanans.errors import InputError
from explanans.learning.embedder import HOME, Embedder
from explanans.learning.model import MANIFEST
from explanans.learning.onnx import GRAPH
from explanans.retrieval.dual_encoder import DualEncoder, format_query
from explanans.structures.questions import Choice, Question
from tests.frozen_pointers import frozen_pointer

AGAIN = "train it again with `explanans lab train pointers`"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return frozen_pointer(tmp_path_factory.mktemp("pointer") / "frozen")


@pytest.fixture(scope="module")
def pointer(folder: Path) -> DualEncoder:
    return DualEncoder.open(folder)


def test_a_question_is_spelt_out_with_its_answer_and_facts() -> None:
    asked = Question("q", "What melts ice?", (Choice("A", "cold"), Choice("B", "heat")), "B")
    assert format_query(asked) == "What melts ice? [SEP] heat [SEP] heat melts ice"
    assert (
        format_query(asked, ["ice is a solid", "a stove is hot"])
        == f"{format_query(asked)} [SEP] ice is a solid [SEP] a stove is hot"
    )
    with pytest.raises(InputError, match="names no choice"):
        format_query(Question("q", "What melts ice?", (Choice("A", "cold"),), "C"))


def test_what_parts_them_is_one_token(pointer: DualEncoder) -> None:
    assert pointer.length("ice [SEP] heat") == 3


def test_it_stands_on_the_words_of_the_package(pointer: DualEncoder) -> None:
    assert pointer.words is Embedder.shipped().words
    assert pointer.width == Embedder.shipped().width
    assert pointer.name.startswith("pointer(")
    texts = ["Ice melts.", "heat [SEP] cold", ""]
    assert (pointer.embed(texts) == Embedder.shipped().embed(texts)).all()  # this one has learnt nothing


def test_more_is_read_at_once_than_of_a_fact(pointer: DualEncoder) -> None:
    assert (DualEncoder.longest, Embedder.longest) == (256, 128)
    long = "frost " * 50 + "glacier " * 50 + "What melts ice? " * 20
    assert Embedder.longest < pointer.length(long) < DualEncoder.longest
    whole, parts = pointer.embed([long])[0], Embedder.shipped().embed([long])[0]
    assert 0.5 < whole @ parts < 0.9999


def test_the_end_of_a_long_question_counts(pointer: DualEncoder) -> None:
    start = "apple " * DualEncoder.longest
    long, other, short = pointer.embed([start + "The glacier melted. " * 60, start, "The glacier melted."])
    assert long @ short > other @ short
    assert np.linalg.norm(long) == pytest.approx(1, abs=1e-5)


def test_the_same_text_has_the_same_vector_in_any_company(folder: Path, pointer: DualEncoder) -> None:
    texts = ["Ice melts.", "", "frost " * 300, "heat [SEP] cold"]
    alone = [DualEncoder.open(folder).embed([text])[0] for text in texts]
    assert (pointer.embed(texts[::-1])[::-1] == np.stack(alone)).all()


def test_one_that_stands_on_other_words_is_refused(tmp_path: Path) -> None:
    other = frozen_pointer(tmp_path / "other", words="0" * 64)
    with pytest.raises(InputError) as error:
        DualEncoder.open(other)
    assert str(error.value) == f"{other}: stands on other pieces of words than the package has; {AGAIN}"


def test_one_that_is_damaged_or_no_pointer_is_refused(tmp_path: Path) -> None:
    damaged = frozen_pointer(tmp_path / "damaged")
    (damaged / GRAPH).write_bytes((damaged / GRAPH).read_bytes()[:-1])
    with pytest.raises(InputError) as error:
        DualEncoder.open(damaged)
    assert str(error.value) == f"{damaged / GRAPH}: damaged or cut short; {AGAIN}"
    with pytest.raises(InputError, match=r"a model of sentences in format \d; accepted: pointer, format \d; train it"):
        DualEncoder.open(HOME)
    with pytest.raises(InputError, match=rf"{MANIFEST}: damaged or missing .*; {AGAIN}$"):
        DualEncoder.open(tmp_path / "none")
    with pytest.raises(InputError, match=r"^no pointer is named; accepted: the folder of one$"):
        DualEncoder.open()
