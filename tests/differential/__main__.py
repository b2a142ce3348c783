"""Compare what the package answers with the stored records, or store new ones."""

import argparse
import os
import sys
import time
from tempfile import TemporaryDirectory

from .families import PACKAGED, PUBLIC, family
from .records import Record, compare, data_sets, read_records, report, write_records


def main() -> int:
    """Run the families named, print differences, and return the exit status: 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=f"{', '.join([*PACKAGED, *PUBLIC])}; all if none")
    parser.add_argument("--whole", action="store_true", help="all items instead of a sample")
    parser.add_argument("--update", action="store_true", help="store the records that differ")
    asked = parser.parse_args()
    names = asked.families or [*PACKAGED, *PUBLIC]
    if unknown := set(names) - {*PACKAGED, *PUBLIC}:
        parser.error(f"no family {', '.join(sorted(unknown))}; accepted: {', '.join([*PACKAGED, *PUBLIC])}")
    stored, lines = read_records(), []
    for name in names:
        records = _timed(name, whole=asked.whole)
        lines += compare(records, stored)
        if asked.update:
            if asked.whole and records:
                stored = {item: record for item, record in stored.items() if not item.startswith(f"{name}/")}
            stored |= {record.id: record for record in records}
            write_records(stored.values())
    print(report(lines) or "No difference.")
    return int(bool(lines) and not asked.update)


def _timed(name: str, *, whole: bool) -> list[Record]:
    make, start = family(name, data_sets()), time.perf_counter()
    if make is None:
        print(f"{name}: skipped, no data sets; set EXPLANANS_DATA to their folder", flush=True)
        return []
    records = list(make(whole=whole))
    print(f"{name}: {len(records)} records, {time.perf_counter() - start:.1f} s", flush=True)
    return records


if __name__ == "__main__":
    with TemporaryDirectory(prefix="explanans-differential-") as cache:
        os.environ["EXPLANANS_CACHE"] = cache
        sys.exit(main())
