"""Pools to judge and their labels, read from rankings of several systems, sheets, explanations and checked claims."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from explanans.errors import FormatError, InputError
from explanans.formats import annotations, records
from explanans.formats.lines import Line, Rows, numbered
from explanans.io.files import read_lines
from explanans.structures.labels import LABELS
from explanans.structures.trees import ROOT, EntailmentTree
from explanans.workbench.bases import Base
from explanans.workbench.kinds.rating import Choice, Grades
from explanans.workbench.kinds.systems import QUESTIONS, Systems, read_systems

FACT, TREE = "fact", "tree"


GOLD = "gold"
"""The label of the facts of the gold explanation, which are not judged."""


MEANINGS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "fact": {
            "highly relevant": "It could stand in a good explanation of why the answer is right.",
            "possibly relevant": "It is about the same things, but explains little.",
            "not relevant": "It has nothing to do with why the answer is right.",
        },
        "step": {
            "correct": "It follows from its premises and says something that none of them says alone.",
            "nearly": "It would follow with a small change.",
            "repetition": "It only repeats a premise.",
            "invalid": "It does not follow.",
            "misjudged": "It is right, but beside the point.",
        },
        "tree": {
            "valid": "Every step follows, and the whole explains the answer.",
            "leaves": "A fact that it starts from is wrong, beside the point or missing.",
            "steps": "A step does not follow.",
            "disconnected": "Parts of it do not hang together.",
            "conclusions": "The steps are right; a conclusion is worded wrongly.",
        },
        "graph": {
            "support": "Read by itself, it argues for the belief.",
            "counter": "Read by itself, it argues against the belief.",
            "incorrect": "It says neither, or what is false or makes no sense.",
        },
        "stance": {
            "support": "The argument is for the belief.",
            "counter": "The argument is against the belief.",
            "neutral": "It is neither.",
        },
        "arc": {
            "entailed": "The source says that these words belong together so.",
            "not entailed": "It does not.",
        },
        "sentence": {
            "factual": "The source says all of it.",
            "not factual": "Something in it is not said by the source, or is said otherwise.",
        },
        "same": {"same": "Both say the same.", "different": "They do not."},
    }
)
"""Definitions of the labels of `LABELS`, in words of our own; ``gold`` is not offered to raters."""


HIGHEST = max(len(names) for kind, names in LABELS.items()) - 1


def scale_of(kind: str) -> tuple[Choice, ...]:
    """Return the scale of things of a kind, its best label first.

    Example:
        >>> [(choice.key, choice.name) for choice in scale_of("fact")]
        [('2', 'highly relevant'), ('1', 'possibly relevant'), ('0', 'not relevant')]
    """
    names = list(MEANINGS[kind])
    values = range(len(names) - 1, -1, -1)
    return tuple(
        Choice(str(value), value, name, MEANINGS[kind][name]) for value, name in zip(values, names, strict=True)
    )


def label_of(kind: str, value: int) -> str:
    """Return the label of a grade.

    Example:
        >>> label_of("fact", 2), label_of("tree", 4)
        ('highly relevant', 'valid')
    """
    return next(choice.name for choice in scale_of(kind) if choice.value == value)


class Thing(msgspec.Struct, frozen=True):
    """Something to judge; who judges sees its text, and ``because``, alone.

    Attributes:
        kind: The kind of thing, one of `LABELS`.
        because: Its context, such as the source of a claim.
        system: The system that made it; of facts, see `Pool.runs`.
        automatic: Its automatic label or score; empty for none.
    """

    id: str
    text: str
    kind: str = FACT
    because: str = ""
    system: str = ""
    automatic: str = ""


class Pool(msgspec.Struct, frozen=True):
    """Things that are judged together; of questions, the facts that systems ranked best.

    Attributes:
        answer: Its right answer; empty if there is no question.
        things: The things to judge, in an uninformative order.
        key: The id of the question, or of what was explained.
        gold: The ids of the facts of the gold explanation, which are not judged.
        runs: The ids of the facts that each system ranked, best first.
    """

    heading: str
    answer: str
    things: tuple[Thing, ...]
    key: str
    gold: tuple[str, ...] = ()
    runs: dict[str, tuple[str, ...]] = {}


class Judgements(Grades, frozen=True):
    """The annotation of a pool: grades and remarks by the ids of its things."""


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
    """Yield the things to judge in random order, each with a key that does not reveal its systems."""
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
    table.require_unique(_Row.__struct_fields__)
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
