"""The files of ExplaGraphs (Saha et al. 2021): examples with their history, predictions, and graphs in brackets."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import NamedTuple

import msgspec

from explanans.errors import FormatError, amount
from explanans.formats import jsonl
from explanans.formats.codec import Codec
from explanans.formats.lines import Id, Line, numbered, read_record
from explanans.structures.graphs import Edge, ExplanationGraph, GraphPrediction, Relation, Stance

ACCEPTED = "(concept; relation; concept)(…)"
_RELATIONS = {relation.value: relation for relation in Relation}
_GROUP = re.compile(r"\s*\(([^()]*)\)\s*")


def decode_graph(text: str, source: str, line: int = 0, column: int = 1) -> tuple[Edge, ...]:
    """Return the edges of a graph.

    The reader is lenient: blanks around and inside brackets, repeated blanks within a part, and the case of relations
    make no difference. Concepts keep their case.

    Args:
        source: The name of the file or text, for complaints.
        line: The line the text stands on, counted from 1; 0 if it has none.
        column: The column it starts at, counted from 1.

    Raises:
        FormatError: The text is no graph, an edge has more or fewer than three parts, a concept is empty, or a relation
            is unknown. The message names the column of the edge.

    Example:
        >>> decode_graph("(rain; Causes; wet streets) (wet streets; is a; danger)", "note")[1].target
        'danger'
    """
    edges: list[Edge] = []
    position = 0
    while position < len(text) or not edges:
        group = _GROUP.match(text, position)
        if group is None:
            found = repr(text[position : position + 20]) if text[position:].strip() else "no edge"
            raise FormatError(found, source, line, ACCEPTED, column=column + position)
        edges.append(_edge(group[1], source, line, column + group.start(1) - 1))
        position = group.end()
    return tuple(edges)


def _edge(text: str, source: str, line: int, column: int) -> Edge:
    parts = [" ".join(part.split()) for part in text.split(";")]
    if len(parts) != 3:
        raise FormatError(f"an edge of {amount(len(parts), 'part')}, ({text})", source, line, ACCEPTED, column=column)
    head, relation, tail = parts
    if not head or not tail:
        raise FormatError(f"an empty concept in ({text})", source, line, ACCEPTED, column=column)
    return Edge(head, decode_relation(relation, source, line, column), tail)


def decode_relation(name: str, source: str, line: int = 0, column: int = 0) -> Relation:
    """Return the relation of a name.

    Args:
        source: The name of the file or text, for complaints.
        line: The line it stands on, counted from 1; 0 if it has none.
        column: The column, counted from 1; 0 if it is not known.

    Raises:
        FormatError: No relation has that name; the message names those that there are.

    Example:
        >>> decode_relation("Is A", "note")
        <Relation.IS_A: 'is a'>
    """
    relation = _RELATIONS.get(" ".join(name.lower().split()))
    if relation is None:
        raise FormatError(f"the relation {name!r}", source, line, ", ".join(_RELATIONS), column=column)
    return relation


def encode_graph(edges: Iterable[Edge]) -> str:
    """Return a graph as text.

    Args:
        edges: The edges; a concept holds no bracket and no semicolon.

    Raises:
        FormatError: A concept is empty, or could not be read back.

    Example:
        >>> encode_graph([Edge("rain", Relation.CAUSES, "wet streets")])
        '(rain; causes; wet streets)'
    """
    return "".join(f"({_concept(edge.source)}; {edge.relation}; {_concept(edge.target)})" for edge in edges)


def depth_first(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Return the edges of a graph in the order in which the released models and scorer read them.

    The search starts from each concept that no edge enters, in the order in which the edges name them, and follows
    every edge once; edges that it cannot reach, which only a cycle can hide, come last.

    Example:
        >>> rain, soil = Edge("rain", Relation.CAUSES, "mud"), Edge("mud", Relation.IS_A, "soil")
        >>> [edge.source for edge in depth_first([soil, Edge("sun", Relation.NOT_CAUSES, "mud"), rain])]
        ['sun', 'mud', 'rain']
    """
    leaving: dict[str, list[Edge]] = {}
    for edge in edges:
        leaving.setdefault(edge.source, []).append(edge)
    entered = {edge.target for edge in edges}
    # The edges still to be followed from each concept on the way; every concept's are taken once.
    found: list[Edge] = []
    for start in [edge.source for edge in edges if edge.source not in entered] + [edge.source for edge in edges]:
        way = [iter(leaving.pop(start, ()))]
        while way:
            step = next(way[-1], None)
            if step is None:
                way.pop()
            else:
                found.append(step)
                way.append(iter(leaving.pop(step.target, ())))
    return tuple(found)


