"""Whether the service bears 100 clients at once for a minute, while its workers are killed now and then.

Run ``python benchmarks/serving.py``; ``--help`` lists the options. It starts ``explanans api`` on this machine, lets
every client ask one thing after the other, waiting for at most a second where it is told to come again, and prints how
often each status came, how long answers took, what memory the service and its workers used at the end of each quarter
of the time, and how many workers were replaced. It ends with status 1 where a request failed in another way than by
429, or where fewer workers are there in the end than at the start. With ``--made-up N``, N things are asked, for as
long as it takes, of which each has words that no other has: whether what is remembered has a limit.
"""

import argparse
import http.client
import itertools
import json
import math
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import synthetic
from explanans.formats.worldtree import decode_questions
from explanans.io.files import read_lines
from explanans.knowledge.sources import STARTER

PATIENCE = 1.0
"""Seconds after which a client comes again at the latest, whatever it is told."""
START = 120.0
QUARTERS = 4


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=100, metavar="N", help="clients at once")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long they ask")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes that work")
    parser.add_argument("--kills", type=int, default=3, metavar="N", help="how many workers are killed meanwhile")
    parser.add_argument("--made-up", type=int, metavar="N", help="requests with made-up words; none is killed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        service, port = started(options.workers, log)
        try:
            load = Load(port, service.pid)
            begin = time.monotonic()
            if options.made_up:
                load.run_through(options.clients, options.made_up)
            else:
                load.run(options.clients, options.seconds, options.kills)
            seconds = time.monotonic() - begin
            ready = settled(port, options.workers)
            sound = load.report(options.clients, seconds, ready, options.workers)
        finally:
            service.send_signal(signal.SIGTERM)
            print(f"exit status {service.wait(START)}")
    sys.exit(0 if sound else 1)


def started(workers: int, log: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Start the service and return its process and port."""
    with log.open("wb") as file:
        command = [sys.executable, "-m", "explanans", "api", "--port", "0", "--workers", str(workers)]
        service = subprocess.Popen(command, stderr=file)
    end = time.monotonic() + START
    while time.monotonic() < end and service.poll() is None:
        found = re.search(r"listening at http://[^:]+:(\d+)", log.read_text(encoding="utf-8"))
        if found:
            return service, int(found[1])
        time.sleep(0.1)
    raise SystemExit(log.read_text(encoding="utf-8"))


def requests() -> list[tuple[str, bytes]]:
    """Return what is asked, in an order drawn once: explanations and rankings, checks, graphs."""
    questions = list(decode_questions(read_lines(STARTER / "questions/questions.dev.tsv"), "questions"))
    bodies: list[tuple[str, Any]] = []
    for question in questions:
        asked = {"question": question.text, "answer": question.answer}
        bodies += [("/explain", asked), ("/rank", asked)]
        bodies.append(("/check", {"claims": [f"{question.answer}."], "sources": [question.text]}))
    bodies += [("/graph", {"belief": "Zoos should be banned.", "argument": "Animals suffer in narrow cages."})] * 20
    random.Random(0).shuffle(bodies)
    return [(path, json.dumps(body).encode()) for path, body in bodies]


def made_up(count: int) -> Iterator[tuple[str, bytes]]:
    """Yield rankings and checks, each about a name of its own and words drawn at random."""
    for number, (_, text) in enumerate(synthetic.facts(count)):
        about = f"{text} near {synthetic.name((1 << 20) + number)}"
        asked = {"question": f"Why is it that {about}?", "answer": text}
        body = {"claims": [f"{text}."], "sources": [f"{about}."]} if number % 2 else asked
        yield "/check" if number % 2 else "/rank", json.dumps(body).encode()


@dataclass
class Load:
    """What clients ask of a service, and what they are told.

    Attributes:
        port: Its port.
        process: Its process.
        statuses: How often each status came; what broke off counts by its name.
        times: How long answers took, in seconds.
        memory: MiB of the service and of its largest worker, in each quarter.
        killed: How many workers were killed.
    """

    port: int
    process: int
    statuses: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    memory: list[tuple[float, float]] = field(default_factory=list)
    killed: int = 0

    def run_through(self, clients: int, count: int) -> None:
        """Let clients ask made-up things until all are asked."""
        threads = self._start(clients, made_up(count), math.inf)
        for number in range(QUARTERS):
            while self.statuses.total() < count * (number + 1) // QUARTERS and any(
                map(threading.Thread.is_alive, threads)
            ):
                time.sleep(0.05)
            self._weigh()
        for thread in threads:
            thread.join()

    def run(self, clients: int, seconds: float, kills: int) -> None:
        """Let clients ask for some seconds."""
        threads = self._start(clients, itertools.cycle(requests()), time.monotonic() + seconds)
        begin = time.monotonic()
        marks = [begin + seconds * (number + 1) / QUARTERS for number in range(QUARTERS)]
        blows = [begin + seconds * (number + 1) / (kills + 1) for number in range(kills)]
        for moment, kill in sorted([*((mark - 0.2, False) for mark in marks), *((blow, True) for blow in blows)]):
            time.sleep(max(0.0, moment - time.monotonic()))
            workers = children(self.process)
            if kill and workers:
                os.kill(workers[0], signal.SIGKILL)
                self.killed += 1
            elif not kill:
                self._weigh()
        for thread in threads:
            thread.join()

    def _weigh(self) -> None:
        self.memory.append((resident(self.process), max(map(resident, children(self.process)), default=0.0)))

    def _start(self, clients: int, given: Iterator[tuple[str, bytes]], end: float) -> list[threading.Thread]:
        lock = threading.Lock()
        threads = [threading.Thread(target=self._ask, args=(given, lock, end)) for _ in range(clients)]
        for thread in threads:
            thread.start()
        return threads

    def _ask(self, given: Iterator[tuple[str, bytes]], lock: threading.Lock, end: float) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=START)
        while time.monotonic() < end:
            with lock:
                path, body = next(given, ("", b""))
            if not path:
                break
            started_at = time.monotonic()
            try:
                connection.request("POST", path, body, {"Content-Type": "application/json"})
                answer = connection.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                self._count(type(error).__name__, None, lock)
                continue
            took = time.monotonic() - started_at
            self._count(str(answer.status), took if answer.status == 200 else None, lock)
            if answer.status == 429:
                time.sleep(min(PATIENCE, float(answer.headers["Retry-After"])))
        connection.close()

    def _count(self, status: str, took: float | None, lock: threading.Lock) -> None:
        with lock:
            self.statuses[status] += 1
            if took is not None:
                self.times.append(took)

    def report(self, clients: int, seconds: float, ready: int, workers: int) -> bool:
        """Print the figures, and return whether all went well."""
        print(f"{clients} clients, {seconds:.0f} s, {workers} workers")
        print("statuses " + ", ".join(f"{status}: {count}" for status, count in sorted(self.statuses.items())))
        cuts = statistics.quantiles(self.times, n=20)
        print(f"answers {len(self.times) / seconds:.1f} a second, p50 {cuts[9]:.2f} s, p95 {cuts[18]:.2f} s")
        for number, (service, worker) in enumerate(self.memory, 1):
            print(f"memory, quarter {number}: service {service:.0f} MiB, largest worker {worker:.0f} MiB")
        print(f"workers killed {self.killed}, ready in the end {ready}")
        return set(self.statuses) <= {"200", "429"} and ready == workers


def settled(port: int, workers: int) -> int:
    """Return how many workers are ready, having waited for those that start."""
    end = time.monotonic() + START
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=START)
        connection.request("GET", "/health")
        ready = int(json.loads(connection.getresponse().read())["ready"])
        connection.close()
        if ready >= workers or time.monotonic() > end:
            return ready
        time.sleep(0.2)


def children(process: int) -> list[int]:
    """Return the workers of a service."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(state[1]) == process and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return sorted(found)


def resident(process: int) -> float:
    """Return the memory of a process in MiB; 0 where it is gone."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


if __name__ == "__main__":
    main()
