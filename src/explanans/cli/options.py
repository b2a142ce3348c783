"""Options that commands share."""

import logging
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from explanans.errors import InputError
from explanans.language.visible import visible_line
from explanans.runtime import progress
from explanans.structures.explanations import Style

FAILED = 1
"""The exit status where items fail, or have less support than asked."""

_KB = (
    "Knowledge base: 'starter', a WorldTree folder, a .tsv, .csv, .jsonl, .txt or .md file, a folder of them, "
    "or an index made by 'kb build'"
)
KnowledgeName = Annotated[str, typer.Option("--kb", metavar="KB", help=f"{_KB}.")]
KnowledgeNames = Annotated[
    list[str] | None,
    typer.Option("--kb", metavar="KB", help=f"{_KB}. Repeatable; default 'starter'."),
]
DataFolder = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help="Folder of the data sets; default: $EXPLANANS_DATA, or else the download cache."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]

HtmlFile = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page.")]
TextStyle = Annotated[
    Style, typer.Option("--style", metavar="STYLE", help="Output style: 'full' or 'prose', a paragraph.")
]
SvgFile = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write a drawing of the best result.")]

RankerName = Annotated[
    str | None,
    typer.Option("--ranker", metavar="NAME", help="Ranker of facts, or the folder of a trained one."),
]
ProverName = Annotated[
    str | None,
    typer.Option("--prover", metavar="NAME", help="Prover of trees, or the folder of a trained one."),
]
TreesFolder = Annotated[
    Path | None,
    typer.Option("--search-model", metavar="DIR", help="Folder of search models, made by 'lab train trees'."),
]

Workers = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", help="Number of processes for many items; default 1.", min=1),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Distribute the work over the Dask cluster with this scheduler address; needs the extra 'cluster'.",
    ),
]
Resume = Annotated[bool | None, typer.Option("--resume", help="Resume an interrupted run.", show_default=False)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyOptions:
    """By whom many items are worked through.

    Attributes:
        workers: How many processes share the items; 1 if None.
        cluster: The address of a Dask scheduler, whose workers do it all; None for none.
        resume: Whether to keep what an interrupted call has written.
    """

    workers: Workers = None
    cluster: ClusterAddress = None
    resume: Resume = None


WriterName = Annotated[
    str | None,
    typer.Option(
        "--writer",
        metavar="NAME",
        help="Model that words intermediate conclusions: 'smollm2', URL#MODEL, or a folder of 'lab train writer'.",
    ),
]
CheckerName = Annotated[
    str | None,
    typer.Option("--step-checker", metavar="NAME", help="Check steps by words (default) or by parsed arcs."),
]
JudgeName = Annotated[
    str | None,
    typer.Option(
        "--judge",
        metavar="NAME",
        help="Judge, or the folder of a trained one; 'none' to skip the verdict, which saves time.",
    ),
]
Fast = Annotated[
    bool, typer.Option("--fast", help="Judge without the language model installed by 'explanans models install'.")
]
LeastSupport = Annotated[
    float | None,
    typer.Option("--fail-below", metavar="SUPPORT", help="Exit with status 1 if the support is lower.", min=0, max=1),
]
ScorerName = Annotated[
    str | None,
    typer.Option("--scorer", metavar="NAME", help="Check only arcs, with this scorer: 'features' or another."),
]
Recipes = Annotated[
    list[str] | None,
    typer.Option(
        "--recipe",
        metavar="NAME",
        help="A recipe, such as 'swap', or 'all'; default: all but 'marked'. Repeatable.",
    ),
]
ParserName = Annotated[
    str | None,
    typer.Option(
        "--parser",
        metavar="NAME",
        help="Dependency parser: 'english', 'spacy:PIPELINE', 'stanza:LANGUAGE' or 'conllu:FILE'.",
    ),
]

Highest = Annotated[int, typer.Option("--max-rating", metavar="N", help="Highest rating of the scale.", min=1, max=20)]

MeasureNames = Annotated[
    list[str] | None,
    typer.Option("--measure", metavar="NAME", help="Add a measure of another package, by its name. Repeatable."),
]


class Form(StrEnum):
    """The form of figures that a command prints."""

    TEXT = "table"
    MARKDOWN = "markdown"
    LATEX = "latex"
    CSV = "csv"


TableFormat = Annotated[
    Form, typer.Option("--format", metavar="FORMAT", help="'table', or one 'markdown', 'latex' or 'csv' table.")
]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots.")]


def _be_quiet(quiet: bool) -> bool:
    progress.show(not quiet)
    if quiet:
        logging.getLogger("explanans").setLevel(logging.ERROR)
    return quiet


Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="No progress bars, remarks or warnings.", callback=_be_quiet)
]
Seed = Annotated[int, typer.Option("--seed", help="Random seed.", min=0)]


def remark(sentence: str, *, quiet: bool) -> None:
    """Print a remark on standard error, unless ``quiet``."""
    if not quiet:
        print(visible_line(sentence), file=sys.stderr)


def chosen_judge(judge: str | None, *, fast: bool) -> str | None:
    """Return the name of the judge that was asked for; None for the default."""
    if fast and judge:
        raise InputError(f"--fast and --judge {judge}; accepted: one of the two")
    return FAST if fast else judge


FAST = "fast-judge"
"""The judge that comes with the package, without a language model."""
WORDED = "worded:"
"""Prefix of the names of provers that differ by their writer of conclusions only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProverOptions:
    """The prover; at most one of three options.

    Attributes:
        writer: A writer of conclusions, or the folder of a writer.
    """

    prover: ProverName = None
    trees: TreesFolder = None
    writer: WriterName = None

    def named(self) -> str | None:
        """Return the prover that is named; None if none is."""
        options = {
            "--prover": self.prover,
            "--search-model": self.trees and f"search:{self.trees}",
            "--writer": self.writer and _writing(self.writer),
        }
        named = {option: value for option, value in options.items() if value}
        if len(named) > 1:
            raise InputError(f"{' and '.join(named)} are both given; accepted: one of them")
        return next(iter(named.values()), None)


def _writing(writer: str) -> str:
    """Return the prover that a writer makes: one that writes trees, or our search in the writer's words."""
    from explanans.learning.model import label_of
    from explanans.trees.conclusions.conclusion import CONCLUSIONS, WRITERS

    if writer.startswith(("http://", "https://")):
        return f"{WORDED}endpoint:{writer}"
    if label_of(Path(writer)).network == CONCLUSIONS:
        return f"{WORDED}language-model:{writer}"
    return f"{WORDED}{writer}" if writer.partition(":")[0] in WRITERS.names() else f"writer:{writer}"


def unclear(
    verb: str, one: Mapping[str, object], many: Mapping[str, object], accepted: str, *, mixed: bool
) -> InputError:
    """Return the error of a command that has the arguments of neither one item nor a file of them.

    Args:
        one: What is needed for one thing, by name; None if it was not given.
    """
    needed = many if any(value is not None for value in many.values()) else one
    missing = [name for name, value in needed.items() if value is None]
    if mixed:
        return InputError(f"options of both forms; accepted: {accepted}")
    if not missing or len(missing) == len(needed):
        return InputError(f"nothing to {verb}; accepted: {accepted}")
    return InputError(f"{missing[0]} is missing; accepted: {accepted}")
