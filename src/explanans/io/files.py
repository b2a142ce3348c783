"""Read text files with precise complaints; write files whole or not at all."""

import gzip
import io
import os
import re
import shutil
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, cast

from explanans.errors import FormatError, InputError, StorageError
from explanans.io.documents import is_document, read_document_lines, similar
from explanans.io.parquet import SUFFIX, read_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONGEST_LINE = 1_000_000
"""Bytes. No fact, question or tree is as long; a longer line is a file of another kind."""
LARGEST_TEXT = 256_000_000
"""Bytes. The most that is read in one piece, for formats that are not made of lines."""

_KEPT_IN = "EXPLANANS_CACHE"
_ADDRESS = re.compile(r"(?:https?|ftps?):/|www\.", re.IGNORECASE)
"""``Path`` makes one slash of two."""
_OTHER_KINDS = {
    b"PK\x03\x04": "an archive, such as a document of an office program",
    b"\xd0\xcf\x11\xe0": "a document of an older office program",
    b"{\\rtf": "a document in Rich Text Format",
    b"%PDF-": "a PDF file without the suffix .pdf",
}
"""How files start that are no text, and what they are."""
_LONGEST_MARK = 8
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a UTF-8 text file without their ends.

    A byte order mark is dropped; lines may end in LF or CRLF. Of a Parquet file, each row is a line of JSON; HTML and
    Word files are read as Markdown, PDF files as plain text.

    Raises:
        InputError: The file is missing or cannot be read.
        FormatError: A line is not UTF-8, holds a NUL byte, or is longer than ``LONGEST_LINE``.
        MissingExtraError: It is such a file, and the extra ``parquet`` or ``documents`` is not installed.
    """
    if path.suffix.lower() == SUFFIX:
        yield from read_rows(path)
        return
    if is_document(path):
        check_address(path)
        yield from read_document_lines(path)
        return
    with _opened(path) as file:
        _check_text(file.peek(_LONGEST_MARK) if isinstance(file, io.BufferedReader) else b"", path)
        yield from decode_lines(file, str(path))


def read_text(path: Path) -> str:
    """Return a whole UTF-8 text file, whose lines may be of any length.

    A byte order mark is dropped; line ends become LF.

    Raises:
        InputError: The file is missing or cannot be read.
        FormatError: The file is not UTF-8, holds a NUL byte, or is larger than ``LARGEST_TEXT``.
    """
    with _opened(path) as file:
        block = file.read(LARGEST_TEXT + 1)
    _check_text(block, path)
    if len(block) > LARGEST_TEXT:
        raise FormatError(f"more than {LARGEST_TEXT:,} bytes", str(path), accepted="a smaller file")
    return _decode_text(block.removeprefix(_BYTE_ORDER_MARK), str(path), 1)


def read_compressed(path: Path) -> Iterator[str]:
    """Yield the lines of a UTF-8 text file that gzip compressed; see ``read_lines``.

    Raises:
        InputError: The file is missing, cannot be read, or was not compressed by gzip.
        FormatError: A line is not UTF-8, holds a NUL byte, or is longer than ``LONGEST_LINE``.
    """
    with _opened(path) as file, gzip.GzipFile(fileobj=file, mode="rb") as unpacked:
        try:
            yield from decode_lines(cast("BinaryIO", unpacked), str(path))
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise InputError(f"{path}: cannot be read ({error}); accepted: a whole file in gzip's format") from error


def _check_text(start: bytes, path: Path) -> None:
    """Raise if a file starts as those of office programs and the like do."""
    for mark, kind in _OTHER_KINDS.items():
        if start.startswith(mark):
            raise InputError(f"{path}: {kind}, not text; accepted: the same saved as .docx, .pdf, .html or plain text")


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as file:
            yield file
    except FileNotFoundError:
        check_address(path)
        raise InputError(f"{path}: no such file{similar(path)}") from None
    except IsADirectoryError:
        raise InputError(f"{path}: a folder, where a file is wanted") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error


def check_address(name: str | Path) -> None:
    """Raise an error if a name is an address of the web rather than that of a file.

    Raises:
        InputError: It is an address.
    """
    if _ADDRESS.match(str(name)):
        written = re.sub(r"^(\w+):/+", r"\1://", str(name))
        raise InputError(f"{written}: an address, and addresses are not fetched; accepted: the file, downloaded before")


def decode_lines(file: BinaryIO, source: str) -> Iterator[str]:
    """Yield the lines of an open binary file; see ``read_lines``.

    Raises:
        FormatError: A line is not UTF-8, holds a NUL byte, or is longer than ``LONGEST_LINE``.
    """
    number, rest = 1, b""
    for read in _blocks(file):
        block = rest + read
        end = block.rfind(b"\n") + 1
        yield from _decode_block(block[:end], source, number)
        number += block.count(b"\n", 0, end)
        rest = block[end:]
        if len(rest) > LONGEST_LINE:
            raise _too_long(source, number)
    if rest:
        yield from _decode_block(rest + b"\n", source, number)


def _blocks(file: BinaryIO) -> Iterator[bytes]:
    """Yield a file in blocks of up to ``LONGEST_LINE`` bytes, without its byte order mark."""
    read = getattr(file, "read1", file.read)  # of a pipe, what is there
    start = b""
    while len(start) < len(_BYTE_ORDER_MARK) and (more := read(LONGEST_LINE - len(start))):
        start += more
    yield start.removeprefix(_BYTE_ORDER_MARK)
    while block := read(LONGEST_LINE):
        yield block


def _decode_block(block: bytes, source: str, number: int) -> list[str]:
    """Return the lines of a block that ends in a line end; ``number`` is that of its first line."""
    if block.find(b"\n") > LONGEST_LINE:
        raise _too_long(source, number)
    return _decode_text(block, source, number).split("\n")[:-1]


def _decode_text(block: bytes, source: str, number: int) -> str:
    """Return the text of a block whose first line has a number."""
    if b"\0" in block:
        line, column = _place(block, block.index(b"\0"))
        raise FormatError("a NUL byte", source, number + line, "UTF-8 text", column=column)
    try:
        return block.replace(b"\r\n", b"\n").decode()
    except UnicodeDecodeError as error:
        line, column = _place(error.object, error.start)
        found = f"byte 0x{error.object[error.start]:02x}, which is not UTF-8"
        raise FormatError(found, source, number + line, "UTF-8 text", column=column) from None


def _place(block: bytes, offset: int) -> tuple[int, int]:
    """Return how many lines stand before an offset, and its column in bytes, counted from 1."""
    return block.count(b"\n", 0, offset), offset - block.rfind(b"\n", 0, offset)


def _too_long(source: str, number: int) -> FormatError:
    return FormatError(
        f"a line of more than {LONGEST_LINE:,} bytes", source, number, "a text file with one record a line"
    )


@contextmanager
def write_beside(path: Path) -> Iterator[TextIO]:
    r"""Open a text file that takes its name only when it is complete.

    The text goes to a temporary file in the same folder, which is renamed at the end. When the block fails or is
    interrupted, the temporary file is removed and an older file of that name stays as it was. Where a link stands,
    the file it leads to is written; a device or pipe, such as ``/dev/stdout``, is written to at once.

    Raises:
        StorageError: The file cannot be written.

    Example:
        >>> import tempfile
        >>> folder = Path(tempfile.mkdtemp())
        >>> with write_beside(folder / "run.txt") as file:
        ...     _ = file.write("q1\tf1\n")
        >>> [entry.name for entry in folder.iterdir()]
        ['run.txt']
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not (target.is_file() or target.is_dir()):
            with target.open("w", encoding="utf-8", newline="\n") as file:
                yield file
            return
        with completing(target) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as error:
        raise StorageError(f"{path}: cannot be written ({error.strerror or error})") from error


