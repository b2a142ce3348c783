"""Readers of files to judge: rankings of several systems, sheets, explanations, checked claims."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from explanans.errors import FormatError, InputError
from explanans.formats import annotations, records
from explanans.formats.lines import Line, Rows, numbered
from explanans.io.files import read_lines
from explanans.structures.labels import LABELS
from explanans.structures.trees import ROOT, EntailmentTree
from explanans.workbench.bases import Base
from explanans.workbench.kinds.judgement.work import FACT, Pool, Thing
from explanans.workbench.kinds.systems import QUESTIONS, Systems, read_systems

AUTOMATIC = "automatic"
"""The name of the file of automatic labels in a folder; ``NAME.automatic`` for one system."""
_ACCEPTED = (
    "a sheet of 'evaluate sheet' with kind, item and text; what 'explain --out' or 'check --out' writes; or a folder "
    "with questions and a file of rankings for each system"
)


class Drawing(NamedTuple):
    """Options of the sample to judge.

    Attributes:
        depth: How many of the best facts of each system are pooled.
        questions: How many questions are judged, from the first on; 0 for all.
        whole: Whether explanations are judged whole, as trees, and not fact by fact.
        seed: The seed of the order.
    """

    depth: int
    questions: int
    whole: bool
    seed: int


class _Row(msgspec.Struct):
    kind: str
    item: str
    text: str
    system: str = ""
    automatic: str = ""


class _Claim(msgspec.Struct):
    claim: str
    status: str
    id: str = ""
    system: str = ""
    evidence: list[dict[str, Any]] = []


def read_pools(path: Path, base: Base, drawing: Drawing) -> Iterator[tuple[str, Pool]]:
    """Yield the things to judge in random order, each with a key that does not reveal its systems.

    Args:
        path: The file or the folder.
        base: The knowledge base, for facts that no file has in words.

    Raises:
        InputError: A file cannot be read or breaks its format, or there is nothing to judge.
    """
    files = {it.stem: it for it in sorted(path.iterdir()) if it.is_file()} if path.is_dir() else {"": path}
    if QUESTIONS in files or (path.is_file() and not drawing.whole and _holds(path, "facts")):
        found = [*_pooled(read_systems(path), base, drawing)]
    else:
        found = [*_wholes(files)]
    if not found:
        raise InputError(f"{path}: nothing to judge; accepted: {_ACCEPTED}")
    random.Random(drawing.seed).shuffle(found)  # noqa: S311 - an order that tells nothing
    times, seen = Counter(pool.key for pool in found), Counter[str]()
    for pool in found:
        seen[pool.key] += 1
        yield pool.key if times[pool.key] == 1 else f"{pool.key}.{seen[pool.key]}", pool


def _holds(path: Path, key: str) -> bool:
    first = next(numbered(read_lines(path), str(path)), Line("", str(path)))
    return path.suffix == ".jsonl" and key in first.json(msgspec.json.Decoder(dict[str, Any]), _ACCEPTED)


def _pooled(systems: Systems, base: Base, drawing: Drawing) -> Iterator[Pool]:
    for key, asked in list(systems.questions.items())[: drawing.questions or None]:
        runs = {name: made[key][: drawing.depth] for name, made in systems.made.items() if key in made}
        gold = {fact.lower() for fact in asked.gold}
        pooled = dict.fromkeys(fact for facts in runs.values() for fact in facts if fact.lower() not in gold)
        things = [Thing(fact, systems.text(fact, base)) for fact in pooled]
        random.Random(f"{drawing.seed} {key}").shuffle(things)  # noqa: S311 - as above
        if things:
            yield Pool(asked.text, asked.answer, tuple(things), key, asked.gold, runs)


def _wholes(files: Mapping[str, Path]) -> Iterator[Pool]:
    known: dict[str, dict[tuple[str, str], str]] = {}
    for name, file in files.items():
        if name == AUTOMATIC or name.endswith(f".{AUTOMATIC}"):
            said = annotations.decode_labels(read_lines(file), str(file), as_jsonl=file.suffix == ".jsonl")
            known[name.removesuffix(AUTOMATIC).rstrip(".")] = {(it.kind, it.item): it.label for it in said}
    groups: dict[tuple[str, str, str], list[Thing]] = {}
    headings: dict[tuple[str, str, str], tuple[str, str]] = {}
    for name, file in files.items():
        if name == AUTOMATIC or name.endswith(f".{AUTOMATIC}"):
            continue
        for heading, answer, thing in _things(file, name):
            if not thing.automatic:
                said_of = known.get(name, known.get("", {}))
                thing = msgspec.structs.replace(thing, automatic=said_of.get((thing.kind, thing.id), ""))  # noqa: PLW2901
            place = (thing.system, thing.kind, thing.id.partition("#")[0])
            headings.setdefault(place, (heading, answer))
            groups.setdefault(place, []).append(thing)
    for place, things in groups.items():
        heading, answer = headings[place]
        yield Pool(heading, answer, tuple(things), place[2])


def _things(path: Path, system: str) -> Iterator[tuple[str, str, Thing]]:
    """Yield the things of a file, each with a heading and an answer."""
    if path.suffix != ".jsonl":
        for row in _table(path):
            yield _headed(row), "", Thing(row.item, row.text, row.kind, "", row.system or system, row.automatic)
        return
    source, sheet, claims = str(path), msgspec.json.Decoder(_Row), msgspec.json.Decoder(_Claim)
    for line in numbered(read_lines(path), source):
        record = line.json(msgspec.json.Decoder(dict[str, Any]), _ACCEPTED)
        by = str(record.get("system", "")) or system
        if "kind" in record:
            row = line.json(sheet, _ACCEPTED)
            _check(row, line)
            yield _headed(row), "", Thing(row.item, row.text, row.kind, "", by, row.automatic)
        elif "claim" in record:
            claim = line.json(claims, _ACCEPTED)
            known = "factual" if claim.status == "supported" else "not factual"
            because = " ".join(str(quote.get("text", "")) for quote in claim.evidence)
            yield claim.claim, "", Thing(claim.id or str(line.number), claim.claim, "sentence", because, by, known)
        else:
            (explanation,) = records.decode([line.text], source)
            shown = _tree_text(explanation.tree) if explanation.tree else "There is no tree."
            key = explanation.id or explanation.question
            yield explanation.question, explanation.answer, Thing(key, shown, "tree", "", by)


def _table(path: Path) -> Iterator[_Row]:
    table = Rows(read_lines(path), str(path), "\t")
    table.require(("kind", "item", "text"), _ACCEPTED)
    for line, cells in table:
        row = _Row(*(cells.get(column, "").strip() for column in _Row.__struct_fields__))
        _check(row, line)
        yield row


def _check(row: _Row, line: Line) -> None:
    if row.kind not in LABELS or row.kind == FACT or not row.item or not row.text.strip():
        accepted = f"rows with item and text whose kind is one of {', '.join(kind for kind in LABELS if kind != FACT)}"
        raise FormatError(f"a row of the kind {row.kind!r}", line.source, line.number, accepted)


def _headed(row: _Row) -> str:
    return f"{row.kind.capitalize()} of {row.item.partition('#')[0]}"


def _tree_text(tree: EntailmentTree) -> str:
    texts = tree.texts()
    steps = sorted(tree.steps, key=lambda step: step.conclusion == ROOT)
    return "\n".join(f"{' & '.join(texts.get(it, it) for it in step.premises)} → {step.text}" for step in steps)
