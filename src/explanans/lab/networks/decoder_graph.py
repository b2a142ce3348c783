"""Write the graph of a causal language model of Llama's kind, whose weights lie in a file beside it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper

from explanans.learning.decoder import WEIGHTS, Shape, Stored, layout

_OPSET = 17
_STEPS, _MIDDLE = 127, 128
_TINY = 1e-30


class _Builder:
    """Nodes of a graph, in order; each output is named after its number."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def add(self, kind: str, *inputs: str, outputs: int = 1, domain: str = "", **settings: Any) -> Any:
        names = [f"{kind}_{len(self.nodes)}_{place}" for place in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, domain=domain, **settings))
        return names[0] if outputs == 1 else names

    def whole(self, *values: int) -> str:
        """Return the name of a constant list of whole numbers."""
        name = "whole_" + "_".join(map(str, values))
        self.constants[name] = helper.make_tensor(name, TensorProto.INT64, [len(values)], values)
        return name

    def number(self, value: float) -> str:
        """Return the name of a constant."""
        name = f"number_{value}"
        self.constants[name] = helper.make_tensor(name, TensorProto.FLOAT, [], [value])
        return name


class _Decoder(_Builder):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape

    def rounded(self, states: str) -> tuple[str, str]:
        """Return states as whole numbers of 8 bits, and the scale of each token."""
        largest = self.add("ReduceMax", self.add("Abs", states), axes=[1], keepdims=0)
        scales = self.add("Add", self.add("Mul", largest, self.number(1 / _STEPS)), self.number(_TINY))
        middles = self.add(
            "Cast",
            self.add("Add", self.add("Mul", scales, self.number(0.0)), self.number(_MIDDLE)),
            to=TensorProto.UINT8,
        )
        whole = self.add("QuantizeLinear", states, scales, middles, axis=0)
        return whole, self.add("Unsqueeze", scales, self.whole(1))

    def product(self, rounded: tuple[str, str], layer: int, name: str) -> str:
        """Multiply states by a matrix of a layer."""
        whole, scales = rounded
        matrix = f"{layer}.{name}"
        found = self.add("Cast", self.add("MatMulInteger", whole, matrix, self.middle()), to=TensorProto.FLOAT)
        multiplied: str = self.add("Mul", self.add("Mul", found, scales), f"{matrix}.scales")
        return multiplied

    def middle(self) -> str:
        """Return the name of the whole number that stands for 0."""
        self.constants["middle"] = helper.make_tensor("middle", TensorProto.UINT8, [], [_MIDDLE])
        return "middle"

    def normed(self, states: str, weights: str) -> str:
        """Divide states by the root of their mean square (Zhang & Sennrich 2019)."""
        found: str = self.add(
            "SimplifiedLayerNormalization", states, weights, axis=-1, epsilon=self.shape.epsilon, stash_type=1
        )
        return found

    def in_heads(self, states: str, heads: int) -> str:
        """Return states of tokens as (heads, tokens, numbers)."""
        parted = self.add("Reshape", states, self.whole(-1, heads, self.shape.head))
        found: str = self.add("Transpose", parted, perm=[1, 0, 2])
        return found

    def turned(self, states: str) -> str:
        """Turn states by their positions (Su et al. 2021)."""
        half = self.shape.head // 2
        first, second = self.add("Split", states, self.whole(half, half), outputs=2, axis=-1)
        swapped = self.add("Concat", self.add("Neg", second), first, axis=-1)
        found: str = self.add("Add", self.add("Mul", states, "cosines"), self.add("Mul", swapped, "sines"))
        return found

    def layer(self, states: str, number: int) -> tuple[str, str]:
        """Return states after a layer, and its keys and values."""
        shape = self.shape
        read = self.rounded(self.normed(states, f"{number}.before"))
        keys_width = shape.groups * shape.head
        parts = self.whole(shape.width, keys_width, keys_width)
        queries, keys, values = self.add("Split", self.product(read, number, "qkv"), parts, outputs=3, axis=-1)
        queries = self.turned(self.in_heads(queries, shape.heads))
        keys = self.turned(self.in_heads(keys, shape.groups))
        values = self.in_heads(values, shape.groups)
        own = self.add("Concat", *(self.add("Unsqueeze", item, self.whole(0)) for item in (keys, values)), axis=0)
        before = self.add("Gather", "past", self.whole(number), axis=0)
        all_of = self.add("Concat", self.add("Squeeze", before, self.whole(0)), own, axis=2)
        keys, values = self.add("Split", all_of, self.whole(1, 1), outputs=2, axis=0)
        # Heads of queries that share keys lie behind one another.
        keys, values = (self.add("Transpose", item, perm=[1, 0, 2, 3]) for item in (keys, values))
        shared = shape.heads // shape.groups
        queries = self.add("Reshape", queries, self.whole(shape.groups, shared, -1, shape.head))
        likeness = self.add("MatMul", queries, self.add("Transpose", keys, perm=[0, 1, 3, 2]))
        scaled = self.add("Mul", likeness, self.number(shape.head**-0.5))
        weights = self.add("Softmax", self.add("Add", scaled, "bias"), axis=-1)
        seen = self.add("Transpose", self.add("MatMul", weights, values), perm=[2, 0, 1, 3])
        seen = self.add("Reshape", seen, self.whole(-1, shape.width))
        states = self.add("Add", states, self.product(self.rounded(seen), number, "o"))
        read = self.rounded(self.normed(states, f"{number}.between"))
        parts = self.whole(shape.hidden, shape.hidden)
        gate, up = self.add("Split", self.product(read, number, "gate_up"), parts, outputs=2, axis=-1)
        opened = self.rounded(self.add("Mul", self.add("Mul", gate, self.add("Sigmoid", gate)), up))
        return self.add("Add", states, self.product(opened, number, "down")), own


