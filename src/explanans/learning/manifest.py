"""Manifests of trained models: provenance, and digests of the files."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import msgspec

from explanans.errors import InputError

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
        kind: The kind of another model.
    """

    network: str = ""
    kind: str = ""


def label_of(folder: Path) -> Label:
    """Return the label in the manifest of a folder; empty if there is none that can be read."""
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Label)
    except (OSError, msgspec.DecodeError):
        return Label()  # opening the folder raises the error
