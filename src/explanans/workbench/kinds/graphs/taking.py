"""Import of ExplaGraphs' files as projects of graphs, with the verifiers' labels that the files have."""

from collections.abc import Iterable, Iterator, Sequence

from explanans.formats import explagraphs, jsonl
from explanans.structures.graphs import ExplanationGraph
from explanans.workbench.kinds.graphs.rounds import CREATE, refine, shown, verify
from explanans.workbench.kinds.graphs.work import Contribution, Fact, Label, Prompt
from explanans.workbench.kinds.kind import DoneItem, PreviousAnnotation
from explanans.workbench.kinds.taking import File, ImportedProject, unknown
from explanans.workbench.store.tables import Role, WorkState

Item = DoneItem[Prompt, Contribution]
_MOST = 3
"""Graphs of a row of the refinement history."""


def graphs_project(file: File) -> ImportedProject[Prompt, Contribution]:
    """Return the graphs of ``train.tsv`` or the like, each confirmed; of a row with two graphs, each is an item.

    Raises:
        FormatError: A row breaks the format.
    """
    rows = explagraphs.decode(file.lines, file.name)
    keyed = ((f"{graph.id}#{n}" if n else graph.id, graph) for graphs in rows for n, graph in enumerate(graphs))
    return _project((_item(key, (graph,), is_right=True) for key, graph in keyed), rounds=0)


def records_project(file: File) -> ImportedProject[Prompt, Contribution]:
    """Return the graphs of JSON Lines, each confirmed, with the ids of their items.

    Raises:
        FormatError: A line breaks the format.
    """
    graphs = enumerate(jsonl.decode(file.lines, ExplanationGraph, file.name), 1)
    items = (_item(graph.id or f"{file.name}:{number}", (graph,), is_right=True) for number, graph in graphs)
    return _project(items, rounds=0)


def refinements_project(files: Sequence[File]) -> ImportedProject[Prompt, Contribution]:
    """Return the graphs of a refinement history, round by round.

    A row does not record whether its third graph was confirmed; it counts as confirmed only if the second file has it.

    Raises:
        FormatError: A row breaks the format.
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