def _concept(text: str) -> str:
    if not text or text != " ".join(text.split()) or re.search(r"[();]", text):
        accepted = "words with single blanks, no bracket and no semicolon"
        raise FormatError(f"the concept {text!r}", "graph", accepted=accepted)
    return text


_ROW = "belief, argument, stance and one graph or more, separated by tabs"
_PREDICTION = "stance and graph, separated by a tab, maybe with belief and argument before them"

_BLANK = "line {}: a blank line; accepted: a prediction"


@dataclass(frozen=True, slots=True)
class Refinement:
    """The history of one graph of the refinement file.

    Attributes:
        rejected: The graphs that verifiers found incorrect or read as another stance, oldest first; two at most.
        final: The last graph. If fewer than two were rejected, verifiers confirmed it. After two, there was no further
            round, and about half are still wrong: 81% of all graphs were right before that round, 90% after it
            (section 4.2).
    """

    rejected: tuple[ExplanationGraph, ...]
    final: ExplanationGraph


def decode(lines: Iterable[str], source: str) -> Iterator[tuple[ExplanationGraph, ...]]:
    r"""Yield the gold graphs of each row, all of the same belief, argument and stance; blank lines are skipped.

    ``train.tsv`` and ``dev.tsv`` have one graph a row, the official test file has two.

    Raises:
        FormatError: A row has fewer than four columns, another stance, or a graph that cannot be read.

    Example:
        >>> row = "Rain is bad.\tWet streets are slippery.\tsupport\t(rain; causes; wet streets)"
        >>> [graph.stance.value for graphs in decode([row], "dev.tsv") for graph in graphs]
        ['support']
    """
    for line in numbered(lines, source):
        columns = line.text.split("\t")
        if len(columns) < 4:
            raise line.error(_columns(columns), _ROW)
        belief, argument, stance = (column.strip() for column in columns[:3])
        if not belief or not argument:
            raise line.error("an empty belief or argument", _ROW)
        position = 1
        graphs: list[ExplanationGraph] = []
        for index, column in enumerate(columns):
            if index > 2 and (column.strip() or index == 3):
                edges = decode_graph(column, source, line.number, position)
                uid = f"{PurePath(source).name}:{line.number}"
                graphs.append(ExplanationGraph(belief, argument, _stance(stance, line), edges, uid))
            position += len(column) + 1
        yield tuple(graphs)


def decode_refinements(lines: Iterable[str], source: str) -> Iterator[Refinement]:
    """Yield the history of each graph of ``refinement_graphs_train.tsv``; rows have four, five or six columns.

    Raises:
        FormatError: See ``decode``; or a row has more than six columns.
    """
    for graphs in decode(lines, source):
        if len(graphs) > 3:
            number = int(graphs[0].id.rpartition(":")[2])
            raise FormatError(f"{len(graphs)} graphs", source, number, "one graph and up to two refinements")
        yield Refinement(graphs[:-1], graphs[-1])


def decode_predictions(lines: Iterable[str], source: str) -> Iterator[GraphPrediction]:
    r"""Yield the predictions of a file with a stance and a graph a row; a blank line is a wrong prediction.

    Belief and argument may stand before them, as in a file of examples. A graph that cannot be read is no reason to
    stop: models write such graphs, and they count as structurally wrong.

    Raises:
        FormatError: A row has neither two columns nor the four of an example, or another stance.

    Example:
        >>> [prediction] = decode_predictions(["counter\t(rain; likes; snow)"], "preds.tsv")
        >>> prediction.stance.value, prediction.edges, prediction.unreadable.partition(";")[0]
        ('counter', (), "line 1, column 9: the relation 'likes'")
    """
    for number, text in enumerate(lines, 1):
        line = Line(text, source, number)
        if not text.strip():
            yield GraphPrediction(None, (), _BLANK.format(number))
            continue
        columns = text.split("\t")
        if len(columns) not in {2, 4}:
            raise line.error(_columns(columns), _PREDICTION)
        *before, graph = columns
        stance = _stance(before[-1].strip(), line)
        try:
            edges = decode_graph(graph, source, line.number, len("\t".join(before)) + 2)
        except FormatError as error:
            place = f"line {line.number}, column {error.column}"
            yield GraphPrediction(stance, (), f"{place}: {error.found}; accepted: {error.accepted}")
        else:
            yield GraphPrediction(stance, edges)


