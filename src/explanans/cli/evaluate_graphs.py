"""``explanans evaluate graphs``: measure predicted stances and explanation graphs."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from explanans.cli.options import AsJson, ManyOptions, MeasureNames, Quiet, Seed, remark
from explanans.exceptions import InputError

if TYPE_CHECKING:
    from explanans.evaluate.graphs.scores import Kept, Measures
    from explanans.graph import ExplanationGraph, GraphPrediction


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureOptions:
    """What compares graphs; see ``graph_measures``.

    Attributes:
        encoder: The encoder of BERTScore; empty for none.
        semantic: The classifier for semantic accuracy; empty for none.
        stance: The classifier for the importance of edges; empty for none.
        seconds: How long to search for one edit distance.
    """

    encoder: Annotated[
        str, typer.Option("--encoder", metavar="NAME", help="Compare edges by BERTScore too, with this encoder.")
    ] = ""
    semantic: Annotated[
        str,
        typer.Option("--semantic", metavar="DIR", help="Classifier of belief and graph: support, counter, incorrect."),
    ] = ""
    stance: Annotated[
        str, typer.Option("--stance", metavar="DIR", help="Classifier of belief and argument: support, counter.")
    ] = ""
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="N", help="How long to search for one edit distance.", min=0.001)
    ] = 10.0

    def judges(self) -> dict[str, Path]:
        """Return the classifiers that are named, by what they tell."""
        named = {"semantic": self.semantic, "stance": self.stance}
        return {name: Path(value) for name, value in named.items() if value}


def graphs(
    gold: Annotated[
        Path,
        typer.Argument(metavar="GOLD", help="A file of ExplaGraphs, or explanation graphs as JSON lines (.jsonl)."),
    ],
    predicted: Annotated[
        Path, typer.Argument(metavar="PREDICTED", help="A stance and a graph a line, or JSON lines (.jsonl).")
    ],
    *,
    compared: MeasureOptions,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="OTHER", help="Predictions of another system, to compare with.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with the worst graphs beside gold.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Keep what each graph scores, a line of JSON each, for --resume."),
    ] = None,
    measure: MeasureNames = None,
    many: ManyOptions,
    as_json: AsJson = False,
    quiet: Quiet = False,
    seed: Seed = 0,
) -> None:
    """Measure stances and graphs on the three levels of ExplaGraphs, beside trivial graphs."""
    from dataclasses import asdict, replace

    from explanans.cli.many import hands_of
    from explanans.cli.reporting import print_report, signed
    from explanans.cli.streams import STANDARD, check_standard_once, output
    from explanans.evaluate.graphs.evaluation import evaluate_graphs
    from explanans.evaluate.measure import compare_reports, named_measures
    from explanans.render.graph_report_text import graph_record, graph_report_text

    check_standard_once([gold, predicted, against], "one of GOLD, PREDICTED and --against")
    if many.resume and (out is None or out == STANDARD):
        raise InputError("--resume goes on with what an interrupted call has kept; accepted: it with --out FILE")
    examples, measures = read_gold(gold), graph_measures(**asdict(compared))
    measures = replace(measures, others=named_measures(measure or (), "graphs"), kept=_kept(out, many))
    hands = hands_of(many.workers, many.cluster)
    report = evaluate_graphs(examples, read_predicted(predicted), measures, seed=seed, hands=hands)
    if against:
        others = replace(measures, kept=_kept(out and out.with_name(f"{out.name}.against"), many))
        other = evaluate_graphs(examples, read_predicted(against), others, seed=seed, hands=hands)
        report = replace(report, comparison=compare_reports(report, other, seed))
    report = signed(report, gold=gold, predicted=predicted, against=against, **compared.judges())
    if html:
        from explanans.render.graph_report import graph_page

        with output(html) as file:
            file.write(graph_page(report, predicted.name, gold.name, against.name if against else ""))
    if html == STANDARD:
        return
    print_report(graph_record(report) if as_json else graph_report_text(report))
    if html:
        remark(f"wrote {html}", quiet=quiet)


def _kept(out: Path | None, many: ManyOptions) -> "Kept | None":
    from explanans.evaluate.graphs.scores import Kept

    return None if out is None else Kept(out, bool(many.resume))


def read_gold(path: Path) -> "list[tuple[ExplanationGraph, ...]]":
    """Return the gold graphs of each belief and argument of a file.

    Args:
        path: The file: ExplaGraphs' rows, or graphs in JSON lines.

    Raises:
        InputError: The file cannot be read or breaks its format.
    """
    from explanans.cli.streams import lines_of
    from explanans.codecs import explagraphs, jsonl
    from explanans.graph import ExplanationGraph

    if path.suffix == ".jsonl":
        return [(graph,) for graph in jsonl.decode(lines_of(path), ExplanationGraph, str(path))]
    return list(explagraphs.decode(lines_of(path), str(path)))


def read_predicted(path: Path) -> "list[GraphPrediction]":
    """Return the predictions of a file, in its order.

    Args:
        path: The file.

    Raises:
        InputError: The file cannot be read or breaks its format.
    """
    from explanans.cli.streams import lines_of
    from explanans.codecs.codec import find

    codec, path = find("graphs", path, default="tsv")
    return list(codec.decode(lines_of(path), str(path)))


def graph_measures(encoder: str = "", semantic: str = "", stance: str = "", seconds: float = 10.0) -> "Measures":
    """Return how to measure graphs.

    Args:
        encoder: The encoder of BERTScore; empty for none.
        semantic: The classifier for semantic accuracy; empty for none.
        stance: The classifier for the importance of edges; empty for none.
        seconds: How long to search for one edit distance.

    Raises:
        InputError: A network is not on this machine, or not what is wanted.
        MissingExtraError: One is named, and the extra ``neural`` is not installed.
    """
    from explanans.evaluate.graphs.judging import Judges
    from explanans.evaluate.graphs.matching import Similarity, bleu, rouge
    from explanans.evaluate.graphs.scores import Measures

    similarities: dict[str, Similarity] = {"bleu": bleu, "rouge": rouge}
    if encoder:
        from explanans.evaluate.neural.bert_score import BertScore

        measure = BertScore.open(encoder)
        similarities[measure.name] = measure
    judges = Judges()
    if semantic or stance:
        from explanans.evaluate.neural.sequence_classifier import SequenceClassifier

        judges = Judges(
            SequenceClassifier.open(semantic, ("support", "counter", "incorrect")) if semantic else None,
            SequenceClassifier.open(stance, ("support", "counter")) if stance else None,
        )
    return Measures(similarities, judges, seconds)
