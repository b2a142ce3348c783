"""A trained search for trees in a folder: boosted trees as text, what they know as JSON, and a manifest."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path

import lightgbm
import msgspec

from explanans.compose.search.features import extractor
from explanans.compose.search.leaves import choice
from explanans.compose.search.leaves.chooser import LeafChooser, first_names, second_names
from explanans.compose.search.precedents import Precedents
from explanans.compose.search.weights import TermWeights
from explanans.exceptions import InputError
from explanans.files import write_folder

FORMAT = 1
"""Raised whenever a model made before would find other trees."""

MANIFEST = "manifest.json"
_KNOWN = "known.json"
_AGAIN = "train it again with `explanans train trees`"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a model was made from.

    Attributes:
        format: The version of the model's format.
        files: The digest of each file, in hexadecimal.
        features: The names of the features that each of its boosted trees looks at, in the order of their columns.
        data: What it was trained on: counts and a digest.
        seed: The seed of the training.
        versions: The versions of the libraries that it was trained with.
    """

    format: int
    files: dict[str, str]
    features: dict[str, tuple[str, ...]]
    data: dict[str, int | str]
    seed: int
    versions: dict[str, str]


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
        data: What it was trained on.
        seed: The seed of the training.
        versions: The versions of the libraries that it was trained with.
    """

    weights: TermWeights
    precedents: Precedents
    proposer: lightgbm.Booster
    joiners: tuple[lightgbm.Booster, ...]
    leaves: LeafChooser
    data: Mapping[str, int | str]
    seed: int
    versions: Mapping[str, str]

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
        contents = {f"{name}.txt": booster.model_to_string().encode() for name, booster in sorted(boosters.items())}
        contents[_KNOWN] = msgspec.json.encode(_Known(self.weights, self.precedents), order="sorted") + b"\n"
        manifest = Manifest(
            FORMAT,
            {name: sha256(content).hexdigest() for name, content in contents.items()},
            {name: tuple(booster.feature_name()) for name, booster in boosters.items()},
            dict(self.data),
            self.seed,
            dict(self.versions),
        )
        encoded = msgspec.json.format(msgspec.json.encode(manifest, order="sorted"))
        with write_folder(folder, MANIFEST) as new:
            for name, content in contents.items():
                (new / name).write_bytes(content)
            (new / MANIFEST).write_bytes(encoded + b"\n")


def load(folder: Path) -> SearchModel:
    """Return the model of a folder.

    Args:
        folder: The folder.

    Raises:
        InputError: The folder is no model, is one of another format, is damaged, or asks for unknown features.
    """
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError) as error:
        raise InputError(f"{folder / MANIFEST}: damaged or missing ({error}); {_AGAIN}") from None
    if manifest.format != FORMAT:
        raise InputError(f"{folder}: a model of format {manifest.format}; accepted: format {FORMAT}; {_AGAIN}")
    joiners = sorted(name for name in manifest.features if name.startswith("join"))
    wanted = {
        "propose": extractor.NAMES,
        **dict.fromkeys(joiners, extractor.NAMES),
        "leaves-first": first_names(),
        "leaves-second": second_names(),
        "leaves-sets": choice.NAMES,
    }
    if not joiners or manifest.features != wanted:
        raise InputError(f"{folder}: a model with other features; {_AGAIN}")
    try:
        known = msgspec.json.decode(_content(folder, _KNOWN, manifest), type=_Known)
    except msgspec.DecodeError as error:
        raise InputError(f"{folder / _KNOWN}: damaged ({error}); {_AGAIN}") from None
    boosters = {name: _booster(folder, name, manifest) for name in wanted}
    return SearchModel(
        known.weights,
        known.precedents,
        boosters["propose"],
        tuple(boosters[name] for name in joiners),
        LeafChooser(boosters["leaves-first"], boosters["leaves-second"], boosters["leaves-sets"]),
        manifest.data,
        manifest.seed,
        manifest.versions,
    )


def _booster(folder: Path, name: str, manifest: Manifest) -> lightgbm.Booster:
    booster = lightgbm.Booster(model_str=_content(folder, f"{name}.txt", manifest).decode())
    if tuple(booster.feature_name()) != manifest.features[name]:
        raise InputError(f"{folder / name}.txt: has other features than {MANIFEST} says; {_AGAIN}")
    return booster


def _content(folder: Path, name: str, manifest: Manifest) -> bytes:
    try:
        content = (folder / name).read_bytes()
    except OSError:
        raise InputError(f"{folder / name}: missing; {_AGAIN}") from None
    if sha256(content).hexdigest() != manifest.files.get(name):
        raise InputError(f"{folder / name}: damaged or cut short; {_AGAIN}")
    return content


@cache
def shipped() -> SearchModel:
    """Return the model that comes with the package, trained on EntailmentBank's training trees."""
    with as_file(files("explanans.compose") / "models" / "search") as folder:
        return load(folder)
