"""The public names: four lists that agree, and a package that is cheap to import."""

import ast
import doctest
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import explanans


def names_for_type_checkers() -> dict[str, str]:
    """Return the module of each name that the package imports under TYPE_CHECKING."""
    tree = ast.parse(Path(inspect.getfile(explanans)).read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    assert len(imports) == len(block.body)
    return {alias.name: node.module or "" for node in imports for alias in node.names}


def test_the_list_is_sorted_and_names_nothing_twice() -> None:
    assert list(explanans.__all__) == sorted(set(explanans.__all__))


def test_every_list_agrees() -> None:
    assert dir(explanans) == sorted([*explanans.__all__, "__version__"])
    assert list(explanans._MODULES) == explanans.__all__
    assert names_for_type_checkers() == {name: f"explanans.{module}" for name, module in explanans._MODULES.items()}


@pytest.mark.parametrize("name", explanans.__all__)
def test_every_name_is_the_one_its_module_defines(name: str) -> None:
    module = import_module(f"explanans.{explanans._MODULES[name]}")
    assert getattr(explanans, name) is vars(module)[name]
    assert vars(module)[name].__module__ == module.__name__


def test_the_names_one_would_guess() -> None:
    assert {"explain", "prove", "rank", "check", "graph", "evaluate", "load", "dump"} <= set(explanans.__all__)


def test_a_star_imports_them_all() -> None:
    names: dict[str, object] = {}
    exec("from explanans import *", names)
    assert names.keys() - {"__builtins__"} == set(explanans.__all__)


def test_other_names_are_missed_as_usual() -> None:
    with pytest.raises(AttributeError, match="module 'explanans' has no attribute 'Reasoner'"):
        explanans.Reasoner  # noqa: B018
    assert not hasattr(explanans, "__path_to_nowhere__")


def test_importing_the_package_loads_nothing_slow() -> None:
    script = "import sys, explanans; dir(explanans); print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "explanans" in loaded
    assert loaded.isdisjoint(
        {"numpy", "msgspec", "rich", "typer", "simplemma", "sentencex", "markdown_it", "pooch", "spacy", "jinja2"}
    )
    assert [name for name in done.stdout.split() if name.startswith("explanans.")] == [
        "explanans.runtime",
        "explanans.runtime.version",
    ]


def test_importing_the_nouns_loads_the_standard_library_only() -> None:
    nouns = "facts, questions, rankings, trees, graphs, verdicts, explanations, reports"
    script = (
        f"import sys; from explanans.structures import {nouns}; from explanans import errors; "
        "from explanans.io import files; from explanans.runtime import progress; print(*sys.modules, sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules, sep='\\n')"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    # What a bare interpreter loads (hooks of editable installs among it) is not ours.
    ours = loaded - {name.partition(".")[0] for name in bare.stdout.split()}
    assert ours - sys.stdlib_module_names == {"explanans"}


def test_the_example_of_the_package_runs() -> None:
    # Looking into the package for more examples would load its modules on the way, which no doctest expects.
    example = doctest.DocTestParser().get_doctest(explanans.__doc__ or "", {}, "explanans", None, 0)
    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0
