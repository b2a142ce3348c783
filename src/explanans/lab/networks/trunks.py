"""The encoder inside the judge's network, as weights that other networks can start from."""

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor

from explanans.errors import InputError
from explanans.learning.nli import HOME
from explanans.learning.onnx import GRAPH

JUDGE = "judge"
"""The name of that encoder, where one to start from is named."""

_QUANTISED, _SCALE, _ZERO, _TURNED = "_quantized", "_scale", "_zero_point", "_Transposed"
"""How names of weights end that the exporter rounded, of what it rounded by, and of those that it turned."""
_PARTS = {"embeddings.": "embeddings.", "layers.": "encoder.layer."}
"""How names of weights start in the graph, and how in an encoder of BERT's kind."""


def judge_weights(folder: Path = HOME) -> dict[str, Tensor]:
    """Return the weights of the encoder that reads claims beside premises for the judge, as whole 8 bits let them be.

    It is MiniLM, trained further on inference and on words that people marked as not supported.

    Args:
        folder: The folder of the network; that of the package if none is named.

    Raises:
        InputError: The folder holds no such network.
    """
    try:
        graph = onnx.load(folder / GRAPH).graph
    except Exception as error:  # whatever the library raises
        raise InputError(f"{folder}: no network of a judge ({error}); accepted: the one that ships") from None
    held = {item.name: torch.tensor(numpy_helper.to_array(item)) for item in graph.initializer}
    weights = {}
    for name, found in held.items():
        start = next((part for part in _PARTS if name.startswith(part)), None)
        if start is None or name.endswith((_SCALE, _ZERO)):
            continue
        plain, values = name.removesuffix(_QUANTISED), found
        if plain != name:
            values = (found.float() - held[plain + _ZERO].float()) * held[plain + _SCALE]
        if plain.endswith(_TURNED):
            plain, values = plain.removesuffix(_TURNED), values.T.contiguous()
        weights[_PARTS[start] + plain.removeprefix(start)] = values
    return weights
