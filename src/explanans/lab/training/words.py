"""Train what tells which words of a claim its source lacks: ``explanans lab train words``."""

from collections.abc import Sequence
from typing import NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from explanans.entailment.claims.lacking_words import BAR, NAMES, LackingWords, word_features
from explanans.entailment.claims.marks import WORD
from explanans.errors import InputError
from explanans.lab.boosting import Growth, Rows, draw_folds, grow
from explanans.lab.datasets.labels import LabelledPair
from explanans.language.parser import Parser
from explanans.learning.boosted_trees import predict
from explanans.learning.model import Origin

GROWTH = Growth(trees=120, leaves=8, rate=0.05, least_rows=40, features=0.5, rows=0.8)
"""Chosen by cross-validation on the training split of WiCE among four settings that differed by .01."""
_FOLDS = 5


class MarkedWords(NamedTuple):
    """The words of claims.

    Attributes:
        features: Shape (words, features).
        lacking: 1 for words that people marked, else 0; shape (words,).
        groups: The number of the text of each; shape (words,).
    """

    features: NDArray[np.float32]
    lacking: NDArray[np.int32]
    groups: NDArray[np.int64]

    @classmethod
    def of(cls, pairs: Sequence[LabelledPair], parser: Parser) -> "MarkedWords":
        """Return the words of claims of which people marked some.

        Raises:
            InputError: No claim has marks.
        """
        marked = [pair for pair in pairs if pair.marks]
        if not marked:
            raise InputError("no claim with marked words; accepted: at least one")
        groups = {group: number for number, group in enumerate(dict.fromkeys(pair.group for pair in marked))}
        features, lacking, texts = [], list[int](), list[int]()
        for pair, parse in zip(marked, parser.parse([pair.claim for pair in marked]), strict=True):
            words = [place for place, token in enumerate(parse.tokens) if WORD.search(token.text)]
            features.append(word_features(pair.premises, parse)[words])
            for token in (parse.tokens[place] for place in words):
                lacking.append(any(token.start < end and start < token.end for start, end in pair.marks or ()))
                texts.append(groups[pair.group])
        return cls(np.concatenate(features), np.array(lacking, np.int32), np.array(texts, np.int64))


def train(words: MarkedWords, seed: int) -> LackingWords:
    """Train on marked words."""
    data: dict[str, int | str] = {
        "words": len(words.lacking),
        "lacking": int(words.lacking.sum()),
        "texts": int(words.groups.max()) + 1,
        "f1_out_of_fold": f"{100 * f1_out_of_fold(words, seed):.1f}",
    }
    return LackingWords(_fit(words.features, words.lacking, seed), Origin(data, seed))


def f1_out_of_fold(words: MarkedWords, seed: int) -> float:
    """Return the F1 of marked words, each text judged by trees that have not seen it."""
    folds = draw_folds(words.groups.tolist(), _FOLDS, np.random.default_rng(seed))
    chosen = np.zeros(len(folds), dtype=bool)
    for fold in range(_FOLDS):
        held = folds == fold
        trees = _fit(words.features[~held], words.lacking[~held], seed)
        chosen[held] = predict(trees, words.features[held]) >= BAR
    return float(2 * (chosen & (words.lacking == 1)).sum() / max(1, chosen.sum() + words.lacking.sum()))


def _fit(features: NDArray[np.float32], lacking: NDArray[np.int32], seed: int) -> lightgbm.Booster:
    return grow(Rows(features, lacking), NAMES, GROWTH, seed)
