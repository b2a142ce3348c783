"""Work shared among processes: each item done once, in order, by whoever is free, whoever dies."""

import os
import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from explanans.errors import InputError
from explanans.runtime.job import Done, Failure, Item, OpenJob
from explanans.runtime.writing import WorkerConfig, open_executor, outcomes

from .jobs import Doubling, Told, plain

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")


@pytest.mark.parametrize("count", [0, 1, 4, 5, 9, 40])
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_outcomes_come_in_the_order_of_the_items(count: int, workers: int) -> None:
    found = list(outcomes(Doubling(), plain(count), WorkerConfig(workers)))
    assert [(outcome.item.id, outcome.made) for outcome in found] == [(f"n{i}", 2 * i) for i in range(count)]


def test_all_processes_work_and_this_is_one_of_them() -> None:
    shares = Counter(outcome.made for outcome in outcomes(Told(0.02), plain(300), WorkerConfig(2)))
    assert len(shares) == 2
    assert os.getpid() in shares


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("refused", [0, 30, 59])
def test_an_item_that_fails_stops_no_other(refused: int, workers: int) -> None:
    made = [outcome.made for outcome in outcomes(Doubling(refused=refused), plain(60), WorkerConfig(workers))]
    assert made[refused] == Failure(f"{refused} cannot be doubled")
    assert [value for value in made if not isinstance(value, Failure)] == [2 * i for i in range(60) if i != refused]


@pytest.mark.parametrize("workers", [1, 2])
def test_items_are_taken_a_few_ahead_only(workers: int) -> None:
    taken = 0

    def endless() -> Iterator[Item]:
        nonlocal taken
        while True:
            taken += 1
            yield Item(f"n{taken}", taken)

    found = outcomes(Doubling(), endless(), WorkerConfig(workers))
    for number in range(1, 301):
        assert next(found).made == 2 * number
        assert taken - number <= 50
    found.close()  # type: ignore[attr-defined]


def test_what_is_done_already_passes_through() -> None:
    given = [Item("a", 1), Item("b", Done("kept")), Item("c", 3)] * 5
    assert [outcome.made for outcome in outcomes(Doubling(), given, WorkerConfig(2))] == [2, "kept", 6] * 5


class DiesElsewhere(Doubling):
    """Dies over every twentieth number, but not in the process of the test, which refuses it."""

    def open(self) -> OpenJob:
        home, pid = super().open(), int(self.deaths.rpartition("-")[2])

        def double(number: int) -> int:
            if number % 20 == 7 and os.getpid() == pid:
                raise InputError("not here")
            made: int = home.make(self.fatal if number % 20 == 7 else number)
            return made

        return OpenJob(double, home.signature)


@pytest.fixture
def deaths(tmp_path: Path) -> Path:
    folder = tmp_path / f"deaths-{os.getpid()}"
    folder.mkdir()
    return folder


KILLED = "the process that worked on it ended too early, perhaps for want of memory"


@pytest.mark.parametrize(("most", "reasons"), [(1, {"not here"}), (1000, {"not here", KILLED})])
def test_a_process_that_dies_is_replaced_and_items_it_dies_over_fail_alone(
    deaths: Path, most: int, reasons: set[str]
) -> None:
    job = DiesElsewhere(0.01, fatal=-5, deaths=str(deaths), most=most)
    made = [outcome.made for outcome in outcomes(job, plain(200), WorkerConfig(2))]
    assert list(deaths.iterdir())
    for number, value in enumerate(made):
        if isinstance(value, Failure):
            assert number % 20 == 7
            assert value.reason in reasons
        else:
            assert value == (-10 if number % 20 == 7 else 2 * number)


def test_a_job_that_cannot_be_handed_over() -> None:
    class Local:
        label = "Local"
        secret = property(lambda _: None)

        def open(self) -> OpenJob:
            return OpenJob(abs, "")

    with pytest.raises(InputError, match=r"a part cannot be handed to other processes .*; accepted: names and paths"):
        list(outcomes(Local(), plain(20), WorkerConfig(2)))
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(Local())


@pytest.mark.parametrize("hands", [WorkerConfig(0), WorkerConfig(2, "tcp://127.0.0.1:1"), WorkerConfig(1, "nowhere")])
def test_hands_that_cannot_be(hands: WorkerConfig) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(InputError, match="accepted:"), open_executor(Doubling(), hands):
        pass
