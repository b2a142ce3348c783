"""Journals: what has been written so far for which item, so that an interruption at any moment loses nothing.

What is made of items gathers in ``NAME.part``, in their order; ``NAME.part.log`` says how many bytes belong to which
item, or why there are none. Bytes are written before the line of the log that counts them. Where items have changed,
what was made of later ones waits in ``NAME.kept`` until its turn comes.
"""

import os
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, groupby
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self, TypeVar

import msgspec

from explanans.errors import FormatError, InputError
from explanans.runtime.job import Failure

_FORMAT = 2


class Text(NamedTuple):
    """The text of an item in a finished file.

    Attributes:
        signature: The signature of the job; empty if the text lacks it.
        line: Its line in the file, counted from 1.
    """

    id: str
    text: str
    signature: str = ""
    line: int = 0


Reading = Callable[[Iterable[str], str], Iterator[Text]]
"""Yields the texts of items from the lines of a finished file and its name."""


class _Head(msgspec.Struct, forbid_unknown_fields=True):
    signature: str
    format: int = _FORMAT


class _Entry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The outcome of an item: bytes with their checksum, or an error."""

    id: str
    bytes: int = 0
    crc: int = 0
    error: str = ""


class _ResultLine(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    text: str


class Journal:
    """The journal of a file that is being written.

    Raises:
        InputError: Another process is writing the file.
        OSError: A file cannot be written.
    """

    def __init__(self, target: Path, signature: str) -> None:
        self._target = target
        self._signature = signature
        self.part, self._log_path, self._kept_path = (
            target.with_name(f"{target.name}{end}") for end in (".part", ".part.log", ".kept")
        )
        self._log = self._log_path.open("a+b")
        _lock(self._log, target)
        self._file: BinaryIO | None = None
        self._kept: dict[str, tuple[int, int]] = {}
        self._kept_file: BinaryIO | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in (self._log, self._file, self._kept_file):
            if file:
                file.close()

    def begin(self) -> None:
        """Begin anew; what an earlier call left is dropped."""
        self._kept_path.unlink(missing_ok=True)
        self._start()

    def reopen(self, texts: Iterable[Text]) -> None:
        """Begin anew, but let what a finished file holds wait until its turn comes.

        Raises:
            FormatError: The file was written by another job.
        """
        self._keep(self._checked(texts))
        self._start()

    @property
    def is_begun(self) -> bool:
        """Return whether an earlier call has begun, and not finished."""
        return self._log_path.stat().st_size > 0 and self.part.exists()

    def resume(self, ids: Iterator[str]) -> tuple[int, str | None]:
        """Go on where an earlier call was interrupted: go past all items, in order, that it has done.

        Args:
            ids: The ids of the items; those that are done are taken from it, and one more, if there is one.

        Returns:
            How many are done, and the id of the first that is not; None if all are.

        Raises:
            FormatError: The earlier call did another job.
        """
        self._open_kept()
        done, place, first = 0, 0, None
        with self.part.open("rb") as part:
            end, entries = self._read(part)
            for entry, encoded, behind in entries:
                first = next(ids, None)
                if first != entry.id:
                    rest = chain([(entry, encoded, behind)], entries)
                    self._keep(Text(later.id, text.decode()) for later, text, _ in rest if not later.error)
                    break
                done, place, end = done + 1, place + entry.bytes, behind
            else:
                first = next(ids, None)
        self._file = self.part.open("r+b")
        self._file.truncate(place)
        self._file.seek(place)
        self._log.truncate(end)
        return done, first

    def kept(self, uid: str) -> str | None:
        """Return the result of an earlier call for an item at another place; None if there is none."""
        if self._kept_file is None or uid not in self._kept:
            return None
        start, size = self._kept[uid]
        self._kept_file.seek(start)
        return _read(self._kept_file.read(size), _ResultLine).text

    def add(self, uid: str, made: str | Failure) -> None:
        """Write what was made of the next item.

        Args:
            made: The text, or why there is none.
        """
        if self._file is None:
            raise RuntimeError("the journal was not begun")
        if isinstance(made, Failure):
            self._note(_Entry(uid, error=made.reason or "no reason is known"))
            return
        encoded = made.encode()
        self._file.write(encoded)
        self._file.flush()
        self._note(_Entry(uid, len(encoded), zlib.crc32(encoded)))

    def failures(self) -> Iterator[tuple[int, str, str]]:
        """Yield the place of each item that failed, counted from 1, its id and the reason."""
        with self._log_path.open("rb") as log:
            next(log, None)
            for place, line in enumerate(log, 1):
                entry = _read(line, _Entry)
                if entry.error:
                    yield place, entry.id, entry.error

    def finish(self, *, keep_part: bool = False) -> None:
        """End: the part takes the name of the file, and all else goes."""
        if self._file is None:
            raise RuntimeError("the journal was not begun")
        self._file.flush()
        os.fsync(self._file.fileno())
        if keep_part:
            self.part.unlink()
        else:
            self.part.replace(self._target)
        self._kept_path.unlink(missing_ok=True)
        self._log_path.unlink(missing_ok=True)

    def leave(self) -> None:
        """Take away a log in which nothing stands."""
        if self._log_path.exists() and not self._log_path.stat().st_size:
            self._log_path.unlink()

    def _note(self, record: _Head | _Entry) -> None:
        self._log.write(_line(record))
        self._log.flush()

    def _check(self, signature: str, name: str, line: int) -> None:
        if signature != self._signature:
            raise FormatError(
                f"made by {signature}", name, line, f"what is made by {self._signature}, or a call without --resume"
            )

    def _start(self) -> None:
        self._log.truncate(0)
        self._file = self.part.open("wb")
        self._note(_Head(self._signature))

    def _checked(self, texts: Iterable[Text]) -> Iterator[Text]:
        for item in texts:
            self._check(item.signature or self._signature, str(self._target), item.line)
            yield item

    def _read(self, part: BinaryIO) -> tuple[int, Iterator[tuple[_Entry, bytes, int]]]:
        """Return where the head of the log ends, and each entry whose bytes are all there, with them and its end."""
        self._log.seek(0)
        head = self._log.readline()
        try:
            self._check(_read(head, _Head).signature, str(self._log_path), 1)
        except msgspec.DecodeError as error:
            raise FormatError(str(error), str(self._log_path), 1, "a log, or a call without --resume") from None
        return len(head), self._entries(part, len(head))

    def _entries(self, part: BinaryIO, end: int) -> Iterator[tuple[_Entry, bytes, int]]:
        for line in self._log:
            try:
                entry = _read(line, _Entry)
            except msgspec.DecodeError:
                return
            encoded = part.read(entry.bytes)
            end += len(line)
            if len(encoded) != entry.bytes or zlib.crc32(encoded) != entry.crc:
                return  # the machine went down before what was counted reached the disk
            yield entry, encoded, end

    def _keep(self, texts: Iterable[Text]) -> None:
        """Put texts where they wait, behind those that wait there."""
        new = self._kept_path.with_name(f"{self._kept_path.name}.new")
        with new.open("wb") as file:
            with suppress(FileNotFoundError), self._kept_path.open("rb") as old:
                shutil.copyfileobj(old, file)
            file.writelines(_line(_ResultLine(item.id, item.text)) for item in texts)
            file.flush()
            os.fsync(file.fileno())
        if self._kept_file:
            self._kept_file.close()
        new.replace(self._kept_path)
        self._open_kept()

    def _open_kept(self) -> None:
        self._kept, self._kept_file = {}, None
        with suppress(FileNotFoundError):
            self._kept_file = self._kept_path.open("rb")
            place = 0
            for line in self._kept_file:
                with suppress(msgspec.DecodeError):  # what is damaged is made again
                    self._kept[_read(line, _ResultLine).id] = place, len(line)
                place += len(line)


def _line(record: _Head | _Entry | _ResultLine) -> bytes:
    """Return a record as a line that ends with its checksum."""
    encoded = msgspec.json.encode(record)
    return encoded + b"\t%08x\n" % zlib.crc32(encoded)


_Record = TypeVar("_Record", _Head, _Entry, _ResultLine)


def _read(line: bytes, kind: type[_Record]) -> _Record:
    """Return the record of a line."""
    encoded, _, checksum = line.rpartition(b"\t")
    if checksum != b"%08x\n" % zlib.crc32(encoded):
        raise msgspec.DecodeError("a line without its checksum")
    return msgspec.json.decode(encoded, type=kind)


def _lock(file: BinaryIO, target: Path) -> None:
    """Let no other process write the same file, as long as this one is open."""
    try:
        import fcntl  # noqa: PLC0415 - not everywhere
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise InputError(f"{target}: another call is writing it; accepted: another file, or to wait") from None


class _NamedItem(msgspec.Struct):
    """The part of a line that identifies its item and its signature."""

    id: str = ""
    question: str = ""
    signature: str = ""


def json_lines(lines: Iterable[str], source: str) -> Iterator[Text]:
    """Yield the text of each item if it is one line of JSON.

    Raises:
        FormatError: A line is no JSON object, or names no item.

    Example:
        >>> [(found.id, found.signature) for found in json_lines(['{"id": "q1", "signature": "v1"}'], "out.jsonl")]
        [('q1', 'v1')]
    """
    decoder = msgspec.json.Decoder(_NamedItem)
    for number, line in enumerate(lines, 1):
        try:
            record = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise FormatError(str(error), source, number, "lines written by an earlier call") from None
        if not (record.id or record.question):
            raise FormatError("a line without an id", source, number, "lines written by an earlier call")
        yield Text(record.id or record.question, f"{line}\n", record.signature, number)


def table_lines(lines: Iterable[str], source: str) -> Iterator[Text]:  # noqa: ARG001 - any line will do
    r"""Yield the text of each item if it is the lines that begin with its id and a tab.

    Example:
        >>> list(table_lines(["q1\tf1", "q1\tf2"], "out.run"))
        [Text(id='q1', text='q1\tf1\nq1\tf2\n', signature='', line=0)]
    """
    for uid, found in groupby(lines, lambda line: line.partition("\t")[0]):
        yield Text(uid, "".join(f"{line}\n" for line in found))
