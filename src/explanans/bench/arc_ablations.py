"""What the trained scorer of arcs owes to chance, to its groups of features and to the recipes that it learns from."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.bench.arcs import AblationFigures, by_recipe
from explanans.bench.summaries import by_arcs, figures
from explanans.codecs.summary_pairs import SummaryPair
from explanans.learn.trees import predict
from explanans.parse import Arc, Parse
from explanans.progress import track
from explanans.train.arcs import fit, labelled_rows
from explanans.train.recipes.recipes import training_examples
from explanans.verify.arcs.arcs import ArcExample
from explanans.verify.arcs.features.extractor import FEATURES, GROUPS, columns
from explanans.verify.parsers.parser import CachedParser, Parser

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


class _Table(NamedTuple):
    rows: NDArray[np.float32]
    supported: NDArray[np.bool_]
    recipes: NDArray[np.str_]


class _Columns:
    """The features of arcs, which every variant of the scorer looks at."""

    def __init__(self) -> None:
        self._known: dict[tuple[tuple[str, ...], str, tuple[Arc, ...]], NDArray[np.float32]] = {}

    def of(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float32]:
        """Return the features of arcs of a claim; shape (arcs, features)."""
        key = (tuple(parse.text for parse in source), claim.text, tuple(arcs))
        if key not in self._known:
            self._known[key] = columns(source, claim, arcs)
        return self._known[key]


class _Variant:
    """A scorer that looks at some of the features only."""

    name = "variant"

    def __init__(self, booster: lightgbm.Booster, kept: NDArray[np.bool_], known: _Columns) -> None:
        self._booster, self._kept, self._known = booster, kept, known

    def scores(self, source: Sequence[Parse], claim: Parse, arcs: Sequence[Arc]) -> NDArray[np.float64]:
        """Return how probable it is that the source supports each arc; see ``ArcScorer``."""
        return predict(self._booster, self._known.of(source, claim, arcs)[:, self._kept])


def ablations(
    data: Path | None, pairs: Sequence[SummaryPair], held_out: Sequence[ArcExample], parser: Parser, *, seed: int = 0
) -> dict[str, AblationFigures]:
    """Train the scorer with several seeds, without each group of features or recipe, and on mixtures of few recipes.

    Args:
        data: The folder of the data sets; where None, see ``datasets.locate.data_folder``.
        pairs: Pairs of summaries.
        held_out: Examples that nothing is trained on.
        parser: What finds arcs.
        seed: Seeds the examples and the bootstrap.

    Raises:
        InputError: A data set that is needed is not there.
    """
    taught = _table(training_examples(parser, limit=EXAMPLES, seed=seed, data=data))
    parsed, known = CachedParser(parser), _Columns()
    found = {}
    variants = list(_variants(taught, seed))
    for name, kept, chosen, own_seed in track(variants, "Ablations", len(variants)):
        features = [feature for feature, is_kept in zip(FEATURES, kept.tolist(), strict=True) if is_kept]
        booster = fit(taught.rows[chosen][:, kept], taught.supported[chosen], features, own_seed)
        scorer = _Variant(booster, kept, known)
        summaries = figures(pairs, by_arcs(scorer, parsed), seed)
        right = {recipe: _right(scorer, items) for recipe, items in by_recipe(held_out).items()}
        found[name] = AblationFigures(summaries.accuracy, summaries.interval, right)
    return found


def _table(examples: Iterator[ArcExample]) -> _Table:
    rows, labels, recipes = [], [], list[str]()
    for example in examples:
        features, supported = labelled_rows(example)
        rows.append(features)
        labels.append(supported)
        recipes += [example.recipe] * len(supported)
    return _Table(np.concatenate(rows), np.concatenate(labels), np.array(recipes))


def _variants(taught: _Table, seed: int) -> Iterator[tuple[str, NDArray[np.bool_], NDArray[np.bool_], int]]:
    """Yield the name of each variant, the features and rows that it keeps, and its seed."""
    features, every = np.ones(len(FEATURES), dtype=np.bool_), np.ones(len(taught.supported), dtype=np.bool_)
    for number in range(_SEEDS):
        yield f"seed {seed + number}", features, every, seed + number
    for name, group in GROUPS.items():
        kept = np.array([feature not in group.features for feature in FEATURES])
        yield f"without features of {name}", kept, every, seed
    for recipe in sorted(set(taught.recipes.tolist())):
        yield f"without recipe {recipe}", features, taught.recipes != recipe, seed
    for mixture in _MIXTURES:
        yield f"only {'+'.join(mixture)}", features, np.isin(taught.recipes, mixture), seed


def _right(scorer: _Variant, examples: Sequence[ArcExample]) -> float:
    right: list[bool] = [
        (score >= 0.5) == label
        for example in examples
        for score, label in zip(
            scorer.scores(example.source, example.claim, list(example.labels)).tolist(),
            example.labels.values(),
            strict=True,
        )
    ]
    return sum(right) / len(right)
