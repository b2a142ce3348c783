"""Run trainings one after the other, each with its benchmark, in processes of their own and within a time."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from explanans.errors import InputError, MissingExtraError, StorageError
from explanans.io.files import read_text, write_beside
from explanans.lab.accelerator.manifest import Benchmark, Finished, Setting, State, Training, lacks_torch

LONGEST_MINUTES = 24.0
"""The limit of a command: twice what trainings are sized for."""
LEDGER = "ledger.jsonl"
_GRACE = 5.0
"""Seconds for a process that is ended to remove its files."""

Record = dict[str, Any]


class Call(NamedTuple):
    """The outcome of a command.

    Attributes:
        exit: Its exit status; None if its time was over.
        report: The JSON document that it printed; None if it printed none.
        message: The last line of its complaints; empty if they went to a terminal.
    """

    exit: int | None
    seconds: float
    report: Any
    message: str = ""


def device(*, small: bool) -> str:
    """Return the device that trainings run on, as torch names it."""
    if lacks_torch():
        raise MissingExtraError("a training for an accelerator", "neural")
    from explanans.neural.core.device import device_name  # noqa: PLC0415 - an extra

    name = device_name()
    if name == "cpu" and not small:
        raise InputError("no accelerator that torch can use; accepted: --small, which trains small on the processor")
    return name


def figure_at(report: Any, path: str, holds: str) -> float | None:
    """Return the number at a path of a JSON document; None if there is none.

    Args:
        path: Keys with ``/`` between them. ``*`` is the first key that contains ``holds``, else the first key; in a
            list, ``max`` is the greatest number, and a number is an index.

    Example:
        >>> figure_at({"systems": {"bm25": {"map": 0.4}, "graded:my-model": {"map": 0.5}}}, "systems/*/map", "my-model")
        0.5
    """
    place = report
    try:
        for key in path.split("/"):
            if key == "max":
                place = max(place)
            elif key == "*":
                place = place[[*(name for name in place if holds in name), *place][0]]
            else:
                place = place[key if isinstance(place, Mapping) else int(key)]
    except (AttributeError, KeyError, IndexError, ValueError, TypeError):
        return None
    return float(place) if isinstance(place, int | float) else None


def speed(report: Mapping[str, Any], seconds: float) -> Record:
    """Return how many tokens or examples a training read in a second, by what it printed; empty if it said nothing.

    Example:
        >>> speed({"examples": 40, "losses": [1.2, 1.1]}, 4.0)
        {'examples_a_second': 20.0}
    """
    if "tokens" in report.get("data", {}):
        return {"tokens_a_second": round(report["data"]["tokens"] / seconds, 1)}
    count = report.get("examples", report.get("claims"))
    epochs = max(report.get("epochs", 1), len(report.get("losses", ())))
    return {} if count is None else {"examples_a_second": round(count * epochs / seconds, 1)}


def call(words: Sequence[str], seconds: float, log: Path | None) -> Call:
    """Run a command of ``explanans`` in a process of its own, which ends when its time is over or this process ends.

    Args:
        log: The file for its complaints; if None, they and its progress bars go to the terminal.
    """
    line = [sys.executable, "-m", "explanans", *words, *(["--quiet"] if log else [])]
    started, status, text, report = time.monotonic(), None, b"", None
    with log.open("wb") if log else nullcontext() as complaints:
        process = subprocess.Popen(  # noqa: S603 - our own commands
            line, stdout=subprocess.PIPE, stderr=complaints, start_new_session=True
        )
        try:
            text, _ = process.communicate(timeout=max(seconds, 0.1))
            status = process.returncode
        except subprocess.TimeoutExpired:
            pass
        finally:
            _end(process)
    with suppress(msgspec.DecodeError):
        report = msgspec.json.decode(text)
    said = log.read_text(encoding="utf-8", errors="replace").strip() if log else ""
    return Call(status, round(time.monotonic() - started, 1), report, said.rpartition("\n")[2])


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process with all that it has started, if it has not ended."""
    for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        if process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, number) if hasattr(os, "killpg") else process.kill()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE)
    if process.stdout:
        process.stdout.close()


