"""Name the columns of a table."""

from collections import Counter
from collections.abc import Iterable


def unique_columns(headers: Iterable[str]) -> tuple[str, ...]:
    """Return the headers of a table without the spaces around them, and with their repeats numbered.

    Args:
        headers: The header cells, as they stand in the file.

    Example:
        >>> unique_columns(["THING", "OF", " THING", "THING"])
        ('THING', 'OF', 'THING#2', 'THING#3')
    """
    seen: Counter[str] = Counter()
    columns: dict[str, None] = {}
    for header in (header.strip() for header in headers):
        column = header
        while column in columns:
            seen[header] += 1
            column = f"{header}#{seen[header] + 1}"
        columns[column] = None
    return tuple(columns)
