"""Fine-tuned encoders that check arcs, and such that check whole claims, side by side; needs the extra ``neural``."""

from collections.abc import Sequence
from pathlib import Path

from explanans.bench.arcs import LevelFigures
from explanans.bench.summaries import Rate
from explanans.verify.arcs.arcs import ArcExample
from explanans.verify.arcs.neural.arc_encoder import ArcEncoder, ClaimEncoder, accuracy, open_encoder
from explanans.verify.arcs.neural.pair_encoder import PairEncoder
from explanans.verify.arcs.scorer import ArcScorer
from explanans.verify.parsers.parser import Parser


def open_all(folders: Sequence[Path]) -> tuple[PairEncoder, ...]:
    """Return encoders of either level.

    Args:
        folders: Their folders.

    Raises:
        InputError: A folder holds no such encoder, or one that cannot be used.
    """
    return tuple(map(open_encoder, folders))


def scorers(encoders: Sequence[PairEncoder]) -> list[ArcScorer]:
    """Return those encoders that score arcs.

    Args:
        encoders: Encoders of either level.
    """
    return [encoder for encoder in encoders if isinstance(encoder, ArcEncoder)]


def rates(encoders: Sequence[PairEncoder], parser: Parser) -> dict[str, Rate]:
    """Return what those encoders rate a claim with that check it as a whole, by name.

    Args:
        encoders: Encoders of either level.
        parser: What finds the words that they read.
    """
    return {encoder.name: _rate(encoder, parser) for encoder in encoders if isinstance(encoder, ClaimEncoder)}


def _rate(encoder: ClaimEncoder, parser: Parser) -> Rate:
    def rate(source: str, claim: str) -> float:
        read, said = parser.parse([source, claim])
        return encoder.score([read], said)

    return rate


def figures(encoders: Sequence[PairEncoder], examples: Sequence[ArcExample]) -> tuple[LevelFigures, ...]:
    """Return how often each encoder is right on examples (Goyal & Durrett 2020, section 7.1).

    Args:
        encoders: Encoders of either level.
        examples: The examples.
    """
    found = ((encoder, accuracy(encoder, examples)) for encoder in encoders)
    return tuple(
        LevelFigures(encoder.name, encoder.kind, told.answers, told.right, told.majority) for encoder, told in found
    )