class Runner:
    """Runs trainings and keeps the ledger of a folder."""

    def __init__(
        self, setting: Setting, minutes: float, name: str, tell: Callable[[str], None], *, on_terminal: bool = False
    ) -> None:
        if setting.out.exists() and not setting.out.is_dir():
            raise InputError(f"{setting.out}: a file; accepted: a new folder, or one of earlier trainings")
        try:
            setting.out.mkdir(exist_ok=True)
        except OSError as error:
            raise StorageError(f"{setting.out}: cannot be made ({error.strerror or error})") from error
        self._setting = setting
        self._end = time.monotonic() + 60 * minutes
        self._device = name
        self._tell = tell
        self._on_terminal = on_terminal
        self._ledger = setting.out / LEDGER
        self._before = read_text(self._ledger) if self._ledger.exists() else ""
        self._started = list[Record]()

    def run(self, trainings: Sequence[Training]) -> list[Record]:
        """Run the trainings that are not done, in order, and return a record of each.

        A training that does not fit into the time that is left is passed over, for a later one may fit.
        """
        return [self._one(training) for training in trainings]

    def _one(self, training: Training) -> Record:
        state, why = self._setting.standing(training)
        record: Record = {"name": training.name, "row": training.row, "state": state} | ({"why": why} if why else {})
        finished = self._setting.finished(training)
        if state is State.NOT_DONE and (done := self._step(training, training, record)):
            finished = self._finish(training, done, record)
        if finished and training.benchmark and not finished.measured:
            done = self._step(training, training.benchmark, record)
            if done and done.exit == 0:
                found = finished.figures | self._figures(training, training.benchmark, done)
                self._mark(training, msgspec.structs.replace(finished, figures=found, measured=True), record)
        return record

    def _step(self, training: Training, work: Training | Benchmark, record: Record) -> Call | None:
        """Run a command and record how it ended; None if it does not fit into the time that is left."""
        setting, left = self._setting, max(0.0, (self._end - time.monotonic()) / 60)
        verb, prefix = ("training", "") if work is training else ("measuring", "benchmark_")
        if (minutes := setting.minutes(work)) > left:
            record["why"] = f"{verb} needs {minutes:.1f} minutes, and {left:.1f} are left"
            return None
        self._tell(f"{verb} {training.name}: {minutes:.1f} minutes expected, {left:.1f} left")
        if record not in self._started:
            self._started.append(record)
            record["command"] = f"explanans {setting.template(training)}"
            record |= {"small": setting.small, "seed": setting.seed, "device": self._device}
            record["started"] = datetime.now(UTC).isoformat(timespec="seconds")
        log = None if self._on_terminal else setting.out / f"{training.name}.log"
        done = call(setting.words(training, work), 60 * min(left, LONGEST_MINUTES), log)
        record |= {f"{prefix}seconds": done.seconds, f"{prefix}exit": done.exit}
        if done.exit != 0:
            record[f"{prefix}message"] = "its time was over" if done.exit is None else done.message
        self._write()
        return done

    def _finish(self, training: Training, done: Call, record: Record) -> Finished | None:
        """Mark a training as finished; None if it is not."""
        if done.exit != 0:
            return None
        report = done.report if isinstance(done.report, Mapping) else {}
        record |= speed(report, report.get("seconds") or done.seconds)
        command, found = self._setting.template(training), self._figures(training, training, done)
        measured = training.benchmark is None
        finished = Finished(command, self._setting.seed, done.seconds, self._device, found, measured)
        self._mark(training, finished, record)
        return finished

    def _figures(self, training: Training, work: Training | Benchmark, done: Call) -> dict[str, float]:
        holds = str(self._setting.place(training))
        found = {name: figure_at(done.report, path, holds) for name, path in work.figures.items()}
        return {name: value for name, value in found.items() if value is not None}

    def _mark(self, training: Training, finished: Finished, record: Record) -> None:
        with write_beside(self._setting.mark(training)) as file:
            file.write(msgspec.json.format(msgspec.json.encode(finished)).decode() + "\n")
        record |= {"state": State.DONE if finished.measured else State.UNMEASURED, "figures": finished.figures}
        self._write()

    def _write(self) -> None:
        """Replace the ledger, so that no line is ever half written."""
        with write_beside(self._ledger) as file:
            file.write(self._before)
            file.writelines(f"{msgspec.json.encode(record).decode()}\n" for record in self._started)


def has_failed(record: Record) -> bool:
    """Return whether a training or its benchmark was started and did not end well."""
    return any(record.get(name, 0) != 0 for name in ("exit", "benchmark_exit"))
