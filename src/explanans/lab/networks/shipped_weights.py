"""Read the weights of a quantised graph back, to train a network further from where another one ended."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor

from explanans.errors import InputError
from explanans.lab.networks.pair_reader import TrainableNli
from explanans.learning import nli as reader
from explanans.learning.manifest import read_manifest
from explanans.learning.onnx import GRAPH
from explanans.neural.core.pretrained import MINILM

_QUANTISED = "_quantized"
_TRANSPOSED = "_Transposed"
_UNNAMED = "onnx::MatMul_"
_WHOLE = ("whole.0.weight", "whole.2.weight")
"""The matrices to which the exporter gives no names, in the order of the graph."""


def graph_weights(path: Path) -> dict[str, Tensor]:
    """Return the weights of a graph by the names of the modules that it was exported from.

    Whole numbers of 8 bits become the numbers that they stand for, so that the network reads as the graph does but for
    rounding in between.

    Args:
        path: The graph, as ``onnx_graphs`` writes it.
    """
    graph = onnx.load(str(path)).graph
    found = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    # The exporter keeps equal weights once.
    copies = [node for node in graph.node if node.op_type == "Identity" and node.input[0] in found]
    found |= {node.output[0]: found[node.input[0]] for node in copies}
    unnamed = [
        name.removesuffix(_QUANTISED) for name in found if name.startswith(_UNNAMED) and name.endswith(_QUANTISED)
    ]
    names = dict(zip(unnamed, _WHOLE, strict=False))
    weights = {}
    for name, values in found.items():
        stem = name.removesuffix(_QUANTISED)
        if stem == name:
            if not name.endswith(("_scale", "_zero_point")):
                weights[name] = torch.from_numpy(np.array(values))
            continue
        scale, zero = found[f"{stem}_scale"], found[f"{stem}_zero_point"]
        exact = (values.astype(np.float32) - zero.astype(np.float32)) * scale
        plain = names.get(stem) or stem.removesuffix(_TRANSPOSED)
        weights[plain] = torch.from_numpy(np.ascontiguousarray(exact.T if plain != stem else exact))
    return weights


def trained_reader(folder: Path, encoder: str | Path = MINILM) -> TrainableNli:
    """Return the network of a folder, ready to be trained further.

    Args:
        folder: The folder that ``write_reader`` wrote.
        encoder: An encoder of the same shape; see ``locate_encoder``.

    Raises:
        InputError: The folder holds no such network, or one of another shape.
    """
    read_manifest(folder, reader.KIND)
    network = TrainableNli.untrained(encoder)
    weights = {_module_name(name): value for name, value in graph_weights(folder / GRAPH).items()}
    own = network.state_dict()
    if missing := [name for name, value in own.items() if _is_read(name) and not _fits(value, weights.get(name))]:
        raise InputError(
            f"{folder}: a network without {missing[0]} of the shape of {encoder}; accepted: one of its kind"
        )
    network.load_state_dict(own | {name: value for name, value in weights.items() if name in own})
    return network


def _module_name(name: str) -> str:
    if name.startswith("layers."):
        return f"encoder.encoder.layer.{name.removeprefix('layers.')}"
    return f"encoder.{name}" if name.startswith("embeddings.") else name


def _is_read(name: str) -> bool:
    """Return whether the graph reads a weight: BERT's pooler and its list of positions are not part of it."""
    return "pooler" not in name and not name.endswith(("position_ids", "token_type_ids"))


def _fits(own: Tensor, other: Tensor | None) -> bool:
    return other is not None and own.shape == other.shape
