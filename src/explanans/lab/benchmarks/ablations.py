"""The trained scorer of arcs, trained anew: with other seeds, and without groups of features or recipes."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.arcs.arcs import ArcExample
from explanans.entailment.arcs.features import FEATURES, GROUPS, columns
from explanans.formats.inference import SummaryPair
from explanans.lab.benchmarks.arcs import by_recipe, judge
from explanans.lab.benchmarks.benchmark import Record, percent
from explanans.lab.benchmarks.summaries import rate_by_arcs, rerank
from explanans.lab.recipes.recipes import training_examples
from explanans.lab.training.arcs import fit, labelled_rows
from explanans.language.parser import CachedParser, Parser
from explanans.learning.boosted_trees import Booster, predict
from explanans.runtime.progress import track
from explanans.structures.syntax import Arc, Parse

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
        data: The folder of the data sets; if None, see ``datasets.locate.data_folder``.

    Returns:
        How often each variant puts a right summary above the wrong one, as ``summaries.rerank`` has it, and the share
        of held-out ``arcs`` that it is right about, by recipe.

    Raises:
        InputError: A data set that is needed is not there.
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
