"""The files of ExplaGraphs (Saha et al. 2021): examples, their refinement history, and predictions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import NamedTuple

import msgspec

from explanans.errors import FormatError
from explanans.formats import brackets, jsonl
from explanans.formats.codec import Codec
from explanans.formats.ids import Id, read_record
from explanans.formats.lines import Line, numbered
from explanans.structures.graphs import ExplanationGraph, GraphPrediction, Stance

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
                edges = brackets.decode(column, source, line.number, position)
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
            edges = brackets.decode(graph, source, line.number, len("\t".join(before)) + 2)
        except FormatError as error:
            place = f"line {line.number}, column {error.column}"
            yield GraphPrediction(stance, (), f"{place}: {error.found}; accepted: {error.accepted}")
        else:
            yield GraphPrediction(stance, edges)


def encode_predictions(predictions: Iterable[GraphPrediction]) -> Iterator[str]:
    """Yield the lines of a prediction file; a graph without edges leaves its column empty.

    Args:
        predictions: The predictions, in the order of the examples.

    Raises:
        FormatError: A concept could not be read back.
    """
    for prediction in predictions:
        yield f"{prediction.stance}\t{brackets.encode(prediction.edges)}" if prediction.stance else ""


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
        yield "\t".join((*texts, *(brackets.encode(graph.edges) for graph in graphs)))


class ArguedBelief(NamedTuple):
    """A belief and an argument about it, whatever is known of them beside.

    Attributes:
        id: Names them within their file.
        belief: The belief, one sentence.
        argument: A sentence about it.
    """

    id: str
    belief: str
    argument: str


class _Argued(msgspec.Struct):
    belief: str
    argument: str
    id: Id = ""


def decode_pairs(lines: Iterable[str], source: str) -> Iterator[ArguedBelief]:
    r"""Yield the belief and the argument of each row; further columns, such as a stance, are passed over.

    Args:
        lines: The lines, with belief and argument separated by a tab.
        source: The name of their file, for complaints.

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
        source: The name of their file, for complaints.

    Raises:
        FormatError: A line is no JSON, or not of that shape.
    """
    decoder = msgspec.json.Decoder(_Argued)
    for line in numbered(lines, source):
        record = line.json(decoder, "one JSON object a line, with the keys belief, argument and id")
        name = str(record.id) or f"{PurePath(source).name}:{line.number}"
        yield ArguedBelief(name, record.belief, record.argument)


def _columns(columns: list[str]) -> str:
    return f"a row of {len(columns)} column{'s' * (len(columns) != 1)}"


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
    """Return predictions without the blank ones after that of the last example.

    Args:
        predictions: The predictions of a file.
        count: The number of examples.
    """
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
