"""Networks as ONNX graphs, and weights read back from them."""

import logging
import math
import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn.functional import gelu, normalize
from transformers import BertModel, PreTrainedTokenizerBase

from explanans.errors import InputError
from explanans.lab.networks.pair_reader import TrainableNli
from explanans.learning import embedder
from explanans.learning import nli as reader
from explanans.learning.model import FORMAT, Manifest, read_manifest, write_manifest
from explanans.learning.nli import HOME
from explanans.learning.onnx import GRAPH, TOKENIZER
from explanans.neural.core.pretrained import MINILM
from explanans.retrieval.dual_encoder import DualEncoder
from explanans.runtime.version import __version__

_OPSET = 17
_QUANTISED = "_quantized"
_TRANSPOSED = "_Transposed"
_UNNAMED = "onnx::MatMul_"
_WHOLE = ("whole.0.weight", "whole.2.weight")
"""The matrices to which the exporter gives no names, in the order of the graph."""
JUDGE = "judge"
"""The name of that encoder, where one to start from is named."""
_SCALE, _ZERO = "_scale", "_zero_point"
"""Suffixes of the names of what weights were quantised by."""
_PARTS = {"embeddings.": "embeddings.", "layers.": "encoder.layer."}
"""How names of weights start in the graph, and how in an encoder of BERT's kind."""


