"""Files of graph collection: items read, ExplaGraphs' files as projects, exports, and tables."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from explanans.errors import FormatError, InputError
from explanans.formats import explagraphs, jsonl
from explanans.formats.lines import Line, numbered
from explanans.io.files import read_lines
from explanans.structures.graphs import ExplanationGraph, Stance
from explanans.workbench.kinds.graphs_work import (
    CREATE,
    LABEL,
    WRITE,
    Contribution,
    Fact,
    Label,
    Prompt,
    Round,
    done,
    labelled,
    pair_of,
    refine,
    rounds,
    shown,
    stance_of,
    verify,
)
from explanans.workbench.kinds.tasks import (
    DoneItem,
    File,
    Format,
    ImportedProject,
    PreviousAnnotation,
    Table,
    Writer,
    unknown,
)
from explanans.workbench.store.projects import NewItem
from explanans.workbench.store.tables import Role, WorkState

PROMPTS = "a prompt a line, and perhaps a tab and the stance that the argument is to have"
_WRITTEN = f"{PROMPTS}; or beliefs with arguments, if the setting written is 0"
PAIRS = "belief, argument and stance, separated by tabs, and perhaps a graph"
_MOST = 3
"""Graphs of a row of the refinement history."""
_MOST_REJECTED = 2
"""Rejected graphs in a row of ExplaGraphs' refinement history."""
FORMATS = (
    Format("graphs", "train.tsv", "Graphs that verifiers confirmed, as ExplaGraphs has them, for explanans train"),
    Format(
        "refinements",
        "refinement_graphs_train.tsv",
        "Rejected graphs and what became of them, as ExplaGraphs has them, for explanans lab train graphs",
    ),
    Format("pairs", "pairs.tsv", "Beliefs, arguments and the stances that verifiers see in them"),
    Format("graphs-jsonl", "graphs.jsonl", "Confirmed graphs with the ids of their items"),
    Format("labels", "labels.tsv", "Every verifier's label of pairs and graphs, for explanans evaluate labels"),
    Format("tries", "tries.jsonl", "What the model said of every try"),
)


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
    """Yield the items of a file."""
    accepted = (".txt", ".tsv", ".jsonl") if written else (".tsv", ".jsonl")
    if path.suffix not in accepted:
        raise InputError(f"{path}: no format of {'prompts' if written else 'pairs'}; accepted: {', '.join(accepted)}")
    return prompts(path) if written else pairs(path)


Item = DoneItem[Prompt, Contribution]


def graphs_project(file: File) -> ImportedProject[Prompt, Contribution]:
    """Return the graphs of ``train.tsv`` or the like, each confirmed; of a row with two graphs, each is an item."""
    rows = explagraphs.decode(file.lines, file.name)
    keyed = ((f"{graph.id}#{n}" if n else graph.id, graph) for graphs in rows for n, graph in enumerate(graphs))
    return _project((_item(key, (graph,), is_right=True) for key, graph in keyed), rounds=0)


def records_project(file: File) -> ImportedProject[Prompt, Contribution]:
    """Return the graphs of JSON Lines, each confirmed, with the ids of their items."""
    graphs = enumerate(jsonl.decode(file.lines, ExplanationGraph, file.name), 1)
    items = (_item(graph.id or f"{file.name}:{number}", (graph,), is_right=True) for number, graph in graphs)
    return _project(items, rounds=0)


def refinements_project(files: Sequence[File]) -> ImportedProject[Prompt, Contribution]:
    """Return the graphs of a refinement history, round by round.

    A row does not record whether its third graph was confirmed; it counts as confirmed only if the second file has it.
    """
    known = {
        (graph.belief, graph.argument, graph.edges)
        for file in files[1:]
        for graphs in explagraphs.decode(file.lines, file.name)
        for graph in graphs
    }
    items = []
    for row in explagraphs.decode_refinements(files[0].lines, files[0].name):
        last = row.final
        is_right = len(row.rejected) < _MOST - 1 or (last.belief, last.argument, last.edges) in known
        items.append(_item(last.id, (*row.rejected, last), is_right=is_right))
    return _project(items, rounds=_MOST - 1)


