"""Budgets of counts that may only fall: a count above its budget and a budget above its count are both complaints."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

Counts = Mapping[str, int]


class Budget(NamedTuple):
    """What a budget file holds.

    Attributes:
        counts: The highest count allowed for each name; names without are allowed none.
        raised: One line per increase: what rose and why.
    """

    counts: dict[str, int]
    raised: list[str]


def read_budget(path: Path) -> Budget:
    """Return a budget."""
    return Budget(**json.loads(path.read_text(encoding="utf-8")))


def write_budget(path: Path, budget: Budget) -> None:
    """Write a budget, one count a line."""
    kept = {name: count for name, count in sorted(budget.counts.items()) if count}
    path.write_text(
        json.dumps({"counts": kept, "raised": budget.raised}, indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
    )


def risen(counts: Counts, budget: Budget) -> list[str]:
    """Return one line per count above its budget."""
    allowed = budget.counts
    return [
        f"{name}: {allowed.get(name, 0)} -> {counts[name]}"
        for name in sorted(counts)
        if counts[name] > allowed.get(name, 0)
    ]


def fallen(counts: Counts, budget: Budget) -> list[str]:
    """Return one line per budget above its count."""
    allowed = budget.counts
    return [
        f"{name}: {allowed[name]} -> {counts.get(name, 0)}"
        for name in sorted(allowed)
        if counts.get(name, 0) < allowed[name]
    ]


def complaint(counts: Counts, path: Path, command: str) -> str:
    """Return what is wrong with a budget; empty if all counts are equal to it.

    Args:
        counts: The counts of today.
        path: The budget file.
        command: The module whose ``--update`` writes it.
    """
    budget = read_budget(path)
    lines = []
    if more := risen(counts, budget):
        lines += ["Above the budget; lower the count, or give a reason with --raise:", *more]
    if less := fallen(counts, budget):
        lines += ["Below the budget, which has to be lowered:", *less]
    return "\n".join([*lines, f"Run: python -m {command} --update"]) if lines else ""


def update(counts: Counts, path: Path, reason: str = "") -> str:
    """Set a budget to the counts of today and return what was done.

    Args:
        counts: The counts of today.
        path: The budget file; created if missing.
        reason: Why counts rose; needed if any did.

    Raises:
        ValueError: A count rose, and there is no reason.
    """
    old = read_budget(path) if path.is_file() else Budget(dict(counts), [])
    more = risen(counts, old)
    if more and not reason:
        raise ValueError("\n".join(["counts above the budget need --raise REASON:", *more]))
    raised = [*old.raised, *(f"{line}: {reason}" for line in more)]
    write_budget(path, Budget(dict(counts), raised))
    return f"{path.name}: {len(more)} raised, {len(fallen(counts, old))} lowered"


def options(description: str | None, prog: str) -> argparse.ArgumentParser:
    """Return a command's options ``--update`` and ``--raise``."""
    parser = argparse.ArgumentParser(prog=prog, description=description)
    parser.add_argument("--update", action="store_true", help="lower the budget to the counts of today")
    parser.add_argument("--raise", dest="reason", default="", metavar="REASON", help="with --update: raise it, too")
    return parser


def run(counts: Counts, path: Path, command: str, asked: argparse.Namespace) -> int:
    """Compare counts with a budget, or update it; return the exit status."""
    if not asked.update:
        message = complaint(counts, path, command)
        print(message or f"{path.name}: as budgeted")
        return int(bool(message))
    try:
        print(update(counts, path, asked.reason))
    except ValueError as error:
        print(error)
        return 1
    return 0
