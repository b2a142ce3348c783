"""``tools/structure.py`` counts what a package is made of, and sees imports wherever they stand."""

from pathlib import Path

import pytest
from tools.structure import Lines, Structure, components

FILES = {
    "__init__.py": '"""A package."""\n\nfrom p import top\n',
    "low.py": '"""The lowest."""\n',
    "top.py": '"""The top."""\n\nfrom p.mid import a\nfrom p import low  # and\n\n# alone\nx = 1\n"""Its use."""\n',
    "mid/__init__.py": "",
    "mid/a.py": "def f() -> None:\n    from . import b\n",
    "mid/b.py": 'from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from p.mid.a import f\n\nN = "p.low:x"\n',
    "notes.txt": "p.top\n",
}


@pytest.fixture
def structure(tmp_path: Path) -> Structure:
    for name, text in FILES.items():
        path = tmp_path / "p" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Structure.of(tmp_path / "p")


def test_lines_are_counted_by_kind(structure: Structure) -> None:
    assert structure.modules["p.top"].lines == Lines(code=3, docstrings=2, comments=1, blank=2)


def test_imports_count_in_functions_under_type_checking_and_as_strings(structure: Structure) -> None:
    assert structure.imports["p.top"] == {"p.mid.a", "p.low"}
    assert structure.imports["p.mid.a"] == {"p.mid.b"}
    assert structure.imports["p.mid.b"] == {"p.mid.a", "p.low"}
    assert structure.circles == [["p.mid.a", "p.mid.b"]]


def test_layers_and_entries(structure: Structure) -> None:
    assert structure.layers == [["top"], ["mid"], ["low"]]
    assert structure.entries == ("low.py", "mid", "notes.txt", "top.py")
    assert structure.entry_circles == []
    assert structure.depth == 2


def test_components_come_after_those_that_they_lead_to() -> None:
    graph = {"a": ["b"], "b": ["c"], "c": ["b"], "d": ["a"]}
    assert [sorted(found) for found in components(graph)] == [["b", "c"], ["a"], ["d"]]
