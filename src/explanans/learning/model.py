"""Trained models in folders: boosted trees as text, further parameters as JSON, and a manifest."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from math import isfinite
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec
import numpy as np

from explanans.errors import InputError
from explanans.io.files import write_folder
from explanans.learning.boosted_trees import Booster, ReadTrees
from explanans.runtime.version import __version__

FORMAT = 3
"""Version of the model format; raised if older models would give other results."""

MANIFEST = "manifest.json"

_COMMANDS = {"pairs": "judge", "sentences": "judge", "pointer": "pointers"}
"""The training command by kind, if it differs from the kind."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a trained model.

    Attributes:
        format: The version of the format of models.
        kind: The kind of model, as in ``explanans train``.
        files: The digest of each file, in hexadecimal.
        features: The names of the features of each of its boosted trees, in the order of columns; none of networks.
        data: Its training data: counts and digests.
        versions: The versions of the libraries that it was trained with.
    """

    format: int
    kind: str
    files: dict[str, str]
    features: dict[str, tuple[str, ...]]
    data: dict[str, int | str]
    seed: int
    versions: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Label:
    """The fields shared by manifests of all versions."""

    format: int
    kind: str = ""


def again(kind: str) -> str:
    """Return the advice for a model that cannot be used.

    Example:
        >>> again("ranker")
        'train it again with `explanans lab train ranker`'
    """
    return f"train it again with `explanans lab train {_COMMANDS.get(kind, kind)}`"


def read_manifest(folder: Path, kind: str) -> Manifest:
    """Return the manifest of a folder.

    Raises:
        InputError: The folder has no manifest, a damaged one, or that of another kind or format.
    """
    try:
        encoded = (folder / MANIFEST).read_bytes()
        label = msgspec.json.decode(encoded, type=_Label)
        if label.format != FORMAT or label.kind != kind:
            found = f"a model of {label.kind or 'something'} in format {label.format}"
            raise InputError(f"{folder}: {found}; accepted: {kind}, format {FORMAT}; {again(kind)}")
        return msgspec.json.decode(encoded, type=Manifest)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{folder / MANIFEST}: damaged or missing ({error}); {again(kind)}") from None


def read_content(folder: Path, name: str, manifest: Manifest) -> bytes:
    """Return the content of a file of a model.

    Raises:
        InputError: The file is missing, or is not the one that the manifest tells of.
    """
    try:
        content = (folder / name).read_bytes()
    except (OSError, ValueError):  # a name that no file can have is a ValueError
        raise InputError(f"{folder / name}: missing; {again(manifest.kind)}") from None
    if sha256(content).hexdigest() != manifest.files.get(name):
        raise InputError(f"{folder / name}: damaged or cut short; {again(manifest.kind)}")
    return content


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write a manifest into the folder of a model."""
    (folder / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest, order="sorted")) + b"\n")


class Label(msgspec.Struct):
    """The part of a manifest that tells networks from other models.

    Attributes:
        network: The purpose of a network, as in ``writer:one-step``; empty if there is none.
    """

    network: str = ""
    kind: str = ""


def label_of(folder: Path) -> Label:
    """Return the label in the manifest of a folder; empty if there is none that can be read."""
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Label)
    except (OSError, msgspec.DecodeError):
        return Label()  # opening the folder raises the error


_KNOWN = "known.json"

Known = TypeVar("Known")


def current_versions() -> dict[str, str]:
    """Return the versions of the libraries that make a model.

    Example:
        >>> sorted(current_versions())
        ['explanans', 'lightgbm', 'numpy']
    """
    return {"explanans": __version__, "lightgbm": version("lightgbm"), "numpy": np.__version__}


@dataclass(frozen=True, slots=True)
class Origin:
    """The provenance of a model.

    Attributes:
        data: Counts and digests of the training data.
        versions: The versions of the libraries that it was trained with.
    """

    data: Mapping[str, int | str]
    seed: int
    versions: Mapping[str, str] = field(default_factory=current_versions)


@dataclass(frozen=True, slots=True)
class BoostedModel(Generic[Known]):
    """A trained model.

    Attributes:
        kind: The kind of model, as in ``explanans train``.
    """

    kind: str
    boosters: Mapping[str, Booster]
    known: Known
    origin: Origin

    def features(self) -> dict[str, tuple[str, ...]]:
        """Return the names of the features of each of its boosted trees, in the order of their columns."""
        return {name: tuple(booster.feature_name()) for name, booster in self.boosters.items()}

    def save(self, folder: Path) -> None:
        """Write the model into a folder, which takes its name only when it is complete.

        Args:
            folder: The folder to make; a model that is there already is replaced.

        Raises:
            InputError: The folder holds something that is no model.
            StorageError: It cannot be written.
        """
        with write_folder(folder, MANIFEST) as new:
            self.write(new)

    def write(self, folder: Path) -> None:
        """Write the model into an existing folder, and keep its other files."""
        contents = {f"{name}.txt": item.model_to_string().encode() for name, item in sorted(self.boosters.items())}
        contents[_KNOWN] = msgspec.json.encode(self.known, order="sorted") + b"\n"
        for name, content in contents.items():
            (folder / name).write_bytes(content)
        manifest = Manifest(
            FORMAT,
            self.kind,
            {name: sha256(content).hexdigest() for name, content in contents.items()},
            self.features(),
            dict(self.origin.data),
            self.origin.seed,
            dict(self.origin.versions),
        )
        write_manifest(folder, manifest)


