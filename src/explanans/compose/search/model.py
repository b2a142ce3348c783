"""A trained search for trees in a folder."""

from dataclasses import dataclass
from pathlib import Path

import lightgbm

from explanans.compose.search.features import extractor
from explanans.compose.search.leaves import choice
from explanans.compose.search.leaves.chooser import LeafChooser, first_names, second_names
from explanans.compose.search.precedents import Precedents
from explanans.compose.search.weights import TermWeights
from explanans.exceptions import InputError
from explanans.learn.model import BoostedModel, Origin, TrainedModel


@dataclass(frozen=True, slots=True)
class _Known:
    weights: TermWeights
    precedents: Precedents


@dataclass(frozen=True, slots=True)
class SearchModel(TrainedModel[_Known]):
    """What finds leaves and joins them.

    Attributes:
        weights: How telling terms are.
        precedents: How gold trees joined sentences.
        proposer: Tells how probable a join is by itself.
        joiners: Score joins so that whole trees come out best; what they say is added up.
        leaves: Chooses leaves.
        origin: What it was made from.
    """

    weights: TermWeights
    precedents: Precedents
    proposer: lightgbm.Booster
    joiners: tuple[lightgbm.Booster, ...]
    leaves: LeafChooser
    origin: Origin

    kind = "trees"
    home = Path(__file__).parents[1] / "models" / "search"
    known = _Known

    def contents(self) -> tuple[dict[str, lightgbm.Booster], _Known]:
        """Return its boosted trees and what it knows of words and of gold trees.

        What tells leaves by how often they were at hand in training, or by a ranker, is for measuring only.

        Raises:
            InputError: The model is for measuring.
        """
        if self.leaves.frequencies is not None or self.leaves.ranked:
            raise InputError("a search whose leaves are told by frequency or by a ranker is for measuring only")
        boosters = {"propose": self.proposer, **{f"leaves-{name}": item for name, item in self.leaves.boosters.items()}}
        boosters |= {f"join{number}": booster for number, booster in enumerate(self.joiners, 1)}
        return boosters, _Known(self.weights, self.precedents)

    @classmethod
    def of(cls, found: BoostedModel[_Known]) -> "SearchModel":
        """Return the model that a folder holds.

        Args:
            found: What was found there.

        Raises:
            ValueError: It looks at other features.
        """
        joiners = sorted(name for name in found.boosters if name.startswith("join"))
        wanted = {
            "propose": extractor.NAMES,
            **dict.fromkeys(joiners, extractor.NAMES),
            "leaves-first": first_names(),
            "leaves-second": second_names(),
            "leaves-sets": choice.NAMES,
        }
        if not joiners or found.features() != wanted:
            raise ValueError("a model with other features")
        return cls(
            found.known.weights,
            found.known.precedents,
            found.boosters["propose"],
            tuple(found.boosters[name] for name in joiners),
            LeafChooser(found.boosters["leaves-first"], found.boosters["leaves-second"], found.boosters["leaves-sets"]),
            found.origin,
        )
