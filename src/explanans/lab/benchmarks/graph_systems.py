"""The systems that predict stances and draw explanation graphs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from explanans.errors import InputError
from explanans.evaluation.graphs.evaluation import Chain, constant_chain, random_chain, word_chain
from explanans.lab.datasets.splits import graph_examples
from explanans.language.tokens import lemmas
from explanans.structures.graphs import ExplanationGraph, Stance

if TYPE_CHECKING:
    from explanans.graphs.composer import Composer

System = Callable[[str, str], ExplanationGraph]
"""Takes a belief and an argument; returns a graph with the predicted stance."""

_RIDGE = 1.0


def _always_supporting(chain: Chain) -> System:
    return lambda belief, argument: ExplanationGraph(belief, argument, Stance.SUPPORT, chain(belief, argument))


def _tfidf(data: Path | None, _: int) -> System:
    """Return a word chain with the stance that ridge regression on tf-idf vectors of the training split predicts."""
    gold = [graphs[0] for graphs in graph_examples(data, "train")]
    terms = [_terms(graph.belief, graph.argument) for graph in gold]
    numbers = {term: number for number, term in enumerate(sorted(set().union(*terms)))}
    counts = np.zeros(len(numbers))
    for held in terms:
        counts[[numbers[term] for term in held]] += 1
    weights = np.log(len(gold) / counts)

    def vector(held: set[str]) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        found = np.zeros(len(numbers))
        places = [numbers[term] for term in held if term in numbers]
        found[places] = weights[places]
        return found / max(1e-9, float(np.linalg.norm(found)))

    matrix = np.array([vector(held) for held in terms])
    signs = np.array([1.0 if graph.stance is Stance.SUPPORT else -1.0 for graph in gold])
    # The dual form: there are fewer examples than terms.
    slopes = matrix.T @ np.linalg.solve(matrix @ matrix.T + _RIDGE * np.eye(len(gold)), signs - signs.mean())

    def system(belief: str, argument: str) -> ExplanationGraph:
        score = float(vector(_terms(belief, argument)) @ slopes) + signs.mean()
        stance = Stance.SUPPORT if score >= 0 else Stance.COUNTER
        return ExplanationGraph(belief, argument, stance, word_chain(belief, argument))

    return system


def _terms(belief: str, argument: str) -> set[str]:
    return {f"b {lemma}" for lemma in lemmas(belief)} | {f"a {lemma}" for lemma in lemmas(argument)}


def _composer(order: str, style: str = "annotated") -> Callable[[Path | None, int], System]:
    def make(_: Path | None, __: int) -> System:
        from explanans.graphs.candidates import Style  # noqa: PLC0415 - it loads its models
        from explanans.graphs.composer import GraphComposer, Order  # noqa: PLC0415 - it loads its models

        composer = GraphComposer.shipped(style=Style(style))
        return lambda belief, argument: composer.compose(belief, argument, order=Order(order))[0]

    return make


SYSTEMS: dict[str, Callable[[Path | None, int], System]] = {
    "constant-chain": lambda _, __: _always_supporting(constant_chain),
    "random-chain": lambda _, seed: _always_supporting(random_chain(seed)),
    "word-chain": lambda _, __: _always_supporting(word_chain),
    "tf-idf": _tfidf,
    "rationalising": _composer("rationalising"),
    "reasoning": _composer("reasoning"),
    "spoken": _composer("rationalising", "spoken"),
}
"""The maker of each system; it takes the folder of the data sets, where it may read the training split, and a seed."""

_DRAWERS = ("graph-writer:", "graph-encoder:")
_ENCODER = "stance-encoder:"


def maker(name: str) -> Callable[[Path | None, int], System]:
    """Return the factory of a system.

    Args:
        name: One of ``SYSTEMS``; or networks, as ``graph-writer:DIR``, ``graph-encoder:DIR``, either with ``+STANCES``
            behind it, or ``stance-encoder:STANCES``, with folders that ``explanans train`` made; see ``open_composer``.

    Raises:
        InputError: There is no such system.
    """
    if name.startswith((*_DRAWERS, _ENCODER)):
        return lambda _, __: _opened(name)
    if name not in SYSTEMS:
        accepted = ", ".join((*SYSTEMS, *(f"{drawer}DIR[+STANCES]" for drawer in _DRAWERS), f"{_ENCODER}STANCES"))
        raise InputError(f"no system {name!r}; accepted: {accepted}")
    return SYSTEMS[name]


def _opened(name: str) -> System:
    from explanans.graphs.candidates import Style  # noqa: PLC0415
    from explanans.pipeline.graphing import open_composer  # noqa: PLC0415 - it loads its models

    kind, _, named = name.partition(":")
    model, _, stances = ("", "", named) if f"{kind}:" == _ENCODER else named.partition("+")
    judge, drawer = (Path(name) if name else None for name in (stances, model))
    return _Composing(open_composer(judge, drawer, style=Style.ANNOTATED))


@dataclass(frozen=True, slots=True)
class _Composing:
    """A composer that runs networks, in batches if it can."""

    composer: "Composer"

    def __call__(self, belief: str, argument: str) -> ExplanationGraph:
        return self.composer.compose(belief, argument)[0]

    def each(self, pairs: Sequence[tuple[str, str]]) -> list[ExplanationGraph]:
        each = getattr(self.composer, "each", None)
        return each(pairs) if each else [self(*pair) for pair in pairs]
