"""The judge that comes with the package: a network, exact findings, and what combines them."""

from collections.abc import Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.entailment.judge.base import Judge, Pair
from explanans.entailment.judge.combination import NAMES, Combination, LanguageCombination, Seen, describe
from explanans.entailment.judge.observer import Describer
from explanans.entailment.rules.finding import Kind
from explanans.errors import InputError
from explanans.language.parser import shared_parser
from explanans.language.sentences import tidy_sentence
from explanans.language.values import canonical, canonical_beside
from explanans.learning.language_reader import LanguageReader
from explanans.learning.nli import NliClassifier, softmax
from explanans.registry import takes
from explanans.structures.verdicts import NliScores, Status

_CONFLICT = NliScores(0.06, 0.9, 0.04)
"""Scores of a claim that an exact comparison contradicts."""
_OVERRULING = frozenset({Kind.ANTONYM, Kind.COMPARISON})
"""Kinds of conflicts that overrule the judge: where both differ on 13,310 held-out claims, the comparison is right in
three of four or more. Conflicts of other kinds only confirm a contradiction. See docs/lab/judging.md."""
_OVERRULING_NETWORK = _OVERRULING | {Kind.NEGATION}
"""The same without a language model, which reads negations as well as they are compared."""
_GUESSED = 0.85
"""The maximum probability of a contradiction that no exact comparison confirms: a network takes a premise that lacks
the rest of a reason for a contradiction, too."""

_LEAST = 1e-6
"""What no probability is taken to be less than, so that odds are finite."""

_SURE = 0.97
"""Judgements with a status of at least this probability are final without the language model, unless a sentence has the
words of the claim in another order: the network does not tell *the dog bit the man* from *the man bit the dog*."""
_IN_ORDER = NAMES.index("in_order")

LANGUAGE, LANGUAGE_COMBINATION = "language", "language-combination"
"""The folders of a language model's adapter and of what combines, in the one of ``lab train language-reader``."""
PAIRS, COMBINATION = "pairs", "combination"
"""The folders of the network and of what combines, in the one that ``explanans lab train judge`` makes."""


class SecondReader(NamedTuple):
    """A language model for claims that are not certain after the network.

    Attributes:
        combination: Combines both readings and the exact findings.
    """

    reader: LanguageReader
    combination: LanguageCombination


class TrainedJudge:
    """Judges by a network that reads the claim beside its premises, and by what can be decided exactly.

    Args:
        describer: What reads and compares.
        combination: What makes a judgement of it.
        second: A language model for uncertain claims; None for none.

    Attributes:
        name: The network, the parser, the combination, and the language model.
    """

    def __init__(self, describer: Describer, combination: Combination, second: SecondReader | None = None) -> None:
        self.name = f"judge:{describer.name}, {combination.name}"
        if second:
            self.name += f", {second.reader.name}, {second.combination.name}"
        self.describer = describer
        self._combination = combination
        self._second = second

    @classmethod
    def shipped(cls) -> "TrainedJudge":
        """Return the judge that comes with the package, opened once.

        Example:
            >>> pair = Pair(("The shop is closed on Mondays.",), "The shop is open on Mondays.")
            >>> (judgement,) = TrainedJudge.shipped().judge([pair])
            >>> judgement.status
            <Status.CONTRADICTED: 'contradicted'>
        """
        return _shipped()

    @classmethod
    def best(cls) -> "TrainedJudge":
        """Return the judge with the language model if it is installed, else the one that comes with the package."""
        return _reread() if LanguageReader.available() else _shipped()

    @classmethod
    @takes("DIR")
    def open(cls, folder: str = "") -> "TrainedJudge":
        """Open a judge that ``explanans lab train judge`` or ``lab train language-reader`` made.

        The latter makes the language model and its combination alone; the network is that of the package then.

        Args:
            folder: Its folder.

        Raises:
            InputError: No folder is named, or it holds no such judge, or a damaged one.
        """
        if not folder:
            raise InputError("the judge 'trained-judge' without a folder; accepted: trained-judge:DIR")
        home = Path(folder)
        if (home / LANGUAGE).is_dir():
            second = SecondReader(
                LanguageReader.open(home / LANGUAGE), LanguageCombination.load(home / LANGUAGE_COMBINATION)
            )
            return cls(Describer(NliClassifier.shipped(), shared_parser()), Combination.shipped(), second)
        describer = Describer(NliClassifier.open(home / PAIRS), shared_parser())
        return cls(describer, Combination.load(home / COMBINATION))

    @property
    def reader(self) -> LanguageReader | None:
        """The language model; None for none."""
        return self._second.reader if self._second else None

    def judge(self, pairs: Sequence[Pair]) -> list[NliScores]:
        """Judge claims; see ``Judge``.

        Args:
            pairs: Claims and their premises.
        """
        seen = self.describer.look(pairs)
        features = [describe(one) for one in seen]
        judgements = self._combination.judge(features)
        if self._second:
            unsure = [
                place
                for place, judgement in enumerate(judgements)
                if max(judgement) < _SURE or features[place][_IN_ORDER] < 1
            ]
            read = [
                np.concatenate([features[place], read_again(self._second.reader, pairs[place], seen[place])])
                for place in unsure
            ]
            for place, judgement in zip(unsure, self._second.combination.judge(read), strict=True):
                judgements[place] = judgement
        else:
            judgements = [_read_out(one, judgement) for one, judgement in zip(seen, judgements, strict=True)]
        overruling = _OVERRULING if self._second else _OVERRULING_NETWORK
        return [_ruled(one.conflicts, overruling, judgement) for one, judgement in zip(seen, judgements, strict=True)]


