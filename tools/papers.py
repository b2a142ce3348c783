"""Write ``docs/papers.md`` and a page for each of the five papers: what prints each table and figure here.

The rows stand in ``benchmarks/papers``, one file a paper, and the figures of ours that they quote in ``figures``
there: what is quoted of what commands printed with ``--json``. ``python tools/papers.py`` writes the pages; with
``--measure NAME --data DIR`` it first runs the command of a figure file, with ``--take NAME=FILE`` it reads what
that command printed before, and keeps what is quoted.
"""

import argparse
import csv
import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

CHECKOUT = Path(__file__).parents[1]
HOME = CHECKOUT / "benchmarks" / "papers"
DOCS = CHECKOUT / "docs"
DATA = "datasets"
"""What commands in the rows call the folder of the data sets."""

STATES = {
    "same": "same data, same figure, or the same procedure",
    "ours": "runs here, with another system, other data or another interpretation, which the row names",
    "part": "runs in part; the row names what is missing",
    "small": "the code runs and is tested on small networks; nothing of the paper's size was run",
    "none": "does not run; the row gives the reason",
    "picture": "an illustration",
}
PAPERS = {
    "1-entailmentbank": (
        "Entailment trees",
        (
            "Dalvi et al. 2021, Explaining Answers with Entailment Trees. "
            "More in [Trees](lab/trees.md), [Conclusions](lab/conclusions.md) and [Networks](lab/neural.md#writers)."
        ),
    ),
    "2-ratings": (
        "Relevance, completeness and expert ratings",
        (
            "Jansen et al. 2021, On the Challenges of Evaluating Compositional Explanations in Multi-Hop Inference. "
            "More in [Sets of facts](lab/schemas.md) and [Measures](measures.md)."
        ),
    ),
    "3-textgraphs": (
        "Explanation regeneration",
        (
            "Jansen & Ustalov 2019, TextGraphs 2019 Shared Task on Multi-Hop Inference for Explanation Regeneration. "
            "The available text of the paper lacks its tables, so published figures are those of the running text. "
            "More in [Rankers](lab/ranking.md)."
        ),
    ),
    "4-explagraphs": (
        "Explanation graphs",
        (
            "Saha et al. 2021, ExplaGraphs. More in [Explanation graphs](lab/graphs.md) and "
            "[Networks](lab/neural.md#writers-of-graphs)."
        ),
    ),
    "5-arcs": (
        "Dependency arcs",
        (
            "Goyal & Durrett 2020, Evaluating Factuality in Generation with Dependency-level Entailment. "
            "More in [Checking claims](lab/checking.md) and [Networks](lab/neural.md#arc-encoders)."
        ),
    ),
}
_OPENING = """# The five papers, table by table

Explanans implements the methods of five papers. A page for each paper lists its tables, figures, systems, baselines,
measures and procedures, with the command that reproduces each, the published figures and ours.

{papers}

| state | meaning |
|---|---|
{states}

Replace the folders and files in the commands by yours: `datasets` is the folder of the [data sets](data.md), `my-…` a
model, `*.run` the output of `explanans rank`. Our figures are printed by the commands and kept in
`benchmarks/papers/figures`, or are on the page named in brackets. `python tools/papers.py` writes these pages from
`benchmarks/papers`.
"""
_PAGE, _LINK = re.compile(r"\(lab/(\w+)\)"), r"([\1](../lab/\1.md))"
_FIGURE = re.compile(r"\{([\w-]+):([^{}]+?)(?::([^{}:]*))?\}")


class Row(NamedTuple):
    """One line of the ledger.

    Attributes:
        place: Where in the paper it stands.
        what: What it is.
        command: The command that prints or runs it; empty where there is none.
        published: What the paper has.
        ours: What we have, with figures in braces: file, path of keys, format.
        state: One of ``STATES``.
        why: The reason, or what to mind; empty for nothing.
    """

    place: str
    what: str
    command: str
    published: str
    ours: str
    state: str
    why: str


def rows(paper: str) -> list[Row]:
    """Return the rows of a paper."""
    with (HOME / f"{paper}.tsv").open(encoding="utf-8", newline="") as file:
        lines = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(lines)
        return [Row(*line) for line in lines]


def commands() -> dict[str, str]:
    """Return the command of each figure file, by its name."""
    with (HOME / "figures.tsv").open(encoding="utf-8", newline="") as file:
        return {line["name"]: line["command"] for line in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}


@cache
def printed(name: str) -> Mapping[str, Any]:
    """Return what a command printed."""
    found: Mapping[str, Any] = json.loads((HOME / "figures" / f"{name}.json").read_text(encoding="utf-8"))
    return found


