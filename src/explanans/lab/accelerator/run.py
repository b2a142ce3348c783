"""Run trainings one after the other, each with its benchmark, in processes of their own and within a time."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from explanans.errors import InputError, MissingExtraError, StorageError
from explanans.io.files import write_beside
from explanans.lab.accelerator.manifest import (
    SMALL_MINUTES,
    Benchmark,
    Finished,
    Setting,
    State,
    Training,
    lacks_torch,
)
from explanans.lab.accelerator.records import LEDGER, Ledger, Record, figures, speed

LONGEST_MINUTES = 24.0
"""The limit of a training and of a benchmark: twice what trainings are sized for."""
_GRACE = 5.0
"""Seconds for a process that is ended to remove its files."""

Tell = Callable[[str], None]


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
    """Return the device that trainings run on, as torch names it.

    Args:
        small: Whether the sizes are for a processor.

    Raises:
        MissingExtraError: The extra ``neural`` is not installed.
        InputError: There is no accelerator, and the sizes are for one.
    """
    if lacks_torch():
        raise MissingExtraError("a training for an accelerator", "neural")
    from explanans.neural.core.device import device_name  # noqa: PLC0415 - an extra

    name = device_name()
    if name == "cpu" and not small:
        raise InputError("no accelerator that torch can use; accepted: --small, which trains small on the processor")
    return name


def call(words: Sequence[str], seconds: float, log: Path | None) -> Call:
    """Run a command of ``explanans`` in a process of its own, which ends when its time is over or this process ends.

    Args:
        words: Its arguments.
        seconds: Its time.
        log: The file for its complaints; if None, they and its progress bars go to the terminal.

    Raises:
        StorageError: The file cannot be written.
    """
    line = [sys.executable, "-m", "explanans", *words, *(["--quiet"] if log else [])]
    started = time.monotonic()
    try:
        complaints = log.open("w", encoding="utf-8") if log else None
    except OSError as error:
        raise StorageError(f"{log}: cannot be written ({error.strerror or error})") from error
    try:
        process = subprocess.Popen(  # noqa: S603 - our own commands
            line, stdout=subprocess.PIPE, stderr=complaints, text=True, encoding="utf-8", start_new_session=True
        )
        try:
            text, _ = process.communicate(timeout=max(seconds, 0.1))
            status: int | None = process.returncode
        except subprocess.TimeoutExpired:
            text, status = "", None
        finally:
            _end(process)
    finally:
        if complaints:
            complaints.close()
    said = log.read_text(encoding="utf-8", errors="replace").strip() if log else ""
    return Call(status, round(time.monotonic() - started, 1), _decoded(text), said.rpartition("\n")[2])


def _end(process: "subprocess.Popen[str]") -> None:
    """End a process with all that it has started, if it has not ended."""
    for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        if process.poll() is not None:
            break
        with suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, number)
            else:
                process.kill()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
    if process.stdout:
        process.stdout.close()


def _decoded(text: str) -> Any:
    with suppress(msgspec.DecodeError):
        return msgspec.json.decode(text.encode())
    return None


class Runner:
    """Runs trainings and keeps the ledger of a folder.

    Args:
        setting: Where and how they run.
        minutes: The time for all of them.
        name: The device; see ``device``.
        tell: Called with a sentence about the progress.
        on_terminal: Whether the commands show their own progress on the terminal.

    Raises:
        InputError: There is a file in the place of the folder, or its ledger cannot be read.
        StorageError: The folder cannot be made.
    """

    def __init__(self, setting: Setting, minutes: float, name: str, tell: Tell, *, on_terminal: bool = False) -> None:
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
        self._ledger = Ledger(setting.out / LEDGER)

    @property
    def left(self) -> float:
        """The minutes that are left."""
        return max(0.0, (self._end - time.monotonic()) / 60)

    def run(self, trainings: Sequence[Training]) -> list[Record]:
        """Run the trainings that are not done, in order, and return a record of each.

        A training that does not fit into the time that is left is passed over, for a later one may fit.

        Raises:
            InputError: The named folder of the data sets is not there.
            StorageError: The folder cannot be written.
        """
        return [self._one(training) for training in trainings]

    def _one(self, training: Training) -> Record:
        setting, standing = self._setting, self._setting.standing(training)
        record: Record = {"name": training.name, "row": training.row, "state": standing.state}
        if standing.state in {State.DONE, State.CANNOT, State.NOT_BUILT}:
            return record | ({"why": standing.why} if standing.why else {})
        line = None
        finished = setting.finished(training)
        if finished is None:
            minutes = training.minutes(small=setting.small)
            if minutes > self.left:
                return record | {"why": f"needs {minutes:.1f} minutes, and {self.left:.1f} are left"}
            self._tell(f"training {training.name}: {minutes:.1f} minutes expected, {self.left:.1f} left")
            record |= self._started(training)
            done = self._call(training, training)
            finished = self._finish(training, done)
            record |= _outcome(done) | {"state": State.UNMEASURED if finished else State.NOT_DONE}
            if finished:
                record |= speed(done.report, done.seconds) | {"figures": finished.figures}
            line = self._ledger.write(record)
        else:
            record |= self._started(training)
        if finished and training.benchmark:
            record |= self._measured(training, training.benchmark, finished)
            self._ledger.write(record, line)
        elif finished:
            record["state"] = State.DONE
            self._ledger.write(record, line)
        return record

    def _started(self, training: Training) -> Record:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return {
            "command": f"explanans {self._setting.template(training)}",
            "small": self._setting.small,
            "seed": self._setting.seed,
            "device": self._device,
            "started": now,
        }

    def _call(self, training: Training, work: Training | Benchmark) -> Call:
        log = None if self._on_terminal else self._setting.out / f"{training.name}.log"
        words = self._setting.words(training, work)
        return call(words, 60 * min(self.left, LONGEST_MINUTES), log)

    def _finish(self, training: Training, done: Call) -> Finished | None:
        """Mark a training as finished; None if it is not."""
        if done.exit != 0:
            return None
        setting = self._setting
        found = figures(done.report, training.reports, str(setting.place(training)))
        finished = Finished(setting.template(training), setting.seed, done.seconds, self._device, found)
        self._mark(training, finished)
        return finished

    def _measured(self, training: Training, benchmark: Benchmark, finished: Finished) -> Record:
        """Run the benchmark of a training if there is time."""
        minutes = SMALL_MINUTES if self._setting.small else benchmark.minutes
        if minutes > self.left:
            return {"why": f"its benchmark needs {minutes:.1f} minutes, and {self.left:.1f} are left"}
        self._tell(f"measuring {training.name}: {minutes:.1f} minutes expected, {self.left:.1f} left")
        done = self._call(training, benchmark)
        record: Record = {f"benchmark_{name}": value for name, value in _outcome(done).items()}
        if done.exit != 0:
            return record
        found = figures(done.report, benchmark.figures, str(self._setting.place(training)))
        self._mark(training, msgspec.structs.replace(finished, measured=found))
        return record | {"state": State.DONE, "figures": finished.figures | found}

    def _mark(self, training: Training, finished: Finished) -> None:
        with write_beside(self._setting.mark(training)) as file:
            file.write(msgspec.json.format(msgspec.json.encode(finished)).decode() + "\n")


def _outcome(done: Call) -> Record:
    record: Record = {"seconds": done.seconds, "exit": done.exit}
    if done.exit is None:
        record["message"] = "its time was over"
    elif done.exit and done.message:
        record["message"] = done.message
    return record


def has_failed(record: Record) -> bool:
    """Return whether a training or its benchmark was started and did not end well."""
    return any(record.get(name, 0) != 0 for name in ("exit", "benchmark_exit"))
