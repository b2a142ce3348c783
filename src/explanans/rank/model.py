"""A trained ranker in a folder: boosted trees as text, and a manifest that says what they were made from."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import lightgbm
import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.exceptions import InputError
from explanans.files import write_folder

FORMAT = 2
"""Raised whenever a model made before would rank differently."""

MANIFEST = "manifest.json"
ENCODER = "encoder"
"""The folder of a model's sentence encoder."""


@dataclass(frozen=True, slots=True)
class StageFile:
    """One stage of a model.

    Attributes:
        file: The name of the file of its trees.
        sha256: The file's digest in hexadecimal.
        features: The names of its features, in the order of its columns.
    """

    file: str
    sha256: str
    features: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a model was made from.

    Attributes:
        format: The version of the model's format.
        with_explanations: Whether it uses the gold explanations of the knowledge base that it ranks.
        with_encoder: Whether it uses a sentence encoder, which lies in the folder ``ENCODER``.
        stages: Its stages, in the order they are run.
        data: What it was trained on: counts, and digests of the facts and of the questions.
        seed: The seed of the training.
        versions: The versions of the libraries that it was trained with.
    """

    format: int
    with_explanations: bool
    with_encoder: bool
    stages: tuple[StageFile, ...]
    data: dict[str, int | str]
    seed: int
    versions: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Format:
    """What the manifests of all versions hold."""

    format: int


@dataclass(frozen=True, slots=True)
class Stage:
    """Boosted trees and the features that they look at.

    Attributes:
        booster: The trees.
        features: The names of their features, in the order of their columns.
    """

    booster: lightgbm.Booster
    features: tuple[str, ...]

    def scores(self, columns: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return one score a row, on the trees' own scale.

        Args:
            columns: The features; shape (candidates, features).
        """
        return np.asarray(self.booster.predict(columns, num_threads=1), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class RankingModel:
    """A trained ranker.

    Attributes:
        stages: Its stages, in the order they are run.
        with_explanations: Whether it uses the gold explanations of the knowledge base that it ranks.
        data: What it was trained on.
        seed: The seed of the training.
        versions: The versions of the libraries that it was trained with.
        encoder: The folder of the sentence encoder that it uses; None where it uses none.
    """

    stages: tuple[Stage, ...]
    with_explanations: bool
    data: Mapping[str, int | str]
    seed: int
    versions: Mapping[str, str]
    encoder: Path | None = None

    def first(self, count: int | None) -> "RankingModel":
        """Return the model of the first stages alone.

        Args:
            count: How many stages; all where None.
        """
        return replace(self, stages=self.stages[:count])

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
        stages = []
        for number, stage in enumerate(self.stages, 1):
            text = stage.booster.model_to_string().encode()
            (folder / f"stage{number}.txt").write_bytes(text)
            stages.append(StageFile(f"stage{number}.txt", sha256(text).hexdigest(), stage.features))
        manifest = Manifest(
            FORMAT,
            self.with_explanations,
            self.encoder is not None,
            tuple(stages),
            dict(self.data),
            self.seed,
            dict(self.versions),
        )
        if self.encoder is not None:
            shutil.copytree(self.encoder, folder / ENCODER)
        (folder / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest, order="sorted")) + b"\n")


def load(folder: Path, known: Sequence[str]) -> RankingModel:
    """Return the model of a folder.

    Args:
        folder: The folder.
        known: The names of the features that can be computed.

    Raises:
        InputError: The folder is no model, is one of another format, is damaged, or asks for unknown features.
    """
    again = "train it again with `explanans train ranker`"
    try:
        encoded = (folder / MANIFEST).read_bytes()
        found = msgspec.json.decode(encoded, type=_Format).format
        if found != FORMAT:
            raise InputError(f"{folder}: a model of format {found}; accepted: format {FORMAT}; {again}")
        manifest = msgspec.json.decode(encoded, type=Manifest)
    except (OSError, msgspec.DecodeError) as error:
        raise InputError(f"{folder / MANIFEST}: damaged or missing ({error}); {again}") from None
    if not manifest.stages:
        raise InputError(f"{folder / MANIFEST}: names no stage; {again}")
    unknown = sorted({name for stage in manifest.stages for name in stage.features}.difference(known))
    if unknown:
        raise InputError(f"{folder}: a model with unknown features ({', '.join(unknown)}); {again}")
    return RankingModel(
        tuple(_stage(folder, stage) for stage in manifest.stages),
        manifest.with_explanations,
        manifest.data,
        manifest.seed,
        manifest.versions,
        folder / ENCODER if manifest.with_encoder else None,
    )


def _stage(folder: Path, stage: StageFile) -> Stage:
    file = folder / stage.file
    again = "train it again with `explanans train ranker`"
    try:
        text = file.read_bytes()
    except OSError:
        raise InputError(f"{file}: missing; {again}") from None
    if sha256(text).hexdigest() != stage.sha256:
        raise InputError(f"{file}: damaged or cut short; {again}")
    booster = lightgbm.Booster(model_str=text.decode())
    if tuple(booster.feature_name()) != stage.features:
        raise InputError(f"{file}: has other features than {MANIFEST} says; {again}")
    return Stage(booster, stage.features)