def load(
    folder: Path, kind: str, known: type[Known], features: Mapping[str, tuple[str, ...]] | None = None
) -> BoostedModel[Known]:
    """Return the model of a folder.

    Args:
        features: The names of the features that each of its boosted trees must look at; any if None.

    Raises:
        InputError: The folder is no such model, is one of another format, is damaged, or looks at other features.
    """
    manifest = read_manifest(folder, kind)
    if features is not None and manifest.features != dict(features):
        raise InputError(f"{folder}: a model with other features; {again(kind)}")
    boosters = {}
    for name, names in manifest.features.items():
        boosters[name] = _read_trees(folder, name, manifest)
        if tuple(boosters[name].feature_name()) != names:
            raise InputError(f"{folder / name}.txt: has other features than {MANIFEST} says; {again(kind)}")
    try:
        decoded = msgspec.json.decode(read_content(folder, _KNOWN, manifest), type=known)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{folder / _KNOWN}: damaged ({error}); {again(kind)}") from None
    return BoostedModel(kind, boosters, decoded, Origin(manifest.data, manifest.seed, manifest.versions))


def _read_trees(folder: Path, name: str, manifest: Manifest) -> ReadTrees:
    content = read_content(folder, f"{name}.txt", manifest)
    try:
        return ReadTrees(content)
    except ValueError as error:
        raise InputError(f"{folder / name}.txt: damaged ({error}); {again(manifest.kind)}") from None


class TrainedModel(ABC, Generic[Known]):
    """A trained model as its users see it: it is written into a folder, read from one, or comes with the package.

    A subclass is a frozen dataclass with a field ``origin``. It says what its folder holds by the five names below.

    Attributes:
        kind: The kind of model, as ``explanans lab train`` names it.
        known: The type of its parameters besides boosted trees, in a form that msgspec can write as JSON.
        features: The names of the features that each of its boosted trees looks at; None if ``of`` checks them.
    """

    __slots__ = ()

    kind: ClassVar[str]
    home: ClassVar[Path]
    known: ClassVar[Any] = type(None)
    features: ClassVar[Mapping[str, tuple[str, ...]] | None] = None
    origin: Origin

    @abstractmethod
    def contents(self) -> tuple[Mapping[str, Booster], Known]:
        """Return its boosted trees, by the names of their files, and what else it knows.

        Raises:
            InputError: It is no model to be kept.
        """

    @classmethod
    @abstractmethod
    def of(cls, found: BoostedModel[Known]) -> Self:
        """Return the model that a folder holds.

        Raises:
            ValueError: It is no such model; the message completes ``FOLDER: …``.
        """

    def write(self, folder: Path) -> None:
        """Write the model into an existing folder, and keep its other files."""
        BoostedModel(self.kind, *self.contents(), self.origin).write(folder)

    def save(self, folder: Path) -> None:
        """Write the model into a folder, which takes its name only when it is complete.

        Args:
            folder: The folder to make; a model that is there already is replaced.

        Raises:
            InputError: The folder holds something that is no model, or the model is none to be kept.
            StorageError: It cannot be written.
        """
        with write_folder(folder, MANIFEST) as new:
            self.write(new)

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Return the model of a folder.

        Args:
            folder: A folder written by ``save``.

        Raises:
            InputError: The folder is no such model, is one of another format, is damaged, or looks at other features.
        """
        found = load(folder, cls.kind, cls.known, cls.features)
        try:
            return cls.of(found)
        except ValueError as error:
            raise InputError(f"{folder}: {error}; {again(cls.kind)}") from None

    @classmethod
    def shipped(cls) -> Self:
        """Return the model that comes with the package, read once."""
        model: Self = _shipped(cls)
        return model


@dataclass(frozen=True)
class LinearModel(TrainedModel[dict[str, float]]):
    """A trained model of weights alone, without boosted trees. A subclass names what is weighed.

    Attributes:
        origin: Its training data and settings.
    """

    known: ClassVar[Any] = dict[str, float]
    features: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    names: ClassVar[tuple[str, ...]]

    weights: Mapping[str, float]
    origin: Origin

    def contents(self) -> tuple[Mapping[str, Booster], dict[str, float]]:
        """Return no boosted trees, and the weights."""
        return {}, dict(self.weights)

    @classmethod
    def of(cls, found: BoostedModel[dict[str, float]]) -> Self:
        """Return the model that a folder holds.

        Raises:
            ValueError: It has weights of other features, or a weight is no number.
        """
        if sorted(found.known) != sorted(cls.names) or not all(map(isfinite, found.known.values())):
            raise ValueError("weights of other features, or weights that are no numbers")
        return cls(found.known, found.origin)


@dataclass(frozen=True)
class TreesModel(TrainedModel[None]):
    """A trained model of one row of boosted trees alone. A subclass names their file and features in ``features``.

    Attributes:
        origin: Its training data and settings.
    """

    features: ClassVar[Mapping[str, tuple[str, ...]]]

    trees: Booster
    origin: Origin

    def contents(self) -> tuple[Mapping[str, Booster], None]:
        """Return its boosted trees; it knows nothing else."""
        return dict.fromkeys(self.features, self.trees), None

    @classmethod
    def of(cls, found: BoostedModel[None]) -> Self:
        """Return the model that a folder holds."""
        (trees,) = found.boosters.values()
        return cls(trees, found.origin)


@cache
def _shipped(model: type[TrainedModel[Any]]) -> Any:
    return model.load(model.home)
