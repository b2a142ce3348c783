"""The service as a process of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from .conftest import ASKED, LIMIT, Service, started

SLOW = {"claims": ["Ice is made of water and heat melts all solids."] * 40, "sources": ["Ice melts. Frogs hop."] * 4}

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


def until(found: object) -> None:
    assert callable(found)
    end = time.monotonic() + LIMIT
    while not found():
        assert time.monotonic() < end
        time.sleep(0.05)


def running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_it_answers_logs_and_counts(service: Service) -> None:
    status, record, headers = service.ask("/explain", ASKED)
    assert (status, record["verdict"]["status"]) == (200, "supported")
    assert headers["content-type"] == "application/json"
    assert "server" not in headers
    event = service.event(headers["x-request-id"])
    assert (event["function"], event["status"], event["bytes_in"]) == ("explain", 200, len(str(ASKED)))
    assert "ice" not in service.log.read_text().lower()
    assert "explanans_workers_ready 1.0" in service.ask("/metrics")[1]


def test_of_many_at_once_some_are_told_to_come_again(service: Service) -> None:
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda _: service.ask("/check", SLOW), range(6)))
    assert {status for status, _, _ in answers} == {200, 429}
    for status, body, headers in answers:
        if status == 429:
            assert int(headers["retry-after"]) >= 1
            assert body["error"].startswith("too many requests at once; come again in ")


def test_killed_workers_are_replaced_and_their_work_is_done(service: Service) -> None:
    (before,) = service.children()
    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(service.ask, "/check", SLOW)
        until(lambda: service.ask("/health")[1]["busy"] == 1)
        os.kill(before, signal.SIGKILL)
        status, record, _ = asked.result()
    assert (status, len(record["claims"])) == (200, 40)
    assert service.children() != [before]
    assert 'explanans_workers_replaced_total{reason="died"} 1.0' in service.ask("/metrics")[1]


def test_what_has_begun_is_answered_before_the_end(tmp_path: Path, notes: Path) -> None:
    service = started(tmp_path, "--kb", notes, "--model", "bm25", "--workers", "1")
    try:
        with ThreadPoolExecutor(1) as threads:
            asked = threads.submit(service.ask, "/check", SLOW)
            until(lambda: service.ask("/health")[1]["busy"] == 1)
            service.process.send_signal(signal.SIGTERM)
            assert asked.result()[0] == 200
    finally:
        assert service.end() == 0
    assert service.events()[-1]["event"] == "ended"
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(service.address.removeprefix("http://").split(":"), timeout=LIMIT)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--kb", "nowhere"), "nowhere"),
        (
            ("--host", "0.0.0.0"),
            "anybody who reaches 0.0.0.0 could ask; accepted: --key-file FILE, or --no-auth to let them",
        ),
        (("--host", "192.0.2.1", "--open"), "192.0.2.1:0 cannot be listened at ("),
        (("--keys", "nowhere"), "nowhere"),
        (("--new-key", "ann"), "a key for a caller is kept nowhere; accepted: --create-key NAME with --key-file FILE"),
    ],
)
def test_what_it_cannot_serve_is_told_in_one_sentence(
    arguments: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "explanans", "api", "--port", "0", "--workers", "1", *arguments],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("explanans: ")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_key_is_made_and_let_in_and_workers_end_with_the_service_however_it_ends(tmp_path: Path, notes: Path) -> None:
    made = [sys.executable, "-m", "explanans", "api", "--keys", str(tmp_path / "keys"), "--new-key", "ann"]
    key = subprocess.run(made, capture_output=True, text=True, check=True).stdout.strip()
    options = ("--kb", notes, "--model", "bm25", "--workers", "1", "--keys", tmp_path / "keys")
    service = started(tmp_path, "--host", "0.0.0.0", *options)
    service.address = service.address.replace("0.0.0.0", "127.0.0.1")
    try:
        assert service.ask("/explain", ASKED)[0] == 401
        status, _, headers = service.ask("/explain", ASKED, Authorization=f"Bearer {key}")
        assert (status, service.event(headers["x-request-id"])["caller"]) == (200, "ann")
        assert service.ask("/health")[0] == 200
        (worker,) = service.children()
    finally:
        service.process.kill()
        service.process.wait(LIMIT)
    until(lambda: not running(worker))