def write_compressed(path: Path, lines: Iterable[str]) -> None:
    """Write lines into a file that gzip compresses, and that takes its name only when it is complete.

    The same lines give the same bytes at any time: neither time nor name is in the file.

    Raises:
        StorageError: The file cannot be written.

    Example:
        >>> import tempfile
        >>> path = Path(tempfile.mkdtemp()) / "facts.jsonl.gz"
        >>> write_compressed(path, ["ice floats", "iron sinks"])
        >>> list(read_compressed(path))
        ['ice floats', 'iron sinks']
    """
    try:
        with (
            completing(path) as temporary,
            temporary.open("wb") as file,
            gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=9, mtime=0) as packed,
        ):
            packed.writelines(f"{line}\n".encode() for line in lines)
    except OSError as error:
        raise StorageError(f"{path}: cannot be written ({error.strerror or error})") from error


@contextmanager
def completing(path: Path) -> Iterator[Path]:
    """Hand out a name beside a file, if it is written; it takes its own name once it is complete, or goes."""
    temporary = name_beside(path)
    try:
        yield temporary
        temporary.replace(path)
    finally:
        with suppress(OSError):  # it is gone, or was never made
            temporary.unlink()


def name_beside(path: Path) -> Path:
    """Return a new name in the folder of a file or folder, for what takes that name once it is complete.

    The name is known before anything is made of it, so that an interruption at any moment can be cleared away.

    Example:
        >>> str(name_beside(Path("runs/dev.txt")))
        'runs/.dev.txt....part'
    """
    return path.parent / f".{path.name}.{os.urandom(4).hex()}.part"


