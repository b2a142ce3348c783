"""Nothing that is read from a file is unpickled: a pickle may run whatever its maker wants."""

import ast
from pathlib import Path

import pytest

import explanans

MODULES = sorted(Path(explanans.__file__).parent.rglob("*.py"))


def unpickling(tree: ast.AST) -> list[str]:
    """Return what in a program reads pickles."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).rpartition(".")[2] in {
            "pickle",
            "joblib",
            "dill",
        }:
            found.append(ast.unparse(node))
        if isinstance(node, ast.ImportFrom) and (node.module or "").rpartition(".")[2] in {"pickle", "joblib", "dill"}:
            found += [name.name for name in node.names]
        if isinstance(node, ast.keyword) and node.arg == "allow_pickle" and ast.unparse(node.value) != "False":
            found.append("allow_pickle")
    return [name for name in found if "load" in name.lower() or "unpickle" in name.lower() or name == "allow_pickle"]


def test_it_is_seen() -> None:
    for text in ("pickle.loads(b)", "from pickle import Unpickler", "np.load(f, allow_pickle=True)", "joblib.load(f)"):
        assert unpickling(ast.parse(text)), text


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_module_unpickles(path: Path) -> None:
    assert not unpickling(ast.parse(path.read_text(encoding="utf-8")))