def reader_of(judge: Judge | None) -> LanguageReader | None:
    """Return the language model of a judge; None if it has none."""
    return judge.reader if isinstance(judge, TrainedJudge) else None


def read_again(reader: LanguageReader, pair: Pair, seen: Seen) -> NDArray[np.float32]:
    """Return the features of readings by a language model, in the order of ``combination.LANGUAGE``; shape (3,).

    All premises and the nearest sentences alone are read, and the logarithms of both readings averaged.

    Args:
        pair: The claim and its premises.
    """
    near, whole = (canonical(" ".join(map(tidy_sentence, sentences))) for sentences in (seen.near, pair.premises))
    # Texts that the reader would cut off are read by their nearest sentences alone.
    texts = dict.fromkeys((whole, near) if reader.fits(whole) else (near,))
    claim = tidy_sentence(pair.claim)
    found = [np.log(np.maximum(reader.read(text, canonical_beside(claim, text)), _LEAST)) for text in texts]
    features: NDArray[np.float32] = np.mean(found, axis=0).astype(np.float32)
    return features


def _read_out(seen: Seen, judgement: NliScores) -> NliScores:
    """Return scores in which the network decides with the trees what a single sentence contradicts."""
    # The trees know best what texts of several sentences lack; beside one sentence the mean of both log-odds counts.
    # Scores with a language model are left as they are: there it lowered accuracy on FEVER-symmetric and FM2.
    if not seen.is_single:
        return judgement
    read = softmax(seen.whole.logits)
    odds = sqrt(_odds(judgement.contradicted, judgement.unknown) * _odds(float(read[1]), float(read[2])))
    contradicted = (1 - judgement.supported) * odds / (1 + odds)
    return NliScores(judgement.supported, contradicted, 1 - judgement.supported - contradicted)


def _odds(probability: float, other: float) -> float:
    return (probability + _LEAST) / (other + _LEAST)


def _ruled(conflicts: frozenset[Kind], overruling: frozenset[Kind], judgement: NliScores) -> NliScores:
    """Return scores after exact comparison: a conflict confirms a contradiction, and some kinds overrule the judge."""
    if conflicts & overruling or (conflicts and judgement.status is Status.CONTRADICTED):
        return judgement if judgement.contradicted >= _CONFLICT.contradicted else _CONFLICT
    if judgement.contradicted > _GUESSED:
        return NliScores(judgement.supported, _GUESSED, 1 - judgement.supported - _GUESSED)
    return judgement


@cache
def _shipped() -> TrainedJudge:
    return TrainedJudge(Describer(NliClassifier.shipped(), shared_parser()), Combination.shipped())


@cache
def _reread() -> TrainedJudge:
    second = SecondReader(LanguageReader.shipped(), LanguageCombination.shipped())
    return TrainedJudge(Describer(NliClassifier.shipped(), shared_parser()), Combination.shipped(), second)
