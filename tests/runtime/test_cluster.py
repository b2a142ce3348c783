"""A real Dask cluster: a scheduler and workers as processes of their own, some of which are killed."""

import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from explanans import rank
from explanans.errors import ExplanansError, InputError
from explanans.runtime.job import Encoded, Failure, Item
from explanans.runtime.writing import ResumeState, RunSummary, WorkerConfig, outcomes, write_file
from explanans.structures.questions import Question
from tests.clusters import Cluster

from .jobs import Doubling, Told, items, line, plain

distributed = pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="processes are killed as on POSIX"),
    # The client's own loop may close its sockets a moment after the client.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    made.add(2)
    yield made
    made.close()


def test_the_same_bytes_as_without_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    job = Encoded(Doubling(refused=7), line)
    for name, hands in (
        ("one", WorkerConfig()),
        ("address", WorkerConfig(cluster=cluster.address)),
        ("client", WorkerConfig(1, cluster.client)),
    ):
        assert write_file(job, items(100), tmp_path / name, ResumeState(hands)) == RunSummary(100, 99, 1)
    for name in ("address", "client"):
        assert (tmp_path / name).read_bytes() == (tmp_path / "one").read_bytes()
        assert (tmp_path / f"{name}.failed").read_bytes() == (tmp_path / "one.failed").read_bytes()


def test_workers_that_die_and_workers_that_join(cluster: Cluster, tmp_path: Path) -> None:
    job = Encoded(Doubling(0.02), line)

    def meanwhile() -> Iterator[Item]:
        given = iter(items(200))
        yield from islice(given, 60)
        cluster.kill()
        yield from islice(given, 60)
        cluster.add()
        yield from given

    assert write_file(job, meanwhile(), tmp_path / "out", ResumeState(WorkerConfig(cluster=cluster.client))).new == 200
    write_file(Encoded(Doubling(), line), items(200), tmp_path / "one")
    assert (tmp_path / "out").read_bytes() == (tmp_path / "one").read_bytes()


def test_all_workers_work_and_each_opens_the_job_once(cluster: Cluster) -> None:
    shares = {outcome.made for outcome in outcomes(Told(0.02), plain(200), WorkerConfig(1, cluster.client))}
    assert shares == {worker.pid for worker in cluster.workers}


def test_what_cannot_be_opened_there(cluster: Cluster) -> None:
    asked = [Question.asked("What melts ice?", "heat")]
    with pytest.raises(InputError, match="no ranker is called 'telepathy'"):
        list(rank(asked, ranker="telepathy", cluster=cluster.client))


def test_verbs_take_a_client(cluster: Cluster) -> None:
    facts = ["Rain is wet.", "Heat melts ice."]
    asked = [("What melts ice?", "heat"), ("What is wet?", "rain")] * 5
    here = list(rank(asked, knowledge=facts, ranker="bm25"))
    assert list(rank(asked, knowledge=facts, ranker="bm25", cluster=cluster.client)) == here
    blank: list[Any] = [*asked, ("", "")]
    found: list[Any] = [*rank(blank, knowledge=facts, ranker="bm25", cluster=cluster.address, keep_going=True)]
    assert found[:-1] == here
    assert isinstance(found[-1], Failure)
    with pytest.raises(InputError, match="item 11: the question is empty"):
        list(rank(blank, knowledge=facts, ranker="bm25", cluster=cluster.client))


def test_commands_take_an_address(cluster: Cluster, tmp_path: Path) -> None:
    """Paths are those of the caller, wherever the workers were started."""
    (tmp_path / "notes.txt").write_text("Ice is a solid.\nHeat melts solids.\n")
    (tmp_path / "asked.jsonl").write_text('{"id": "q1", "question": "What does heat melt?", "answer": "ice"}\n')
    common = [sys.executable, "-m", "explanans", "rank", "--questions", "asked.jsonl", "--kb", "notes.txt", "--out"]
    for more in (["one.jsonl"], ["two.jsonl", "--cluster", cluster.address]):
        done = subprocess.run([*common, *more, "--model", "bm25"], cwd=tmp_path, capture_output=True, check=True)
        assert done.stderr.startswith(b"ranked 2 facts for 1 question")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("address", "complaint"),
    [("nowhere", "nowhere: no address; accepted: .*"), ("tcp://127.0.0.1:1", ".*:1: no scheduler answers .*")],
)
def test_no_scheduler(address: str, complaint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from explanans.runtime import cluster as ours

    monkeypatch.setattr(ours, "_CONNECT", 1)
    with pytest.raises(InputError, match=complaint):
        list(outcomes(Doubling(), plain(3), WorkerConfig(cluster=address)))


@pytest.mark.parametrize("known", ["nothing", "connection lost", "given up"])
def test_a_scheduler_that_ends(tmp_path: Path, known: str) -> None:
    """Whatever the client has noticed of it when more is asked."""
    mine = Cluster(tmp_path)
    try:
        mine.add()

        def meanwhile() -> Iterator[Item]:
            given = iter(items(200))
            yield from islice(given, 50)
            mine._scheduler.kill()
            while known == "connection lost" and mine.client.status == "running":
                time.sleep(0.05)
            if known == "given up":
                mine.client.close()
            yield from given

        job, out = Encoded(Doubling(0.01), line), tmp_path / "out"
        with pytest.raises(ExplanansError, match="the scheduler is gone"):
            write_file(job, meanwhile(), out, ResumeState(WorkerConfig(cluster=mine.client)))
        written = write_file(job, items(200), out, ResumeState(resume=True))
        assert 0 < written.new < 200
        assert written.items == 200
    finally:
        mine.close()
