"""Pairs that people labelled, data set by data set, as training examples for judges."""

import random
from pathlib import Path
from typing import NamedTuple

from explanans.lab.datasets.labels import LabelledPair
from explanans.lab.datasets.splits import labelled_pairs
from explanans.lab.judge.examples import TrainingExample, of_pairs
from explanans.structures.verdicts import Status


class _Share(NamedTuple):
    """How many pairs of a data set are drawn, how many of them may be contradicted, and the weight of each."""

    pairs: int
    contradicted: float = 1.0
    weight: float = 1.0


SHARES = {
    "snli": _Share(10_000),
    "taxinli": _Share(7_200),
    "fever": _Share(9_900),
    "wice-words": _Share(400),
    "creak": _Share(5_000, weight=0.7),
    "comve": _Share(6_000, weight=0.7),
    "conjnli": _Share(3_000, weight=0.5),
    "breaking-nli": _Share(2_200, contradicted=0.4),
    "negation-nli": _Share(1_800),
    "scone": _Share(3_000),
    "megaveridicality": _Share(2_400, weight=0.7),
    "folio": _Share(850),
    "ambient": _Share(1_450),
    "tracie": _Share(800, weight=0.5),
    "scifact": _Share(560),
    "help": _Share(1_500, weight=0.5),
    "med": _Share(2_000, weight=0.7),
}
"""The pairs of each data set.

Data sets made by rules count less. Breaking-NLI has six contradictions to one other pair, so that a claim of its kind
would be contradicted whatever the premise says; of these most are left out.
"""
_KEPT = 300
"""Maximum number of pairs of each data set that are kept for the combination."""


class People(NamedTuple):
    """Examples of what people labelled.

    Attributes:
        learnt: Examples for the network.
        kept: Examples that the network does not see, for the combination of its readings.
    """

    learnt: tuple[TrainingExample, ...]
    kept: tuple[TrainingExample, ...]


def examples_of_people(data: Path | None, seed: int) -> People:
    """Return training examples of the training splits of `SHARES`.

    Args:
        data: The folder of the data sets; where None, see ``catalogue.data_folder``.
        seed: Seeds the draw of pairs.

    Raises:
        InputError: A data set is not there.
    """
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    learnt, kept = list[TrainingExample](), list[TrainingExample]()
    for part, share in SHARES.items():
        pairs = labelled_pairs(data, part, "train")
        chosen = _drawn(pairs, share, chance)
        premises = {pairs[number].premises for number in chosen}
        rest = [number for number, pair in enumerate(pairs) if number not in chosen and pair.premises not in premises]
        learnt += of_pairs([pairs[number] for number in sorted(chosen)], share.weight)
        drawn = chance.sample(rest, min(_KEPT, len(rest)))
        kept += of_pairs([pairs[number] for number in sorted(drawn)], share.weight)
    return People(tuple(learnt), tuple(kept))


def _drawn(pairs: list[LabelledPair], share: _Share, chance: random.Random) -> set[int]:
    """Return the numbers of pairs, at most as many as the share says."""
    order = chance.sample(range(len(pairs)), len(pairs))
    most = round(share.pairs * share.contradicted)
    contradicted = [number for number in order if _is_contradicted(pairs[number])][:most]
    others = [number for number in order if not _is_contradicted(pairs[number])]
    return set(chance.sample([*contradicted, *others], min(share.pairs, len(contradicted) + len(others))))


def _is_contradicted(pair: LabelledPair) -> bool:
    return pair.statuses == {Status.CONTRADICTED}
