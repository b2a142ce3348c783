"""Print how the source is built: modules, lines, entries, depth, layers and circles of imports.

Run ``python tools/structure.py``; ``--json`` prints one JSON document. Imports count wherever they stand: in functions,
under ``TYPE_CHECKING``, and as strings such as ``"explanans.retrieval.trained:cold"``. Only the package's own
``__init__.py``, which loads public names lazily, is left out of layers and circles.
"""

import argparse
import ast
import io
import json
import re
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import NamedTuple

CHECKOUT = Path(__file__).parents[1]
SOURCE = CHECKOUT / "src" / "explanans"
_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_STRING = re.compile(r"(\w+(?:\.\w+)+)(?::[\w.]+)?")


class Lines(NamedTuple):
    """Lines of source by kind; a line of code with a comment behind it is code."""

    code: int = 0
    docstrings: int = 0
    comments: int = 0
    blank: int = 0

    @property
    def total(self) -> int:
        """All lines."""
        return sum(self)


@dataclass(frozen=True)
class Module:
    """One module of a package.

    Attributes:
        name: Its dotted name, as in ``explanans.retrieval.trained``.
        path: Its file.
        text: Its source.
    """

    name: str
    path: Path
    text: str

    @property
    def entry(self) -> str:
        """The top-level package or module that it belongs to; ``__init__`` for the package's own file."""
        return self.name.split(".")[1] if "." in self.name else "__init__"

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.text)

    @cached_property
    def docstrings(self) -> list[ast.Constant]:
        """Its docstrings, those of attributes and constants included: strings that stand alone."""
        alone = (node.value for node in ast.walk(self.tree) if isinstance(node, ast.Expr))
        return [node for node in alone if isinstance(node, ast.Constant) and isinstance(node.value, str)]

    @cached_property
    def lines(self) -> Lines:
        """How many lines it has of each kind."""
        numbers = range(1, len(self.text.splitlines()) + 1)
        documented = {
            line for node in self.docstrings for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        kinds: dict[int, bool] = {}
        for token in tokens:
            if token.type in {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}:
                continue
            for line in range(token.start[0], token.end[0] + 1):
                kinds[line] = kinds.get(line, False) or token.type != tokenize.COMMENT
        counts = Counter(
            "docstrings"
            if number in documented
            else "blank"
            if number not in kinds
            else "code"
            if kinds[number]
            else "comments"
            for number in numbers
        )
        return Lines(**counts)


@dataclass(frozen=True)
class Structure:
    """How a package is built.

    Attributes:
        modules: Its modules by name.
        entries: The modules, packages and other files directly in it.
    """

    modules: Mapping[str, Module]
    entries: tuple[str, ...]

    @classmethod
    def of(cls, source: Path = SOURCE) -> "Structure":
        """Read a package.

        Args:
            source: Its folder.
        """
        found = (_module(path, source) for path in sorted(source.rglob("*.py")))
        hidden = {"__pycache__", "__init__.py"}
        entries = sorted(path.name for path in source.iterdir() if path.name not in hidden and path.name[0] != ".")
        return cls({module.name: module for module in found}, tuple(entries))

    @property
    def root(self) -> str:
        """The name of the package."""
        return next(iter(self.modules)).split(".")[0]

    @property
    def depth(self) -> int:
        """The largest number of folders and the file that lead from the package to a module."""
        return max(
            len(module.name.split(".")) - 1 + (module.path.name == "__init__.py") for module in self.modules.values()
        )

    @cached_property
    def imports(self) -> dict[str, set[str]]:
        """The modules that each module imports, the package's own file left out."""
        return {
            name: set(self._imported(module)) - {name, self.root}
            for name, module in self.modules.items()
            if name != self.root
        }

    def _imported(self, module: Module) -> Iterator[str]:
        documentation = {id(node) for node in module.docstrings}
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                yield from filter(None, (self._known(alias.name) for alias in node.names))
            elif isinstance(node, ast.ImportFrom):
                base = _absolute(node, module)
                for alias in node.names:
                    yield from filter(None, [self._known(f"{base}.{alias.name}") or self._known(base)])
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
                found = _STRING.fullmatch(node.value)
                if found and (known := self._known(found[1])):
                    yield known

    def _known(self, name: str) -> str | None:
        return name if name in self.modules else None

    @cached_property
    def entry_imports(self) -> dict[str, set[str]]:
        """The entries that each entry imports."""
        found: dict[str, set[str]] = {module.entry: set() for name, module in self.modules.items() if name != self.root}
        for name, imported in self.imports.items():
            entry = self.modules[name].entry
            found[entry] |= {self.modules[other].entry for other in imported} - {entry}
        return found

    @cached_property
    def layers(self) -> list[list[str]]:
        """The entries from top to bottom: each layer imports lower ones only; entries of a circle share a layer."""
        circles = components(self.entry_imports)
        place = {entry: number for number, circle in enumerate(circles) for entry in circle}
        heights: list[int] = []  # components come after those that they import
        for number, circle in enumerate(circles):
            below = {place[other] for entry in circle for other in self.entry_imports[entry]} - {number}
            heights.append(1 + max((heights[other] for other in below), default=-1))
        return [
            sorted(entry for entry, number in place.items() if heights[number] == height)
            for height in reversed(range(max(heights) + 1))
        ]

    @property
    def circles(self) -> list[list[str]]:
        """Modules that import one another in a circle."""
        return [sorted(circle) for circle in components(self.imports) if len(circle) > 1]

    @property
    def entry_circles(self) -> list[list[str]]:
        """Entries that import one another in a circle."""
        return [sorted(circle) for circle in components(self.entry_imports) if len(circle) > 1]


def contract_layers(project: Path = CHECKOUT / "pyproject.toml") -> int:
    """Return how many layers the contract of import-linter has for the package.

    Args:
        project: The file that holds the contracts.
    """
    contracts = tomllib.loads(project.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    layered = [contract["layers"] for contract in contracts if contract.get("containers") == ["explanans"]]
    return max(map(len, layered), default=0)


def _module(path: Path, source: Path) -> Module:
    parts = path.relative_to(source.parent).with_suffix("").parts
    return Module(".".join(parts[:-1] if parts[-1] == "__init__" else parts), path, path.read_text(encoding="utf-8"))


def _absolute(node: ast.ImportFrom, module: Module) -> str:
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    kept = parts[: len(parts) - node.level + (module.path.name == "__init__.py")]
    return ".".join([*kept, *([node.module] if node.module else [])])


def components(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Return the strongly connected components of a graph, each after those that it leads to (Tarjan 1972).

    Args:
        graph: The successors of each node.

    Example:
        >>> components({"a": ["b"], "b": ["a", "c"], "c": []})
        [['c'], ['b', 'a']]
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(start: str) -> None:
        work = [(start, iter(graph[start]))]
        index[start] = low[start] = len(index)
        stack.append(start)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    work.append((other, iter(graph[other])))
                    break
                if other in stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    place = stack.index(node)
                    found.append(stack[place:][::-1])
                    del stack[place:]

    for node in graph:
        if node not in index:
            visit(node)
    return found


@dataclass(frozen=True)
class Size:
    """The size of one entry: its modules and their lines."""

    modules: int
    code: int
    docstrings: int
    comments: int
    blank: int
    lines: int


def line_counts(structure: Structure) -> dict[str, list[int]]:
    """Return the number of lines of every module of each entry."""
    counts: dict[str, list[int]] = {}
    for module in structure.modules.values():
        counts.setdefault(module.entry, []).append(len(module.text.splitlines()))
    return counts


def sizes(structure: Structure) -> dict[str, Size]:
    """Return the size of each entry by name."""
    grouped: dict[str, list[Module]] = {}
    for module in structure.modules.values():
        grouped.setdefault(module.entry, []).append(module)
    return {entry: size(modules) for entry, modules in sorted(grouped.items())}


def size(modules: Iterable[Module]) -> Size:
    """Return the size of modules together."""
    counted = [module.lines for module in modules]
    code, docstrings, comments, blank = map(sum, zip(*counted, strict=True))
    return Size(len(counted), code, docstrings, comments, blank, lines=code + docstrings + comments + blank)


def main() -> None:
    """Print the structure as tables, or as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", nargs="?", type=Path, default=SOURCE, help="folder of the package")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    asked = parser.parse_args()
    structure = Structure.of(asked.source)
    by_entry, together = sizes(structure), size(structure.modules.values())
    lengths = [module.lines.total for module in structure.modules.values()]
    summary = {
        "modules": together.modules,
        "lines": together.lines,
        "entries": len(structure.entries),
        "depth": structure.depth,
        "layers": len(structure.layers),
        "contract_layers": contract_layers(),
        "circles": len(structure.circles),
        "modules_in_circles": sum(map(len, structure.circles)),
        "entry_circles": len(structure.entry_circles),
        "median_module": int(median(lengths)),
        "largest_module": max(lengths),
    }
    if asked.json:
        record = {
            **summary,
            "total": asdict(together),
            "by_entry": {name: asdict(one) for name, one in by_entry.items()},
        }
        record |= {"layer_list": structure.layers, "circle_list": structure.circles}
        print(json.dumps(record, indent=2))
        return
    print(_table(by_entry, together))
    print("\n".join(f"{name.replace('_', ' ')}: {value}" for name, value in summary.items()))
    print("\nlayers, top to bottom")
    print("\n".join(f"  {' '.join(layer)}" for layer in structure.layers))
    for title, circles in (("entries", structure.entry_circles), ("modules", structure.circles)):
        print(f"\ncircles of {title}")
        print("\n".join(f"  {len(circle)}: {' '.join(circle)}" for circle in circles) or "  none")


def _table(by_entry: Mapping[str, Size], together: Size) -> str:
    columns = list(asdict(together))
    rows = [["", *columns]]
    rows += [[name, *(f"{value:,}" for value in asdict(one).values())] for name, one in by_entry.items()]
    rows.append(["all", *(f"{value:,}" for value in asdict(together).values())])
    width = max(len(row[0]) for row in rows)
    return "\n".join(row[0].ljust(width) + "".join(cell.rjust(12) for cell in row[1:]) for row in rows)


if __name__ == "__main__":
    main()
