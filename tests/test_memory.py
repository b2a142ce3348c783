"""Memory: what was made before is not made again, up to a total size."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import explanans
from explanans.runtime.cache import Memory

HOME = Path(explanans.__file__).parent
FEW = {
    "all_joins",  # numbers of leaves, of which a search takes a handful
    "_compiled",  # patterns of a tokenizer
    "_load",  # commands
    "_sets",  # numbers of leaves, up to twelve
    "_points",  # kinds of parts
    "_every_point",  # places of modules
    "_shipped",  # classes of models
    "frame_reader",  # language models
    "starter_vectors",  # embedders
}
"""What is kept for ever though something is asked of it, because few things can be asked."""


def test_what_is_kept_is_not_made_again() -> None:
    made = list[str]()

    def make(new: Sequence[str]) -> list[int]:
        made.extend(new)
        return [len(text) for text in new]

    memory = Memory[str, int](2)
    assert memory.all(["a", "bb", "a"], make) == [1, 2, 1]
    assert memory.all(["bb", "ccc"], make) == [2, 3]
    assert memory.all(["a"], make) == [1]
    assert made == ["a", "bb", "ccc", "a"]
    assert len(memory) == 2


def test_one_value_is_made_where_it_is_not_kept() -> None:
    memory = Memory[str, int](8)
    assert (memory.one("a", lambda: 1), memory.one("a", lambda: 2)) == (1, 1)


def test_values_count_by_their_size() -> None:
    memory = Memory[str, str](5, len)
    assert memory.all(["abc", "de", "f"], lambda new: new) == ["abc", "de", "f"]
    assert len(memory) == 2
    assert memory.all(["too long to keep"], lambda new: new) == ["too long to keep"]
    assert len(memory) == 0


@given(st.lists(st.lists(st.text(max_size=2), max_size=6), max_size=6), st.integers(0, 4))
def test_nothing_depends_on_what_is_kept(calls: list[list[str]], most: int) -> None:
    memory = Memory[str, str](most)
    for texts in calls:
        assert memory.all(texts, lambda new: [text * 2 for text in new]) == [text * 2 for text in texts]
        assert len(memory) <= most


def kept_for_ever() -> Iterator[str]:
    """Yield the functions that remember whatever they are asked, as long as the process lives."""
    for path in HOME.rglob("*.py"):
        if path.relative_to(HOME).parts[0] == "lab":  # which end with their work
            continue
        module = ast.parse(path.read_text(encoding="utf-8"))
        outer = [
            node for scope in ast.walk(module) if isinstance(scope, ast.Module | ast.ClassDef) for node in scope.body
        ]
        for node in outer:
            if isinstance(node, ast.FunctionDef) and node.name not in FEW:
                asked = {argument.arg for argument in node.args.args} - {"self", "cls"}
                if asked and any(ast.unparse(mark) in {"cache", "lru_cache(None)"} for mark in node.decorator_list):
                    yield f"{path.relative_to(HOME)}: {node.name}"


def test_nothing_that_a_service_is_asked_is_remembered_for_ever() -> None:
    assert list(kept_for_ever()) == []
