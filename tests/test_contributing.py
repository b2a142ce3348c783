"""The guide for contributors names modules that are there."""

import re
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]


def test_tasks_name_modules() -> None:
    text = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## Where to look")[2].partition("\n## ")[0]
    named = re.findall(r"^\| .+ \| `(.+)` \|$", section, re.MULTILINE)
    assert len(named) == 10
    assert [name for name in named if not (CHECKOUT / "src" / "explanans" / name).is_file()] == []
