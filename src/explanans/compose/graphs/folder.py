"""A trained model of graphs or stances in a folder: boosted trees as text, what they know as JSON, and a manifest."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import lightgbm
import msgspec
import numpy as np

from explanans import __version__
from explanans.exceptions import InputError
from explanans.files import write_folder

FORMAT = 1
"""Raised whenever a model made before would say something else."""
MANIFEST = "manifest.json"
_KNOWN = "known.json"

Known = TypeVar("Known")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a model was made from.

    Attributes:
        format: The version of the model's format.
        kind: What it is a model of.
        files: The digest of each file, in hexadecimal.
        features: The names of the features of each of its boosted trees, in the order of their columns.
        data: What it was trained on: counts and a digest.
        seed: The seed of the training.
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
class Origin:
    """What a model was made from.

    Attributes:
        data: What it was trained on: counts and a digest.
        seed: The seed of the training.
    """

    data: Mapping[str, int | str]
    seed: int


def save(folder: Path, kind: str, boosters: Mapping[str, lightgbm.Booster], known: object, origin: Origin) -> None:
    """Write a model into a folder, which takes its name only when it is complete.

    Args:
        folder: The folder to make; a model that is there already is replaced.
        kind: What it is a model of.
        boosters: Its boosted trees, by name.
        known: What else it knows.
        origin: What it was made from.

    Raises:
        InputError: The folder holds something that is no model.
        StorageError: It cannot be written.
    """
    contents = {f"{name}.txt": booster.model_to_string().encode() for name, booster in sorted(boosters.items())}
    contents[_KNOWN] = msgspec.json.encode(known, order="sorted") + b"\n"
    manifest = Manifest(
        FORMAT,
        kind,
        {name: sha256(content).hexdigest() for name, content in contents.items()},
        {name: tuple(booster.feature_name()) for name, booster in boosters.items()},
        dict(origin.data),
        origin.seed,
        {"explanans": __version__, "lightgbm": lightgbm.__version__, "numpy": np.__version__},
    )
    with write_folder(folder, MANIFEST) as new:
        for name, content in contents.items():
            (new / name).write_bytes(content)
        (new / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest, order="sorted")) + b"\n")


def load(
    folder: Path, kind: str, features: Mapping[str, tuple[str, ...]], known: type[Known]
) -> tuple[dict[str, lightgbm.Booster], Known, Origin]:
    """Return the boosted trees of a model, what else it knows, and what it was made from.

    Args:
        folder: The folder.
        kind: What it must be a model of.
        features: The names of the features that each of its boosted trees must look at.
        known: The type of what else it knows.

    Raises:
        InputError: The folder is no such model, is one of another format, is damaged, or asks for other features.
    """
    again = f"train it again with `explanans train {kind}`"
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError) as error:
        raise InputError(f"{folder / MANIFEST}: damaged or missing ({error}); {again}") from None
    if (manifest.format, manifest.kind) != (FORMAT, kind):
        raise InputError(
            f"{folder}: a model of {manifest.kind}, format {manifest.format}; accepted: {kind}, {FORMAT}; {again}"
        )
    if manifest.features != dict(features):
        raise InputError(f"{folder}: a model with other features; {again}")
    contents = {
        name: _content(folder, name, manifest, again) for name in (*(f"{name}.txt" for name in features), _KNOWN)
    }
    boosters = {name: lightgbm.Booster(model_str=contents[f"{name}.txt"].decode()) for name in features}
    try:
        decoded = msgspec.json.decode(contents[_KNOWN], type=known)
    except msgspec.DecodeError as error:
        raise InputError(f"{folder / _KNOWN}: damaged ({error}); {again}") from None
    return boosters, decoded, Origin(manifest.data, manifest.seed)


def _content(folder: Path, name: str, manifest: Manifest, again: str) -> bytes:
    try:
        content = (folder / name).read_bytes()
    except OSError:
        raise InputError(f"{folder / name}: missing; {again}") from None
    if sha256(content).hexdigest() != manifest.files.get(name):
        raise InputError(f"{folder / name}: damaged or cut short; {again}")
    return content