def write_graph(shape: Shape, path: Path) -> None:
    """Write the graph of a model, without its weights."""
    builder = _Decoder(shape)
    whole = builder.add("Cast", builder.add("Gather", "words", "ids", axis=0), to=TensorProto.FLOAT)
    states = builder.add("Mul", whole, builder.add("Gather", "words.scales", "ids", axis=0))
    kept = []
    for number in range(shape.layers):
        states, own = builder.layer(states, number)
        kept.append(builder.add("Unsqueeze", own, builder.whole(0)))
    builder.nodes.append(
        helper.make_node(
            "SimplifiedLayerNormalization", [states, "last"], ["states"], axis=-1, epsilon=shape.epsilon, stash_type=1
        )
    )
    builder.nodes.append(helper.make_node("Concat", kept, ["kept"], axis=0))
    past = (shape.layers, 2, shape.groups)
    inputs = [
        _value("ids", TensorProto.INT64, ["tokens"]),
        _value("cosines", TensorProto.FLOAT, ["tokens", shape.head]),
        _value("sines", TensorProto.FLOAT, ["tokens", shape.head]),
        _value("bias", TensorProto.FLOAT, ["tokens", "all"]),
        _value("past", TensorProto.FLOAT, [*past, "before", shape.head]),
    ]
    outputs = [
        _value("states", TensorProto.FLOAT, ["tokens", shape.width]),
        _value("kept", TensorProto.FLOAT, [*past, "tokens", shape.head]),
    ]
    weights = [*map(_external, layout(shape)), *builder.constants.values()]
    graph = helper.make_graph(builder.nodes, "decoder", inputs, outputs, weights)
    imports = [helper.make_opsetid("", _OPSET)]
    model = helper.make_model(graph, opset_imports=imports, ir_version=9)
    path.write_bytes(model.SerializeToString(deterministic=True))


def _value(name: str, kind: int, sizes: Sequence[int | str]) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, sizes)


def _external(item: Stored) -> onnx.TensorProto:
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(item.kind))
    tensor = TensorProto(name=item.name, data_type=kind, dims=item.shape, data_location=TensorProto.EXTERNAL)
    length = int(np.prod(item.shape)) * np.dtype(item.kind).itemsize
    for key, value in (("location", WEIGHTS), ("offset", item.offset), ("length", length)):
        tensor.external_data.add(key=key, value=str(value))
    return tensor
