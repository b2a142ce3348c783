"""Jobs with known outcomes, in a module of their own, so that processes that start later find them."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from explanans.errors import InputError
from explanans.runtime.job import Item, OpenJob, named


@dataclass(frozen=True)
class Doubling:
    """Doubles numbers, with known mishaps.

    Attributes:
        seconds: How long it takes over one.
        refused: A number that it refuses.
        fatal: A number over which the process dies that works on it.
        deaths: A folder in which each death leaves a file; the process dies so often only.
        most: How often.
        version: Part of the signature.
    """

    seconds: float = 0.0
    refused: int = -1
    fatal: int = -1
    deaths: str = ""
    most: int = 1000
    version: int = 1

    label = "Doubling"

    def open(self) -> OpenJob:
        return OpenJob(self._double, f"doubling:{self.version}")

    def _double(self, number: int) -> int:
        time.sleep(self.seconds)
        if number == self.refused:
            raise InputError(f"{number} cannot be doubled")
        if number == self.fatal and len(list(Path(self.deaths).iterdir())) < self.most:
            Path(self.deaths, f"{os.getpid()}-{time.monotonic_ns()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return 2 * number


@dataclass(frozen=True)
class Told(Doubling):
    """Doubles numbers and tells by which process."""

    def _double(self, number: int) -> int:
        time.sleep(self.seconds)
        return os.getpid()


def line(uid: str, made: int, signature: str) -> str:
    return f'{{"id":"{uid}","made":{made},"signature":"{signature}"}}\n'


def rows(uid: str, made: int, signature: str) -> str:
    return f"{uid}\t{made}\n{uid}\t{made + 1}\n"


def items(count: int) -> list[Item]:
    return [named(f"n{number}", number) for number in range(count)]


def plain(count: int) -> list[Item]:
    return [Item(f"n{number}", number) for number in range(count)]
