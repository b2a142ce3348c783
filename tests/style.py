"""Count phrases that plain technical English avoids, in the source, the documentation and the README.

``python -m tests.style`` compares the counts with ``style-budget.json``; ``--list AREA`` prints the places.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.ratchet import options, run

CHECKOUT = Path(__file__).parents[1]
SOURCE = CHECKOUT / "src" / "explanans"
BUDGET = Path(__file__).with_name("style-budget.json")
PATTERNS = {
    "From which": re.compile(r"\bFrom which\b"),
    "Tell whether": re.compile(r"\btells? whether\b", re.IGNORECASE),
    "None where": re.compile(r"\bnone where\b", re.IGNORECASE),
    "nobody": re.compile(r"\bnobody\b", re.IGNORECASE),
    "somebody": re.compile(r"\bsomebody\b", re.IGNORECASE),
    "one's own": re.compile(r"\bone['’]s own\b", re.IGNORECASE),
    "so many": re.compile(r"\bso many\b", re.IGNORECASE),
    "as far as": re.compile(r"\bas far as\b", re.IGNORECASE),
    "told": re.compile(r"\btold\b", re.IGNORECASE),
    "docstring opening with What, Who, Whether, From or Of": re.compile(r'"""(?:What|Who|Whether|From|Of) '),
    "from .45 on": re.compile(r"\bfrom \d?\.\d+ on\b"),
    "beside which": re.compile(r"\bbeside which\b", re.IGNORECASE),
}
"""Phrases that are counted, by name."""


class Place(NamedTuple):
    """Where a phrase stands."""

    area: str
    path: Path
    line: int
    phrase: str
    text: str


def phrases(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the name of every banned phrase of a text."""
    for number, line in enumerate(text.splitlines(), 1):
        for name, pattern in PATTERNS.items():
            for _ in pattern.finditer(line):
                yield number, name


def files() -> Iterator[tuple[str, Path]]:
    """Yield the files that are read, each with its area: a top-level package or module, ``docs`` or ``README.md``."""
    for path in sorted(SOURCE.rglob("*.py")):
        yield path.relative_to(SOURCE).parts[0].removesuffix(".py"), path
    for path in sorted((CHECKOUT / "docs").rglob("*.md")):
        yield "docs", path
    yield "README.md", CHECKOUT / "README.md"


def places() -> Iterator[Place]:
    """Yield every place of a banned phrase."""
    for area, path in files():
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for number, name in phrases(text):
            yield Place(area, path, number, name, lines[number - 1].strip())


def counts() -> Counter[str]:
    """Return how many banned phrases each area has."""
    return Counter(place.area for place in places())


def main() -> int:
    """Compare, update or list, and return the exit status."""
    parser = options(__doc__, "python -m tests.style")
    parser.add_argument("--list", dest="area", metavar="AREA", help="print the places of an area, or of 'all'")
    asked = parser.parse_args()
    if asked.area:
        for place in places():
            if asked.area in {place.area, "all"}:
                print(f"{place.path.relative_to(CHECKOUT)}:{place.line}: {place.phrase}: {place.text}")
        return 0
    found = counts()
    print(f"{found.total()} banned phrases")
    return run(found, BUDGET, "tests.style", asked)


if __name__ == "__main__":
    sys.exit(main())
