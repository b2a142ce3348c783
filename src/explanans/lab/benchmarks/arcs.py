"""Benchmark of arc scorers and encoders on examples generated from held-out text, by recipe."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from explanans.entailment.arcs.arcs import ArcExample
from explanans.entailment.arcs.checker import ArcScorer
from explanans.evaluation.significance import clustered_interval
from explanans.io.files import read_lines
from explanans.lab.benchmarks.benchmark import Record, percent, percents
from explanans.lab.benchmarks.published import ARCS
from explanans.lab.datasets.catalogue import data_folder
from explanans.lab.datasets.splits import labelled_pairs, treebank_file
from explanans.lab.recipes.corpus import marked, read_passages
from explanans.lab.recipes.recipes import examples
from explanans.language.parser import Parser
from explanans.runtime.progress import track

if TYPE_CHECKING:
    from explanans.neural.arcs.arc_encoder import ClaimEncoder

EVERY = "all"
_ENOUGH = 0.5
"""The least score of an arc that counts as supported."""

Rate = Callable[[str, str], float]
"""Rates how well a source supports a claim."""


class Encoders(NamedTuple):
    """Fine-tuned encoders of arcs and of whole claims.

    Attributes:
        rates: The scoring functions of encoders of whole claims, by name.
        figures: How often each is right about the same examples (Goyal & Durrett 2020, section 7.1).
    """

    scorers: Sequence[ArcScorer] = ()
    rates: dict[str, Rate] = {}  # noqa: RUF012 - never written to
    figures: Sequence[Record] = ()


def held_out(data: Path | None, parser: Parser, limit: int, seed: int) -> list[ArcExample]:
    """Return examples made of the development split of the treebank, of which no model has seen a sentence.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
    """
    path = treebank_file(data, "dev")
    return list(examples(read_passages(read_lines(path), str(path)), parser, limit=limit, seed=seed))


def looked_at(data: Path | None, parser: Parser) -> list[ArcExample]:
    """Return claims of WiCE's development split whose words people marked; none if the data set is not there.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.
    """
    folder = data_folder(data)
    if folder is None or not (folder / "inference" / "wice").is_dir():
        return []
    return list(marked(labelled_pairs(data, "wice-words", "dev"), parser))


def by_recipe(found: Sequence[ArcExample]) -> dict[str, list[ArcExample]]:
    """Return all examples under ``all``, then those of each recipe."""
    groups = {EVERY: list(found)}
    for example in found:
        groups.setdefault(example.recipe, []).append(example)
    return groups


def measure_arcs(found: Sequence[ArcExample], scorers: Sequence[ArcScorer], *, seed: int = 0) -> Record:
    """Measure the classification of supported against unsupported arcs, by every scorer.

    Returns:
        By recipe the number of ``arcs``, how many of them are ``supported``, and for each of the ``scorers`` its
        ``accuracy``, with the 95% bootstrap ``interval`` for which whole documents are drawn, and the ``f1`` of the
        arcs that it finds supported, None if no arc is; ``published`` figures.
    """
    groups = by_recipe(found)
    labels = {name: [label for item in items for label in item.labels.values()] for name, items in groups.items()}
    return {
        "arcs": {name: len(known) for name, known in labels.items()},
        "supported": {name: percent(sum(known) / len(known)) for name, known in labels.items()},
        "scorers": {
            scorer.name: {name: _figures(items, scorer, seed) for name, items in groups.items()}
            for scorer in track(scorers, "Arcs", len(scorers))
        },
        "published": ARCS,
    }


def _figures(items: Sequence[ArcExample], scorer: ArcScorer, seed: int) -> Record:
    judged = [judgment for item in items for judgment in judge(item, scorer)]
    right = [float(found == label) for found, label, _ in judged]
    both = sum(found and label for found, label, _ in judged)
    either = sum(found + label for found, label, _ in judged)
    return {
        "accuracy": percent(sum(right) / len(right)),
        "interval": percents(clustered_interval(right, [origin for _, _, origin in judged], seed)),
        "f1": percent(2 * both / either) if any(label for _, label, _ in judged) else None,
    }


def judge(item: ArcExample, scorer: ArcScorer) -> Iterator[tuple[bool, bool, str]]:
    """Yield whether each labelled arc is found supported, whether it is, and the document."""
    scores = scorer.scores(item.source, item.claim, list(item.labels))
    for score, label in zip(scores.tolist(), item.labels.values(), strict=True):
        yield score >= _ENOUGH, label, item.origin


def open_encoders(folders: Sequence[Path], found: Sequence[ArcExample], parser: Parser) -> Encoders:
    """Open encoders that ``explanans lab train arc-encoder`` made; needs the extra ``neural``."""
    if not folders:
        return Encoders()
    from explanans.neural.arcs import arc_encoder  # noqa: PLC0415 - networks are an extra

    opened = [arc_encoder.open_encoder(folder) for folder in folders]
    figures = [(encoder, arc_encoder.accuracy(encoder, found)) for encoder in opened]
    return Encoders(
        [encoder for encoder in opened if isinstance(encoder, arc_encoder.ArcEncoder)],
        {item.name: rate_by_claim(item, parser) for item in opened if isinstance(item, arc_encoder.ClaimEncoder)},
        [
            {
                "name": encoder.name,
                "level": encoder.kind,
                "answers": figure.answers,
                "accuracy": percent(figure.right),
                "majority": percent(figure.majority),
            }
            for encoder, figure in figures
        ],
    )


def rate_by_claim(encoder: "ClaimEncoder", parser: Parser) -> Rate:
    """Return a function that scores a claim by the probability of an encoder of whole claims."""

    def rate(source: str, claim: str) -> float:
        read, said = parser.parse([source, claim])
        return encoder.score([read], said)

    return rate
