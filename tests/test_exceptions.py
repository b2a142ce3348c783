"""Errors: their sentences, their tree, and their way home from a worker process."""

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from explanans.errors import ExplanansError, FormatError, InputError, MissingExtraError, StorageError


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (FormatError("an empty id", "facts.tsv"), "facts.tsv: an empty id"),
        (FormatError("an empty id", "facts.tsv", 3), "facts.tsv, line 3: an empty id"),
        (FormatError("a NUL byte", "facts.tsv", 3, column=7), "facts.tsv, line 3, column 7: a NUL byte"),
        (
            FormatError("a NUL byte", "facts.tsv", 3, "UTF-8 text", column=7),
            "facts.tsv, line 3, column 7: a NUL byte; accepted: UTF-8 text",
        ),
        (FormatError("no header", "facts.tsv", accepted="a header"), "facts.tsv: no header; accepted: a header"),
    ],
)
def test_a_format_error_says_what_where_and_what_is_accepted(error: FormatError, sentence: str) -> None:
    assert str(error) == sentence


def test_whoever_catches_input_errors_catches_format_errors() -> None:
    with pytest.raises(InputError) as caught:
        raise FormatError("an empty id", "facts.tsv", 3, "a text", column=2)
    assert isinstance(caught.value, FormatError)
    assert (caught.value.found, caught.value.source, caught.value.line, caught.value.column, caught.value.accepted) == (
        "an empty id",
        "facts.tsv",
        3,
        2,
        "a text",
    )


@pytest.mark.parametrize("kind", [InputError, FormatError, StorageError, MissingExtraError])
def test_all_have_one_root(kind: type[Exception]) -> None:
    assert issubclass(kind, ExplanansError)


def test_a_full_disk_is_no_fault_of_the_input() -> None:
    assert not issubclass(StorageError, InputError)
    assert not issubclass(MissingExtraError, InputError)


def test_a_missing_extra_names_the_command() -> None:
    assert "pip install 'explanans[neural]'" in str(MissingExtraError("the cross-encoder", "neural"))


ERRORS = [
    InputError("the question is empty"),
    StorageError("run.txt: cannot be written"),
    FormatError("a NUL byte", "facts.tsv", 3, "UTF-8 text", column=7),
    MissingExtraError("the cross-encoder", "neural"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_copies_say_the_same(error: ExplanansError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def raise_error(number: int) -> None:
    raise ERRORS[number]


def test_workers_send_their_errors_home() -> None:
    # An error that cannot be unpickled breaks the whole pool instead of failing one task.
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
        for number, error in enumerate(ERRORS):
            with pytest.raises(type(error)) as caught:
                pool.submit(raise_error, number).result(timeout=20)
            assert str(caught.value) == str(error)