def encode_predictions(predictions: Iterable[GraphPrediction]) -> Iterator[str]:
    """Yield the lines of a prediction file; a graph without edges leaves its column empty.

    Raises:
        FormatError: A concept could not be read back.
    """
    for prediction in predictions:
        yield f"{prediction.stance}\t{encode_graph(prediction.edges)}" if prediction.stance else ""


def encode(examples: Iterable[tuple[ExplanationGraph, ...]]) -> Iterator[str]:
    """Yield the lines of a file of examples.

    Args:
        examples: The graphs of each row, one or more, of one belief, argument and stance.

    Raises:
        FormatError: A concept could not be read back.
    """
    for graphs in examples:
        first = graphs[0]
        texts = (" ".join(text.split()) for text in (first.belief, first.argument, first.stance))
        yield "\t".join((*texts, *(encode_graph(graph.edges) for graph in graphs)))


class ArguedBelief(NamedTuple):
    """A belief and an argument about it, whatever is known of them beside."""

    id: str
    belief: str
    argument: str


class _Argued(msgspec.Struct):
    belief: str
    argument: str
    id: Id = ""


def decode_pairs(lines: Iterable[str], source: str) -> Iterator[ArguedBelief]:
    r"""Yield the belief and the argument of each row; further columns, such as a stance, are passed over.

    Raises:
        FormatError: A row has one column, or one of the two is empty.

    Example:
        >>> list(decode_pairs(["Rain is bad.\tWet streets are slippery.\tsupport"], "dev.tsv"))
        [ArguedBelief(id='dev.tsv:1', belief='Rain is bad.', argument='Wet streets are slippery.')]
    """
    for line in numbered(lines, source):
        belief, argument, *_ = (*(column.strip() for column in line.text.split("\t")), "")
        if not belief or not argument:
            raise line.error("no belief or no argument", "belief and argument, separated by a tab")
        yield ArguedBelief(f"{PurePath(source).name}:{line.number}", belief, argument)


def decode_pair_records(lines: Iterable[str], source: str) -> Iterator[ArguedBelief]:
    """Yield the belief and the argument of each line of JSON; other keys, such as a stance, are passed over.

    Args:
        lines: The lines, with the keys ``belief``, ``argument`` and perhaps ``id``.

    Raises:
        FormatError: A line is no JSON, or not of that shape.
    """
    decoder = msgspec.json.Decoder(_Argued)
    for line in numbered(lines, source):
        record = line.json(decoder, "one JSON object a line, with the keys belief, argument and id")
        name = str(record.id) or f"{PurePath(source).name}:{line.number}"
        yield ArguedBelief(name, record.belief, record.argument)


def _columns(columns: list[str]) -> str:
    return f"a row of {amount(len(columns), 'column')}"


def _stance(text: str, line: Line) -> Stance:
    try:
        return Stance(text.lower())
    except ValueError:
        raise line.error(f"the stance {text!r}", "support or counter") from None


def _decode_graphs(lines: Iterable[str], source: str) -> Iterator[GraphPrediction]:
    decoder = msgspec.json.Decoder(ExplanationGraph)
    for number, text in enumerate(lines, 1):
        if text.strip():
            graph = read_record(
                Line(text, source, number), decoder, "one JSON object a line, with the keys of ExplanationGraph"
            )
            yield GraphPrediction(graph.stance, graph.edges)
        else:
            yield GraphPrediction(None, (), _BLANK.format(number))


def matched(predictions: Iterable[GraphPrediction], count: int) -> list[GraphPrediction]:
    """Return predictions without the blank ones after that of the last example."""
    found = list(predictions)
    while len(found) > count and found[-1].stance is None:
        found.pop()
    return found


EXPLANATION_GRAPHS = Codec(
    "jsonl",
    (".jsonl",),
    lambda lines, source: jsonl.decode(lines, ExplanationGraph, source),
    lambda graphs: map(jsonl.encode, graphs),
)
GRAPHS = Codec("jsonl", (".jsonl",), _decode_graphs)
PREDICTIONS = Codec("tsv", (".tsv",), decode_predictions, encode_predictions)
PAIRS = Codec("tsv", (".tsv",), decode_pairs)
PAIR_RECORDS = Codec("jsonl", (".jsonl",), decode_pair_records)
