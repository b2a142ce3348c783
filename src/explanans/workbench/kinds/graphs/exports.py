"""Exports of graph collection: ExplaGraphs' files, labels, tries, and the tables of the dashboard."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from explanans.errors import InputError
from explanans.formats import explagraphs, jsonl
from explanans.structures.graphs import ExplanationGraph, Stance
from explanans.workbench.kinds.graphs.rounds import (
    LABEL,
    WRITE,
    Round,
    done,
    labelled,
    pair_of,
    rounds,
    stance_of,
    verify,
)
from explanans.workbench.kinds.graphs.work import Contribution, Prompt
from explanans.workbench.kinds.kind import DoneItem, Format, Table

Items = Iterable[DoneItem[Prompt, Contribution]]
Collected = Sequence[DoneItem[Prompt, Contribution]]
_Share = tuple[str, str, int, int]
"""The name of a measure, the group, the number of hits and the total."""

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


def export(name: str, items: Items) -> Iterator[str]:
    """Yield the lines of an export.

    Raises:
        InputError: There is no such format.
    """
    writers: Mapping[str, Callable[[Items], Iterator[str]]] = {
        "graphs": lambda found: explagraphs.encode((graph,) for graph in confirmed(found)),
        "refinements": lambda found: explagraphs.encode(histories(found)),
        "pairs": _pairs,
        "graphs-jsonl": lambda found: map(jsonl.encode, confirmed(found)),
        "labels": _labels,
        "tries": _tries,
    }
    if name not in writers:
        raise InputError(f"the export {name!r}; accepted: {', '.join(writers)}")
    return writers[name](items)


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
