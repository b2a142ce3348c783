"""BLEURT, if its package and weights are installed (Sellam et al. 2020)."""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from explanans.errors import InputError

_CONFIGURATION = "bleurt_config.json"
_BATCH = 16


def open_bleurt(folder: Path) -> Callable[[Sequence[tuple[str, str]]], list[float]]:
    """Load BLEURT and return a scorer of pairs of a text and its reference.

    EntailmentBank was scored with BLEURT-Large-512.

    Args:
        folder: The folder of the weights, as BLEURT's own releases unpack.

    Raises:
        InputError: The package ``bleurt`` is not installed, or the folder holds no weights.
    """
    if find_spec("bleurt") is None:
        raise InputError(
            "bleurt: the package bleurt is not installed; accepted: pip install "
            "git+https://github.com/google-research/bleurt.git"
        )
    if not (folder / _CONFIGURATION).is_file():
        raise InputError(
            f"{folder}: no {_CONFIGURATION}; accepted: the folder of BLEURT's weights, such as BLEURT-Large-512"
        )
    scorer = import_module("bleurt.score").BleurtScorer(str(folder))

    def scores(pairs: Sequence[tuple[str, str]]) -> list[float]:
        found, wanted = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        return [float(score) for score in scorer.score(references=wanted, candidates=found, batch_size=_BATCH)]

    return scores
