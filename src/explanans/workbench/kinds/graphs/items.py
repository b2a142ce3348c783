"""Items of graph collection, from files: prompts to write from, or beliefs with arguments and stances."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from explanans.errors import FormatError, InputError
from explanans.formats import explagraphs
from explanans.formats.lines import Line, numbered
from explanans.io.files import read_lines
from explanans.structures.graphs import Stance
from explanans.workbench.kinds.graphs.work import Fact, Prompt
from explanans.workbench.store.projects import NewItem

PROMPTS = "a prompt a line, and perhaps a tab and the stance that the argument is to have"
_WRITTEN = f"{PROMPTS}; or beliefs with arguments, if the setting written is 0"
PAIRS = "belief, argument and stance, separated by tabs, and perhaps a graph"


class _PromptRow(msgspec.Struct):
    prompt: str
    stance: Stance | None = None
    id: str = ""


class _PairRow(msgspec.Struct):
    belief: str
    argument: str
    stance: Stance
    id: str = ""
    edges: tuple[Fact, ...] = ()


def prompts(path: Path) -> Iterator[NewItem]:
    """Yield an item for each prompt, or one for each stance where a prompt names none.

    Args:
        path: Prompts as text, one a line, perhaps with a tab and a stance; or JSON lines with the keys ``prompt`` and
            perhaps ``stance`` and ``id``.

    Raises:
        InputError: The file cannot be read or breaks its format.
    """
    decoder = msgspec.json.Decoder(_PromptRow)
    for line in numbered(read_lines(path), str(path)):
        if path.suffix == ".jsonl":
            row = line.json(decoder, "one JSON object a line, with the key prompt and perhaps stance and id")
        else:
            prompt, _, stance = line.text.partition("\t")
            if "\t" in stance.strip():
                raise line.error("more than a prompt and a stance", _WRITTEN)
            row = _PromptRow(prompt, _stance(stance, line) if stance.strip() else None)
        if not row.prompt.strip():
            raise line.error("an empty prompt", PROMPTS)
        key = row.id or f"{path.name}:{line.number}"
        for stance in (row.stance,) if row.stance else Stance:
            given = Prompt(" ".join(row.prompt.split()), stance)
            yield NewItem(key if row.stance else f"{key}:{stance}", msgspec.to_builtins(given))


def pairs(path: Path) -> Iterator[NewItem]:
    """Yield an item for each belief and argument.

    Args:
        path: A file of ExplaGraphs, in which graphs may be missing, or JSON lines with the keys ``belief``,
            ``argument``, ``stance`` and perhaps ``id`` and ``edges``.

    Raises:
        InputError: The file cannot be read or breaks its format.
    """
    decoder = msgspec.json.Decoder(_PairRow)
    for line in numbered(read_lines(path), str(path)):
        if path.suffix == ".jsonl":
            row = line.json(decoder, "one JSON object a line, with the keys belief, argument, stance and perhaps id")
        else:
            row = _pair(line, str(path))
        if not row.belief.strip() or not row.argument.strip():
            raise line.error("an empty belief or argument", PAIRS)
        key = row.id or f"{path.name}:{line.number}"
        yield NewItem(key, msgspec.to_builtins(Prompt("", row.stance, row.belief, row.argument, row.edges)))


def _pair(line: Line, source: str) -> _PairRow:
    columns = [column.strip() for column in line.text.split("\t")]
    if len(columns) < 3:
        raise line.error(f"a row of {len(columns)} column{'s' * (len(columns) != 1)}", PAIRS)
    facts: tuple[Fact, ...] = ()
    if any(columns[3:]):
        try:
            [graphs] = explagraphs.decode([line.text], source)
        except FormatError as error:
            raise FormatError(error.found, source, line.number, error.accepted, column=error.column) from None
        facts = tuple(Fact(*edge) for edge in graphs[-1].edges)
    return _PairRow(columns[0], columns[1], _stance(columns[2], line), "", facts)


def _stance(text: str, line: Line) -> Stance:
    try:
        return Stance(text.strip().lower())
    except ValueError:
        raise line.error(f"the stance {text.strip()!r}", "support or counter") from None


def read(path: Path, *, written: bool) -> Iterator[NewItem]:
    """Yield the items of a file.

    Raises:
        InputError: The file cannot be read or breaks its format.
    """
    accepted = (".txt", ".tsv", ".jsonl") if written else (".tsv", ".jsonl")
    if path.suffix not in accepted:
        raise InputError(f"{path}: no format of {'prompts' if written else 'pairs'}; accepted: {', '.join(accepted)}")
    return prompts(path) if written else pairs(path)
