"""Read the tables that patterns are solved over."""

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path

from explanans.codecs.worldtree import UID_COLUMN, decode_table
from explanans.exceptions import InputError
from explanans.fact import Fact, Table
from explanans.files import read_lines
from explanans.knowledge import sources
from explanans.knowledge.base import KnowledgeBase
from explanans.schema.lookup import find_lookup
from explanans.schema.store import Store
from explanans.schema.tokens import Analyzer

_log = logging.getLogger(__name__)


def open_store(name: str | Path, patterns: Sequence[Path] = ()) -> Store:
    """Return the tables of a knowledge base, made ready for patterns.

    A list of lemmas that lies with the patterns or the tables is used; else the dictionary that comes with the package.

    Args:
        name: ``starter``, or the path of a knowledge base: a folder of tables, a WorldTree folder, a file of facts.
        patterns: The files of the patterns.

    Raises:
        InputError: There is no such knowledge base, or it has no tables, or a file breaks its format.

    Example:
        >>> store = open_store("starter")
        >>> len(store.tables)
        40
    """
    path = sources.locate(name)
    tables = read_tables(path)
    if not tables:
        raise InputError(
            f"{path}: holds no tables; accepted: {sources.accepted()}, with columns and the names of tables"
        )
    folders = [*dict.fromkeys(file.parent for file in patterns), path if path.is_dir() else path.parent]
    return Store(tables, Analyzer(find_lookup(folders)))


def read_tables(path: Path) -> tuple[Table, ...]:
    """Return the tables of a knowledge base, in the order of their files.

    Tables without the column ``[SKIP] UID`` are passed over with a warning.

    Args:
        path: A file or folder.

    Raises:
        InputError: A file cannot be read or breaks its format.
    """
    folder = path / "tables" if (path / "tables").is_dir() else path
    files = sorted(folder.glob("*.tsv")) if folder.is_dir() else []
    if not files:
        return _grouped(KnowledgeBase.open(path).facts)
    tables = []
    for file in files:
        lines = list(read_lines(file))
        if lines and UID_COLUMN in lines[0]:
            tables.append(decode_table(lines, file.stem, file.name))
        else:
            _log.warning("%s: passed over, since its header has no column %s", file, UID_COLUMN)
    return tuple(tables)


def _grouped(facts: Iterable[Fact]) -> tuple[Table, ...]:
    tables: dict[str, list[Fact]] = {}
    for fact in facts:
        if fact.table and fact.cells:
            tables.setdefault(fact.table, []).append(fact)
    return tuple(
        Table(name, tuple(dict.fromkeys(cell.column for fact in rows for cell in fact.cells)), tuple(rows))
        for name, rows in tables.items()
    )
