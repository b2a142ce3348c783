"""Console blocks of the documentation: commands, and what they print.

``python -m tests.consoles`` runs every block and writes anew what it prints, and the files that pages show.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
DOCS = CHECKOUT / "docs"
FILES = (DOCS / "examples", DOCS / "howto/examples")
"""Where the files lie that pages show and that their commands read."""

PACKAGE = DOCS / "howto/examples/pyproject.toml"
"""Names the parts that the how-tos add."""

PAGES = (CHECKOUT / "README.md", *sorted(DOCS.rglob("*.md")))

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHOWN = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.DOTALL | re.MULTILINE)
PROMPT = "$ "


def with_consoles() -> tuple[Path, ...]:
    """Return the pages that have console blocks."""
    return tuple(page for page in PAGES if BLOCK.search(page.read_text(encoding="utf-8")))


def files() -> dict[str, Path]:
    """Return the example files by name."""
    return {path.name: path for folder in FILES for path in sorted(folder.glob("*.*")) if path.name != PACKAGE.name}


def steps(block: str) -> Iterator[tuple[str, str]]:
    """Yield the commands of a block, each with the output that is shown of it."""
    command, output = "", ""
    for line in block.splitlines(keepends=True):
        if line.startswith(PROMPT):
            if command:
                yield command, output
            command, output = line.removeprefix(PROMPT), ""
        elif command.endswith("\\\n"):
            command += line
        else:
            output += line
    if command:
        yield command, output


def environment(home: Path) -> dict[str, str]:
    """Return what commands run with: our own `explanans` and `python`, no terminal, and the cache of the tests."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    kept = {name: value for name, value in os.environ.items() if name != "EXPLANANS_DATA"}
    return kept | {
        "PATH": path,
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "EXPLANANS_CACHE": os.environ.get("EXPLANANS_CACHE", str(home / ".cache")),
        "PYTHONPATH": str(home / ".parts"),
    }


def run(command: str, folder: Path) -> str:
    """Return what a command prints, errors and all."""
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n" * bool(done.stdout)


def plain(output: str) -> str:
    """Return an output without what differs from run to run: times, versions, blanks and where lines are broken."""
    output = re.sub(r"\d[\d,.]* (ms|seconds|s|bytes)\b", r"N \1", output)
    output = re.sub(r'"milliseconds": [\d.]+', '"milliseconds": N', output)
    output = re.sub(r"version:[\w.]+", "version:N", output)
    return "".join(output.split())


def agrees(expected: str, got: str) -> bool:
    """Return whether an output is the one that is shown, where a line of ``…`` stands for any lines."""
    parts = [re.escape(plain(part)) for part in re.split(r"^…$", expected, flags=re.MULTILINE)]
    return re.fullmatch(".*".join(parts), plain(got)) is not None


def prepare(folder: Path) -> None:
    """Put the example files into a folder, where the parts among them are found as if they were installed there."""
    for name, path in files().items():
        shutil.copy(path, folder / name)
    installed = folder / ".parts/workshop_parts-1.0.dist-info"
    installed.mkdir(parents=True)
    for path in PACKAGE.parent.glob("*.py"):
        shutil.copy(path, installed.parent / path.name)
    points = tomllib.loads(PACKAGE.read_text(encoding="utf-8"))["project"]["entry-points"]
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {part}\n" for name, part in named.items())
        for group, named in points.items()
    ]
    (installed / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: workshop-parts\nVersion: 1.0\n", encoding="utf-8")


def _cut(expected: str, got: str) -> str:
    """Return the output as it is to be shown: from the lines that stood before and after a ``…`` of the page."""
    if "…\n" not in expected:
        return got
    before, _, after = expected.partition("…\n")
    lines = got.splitlines(keepends=True)
    first, last = before.count("\n"), after.count("\n")
    return "".join((*lines[:first], "…\n", *(lines[-last:] if last else ())))


def main() -> None:
    """Write anew what the pages show; all pages, or those that are named."""
    named = {Path(name).resolve() for name in sys.argv[1:]}
    for page in (page for page in PAGES if not named or page in named):
        text = page.read_text(encoding="utf-8")
        shown = files()

        def file(found: re.Match[str], shown: dict[str, Path] = shown) -> str:
            opening = found[0].partition("\n")[0]
            return f"{opening}\n{shown[found[1]].read_text(encoding='utf-8')}```" if found[1] in shown else found[0]

        written = SHOWN.sub(file, text)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            prepare(folder)

            def console(found: re.Match[str], folder: Path = folder) -> str:
                written = "```console\n"
                for command, shown in steps(found[1]):
                    output = run(command, folder)
                    written += PROMPT + command + (shown if agrees(shown, output) else _cut(shown, output))
                return written + "```"

            written = BLOCK.sub(console, written)
        if written != text:
            page.write_text(written, encoding="utf-8")
            print(page.relative_to(CHECKOUT))


if __name__ == "__main__":
    main()
