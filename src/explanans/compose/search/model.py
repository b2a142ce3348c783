"""A trained search for trees in a folder."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import lightgbm

from explanans.compose.search.features import extractor
from explanans.compose.search.leaves import choice
from explanans.compose.search.leaves.chooser import LeafChooser, first_names, second_names
from explanans.compose.search.precedents import Precedents
from explanans.compose.search.weights import TermWeights
from explanans.exceptions import InputError
from explanans.learn import model as boosted
from explanans.learn.model import BoostedModel, Origin

_KIND = "trees"


@dataclass(frozen=True, slots=True)
class _Known:
    weights: TermWeights
    precedents: Precedents


@dataclass(frozen=True, slots=True)
class SearchModel:
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

    def save(self, folder: Path) -> None:
        """Write the model into a folder, which takes its name only when it is complete.

        What tells leaves by how often they were at hand in training, or by a ranker, is for measuring only.

        Args:
            folder: The folder to make; a model that is there already is replaced.

        Raises:
            InputError: The folder holds something that is no model, or the model is for measuring.
            StorageError: It cannot be written.
        """
        if self.leaves.frequencies is not None or self.leaves.ranked:
            raise InputError("a search whose leaves are told by frequency or by a ranker is for measuring only")
        boosters = {"propose": self.proposer, **{f"leaves-{name}": item for name, item in self.leaves.boosters.items()}}
        boosters |= {f"join{number}": booster for number, booster in enumerate(self.joiners, 1)}
        BoostedModel(_KIND, boosters, _Known(self.weights, self.precedents), self.origin).save(folder)


def load(folder: Path) -> SearchModel:
    """Return the model of a folder.

    Args:
        folder: The folder.

    Raises:
        InputError: The folder is no model, is one of another format, is damaged, or asks for unknown features.
    """
    found = boosted.load(folder, _KIND, _Known)
    joiners = sorted(name for name in found.boosters if name.startswith("join"))
    wanted = {
        "propose": extractor.NAMES,
        **dict.fromkeys(joiners, extractor.NAMES),
        "leaves-first": first_names(),
        "leaves-second": second_names(),
        "leaves-sets": choice.NAMES,
    }
    if not joiners or found.features() != wanted:
        raise InputError(f"{folder}: a model with other features; {boosted.again(_KIND)}")
    return SearchModel(
        found.known.weights,
        found.known.precedents,
        found.boosters["propose"],
        tuple(found.boosters[name] for name in joiners),
        LeafChooser(found.boosters["leaves-first"], found.boosters["leaves-second"], found.boosters["leaves-sets"]),
        found.origin,
    )


@cache
def shipped() -> SearchModel:
    """Return the model that comes with the package, trained on EntailmentBank's training trees."""
    with as_file(files("explanans.compose") / "models" / "search") as folder:
        return load(folder)