def _project(items: Iterable[Item], rounds: int) -> ImportedProject[Prompt, Contribution]:
    return ImportedProject(tuple(items), {"written": 0, "verifiers": 1, "rounds": rounds})


def _item(key: str, graphs: Sequence[ExplanationGraph], *, is_right: bool) -> Item:
    first = graphs[0]
    return DoneItem(
        key, Prompt("", first.stance, first.belief, first.argument), tuple(_works(graphs, is_right=is_right))
    )


def _works(graphs: Sequence[ExplanationGraph], *, is_right: bool) -> Iterator[PreviousAnnotation[Contribution]]:
    """Yield each graph with one verdict of it, as its authors and verifiers would have handed them in."""
    for number, graph in enumerate(graphs, 1):
        facts = tuple(Fact(*edge) for edge in graph.edges)
        made = Contribution(graph.belief, graph.argument, graph.stance, facts=facts)
        stage, person = (
            (CREATE, unknown(Role.AUTHOR)) if number == 1 else (refine(number - 1), unknown(Role.REVIEWER, number - 1))
        )
        yield PreviousAnnotation(stage, person, made, WorkState.DONE)
        label: Label = graph.stance.value if is_right and number == len(graphs) else "incorrect"
        verdict = Contribution().judged(label, shown(made))
        yield PreviousAnnotation(verify(number), unknown(Role.RATER), verdict, WorkState.DONE)


Items = Iterable[DoneItem[Prompt, Contribution]]


Collected = Sequence[DoneItem[Prompt, Contribution]]


_Share = tuple[str, str, int, int]
"""The name of a measure, the group, the number of hits and the total."""


def confirmed(items: Items) -> Iterator[ExplanationGraph]:
    """Yield the graph of each item whose last graph verifiers confirmed."""
    for item in items:
        found = rounds(item.works)
        if found and found[-1].is_settled(_verifiers(item)) and found[-1].is_correct:
            yield _graph(found[-1], item.key)


def histories(items: Items) -> Iterator[tuple[ExplanationGraph, ...]]:
    """Yield the graphs of each item as a row of the refinement history: those that were rejected, then the last.

    An item whose last graph was rejected has a row only where two were rejected before, as in ExplaGraphs: a shorter
    row would say that its last graph was confirmed. Of more than two that were rejected, a row holds the last two.
    """
    for item in items:
        found = rounds(item.works)
        if not found or not found[-1].is_settled(_verifiers(item)):
            continue
        *rejected, last = found
        if last.is_correct or len(rejected) >= _MOST_REJECTED:
            yield tuple(_graph(it, item.key) for it in (*rejected[-_MOST_REJECTED:], last))


def tables(items: Items) -> Iterator[Table]:
    """Yield the tables of the dashboard: how often the model was misled, and how many graphs are right."""
    found = list(items)
    for title, note, shares in (
        (
            "Against the model",
            "How often it predicted another stance than the one that was asked for.",
            _of_tries(found),
        ),
        ("Pairs", "What most verifiers see in the pairs that all of them have labelled.", _of_pairs(found)),
        (
            "Graphs",
            "Of those of which the verifiers' majority is known; what is right once stays right.",
            _of_graphs(found),
        ),
    ):
        if rows := tuple(_row(*share) for share in shares):
            yield Table(title, note, ("what", "whose", "of", "number", "share"), rows)


def _row(what: str, whose: str, number: int, total: int) -> tuple[str, ...]:
    return what, whose, str(total), str(number), f"{100 * number / total:.1f}%"


