"""Pointers that have learnt nothing: the network of the package as one, so that no test has to train any."""

import shutil
from dataclasses import replace
from pathlib import Path

from explanans.lab.training.ranker import FOLDS, WHOLE, fold_name
from explanans.learning.embedder import HOME, KIND, WORDS
from explanans.learning.model import read_manifest, write_manifest
from explanans.learning.onnx import GRAPH
from explanans.retrieval.dual_encoder import DualEncoder


def frozen_pointer(folder: Path, *, note: int | str = "", words: str | None = None, seed: int = 0) -> Path:
    """Write the network of the package into a new folder as a pointer, and return the folder.

    Args:
        folder: The folder.
        note: What tells it from others.
        words: The digest of the pieces of words that it says it stands on; those of the package where None.
        seed: The seed that it says it was taught with.
    """
    folder.mkdir(parents=True)
    shipped = read_manifest(HOME, KIND)
    shutil.copyfile(HOME / GRAPH, folder / GRAPH)
    files = {GRAPH: shipped.files[GRAPH]}
    data = {WORDS: words or shipped.files[WORDS], "note": note}
    write_manifest(folder, replace(shipped, kind=DualEncoder.kind, files=files, data=data, seed=seed))
    return folder


def frozen_pointers(folder: Path, *, seed: int = 0) -> Path:
    """Write such a pointer for each fold, and one for all questions, into a new folder, and return the folder.

    Args:
        folder: The folder.
        seed: The seed that they say they were taught with.
    """
    for name in (*map(fold_name, range(FOLDS)), WHOLE):
        frozen_pointer(folder / name, note=name, seed=seed)
    return folder