def check_folder(folder: Path, marker: str, kind: str = "a model") -> None:
    """Raise if a folder cannot be written or replaced, before any work is done for it.

    Args:
        marker: The name of the file that a folder must hold to be replaced.

    Raises:
        InputError: There is something else of that name.
        StorageError: The folder that it would lie in is not there.
    """
    if not folder.resolve().parent.is_dir():
        raise StorageError(f"{folder}: cannot be written (no folder {folder.resolve().parent})")
    if folder.exists() and not (folder.is_dir() and ((folder / marker).exists() or not any(folder.iterdir()))):
        raise not_replaceable(folder, kind)


def not_replaceable(folder: Path, kind: str = "") -> InputError:
    """Return the error that a folder cannot be made because there is something else of its name.

    Args:
        kind: The kind of folders that would be replaced; none if empty.
    """
    found = "holds other files" if folder.is_dir() else "a file"
    return InputError(f"{folder}: {found}; accepted: a new or empty folder{f', or {kind} to replace' * bool(kind)}")


def check_file(path: Path) -> None:
    """Raise if a file cannot be written, before any work is done for it.

    Raises:
        InputError: There is a folder of that name.
        StorageError: The folder that it would lie in is not there.
    """
    if not path.resolve().parent.is_dir():
        raise StorageError(f"{path}: cannot be written (no folder {path.resolve().parent})")
    if path.is_dir():
        raise InputError(f"{path}: a folder, where a file is wanted")


@contextmanager
def write_folder(folder: Path, marker: str, kind: str = "a model") -> Iterator[Path]:
    r"""Make a folder that takes its name only when it is complete; an older one of that name is replaced.

    Args:
        folder: The folder; the one that it lies in must exist.
        marker: The name of the file that an older folder must hold to be replaced.

    Raises:
        InputError: There is something else of that name.
        StorageError: The folder cannot be written.

    Example:
        >>> import tempfile
        >>> place = Path(tempfile.mkdtemp())
        >>> with write_folder(place / "model", "manifest.json") as new:
        ...     _ = (new / "manifest.json").write_text("{}")
        >>> [str(path.relative_to(place)) for path in place.rglob("*.json")]
        ['model/manifest.json']
    """
    check_folder(folder, marker, kind)
    workplace = name_beside(folder)
    try:
        try:
            new = workplace / "new"
            new.mkdir(parents=True)
            yield new
            if folder.exists():
                folder.rename(workplace / "old")
            new.rename(folder)
        finally:
            shutil.rmtree(workplace, ignore_errors=True)
    except OSError as error:
        raise StorageError(f"{folder}: cannot be written ({error.strerror or error})") from error


def read_arrays(path: Path) -> "dict[str, NDArray[Any]]":
    """Return the arrays of an ``.npz`` file, by name.

    Raises:
        OSError: It cannot be opened.
        ValueError: It is damaged.
    """
    import numpy as np  # noqa: PLC0415 - most commands read texts only

    with path.open("rb") as file:
        try:
            with np.load(file, allow_pickle=False) as arrays:
                return {name: arrays[name] for name in arrays.files}
        except Exception as error:  # a changed byte names another compression, encryption, type or header
            raise ValueError(str(error)) from None


def cache_folder() -> Path:
    """Return the folder for what can be made again, there or not: ``$EXPLANANS_CACHE``, else that of the user."""
    if named := os.environ.get(_KEPT_IN):
        return Path(named)
    import platformdirs  # noqa: PLC0415 - rarely asked

    return Path(platformdirs.user_cache_dir("explanans"))
