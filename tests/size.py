"""Count lines and modules of each top-level package, and top-level entries.

``python -m tests.size`` compares the counts with ``size-budget.json``. Lines are rounded up to hundreds, so that small
changes need no new budget. ``python tools/structure.py`` prints the exact figures.
"""

import sys
from pathlib import Path

from tools.structure import Structure, line_counts

from tests.ratchet import options, run

BUDGET = Path(__file__).with_name("size-budget.json")
STEP = 100
"""Lines are rounded up to a multiple of this."""


def rounded_up(lines: int) -> int:
    """Return a number of lines rounded up to the next multiple of `STEP`."""
    return -(-lines // STEP) * STEP


def counts() -> dict[str, int]:
    """Return lines (rounded up) and modules of each top-level package, and the number of top-level entries."""
    structure = Structure.of()
    found = {"entries": len(structure.entries)}
    for entry, lines in line_counts(structure).items():
        found[f"{entry}, lines"] = rounded_up(sum(lines))
        found[f"{entry}, modules"] = len(lines)
    return found


if __name__ == "__main__":
    sys.exit(run(counts(), BUDGET, "tests.size", options(__doc__, "python -m tests.size").parse_args()))
