"""The model in the loop: which stance it reads in a belief and an argument."""

import threading
from pathlib import Path

from explanans.errors import InputError, MissingExtraError
from explanans.learning.manifest import MANIFEST
from explanans.pipeline.graphing import StanceReader, open_stances
from explanans.structures.graphs import Stance

_LOCK = threading.Lock()
_OPEN: dict[str, tuple[float, StanceReader]] = {}


def predict_stance(belief: str, argument: str, folder: str = "") -> Stance:
    """Return the stance that the model tells.

    A model whose folder was written anew, such as after a round of collection, is opened anew.

    Args:
        folder: The folder made by ``lab train stance`` or ``lab train stance-encoder``; empty for the one that
            comes with the package.

    Raises:
        InputError: The folder holds no such model.
        MissingExtraError: It is a network, and the extra ``neural`` is not installed.

    Example:
        >>> predict_stance("Zoos should be banned.", "Animals suffer in narrow cages.").value
        'support'
    """
    with _LOCK:  # one at a time: models are not made for several threads
        return _opened(folder)(belief, argument)


def check_model(folder: str) -> None:
    """Refuse a folder that holds no model of stances.

    Args:
        folder: The folder; empty for the model that comes with the package.

    Raises:
        InputError: The folder holds no such model, or one for which an extra is not installed.
    """
    try:
        with _LOCK:
            _opened(folder)
    except MissingExtraError as error:
        raise InputError(str(error)) from None


def _opened(folder: str) -> StanceReader:
    manifest = Path(folder) / MANIFEST
    written = manifest.stat().st_mtime if folder and manifest.exists() else 0.0
    if folder not in _OPEN or _OPEN[folder][0] != written:
        _OPEN[folder] = (written, open_stances(Path(folder) if folder else None))
    return _OPEN[folder][1]
