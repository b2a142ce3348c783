"""The table of packages in CONTRIBUTING.md and docs/concepts.md, made from the import contract and the docstrings.

``python tools/layers.py`` writes it into both pages; a test fails if they differ from it.
"""

import ast
import re
import tomllib
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
PAGES = (CHECKOUT / "CONTRIBUTING.md", CHECKOUT / "docs" / "concepts.md")
_BLOCK = re.compile(r"(?<=<!-- layers -->\n).*?(?=<!-- end of layers -->)", re.DOTALL)


def layers() -> list[tuple[str, ...]]:
    """Return the packages of each layer, the highest layer first."""
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    return [tuple(name.strip() for name in layer.split("|")) for layer in contract["layers"]]


def purpose(name: str) -> str:
    """Return the first line of the docstring of a package or module."""
    home = CHECKOUT / "src" / "explanans" / name
    source = home / "__init__.py" if home.is_dir() else home.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0]


def table() -> str:
    """Return the Markdown table of all packages, the highest layer first."""
    rows = [f"| {number} | `{name}` | {purpose(name)} |" for number, names in enumerate(layers(), 1) for name in names]
    return "\n".join(["| layer | package | contents |", "|---|---|---|", *rows, ""])


def written(page: str) -> str:
    """Return a page with the table in its marked place.

    Args:
        page: The text of the page.
    """
    return _BLOCK.sub(lambda _: table(), page)


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(written(path.read_text(encoding="utf-8")), encoding="utf-8")
