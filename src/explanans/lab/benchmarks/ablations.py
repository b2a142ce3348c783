"""Arc scorers trained anew: with other seeds, without groups of features or recipes, and epoch by epoch."""

from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.arcs.arcs import ArcExample
from explanans.entailment.arcs.features import FEATURES, GROUPS, columns
from explanans.lab.benchmarks.arcs import by_recipe, judge, rate_by_claim
from explanans.lab.benchmarks.benchmark import Record, Table, percent
from explanans.lab.benchmarks.summaries import rate_by_arcs, rerank
from explanans.lab.datasets.inference import SummaryPair
from explanans.lab.recipes.recipes import training_examples
from explanans.lab.training.arcs import fit, labelled_rows
from explanans.language.parser import CachedParser, Parser
from explanans.learning.boosted_trees import Booster, predict
from explanans.rendering.phrases import counted
from explanans.runtime.progress import track
from explanans.structures.syntax import Arc, Parse

if TYPE_CHECKING:
    from explanans.lab.networks.fitting import Trained
    from explanans.neural.arcs.arc_encoder import ArcEncoder, ClaimEncoder

EXAMPLES = 200
"""Examples of each recipe that ablations are trained on: fewer than what ships, to save time."""
_SEEDS = 3
_MIXTURES = (
    ("swap",),
    ("beam", "paraphrase"),
    ("beam", "paraphrase", "synonym"),
    ("beam", "paraphrase", "synonym", "hallucination"),
)
"""The mixtures of Goyal & Durrett 2020, table 3; what is made automatically there has the gold paraphrases, too."""
_UNKNOWN = ("–", "–")
"""Loss and accuracy where nothing is held out, and before any training."""


_Known = dict[tuple[tuple[str, ...], str, tuple[Arc, ...]], NDArray[np.float32]]


class _Variant(NamedTuple):
    """An ablated scorer: masks of the features and examples that it keeps, and its seed."""

    name: str
    features: NDArray[np.bool_]
    examples: NDArray[np.bool_]
    seed: int


class _Scorer:
    """A scorer that looks at some of the features only; all variants share the features that are known."""

    name = "variant"

    def __init__(self, booster: Booster, kept: NDArray[np.bool_], known: _Known) -> None:
        self._booster, self._kept, self._known = booster, kept, known

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return how probable it is that the source supports each arc; see ``ArcScorer``."""
        key = (tuple(parse.text for parse in source), claim.text, tuple(arcs))
        if key not in self._known:
            self._known[key] = columns(source, claim, arcs)
        return predict(self._booster, self._known[key][:, self._kept])


def ablations(
    data: Path | None, pairs: Sequence[SummaryPair], held_out: Sequence[ArcExample], parser: Parser, *, seed: int = 0
) -> dict[str, Record]:
    """Train the scorer with several seeds, without each group of features or recipe, and on mixtures of few recipes.

    Args:
        data: The folder of the data sets; if None, see ``datasets.catalogue.data_folder``.

    Returns:
        How often each variant puts a right summary above the wrong one, as ``summaries.rerank`` has it, and the share
        of held-out ``arcs`` that it is right about, by recipe.
    """
    parts = [
        (*labelled_rows(example), example.recipe)
        for example in training_examples(parser, limit=EXAMPLES, seed=seed, data=data)
    ]
    rows, labels = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    recipes = np.array([recipe for _, supported, recipe in parts for _ in supported])
    parsed, known = CachedParser(parser), _Known()
    found: dict[str, Record] = {}
    variants = list(_variants(recipes, seed))
    for variant in track(variants, "Ablations", len(variants)):
        features = [feature for feature, is_kept in zip(FEATURES, variant.features.tolist(), strict=True) if is_kept]
        booster = fit(rows[variant.examples][:, variant.features], labels[variant.examples], features, variant.seed)
        scorer = _Scorer(booster, variant.features, known)
        figures, _ = rerank(pairs, rate_by_arcs(scorer, parsed), seed)
        arcs = {recipe: _right(scorer, items) for recipe, items in by_recipe(held_out).items()}
        found[variant.name] = {**figures, "arcs": arcs}
    return found


def _variants(recipes: NDArray[np.str_], seed: int) -> Iterator[_Variant]:
    features, every = np.ones(len(FEATURES), dtype=np.bool_), np.ones(len(recipes), dtype=np.bool_)
    for number in range(_SEEDS):
        yield _Variant(f"seed {seed + number}", features, every, seed + number)
    for name, group in GROUPS.items():
        kept = np.array([feature not in group.features for feature in FEATURES])
        yield _Variant(f"without features of {name}", kept, every, seed)
    for recipe in sorted(set(recipes.tolist())):
        yield _Variant(f"without recipe {recipe}", features, recipes != recipe, seed)
    for mixture in _MIXTURES:
        yield _Variant(f"only {'+'.join(mixture)}", features, np.isin(recipes, mixture), seed)


def _right(scorer: _Scorer, examples: Sequence[ArcExample]) -> float:
    right = [found == label for example in examples for found, label, _ in judge(example, scorer)]
    return percent(sum(right) / len(right))


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
        """Measure an encoder: before any training, then after each epoch."""
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