def _of_tries(items: Collected) -> Iterator[_Share]:
    works = [work for item in items for work in item.works if work.stage == WRITE and work.made.tries]
    tries = [(work.person, it) for work in works for it in work.made.tries]
    if tries:
        name = "tries that fooled the model"
        yield name, "all", sum(it.fooled for _, it in tries), len(tries)
        asked, fooled = Counter(who for who, _ in tries), Counter(who for who, it in tries if it.fooled)
        yield from ((name, who, fooled[who], asked[who]) for who in sorted(asked))
        last = sum(work.made.tries[-1].fooled for work in works)
        yield "pairs whose last try fooled the model", "all", last, len(works)


def _of_pairs(items: Collected) -> Iterator[_Share]:
    settled = [item for item in items if len(labelled(item.works)) >= item.settings.get("labellers", 1)]
    if settled:
        stances = [(stance_of(item.works), done(item.works, WRITE)[0].made.stance) for item in settled]
        kept = sum(seen == meant for seen, meant in stances)
        yield "the stance that was asked for", "all", kept, len(settled)
        yield "neutral or undecided, dropped", "all", sum(seen is None for seen, _ in stances), len(settled)


def _of_graphs(items: Collected) -> Iterator[_Share]:
    right, known = Counter[int](), Counter[int]()
    drawn, confirmed_first = Counter[str](), Counter[str]()
    for item in items:
        found = [it for it in rounds(item.works) if it.is_settled(_verifiers(item))]
        if not found:
            continue
        drawn[found[0].author] += 1
        confirmed_first[found[0].author] += found[0].is_correct
        # What was right once stays right, and what is being refined is not known yet for the rounds to come.
        for number in range(1, (item.settings.get("rounds", 0) + 1 if found[-1].is_correct else len(found)) + 1):
            known[number] += 1
            right[number] += found[min(number, len(found)) - 1].is_correct
    for number in sorted(known):
        yield f"right after round {number}", "all", right[number], known[number]
    for name in sorted(drawn):
        yield "first graphs that verifiers confirmed", name, confirmed_first[name], drawn[name]


def _pairs(items: Items) -> Iterator[str]:
    for item in items:
        pair = pair_of(item.works, item.given)
        if pair and (item.given.belief or len(labelled(item.works)) >= item.settings.get("labellers", 1)):
            yield "\t".join((pair.belief, pair.argument, pair.stance))


def _labels(items: Items) -> Iterator[str]:
    yield "kind\titem\trater\tlabel"
    for item in items:
        for work in done(item.works, LABEL):
            yield "\t".join(("stance", item.key, work.person, work.made.label))
        for number in range(1, len(rounds(item.works)) + 1):
            for work in done(item.works, verify(number)):
                yield "\t".join(("graph", f"{item.key}#{number}", work.person, work.made.label))


def _tries(items: Items) -> Iterator[str]:
    for item in items:
        for work in item.works:
            for number, it in enumerate(work.made.tries if work.stage == WRITE else (), 1):
                yield jsonl.encode(
                    {
                        "item": item.key,
                        "person": work.person,
                        "try": number,
                        "belief": it.belief,
                        "argument": it.argument,
                        "stance": work.made.stance,
                        "told": it.said,
                        "fooled": it.fooled,
                        "model": it.model,
                    }
                )


def _graph(found: Round, key: str) -> ExplanationGraph:
    made = found.made
    return ExplanationGraph(made.belief, made.argument, Stance(made.stance), made.graph().edges, key)


def _verifiers(item: DoneItem[Prompt, Contribution]) -> int:
    found: int = item.settings.get("verifiers", 1)
    return found


WRITERS: Mapping[str, Writer[Prompt, Contribution]] = {
    "graphs": lambda items: explagraphs.encode((graph,) for graph in confirmed(items)),
    "refinements": lambda items: explagraphs.encode(histories(items)),
    "pairs": _pairs,
    "graphs-jsonl": lambda items: map(jsonl.encode, confirmed(items)),
    "labels": _labels,
    "tries": _tries,
}
"""Yields the lines of an export, by its name."""
