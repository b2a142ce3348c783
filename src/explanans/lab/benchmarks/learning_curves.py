"""Learning curve of an arc encoder (Goyal & Durrett 2020, figure 4): held-out arcs, and summaries."""

from collections.abc import Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING

from explanans.formats.inference import SummaryPair
from explanans.lab.benchmarks.arcs import rate_by_claim
from explanans.lab.benchmarks.benchmark import Record, Table
from explanans.lab.benchmarks.summaries import rate_by_arcs, rerank
from explanans.language.parser import CachedParser, Parser
from explanans.rendering.phrases import counted

if TYPE_CHECKING:
    from explanans.lab.networks.fitting import Trained
    from explanans.neural.arcs.arc_encoder import ArcEncoder, ClaimEncoder

_UNKNOWN = ("–", "–")
"""Loss and accuracy where nothing is held out, and before any training."""


class Course:
    """Reranking accuracy of an encoder during its training.

    Attributes:
        points: By the number of epochs what ``summaries.rerank`` gives; before any training first.
    """

    def __init__(self, pairs: Sequence[SummaryPair], parser: Parser, seed: int = 0) -> None:
        self._pairs = pairs
        self._parser = CachedParser(parser)
        self._seed = seed
        self.points: list[Record] = []

    def show(self, encoder: "ArcEncoder | ClaimEncoder") -> None:
        """Measure an encoder: before any training, then after each epoch.

        Raises:
            InputError: A summary is too long for it.
        """
        from explanans.neural.arcs.arc_encoder import ClaimEncoder  # noqa: PLC0415 - networks are an extra

        if isinstance(encoder, ClaimEncoder):
            rate = rate_by_claim(encoder, self._parser)
        else:
            rate = rate_by_arcs(encoder, self._parser)
        figures, _ = rerank(self._pairs, rate, self._seed)
        self.points.append({"epoch": len(self.points), **figures})

    def table(self, trained: "Trained") -> Table:
        """Return the table of the course."""
        both = zip(trained.losses, trained.measures, strict=True)
        held_out = chain([_UNKNOWN], ((f"{loss:.3f}", f"{100 * right:.1f}%") for loss, right in both), repeat(_UNKNOWN))
        rows = [
            (
                f"{point['epoch']}",
                *own,
                f"{point['reranking_accuracy']:.1f}%",
                "{:.1f}% to {:.1f}%".format(*point["interval"]),
                f"{point['ties']:.1f}%",
            )
            for point, own in zip(self.points, held_out, strict=False)
        ]
        sources = len({pair.source for pair in self._pairs})
        title = f"Right summaries before wrong ones: {len(self._pairs)} pairs, {counted(sources, 'source')}"
        columns = ("epoch", "held-out loss", "held-out accuracy", "right summary first", "95% interval", "ties")
        return Table(columns, rows, title, f"Kept is epoch {trained.epoch}.")