class _Layers(nn.Module):
    """The layers of an encoder of BERT's kind, spelt out so that a graph may look at what another call kept."""

    def __init__(self, encoder: BertModel) -> None:
        super().__init__()
        self.embeddings = encoder.embeddings
        self.layers = encoder.encoder.layer
        self.heads = encoder.config.num_attention_heads
        self.width = encoder.config.hidden_size // self.heads

    def embedded(self, ids: Tensor, positions: Tensor, kind: Tensor) -> Tensor:
        parts = self.embeddings
        summed = parts.word_embeddings(ids) + parts.position_embeddings(positions) + parts.token_type_embeddings(kind)
        return cast("Tensor", parts.LayerNorm(summed))

    def keys(self, layer: Any, states: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return queries, keys and values; shape (…, heads, tokens, width)."""
        attention = layer.attention.self
        shape = (*states.shape[:-1], self.heads, self.width)
        query, key, value = (
            part(states).view(shape).transpose(-2, -3) for part in (attention.query, attention.key, attention.value)
        )
        return query, key, value

    def after(self, layer: Any, states: Tensor, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """Return the states after a layer."""
        weights = torch.softmax(query @ key.transpose(-1, -2) / math.sqrt(self.width), dim=-1)
        seen = (weights @ value).transpose(-2, -3).reshape(states.shape)
        states = layer.attention.output.LayerNorm(layer.attention.output.dense(seen) + states)
        return cast(
            "Tensor", layer.output.LayerNorm(layer.output.dense(gelu(layer.intermediate.dense(states))) + states)
        )


class _ReaderGraph(_Layers):
    """One call reads premises, with nothing before them, and keeps their keys and values; another reads a claim."""

    def __init__(self, network: TrainableNli) -> None:
        super().__init__(network.encoder)
        self.whole = network.whole
        self.word = network.word

    def forward(self, ids: Tensor, start: Tensor, kind: Tensor, past: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        length = ids.shape[0]
        states = self.embedded(ids, torch.arange(length) + start, kind.expand(length))
        kept = []
        for number, layer in enumerate(self.layers):
            query, key, value = self.keys(layer, states)
            kept.append(torch.stack([key, value]))
            key, value = torch.cat([past[number, 0], key], dim=1), torch.cat([past[number, 1], value], dim=1)
            states = self.after(layer, states, query, key, value)
        logits = self.whole(torch.cat([states[0], states.mean(dim=0)]))
        return logits, self.word(states), torch.stack(kept)


class _WordsGraph(_Layers):
    """The pieces of words of texts of one length, each by itself: what the first layer reads."""

    def forward(self, ids: Tensor) -> Tensor:
        return self.embedded(ids, torch.arange(ids.shape[1])[None], torch.zeros_like(ids))


class _SentenceGraph(_Layers):
    """The mean of the token vectors of texts of one length, as unit vectors."""

    def forward(self, states: Tensor) -> Tensor:
        for layer in self.layers:
            states = self.after(layer, states, *self.keys(layer, states))
        return normalize(states.mean(dim=1), dim=1)


def write_reader(network: TrainableNli, folder: Path, data: Mapping[str, int | str], seed: int) -> None:
    """Write a trained reader, from which ``meaning.reader.NliClassifier`` is opened."""
    network = network.eval().cpu()
    config = network.encoder.config
    shape = (config.num_hidden_layers, 2, config.num_attention_heads, 1)
    past = torch.zeros(*shape, config.hidden_size // config.num_attention_heads)
    inputs = {"ids": torch.ones(2, dtype=torch.long), "start": torch.tensor(1), "kind": torch.tensor(1), "past": past}
    outputs = ("claim", "words", "kept")
    free = {"ids": {0: "tokens"}, "past": {3: "before"}, "words": {0: "tokens"}, "kept": {3: "tokens"}}
    graph = _graph(_ReaderGraph(network), inputs, outputs, free)
    contents = {GRAPH: graph, TOKENIZER: _spelling(network.tokenizer)}
    _write(folder, contents, Manifest(FORMAT, reader.KIND, {}, {}, dict(data), seed, _versions()))


def write_embedder(encoder: BertModel, tokenizer: PreTrainedTokenizerBase, folder: Path, start: str) -> None:
    """Write an encoder of sentences as it is, from which ``meaning.embedder.Embedder`` is opened."""
    encoder = encoder.cpu()
    inputs = {"ids": torch.ones(2, 3, dtype=torch.long)}
    free = {"ids": {0: "texts", 1: "tokens"}, "states": {0: "texts", 1: "tokens"}}
    words = _graph(_WordsGraph(encoder), inputs, ("states",), free)
    manifest = Manifest(FORMAT, embedder.KIND, {}, {}, {"encoder": start}, 0, _versions())
    contents = {GRAPH: _sentence_graph(encoder), TOKENIZER: _spelling(tokenizer), embedder.WORDS: words}
    _write(folder, contents, manifest)


def write_pointer(encoder: BertModel, folder: Path, data: Mapping[str, int | str], seed: int) -> None:
    """Write an encoder that stands on the pieces of words of the package, for ``rank.pointer.DualEncoder``."""
    words = read_manifest(embedder.HOME, embedder.KIND).files[embedder.WORDS]
    manifest = Manifest(FORMAT, DualEncoder.kind, {}, {}, {**data, embedder.WORDS: words}, seed, _versions())
    _write(folder, {GRAPH: _sentence_graph(encoder.cpu())}, manifest)


def _sentence_graph(encoder: BertModel) -> bytes:
    states = {"states": torch.ones(2, 3, encoder.config.hidden_size)}
    free = {"states": {0: "texts", 1: "tokens"}, "vectors": {0: "texts"}}
    return _graph(_SentenceGraph(encoder), states, ("vectors",), free)


def _graph(
    module: nn.Module, inputs: Mapping[str, Tensor], outputs: Sequence[str], free: Mapping[str, Mapping[int, str]]
) -> bytes:
    """Return a network as a graph whose weights are whole numbers of 8 bits."""
    module = module.eval()  # the exporter leaves all of it as it finds the outermost module
    with tempfile.TemporaryDirectory() as workplace, _silence(), torch.inference_mode():
        exact, small = Path(workplace) / "exact.onnx", Path(workplace) / "small.onnx"
        torch.onnx.export(
            module,
            tuple(inputs.values()),
            exact,
            dynamo=False,
            opset_version=_OPSET,
            input_names=list(inputs),
            output_names=list(outputs),
            dynamic_axes={name: dict(axes) for name, axes in free.items()},
        )
        quantize_dynamic(exact, small, weight_type=QuantType.QInt8, per_channel=True)
        return small.read_bytes()


@contextmanager
def _silence() -> Iterator[None]:
    """Keep what the exporter and the quantiser say of their own ways from a user."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.disable(logging.WARNING)
        try:
            yield
        finally:
            logging.disable(logging.NOTSET)


def _spelling(tokenizer: PreTrainedTokenizerBase) -> bytes:
    return cast("bytes", tokenizer.backend_tokenizer.to_str().encode())


def _write(folder: Path, contents: Mapping[str, bytes], manifest: Manifest) -> None:
    """Write files into a folder, and the manifest with their digests."""
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    write_manifest(folder, replace(manifest, files={name: sha256(item).hexdigest() for name, item in contents.items()}))


def _versions() -> dict[str, str]:
    packages = ("onnx", "onnxruntime", "torch", "transformers", "tokenizers")
    return {"explanans": __version__} | {name: version(name) for name in packages}


def graph_weights(path: Path) -> dict[str, Tensor]:
    """Return the weights of a graph by the names of the modules that it was exported from.

    Whole numbers of 8 bits become the numbers that they stand for, so that the network reads as the graph does but for
    rounding in between.
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
            if not name.endswith((_SCALE, _ZERO)):
                weights[name] = torch.from_numpy(np.array(values))
            continue
        scale, zero = found[f"{stem}_scale"], found[f"{stem}_zero_point"]
        exact = (values.astype(np.float32) - zero.astype(np.float32)) * scale
        plain = names.get(stem) or stem.removesuffix(_TRANSPOSED)
        weights[plain] = torch.from_numpy(np.ascontiguousarray(exact.T if plain != stem else exact))
    return weights


def trained_reader(folder: Path, encoder: str | Path = MINILM) -> TrainableNli:
    """Return the network of a folder, ready to be trained further."""
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


def judge_weights(folder: Path = HOME) -> dict[str, Tensor]:
    """Return the weights of the encoder that reads claims beside premises for the judge, as whole 8 bits let them be.

    It is MiniLM, trained further on inference and on words that people marked as not supported.

    Args:
        folder: The folder of the network; that of the package if none is named.
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
        if plain.endswith(_TRANSPOSED):
            plain, values = plain.removesuffix(_TRANSPOSED), values.T.contiguous()
        weights[_PARTS[start] + plain.removeprefix(start)] = values
    return weights
