"""Records of what the commands print as JSON, and of what they write."""

import contextlib
import io
import json
import logging
import os
import runpy
import sys
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from .inputs import write_inputs
from .records import Record, make_record

_GLOVES = ("explain", "Why does an electrician wear rubber safety gloves?", "--answer", "Rubber is an insulator.")
_FROG = ("explain", "What keeps a frog's skin from drying out?", "--answer", "living in a moist place")
_OWN = ("explain", "Why is a frog moist?", "--answer", "It has moist skin.", "--kb", "rocks")
_DRY = ("prove", "dry air harms a frog", "--premises", "premises.txt")
_CHECK = ("check", "--source", "source.txt", "--claims", "claims.txt")
_BOOKS = ("graph", "Students should read paper books.", "A bright screen makes tired eyes and bad sleep.")
_ICE = ("answer", "What is ice?", "--choice", "a solid", "--choice", "a gas", "--kb", "rocks")

SAMPLE: dict[str, tuple[str, ...]] = {
    "explain": _GLOVES,
    "explain-own": _OWN,
    "explain-file": ("explain", "--questions", "questions.tsv", "--kb", "rocks", "--out", "explained.jsonl"),
    "answer": ("answer", "Which of these makes its own light?", "--choice", "the Moon", "--choice", "the Sun"),
    "answer-own": _ICE,
    "answer-file": ("answer", "--questions", "questions.tsv", "--kb", "rocks", "--out", "answered.jsonl"),
    "check": _CHECK,
    "check-alignment": (*_CHECK, "--scorer", "alignment"),
    "prove": _DRY,
    "prove-one-step": (*_DRY, "--one-step"),
    "graph": _BOOKS,
    "graph-alternatives": (*_BOOKS, "--alternatives", "2", "--stance", "counter"),
    "rank": ("rank", "--questions", "questions.tsv", "--kb", "rocks", "--out", "ranked.run"),
    "rank-bm25": ("rank", "--questions", "questions.tsv", "--model", "bm25", "--kb", "rocks", "--out", "bm25.jsonl"),
    "kb-info": ("kb", "info", "starter"),
    "kb-info-own": ("kb", "info", "rocks"),
    "kb-search": ("kb", "search", "starter", "frog skin water"),
    "kb-search-own": ("kb", "search", "rocks", "moist amphibian"),
    "schema-solve": ("schema", "solve", "conductors.iml", "--out", "solved"),
    "evaluate-ranking": ("evaluate", "ranking", "questions.tsv", "predicted.run", "--kb", "rocks"),
    "evaluate-trees": ("evaluate", "trees", "trees.jsonl", "proved.tsv"),
    "evaluate-trees-corrected": ("evaluate", "trees", "trees.jsonl", "proved.tsv", "--mode", "corrected"),
    "evaluate-graphs": ("evaluate", "graphs", "graphs.tsv", "drawn.tsv"),
    "evaluate-facts": ("evaluate", "facts", "questions.tsv", "predicted.jsonl"),
    "evaluate-facts-rated": ("evaluate", "facts", "questions.tsv", "predicted.jsonl", "--ratings", "ratings.tsv"),
    "evaluate-agreement": ("evaluate", "agreement", "ratings.tsv"),
}
MORE: dict[str, tuple[str, ...]] = {
    "explain-alternatives": (*_FROG, "--alternatives", "2"),
    "explain-bm25": (*_GLOVES, "--facts", "4", "--model", "bm25"),
    "explain-arcs": (*_GLOVES, "--check", "arcs"),
    "explain-ensemble": (*_GLOVES, "--with", "ensemble"),
    "explain-ranking": (*_FROG, "--with", "ranking"),
    "explain-schema": (*_FROG, "--with", "schema"),
    "explain-without-judge": (*_GLOVES, "--judge", "none"),
    "answer-open": ("answer", "What do electricians wear on their hands?"),
    "check-arcs": (*_CHECK, "--arcs"),
    "check-rerank": (*_CHECK, "--rerank"),
    "prove-alternatives": (*_DRY, "--alternatives", "3"),
    "graph-reasoning": (*_BOOKS, "--order", "reasoning"),
    "graph-annotated": (*_BOOKS, "--style", "annotated"),
    "rank-unification": ("rank", "--questions", "questions.tsv", "--model", "unification", "--out", "unified.jsonl"),
    "rank-cold": ("rank", "--questions", "questions.tsv", "--model", "cold", "--out", "cold.jsonl"),
}


class Done(NamedTuple):
    """What a command returned and printed."""

    status: int
    output: str
    errors: str


def run_command(*arguments: str) -> Done:
    """Run the command line in this process, as ``python -m explanans`` does."""
    output, errors = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    logger = logging.getLogger("explanans")
    kept, level, status = sys.argv, logger.level, 0
    sys.argv = ["explanans", *arguments]
    try:
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors), warnings.catch_warnings():
            runpy.run_module("explanans", run_name="__main__")
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    finally:
        sys.argv = kept
        logger.setLevel(level)
    output.flush()
    return Done(status, output.buffer.getvalue().decode("utf-8"), errors.getvalue())


def commands(*, whole: bool) -> Iterator[Record]:
    """Yield a record per command: its JSON, without times and signatures, and the files that it wrote."""
    with TemporaryDirectory(prefix="explanans-commands-") as name, contextlib.chdir(name):
        write_inputs(Path(name))
        for item, arguments in (SAMPLE | MORE if whole else SAMPLE).items():
            yield _record(item, arguments)


def _record(item: str, arguments: tuple[str, ...]) -> Record:
    done = run_command(*arguments, "--json", "--quiet")
    printed = _plain(json.loads(done.output)) if done.status == 0 else done.errors
    written = {place: _written(Path(arguments[place + 1])) for place, part in enumerate(arguments) if part == "--out"}
    content = {"status": done.status, "printed": printed, "written": written}
    return make_record(f"commands/{item}", content, f"exit status {done.status}")


def _written(path: Path) -> object:
    """Return what a file holds, or the files of a folder by name."""
    if path.is_dir():
        return {str(file.relative_to(path)): _written(file) for file in sorted(path.rglob("*")) if file.is_file()}
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        return [_plain(json.loads(line)) for line in text.splitlines()]
    return _plain(json.loads(text)) if path.suffix == ".json" else text


def _plain(value: object) -> object:
    """Return JSON without the folders of absolute paths, which differ from machine to machine."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return Path(value).name if isinstance(value, str) and value.startswith(os.sep) else value
