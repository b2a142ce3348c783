"""A source of knowledge: the table `facts` of an SQLite database, with the columns `id` and `text`."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from explanans import Fact, InputError, Question
from explanans.registry import takes


@takes("FILE")
class Database:
    def __init__(self, path: str = "facts.db") -> None:
        self._path = Path(path)
        self.name = f"sqlite:{self._path.name}"
        if not self._path.is_file():
            raise InputError(f"{path}: no such database; accepted: the file of one, as in sqlite:facts.db")

    def state(self) -> object:
        return str(self._path.resolve()), self._path.stat().st_mtime_ns

    def facts(self) -> Iterator[Fact]:
        connection = sqlite3.connect(self._path)
        for number, text in connection.execute("select id, text from facts order by id"):
            yield Fact(f"facts-{number}", text, source=f"{self._path.name}, row {number}")
        connection.close()

    def questions(self) -> Iterator[Question]:
        return iter(())