def filled(text: str) -> str:
    """Return a text with the figures that it quotes in the place of their names.

    Raises:
        KeyError: A command printed no such figure.
    """

    def value(found: re.Match[str]) -> str:
        name, path, form = found.groups()
        place: Any = printed(name)
        for key in path.split("/"):
            place = place[_named(place, key)]
        return format(place, form or "")

    return _FIGURE.sub(value, text)


def pages() -> dict[Path, str]:
    """Return the text of each page, by its file."""
    found = {DOCS / "papers" / f"{paper[2:]}.md": "\n".join(_page(paper)) for paper in PAPERS}
    states = "\n".join(f"| {state} | {meaning} |" for state, meaning in STATES.items())
    return {DOCS / "papers.md": _OPENING.format(states=states, papers="\n".join(_overview())), **found}


def _overview() -> Iterator[str]:
    """Yield a table of how many rows of each paper have each state."""
    yield f"| paper | {' | '.join(STATES)} |\n|---|{'---:|' * len(STATES)}"
    for paper, (title, _) in PAPERS.items():
        counts = Counter(row.state for row in rows(paper))
        yield f"| [{title}](papers/{paper[2:]}.md) | {' | '.join(str(counts[state]) for state in STATES)} |"


def _page(paper: str) -> Iterator[str]:
    """Yield the lines of the page of a paper: an overview, and a section with its command for each row."""
    title, source = PAPERS[paper]
    linked = re.sub(r"\]\((?=[a-z])", "](../", source)
    yield f"# {title}\n\n{linked}\n"
    yield "| place | what | state |\n|---|---|---|"
    listed = rows(paper)
    for number, row in enumerate(listed, 1):
        yield f"| [{row.place}](#row-{number}) | {row.what} | {row.state} |"
    yield ""
    for number, row in enumerate(listed, 1):
        yield f"## {row.place[:1].upper()}{row.place[1:]}: {row.what} {{ #row-{number} }}\n"
        if row.command:
            yield f"```sh\n{row.command}\n```\n"
        yield from _details(row)
        yield ""


def _details(row: Row) -> Iterator[str]:
    """Yield what the paper has, what we have, and how they compare, a line each."""
    if row.published not in {"", "–"}:
        yield f"- Published: {row.published}"
    if row.ours not in {"", "–"}:
        yield f"- Ours: {_PAGE.sub(_LINK, filled(row.ours))}"
    yield f"- **{row.state.capitalize()}**" + (f": {_PAGE.sub(_LINK, row.why)}" if row.why else "")


def measure(name: str, data: Path) -> str:
    """Run the command of a figure file and return what it prints.

    Args:
        name: The name of the file.
        data: The folder of the data sets.
    """
    words = shlex.split(commands()[name])
    words = [str(data) if word == DATA else word.replace(f"{DATA}/", f"{data}/") for word in words]
    line = [sys.executable, "-m", *words, "--json", "--quiet"]
    return subprocess.run(line, stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603 - our own commands


def keep(name: str, text: str) -> None:
    """Keep the figures that rows quote of what a command printed.

    Args:
        name: The name of the figure file.
        text: What its command printed.

    Raises:
        KeyError: A figure that is quoted is not there.
    """
    found = json.loads(text)
    kept: dict[str, Any] = {"command": commands()[name]}
    for paper in PAPERS:
        for row in rows(paper):
            for quoted, path, _ in _FIGURE.findall(row.ours):
                if quoted == name:
                    _copy(found, kept, path.split("/"))
    written = json.dumps(kept, ensure_ascii=False, indent=1)
    (HOME / "figures" / f"{name}.json").write_text(f"{written}\n", encoding="utf-8")


def _copy(found: Any, kept: dict[str, Any], path: list[str]) -> None:
    first, *rest = path
    name = _named(found, first)
    if rest:
        _copy(found[name], kept.setdefault(name, {}), rest)
    else:
        kept[name] = found[name]


def _named(found: Mapping[str, Any], key: str) -> str:
    """Return a key, or the one that is the key but for digests in brackets, as models have them."""
    return next((name for name in found if re.sub(r" \([0-9a-f]+\)", "", name) == key), key)


def main() -> None:
    """Write the page, after measuring what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measure", nargs="*", default=[], metavar="NAME", choices=sorted(commands()))
    parser.add_argument("--take", nargs="*", default=[], metavar="NAME=FILE", help="what a command printed before")
    parser.add_argument("--data", type=Path, default=Path(DATA), help="the folder of the data sets")
    arguments = parser.parse_args()
    for name in arguments.measure:
        keep(name, measure(name, arguments.data))
    for item in arguments.take:
        name, _, path = item.partition("=")
        keep(name, Path(path).read_text(encoding="utf-8"))
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
