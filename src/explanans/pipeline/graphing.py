"""Predict the stances of arguments towards beliefs, and compose the graphs that explain them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Unpack, overload

from explanans.errors import InputError
from explanans.formats import conceptnet
from explanans.formats.explagraphs import ArguedBelief
from explanans.graphs.assertions import Assertions, asserted
from explanans.graphs.candidates import Style
from explanans.graphs.composer import Composer, Order
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.pipeline.graph_opening import open_composer
from explanans.pipeline.parallel import ParallelOptions, map_items, split_options
from explanans.runtime.job import OpenJob
from explanans.structures.graphs import ExplanationGraph, Stance
from explanans.version import __version__

Pair = tuple[str, str] | ArguedBelief
"""A belief and an argument."""


class By(ParallelOptions, total=False):
    """By what graphs are drawn; see ``open_composer``."""

    stances: Path | None
    model: Path | None
    style: Style


@dataclass(frozen=True, slots=True)
class GraphJob:
    """Draws graphs; see ``batch.job.Job``.

    Attributes:
        stance: The stance to explain; None if it is to be found.
        order: Whether the stance or the graph comes first; None for the order that the parts were trained with.
        stances: The stance model; see ``open_composer``.
        model: The graph model.
        assertions: A file of assertions in ConceptNet's format.
        bases: The names of knowledge bases whose facts assert something, too.
        style: How graphs are worded.
    """

    stance: Stance | None = None
    order: Order | None = None
    stances: Path | None = None
    model: Path | None = None
    assertions: Path | None = None
    bases: tuple[str, ...] = ()
    style: Style = Style.SPOKEN

    label = "Drawing"

    def composer(self) -> Composer:
        """Return the composer of graphs.

        Raises:
            InputError: A folder holds no such model, or a file or knowledge base cannot be read.
            MissingExtraError: A network is named, and the extra ``neural`` is not installed.
        """
        return open_composer(self.stances, self.model, self._asserted(), self.style)

    def open(self) -> OpenJob:
        """Open what draws the best graph of a pair.

        Raises:
            InputError: See ``composer``.
        """
        composer = self.composer()

        def one(pair: Pair) -> ExplanationGraph:
            belief, argument = pair[-2:]
            return composer.compose(belief, argument, self.stance, order=self.order)[0]

        named = {
            name: getattr(self, name)
            for name in ("stance", "order", "stances", "model", "assertions", "bases", "style")
        }
        settings = [f"{name}:{value}" for name, value in named.items() if value]
        return OpenJob(one, "|".join([*settings, f"version:{__version__}"]))

    def _asserted(self) -> Assertions | None:
        if not self.assertions and not self.bases:
            return None
        file = self.assertions
        return Assertions(
            chain(
                conceptnet.decode(read_lines(file), str(file)) if file else (),
                asserted(KnowledgeBase.open(*self.bases).facts) if self.bases else (),
            )
        )


@overload
def graph(belief: str, argument: str, *, stance: Stance | str | None = None, **by: Unpack[By]) -> ExplanationGraph: ...
@overload
def graph(
    belief: Iterable[tuple[str, str]], *, stance: Stance | str | None = None, **by: Unpack[By]
) -> Iterator[ExplanationGraph]: ...
def graph(
    belief: str | Iterable[tuple[str, str]],
    argument: str = "",
    *,
    stance: Stance | str | None = None,
    **by: Unpack[By],
) -> ExplanationGraph | Iterator[ExplanationGraph]:
    """Return whether an argument supports or counters a belief, and draw the graph that explains it.

    Args:
        belief: A belief, one sentence; or many, as pairs with their arguments.
        argument: A sentence about the belief.
        stance: The stance to explain, if it is known: ``support`` or ``counter``.
        by: The models; those that come with the package if none are named.

    Returns:
        The best graph; for many beliefs an iterator of theirs.

    Raises:
        InputError: A sentence is empty, or a folder holds no such model.

    Example:
        >>> found = graph("Zoos should be banned.", "Animals suffer in narrow cages.")
        >>> found.stance.value, len(found.edges) >= 3
        ('support', True)
    """
    if stance is not None and stance not in list(Stance):
        raise InputError(f"the stance {stance!r}; accepted: {', '.join(Stance)}")
    sharing = split_options(by)
    job = GraphJob(None if stance is None else Stance(stance), **sharing.parts)
    return job.open().make((belief, argument)) if isinstance(belief, str) else map_items(belief, job, sharing)
