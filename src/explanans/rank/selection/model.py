"""How probable it is that each of the best facts belongs to the explanation: boosted trees over the curve of scores."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import lightgbm
import msgspec
import numpy as np
from numpy.typing import NDArray

from explanans.exceptions import InputError
from explanans.explanation import ScoredFact
from explanans.files import write_beside
from explanans.rank.selection.curve import FEATURES, Curve, columns
from explanans.rank.selection.ensemble import expected_f1

SHIPPED = Path(__file__).parents[1] / "models" / "selection"
"""The model that comes with the package, made by ``benchmarks/cutoff.py`` from WorldTree's training questions."""

FORMAT = 1
_MANIFEST = "manifest.json"
_TREES = "trees.txt"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a model was made from.

    Attributes:
        format: The version of the model's format.
        sha256: The digest of the file of its trees in hexadecimal.
        features: The names of its features, in the order of its columns.
        data: What it was trained on: the data set, how many questions, and the rankers whose curves they were.
        seed: The seed of the training.
        versions: The versions of the libraries that it was trained with.
    """

    format: int
    sha256: str
    features: tuple[str, ...]
    data: dict[str, int | str]
    seed: int
    versions: dict[str, str]


@dataclass(frozen=True, slots=True)
class Selection:
    """Chooses those of the best facts that make the explanation.

    Attributes:
        booster: The trees.
    """

    booster: lightgbm.Booster

    @classmethod
    def open(cls, folder: Path = SHIPPED) -> "Selection":
        """Read a model.

        Args:
            folder: A folder written by ``save``.

        Raises:
            InputError: The folder holds no model that can be used.
        """
        try:
            manifest = msgspec.json.decode((folder / _MANIFEST).read_bytes(), type=Manifest)
            text = (folder / _TREES).read_bytes()
        except (OSError, msgspec.DecodeError) as error:
            raise InputError(f"{folder}: no model that selects facts ({error}); accepted: one written whole") from None
        if manifest.format != FORMAT or manifest.features != FEATURES or sha256(text).hexdigest() != manifest.sha256:
            raise InputError(f"{folder}: a model of another version, or a damaged one; accepted: format {FORMAT}")
        return cls(lightgbm.Booster(model_str=text.decode()))

    def probable(self, found: Curve, weight: Callable[[str], float]) -> tuple[ScoredFact, ...]:
        """Return the facts of a curve with the probability that each is gold, the most probable first.

        Args:
            found: The best facts of a question.
            weight: How telling a lemma is.
        """
        if not found.facts:
            return ()
        values = np.asarray(self.booster.predict(columns(found, weight), num_threads=1), dtype=np.float64)
        order = np.argsort(-values, kind="stable")
        return tuple(ScoredFact(found.facts[number].fact, float(values[number])) for number in order)


@cache
def shipped() -> Selection:
    """Return the model that comes with the package, read once."""
    return Selection.open()


def cut(probabilities: Sequence[float]) -> int:
    """Return how many of some facts to take so that the expected F1 is highest; of equals the fewest.

    Args:
        probabilities: How probable it is that each fact is gold, falling.

    Example:
        >>> cut([0.9, 0.8, 0.2, 0.1]), cut([])
        (2, 0)
    """
    total = sum(probabilities)
    return max(range(len(probabilities) + 1), key=lambda count: (expected_f1(probabilities[:count], total), -count))


def save(
    booster: lightgbm.Booster, folder: Path, data: dict[str, int | str], seed: int, versions: dict[str, str]
) -> None:
    """Write a model.

    Args:
        booster: The trees.
        folder: The folder; what is in it is replaced.
        data: What they were trained on.
        seed: The seed of the training.
        versions: The versions of the libraries.

    Raises:
        StorageError: It cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    text = booster.model_to_string().encode()
    manifest = Manifest(FORMAT, sha256(text).hexdigest(), FEATURES, data, seed, versions)
    for name, content in ((_TREES, text), (_MANIFEST, _written(manifest))):
        with write_beside(folder / name) as file:
            file.write(content.decode())


def _written(manifest: Manifest) -> bytes:
    return msgspec.json.format(msgspec.json.encode(manifest, order="sorted")) + b"\n"


def fit(examples: Sequence[tuple[NDArray[np.float32], NDArray[np.bool_]]], seed: int) -> lightgbm.Booster:
    """Return boosted trees that tell how probable it is that a fact is gold.

    Args:
        examples: The features of the best facts of each question, shape (facts, features), and which are gold, shape
            (facts,); one or more.
        seed: Seeds the choice of features of each tree.
    """
    parameters = {
        "objective": "binary",
        "learning_rate": 0.05,
        "num_leaves": 8,
        "min_data_in_leaf": 50,
        "feature_fraction": 0.6,
        "lambda_l2": 5.0,
        "max_bin": 63,
        "num_threads": 1,
        "deterministic": True,
        "force_row_wise": True,
        "verbosity": -1,
        "seed": seed,
    }
    data = lightgbm.Dataset(
        np.concatenate([features for features, _ in examples]),
        np.concatenate([gold for _, gold in examples]).astype(np.int32),
        feature_name=list(FEATURES),
        params=parameters,
    )
    return lightgbm.train(parameters, data, TREES)


TREES = 150
"""With the parameters above chosen on WorldTree's training questions by cross-validation."""
