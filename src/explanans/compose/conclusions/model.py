"""A trained chooser of conclusions in a folder: boosted trees as text, a fluency model as JSON, and a manifest."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path

import lightgbm
import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.compose.conclusions import edits
from explanans.compose.conclusions.features import HYPOTHESIS_NAMES, NAMES
from explanans.compose.conclusions.fluency import Fluency
from explanans.exceptions import InputError
from explanans.files import write_folder

FORMAT = 1
"""Raised whenever a model made before would choose differently."""

MANIFEST = "manifest.json"
_FLUENCY = "fluency.json"
_INFORMED = "with-hypothesis.txt"
_BLIND = "without-hypothesis.txt"
_EDITOR = "edits.txt"
_AGAIN = "train it again with `explanans train trees`"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a model was made from.

    Attributes:
        format: The version of the model's format.
        features: The names of the features, in the order of their columns.
        files: The digest of each file, in hexadecimal.
        data: What it was trained on: counts and a digest.
        seed: The seed of the training.
        versions: The versions of the libraries that it was trained with.
    """

    format: int
    features: tuple[str, ...]
    files: dict[str, str]
    data: dict[str, int | str]
    seed: int
    versions: dict[str, str]


@dataclass(frozen=True, slots=True)
class ConclusionModel:
    """What chooses among conclusions.

    Attributes:
        fluency: How well a sentence reads.
        editor: What proposes learned edits.
        informed: Trees for steps towards a known hypothesis.
        blind: Trees for steps without one.
        data: What they were trained on.
        seed: The seed of the training.
        versions: The versions of the libraries that they were trained with.
    """

    fluency: Fluency
    editor: edits.Editor
    informed: lightgbm.Booster
    blind: lightgbm.Booster
    data: Mapping[str, int | str]
    seed: int
    versions: Mapping[str, str]

    def scores(self, columns: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how good each candidate is likely to be, on the scale of the training's likeness.

        Args:
            columns: The features; shape (candidates, features), with or without those that need a hypothesis.
        """
        booster = self.informed if columns.shape[1] > len(NAMES) else self.blind
        return np.asarray(booster.predict(columns, num_threads=1), dtype=np.float64)

    def save(self, folder: Path) -> None:
        """Write the model into a folder, which takes its name only when it is complete.

        Args:
            folder: The folder to make; a model that is there already is replaced.

        Raises:
            InputError: The folder holds something that is no model.
            StorageError: It cannot be written.
        """
        with write_folder(folder, MANIFEST) as new:
            self._write(new)

    def _write(self, folder: Path) -> None:
        parts = {
            _INFORMED: self.informed.model_to_string().encode(),
            _BLIND: self.blind.model_to_string().encode(),
            _EDITOR: self.editor.booster.model_to_string().encode(),
            _FLUENCY: msgspec.json.encode(self.fluency.encode(), order="sorted") + b"\n",
        }
        for name, content in parts.items():
            (folder / name).write_bytes(content)
        digests = {name: sha256(content).hexdigest() for name, content in parts.items()}
        names = NAMES + HYPOTHESIS_NAMES + edits.NAMES
        manifest = Manifest(FORMAT, names, digests, dict(self.data), self.seed, dict(self.versions))
        encoded = msgspec.json.format(msgspec.json.encode(manifest, order="sorted"))
        (folder / MANIFEST).write_bytes(encoded + b"\n")


def load(folder: Path) -> ConclusionModel:
    """Return the model of a folder.

    Args:
        folder: The folder.

    Raises:
        InputError: The folder is no model, is one of another format, or is damaged.
    """
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError) as error:
        raise InputError(f"{folder / MANIFEST}: damaged or missing ({error}); {_AGAIN}") from None
    if manifest.format != FORMAT:
        raise InputError(f"{folder}: a model of format {manifest.format}; accepted: format {FORMAT}; {_AGAIN}")
    if manifest.features != NAMES + HYPOTHESIS_NAMES + edits.NAMES:
        raise InputError(f"{folder}: a model with other features; {_AGAIN}")
    try:
        fluency = Fluency.decode(msgspec.json.decode(_read(folder, _FLUENCY, manifest)))
    except (KeyError, ValueError, msgspec.DecodeError) as error:
        raise InputError(f"{folder / _FLUENCY}: damaged ({error}); {_AGAIN}") from None
    editor, informed, blind = (
        lightgbm.Booster(model_str=_read(folder, name, manifest).decode()) for name in (_EDITOR, _INFORMED, _BLIND)
    )
    return ConclusionModel(
        fluency, edits.Editor(editor), informed, blind, manifest.data, manifest.seed, manifest.versions
    )


def _read(folder: Path, name: str, manifest: Manifest) -> bytes:
    try:
        content = (folder / name).read_bytes()
    except OSError:
        raise InputError(f"{folder / name}: missing; {_AGAIN}") from None
    if sha256(content).hexdigest() != manifest.files.get(name):
        raise InputError(f"{folder / name}: damaged or cut short; {_AGAIN}")
    return content


@cache
def shipped() -> ConclusionModel:
    """Return the model that comes with the package, trained on EntailmentBank's training trees."""
    with as_file(files("explanans.compose") / "models" / "conclusions") as folder:
        return load(folder)
