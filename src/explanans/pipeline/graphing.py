"""Predict the stances of arguments towards beliefs, and compose the graphs that explain them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Unpack, overload

from explanans.errors import InputError
from explanans.formats import conceptnet
from explanans.formats.explagraphs import ArguedBelief
from explanans.graphs.candidates import ENCODER, Assertions, Style, asserted
from explanans.graphs.composer import Composer, GraphComposer, GraphModel, Order
from explanans.graphs.stance import StanceModel, Stances, best_stances, language_stances, stance_of
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.learning.language_reader import LanguageReader
from explanans.learning.model import label_of
from explanans.pipeline.parallel import ParallelOptions, map_items, split_options
from explanans.runtime.job import OpenJob
from explanans.runtime.version import __version__
from explanans.structures.graphs import ExplanationGraph, Stance

if TYPE_CHECKING:
    from explanans.neural.graphs.composer import StanceNetwork


SMOLLM2, WORDS = "smollm2", "words"
"""The names of the stance models that come with the package: the language model, and the boosted trees."""
_FREE = "free:"
_CONCEPTS = ",concepts="


def open_composer(
    stances: Path | None = None,
    model: Path | None = None,
    assertions: Assertions | None = None,
    style: Style = Style.SPOKEN,
) -> Composer:
    """Return a composer of explanation graphs: boosted trees, networks, or both.

    Args:
        stances: The folder of what tells stances, made by ``lab train stance`` or ``lab train stance-encoder``; or
            ``smollm2``, the language model that ``explanans models install`` fetched; or ``words``, the boosted trees
            that come with the package. If None, the language model where it is installed, else the trees.
        model: The folder of what draws graphs, made by ``lab train graphs``, ``lab train graph-encoder`` or ``train
            graph-writer``; if None, it is what comes with the package. With ``free:`` before it, a writer may write
            text that is no graph; with ``,concepts=DIR`` behind it, an encoder gets concepts from a model of ``train
            concept-writer``, else from the shipped model.
        assertions: Assertions about concepts from another source; writers of graphs cannot use them.
        style: How graphs are worded; writers of graphs word them as they were taught.

    Raises:
        InputError: A folder holds no such model, or the models do not go together.
        MissingExtraError: One is a network, and the extra ``neural`` is not installed.

    Example:
        >>> [graph] = open_composer().compose("Zoos should be banned.", "Animals suffer in narrow cages.")
        >>> graph.stance.value
        'support'
    """
    named, _, concepts = str(model or "").removeprefix(_FREE).partition(_CONCEPTS)
    free = str(model).startswith(_FREE)
    model = Path(named) if named else None
    network = _network(model) if model else ""
    draws = network.startswith(ENCODER)
    shipped = _shipped(stances)
    encoder = stances if stances and not shipped and _network(stances) else None
    writer = model if network and not draws else None
    if free and not writer:
        raise InputError(
            f"{model}: always draws graphs; accepted: a model made by 'lab train graph-writer' after {_FREE}"
        )
    if concepts and not draws:
        raise InputError(
            f"{model}: reads no concepts; accepted: a model made by 'lab train graph-encoder' before {_CONCEPTS}"
        )
    judge = shipped or (StanceModel.load(stances) if stances and not encoder else StanceModel.shipped())
    if model and draws:
        usual = _by_encoder(model, concepts, judge, assertions, style)
    else:
        drawer = GraphModel.load(model) if model and not writer else GraphModel.shipped()
        usual = GraphComposer(judge, drawer, assertions, style)
    if not encoder and not writer:
        return usual
    if writer and assertions:
        raise InputError(
            f"{writer}: a writer of graphs takes no assertions; accepted: a model made by 'lab train graphs'"
        )
    from explanans.neural.graphs import writer as networks  # noqa: PLC0415
    from explanans.neural.graphs.composer import NeuralComposer  # noqa: PLC0415 - networks are an extra

    return NeuralComposer(
        usual,
        networks.GraphWriter.open(writer, free=free) if writer else None,
        _stance_network(encoder) if encoder else None,
    )


def _by_encoder(
    folder: Path, concepts: str, judge: Stances, assertions: Assertions | None, style: Style
) -> GraphComposer:
    """Return a graph composer with an encoder, and with the concept writer in ``concepts``, if any."""
    from explanans.neural.graphs.concept_writer import ConceptWriter  # noqa: PLC0415 - networks are an extra
    from explanans.neural.graphs.encoder import GraphEncoder  # noqa: PLC0415

    parts = GraphEncoder.open(folder, ConceptWriter.open(concepts) if concepts else GraphModel.shipped().memory.recall)
    return GraphComposer(judge, parts, assertions, style, parts.order)


class StanceReader(Protocol):
    """Predicts the stance of an argument towards a belief."""

    def __call__(self, belief: str, argument: str) -> Stance:
        """Return the stance that is likelier."""
        ...


def open_stances(folder: Path | None = None) -> StanceReader:
    """Return a stance model for belief and argument: boosted trees or a network.

    Args:
        folder: See ``open_composer``; an encoder has to be one that reads no graphs.

    Raises:
        InputError: The folder holds no such model, or an encoder that reads graphs too.
        MissingExtraError: It is a network, and the extra ``neural`` is not installed.

    Example:
        >>> open_stances()("Zoos should be banned.", "Animals suffer in narrow cages.").value
        'support'
    """
    model = _shipped(folder)
    if folder and not model and _network(folder):
        network = _stance_network(folder)
        if Order.RATIONALISING not in network.orders:
            raise InputError(f"{folder}: an encoder that reads graphs; accepted: one trained without --with-graph")
        return network
    chosen = model or StanceModel.load(folder or StanceModel.home)
    return lambda belief, argument: stance_of(float(chosen.supporting([(belief, argument)])[0]))


def _shipped(stances: Path | None) -> Stances | None:
    """Return the stance model of a name, or the best one for None; None for a folder of the user."""
    if stances is None:
        return best_stances()
    if stances.exists():
        return None
    if stances == Path(SMOLLM2):
        return language_stances()
    return StanceModel.shipped() if stances == Path(WORDS) else None


def _stance_network(folder: Path) -> "StanceNetwork":
    """Open a network that tells stances, or what asks one."""
    from explanans.neural.graphs.composer import StanceEncoder  # noqa: PLC0415 - networks are an extra

    return StanceEncoder.open(folder)


def _network(folder: Path) -> str:
    """Return the purpose of the network in a folder, also of one that boosted trees use; empty if there is none."""
    return label_of(folder).network


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
        assertions: A file of assertions in ConceptNet's format.
        bases: The names of knowledge bases whose facts assert something, too.
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
        if self.stances is None and LanguageReader.available():
            named["stances"] = SMOLLM2  # installing it changes what is drawn, so that no run is resumed with it
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
