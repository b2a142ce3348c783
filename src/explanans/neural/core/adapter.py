"""Low-rank adapters of language models with frozen weights.

Low-rank adaptation (Hu et al. 2022): a layer ``W`` becomes ``W + 2 B A``; ``A`` has few rows, and ``B`` few columns. On
disk their numbers have eight bits.
"""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save
from torch import Tensor, nn
from torch.nn.functional import linear
from transformers import PreTrainedModel

from explanans.errors import InputError
from explanans.io.files import write_folder
from explanans.learning.language_model import SCALE
from explanans.neural.core.checkpoint import MANIFEST, Manifest

WEIGHTS = "adapter.safetensors"

_STEPS = 127


class LowRank(nn.Module):
    """A linear layer without bias, with a trainable low-rank update."""

    def __init__(self, base: nn.Linear, rank: int) -> None:
        super().__init__()
        self.base = base
        self.a = nn.Parameter(torch.empty(rank, base.in_features))
        self.b = nn.Parameter(torch.zeros(base.out_features, rank))
        nn.init.kaiming_uniform_(self.a, a=math.sqrt(5))

    def forward(self, given: Tensor) -> Tensor:
        """Return the output of the adapted layer; shape (…, out).

        Args:
            given: The input; shape (…, in).
        """
        changed = linear(linear(given, self.a.to(given.dtype)), self.b.to(given.dtype))
        return linear(given, self.base.weight) + SCALE * changed


def adapt(model: PreTrainedModel, rank: int, last: int | None = None) -> list[nn.Parameter]:
    """Adapt every linear layer of a model's blocks, freeze the rest, and return the trainable parameters.

    Args:
        last: Number of last blocks to change; all if None.
    """
    for weights in model.parameters():
        weights.requires_grad_(False)
    blocks: nn.Module = model.base_model
    changed = blocks if last is None else nn.ModuleList(list(blocks.get_submodule("layers").children())[-last:])
    for parent, name, layer in [*_layers(changed)]:
        setattr(parent, name, LowRank(layer, rank))
    return [weights for weights in model.parameters() if weights.requires_grad]


def _layers(blocks: nn.Module) -> Iterator[tuple[nn.Module, str, nn.Linear]]:
    """Yield the linear layers of blocks with their parents and names."""
    for parent in blocks.modules():
        for name, layer in parent.named_children():
            if isinstance(layer, nn.Linear) and getattr(layer, "bias", None) is None:
                yield parent, name, layer


def quantised(blocks: nn.Module, steps: int = _STEPS) -> Iterator[tuple[str, Tensor, Tensor]]:
    """Yield the trained matrices of an adapted model by name, as int8, with their scales in float32."""
    for name, weights in blocks.named_parameters():
        if weights.requires_grad:
            # A row of A and the column of B that it is multiplied by have a scale each.
            scale = weights.detach().abs().amax(dim=int(name.endswith(".a")), keepdim=True).clamp_min(1e-12) / steps
            yield name, (weights.detach() / scale).round().to(torch.int8).contiguous(), scale.float().contiguous()


def save_adapter(model: PreTrainedModel, folder: Path, manifest: Manifest) -> None:
    """Write the adapter of a model into a folder, atomically.

    Args:
        folder: A new or empty folder, or an adapter to replace.
    """
    kept: dict[str, Tensor] = {}
    for name, values, scale in quantised(model.base_model):
        kept[name], kept[f"{name}.scale"] = values, scale
    with write_folder(folder, MANIFEST, "an adapter") as new:
        (new / WEIGHTS).write_bytes(save(kept))
        (new / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")


def merge_adapter(model: PreTrainedModel, folder: Path) -> None:
    """Merge an adapter into the weights of its base model."""
    try:
        kept: dict[str, Any] = load_file(folder / WEIGHTS)
    except (OSError, SafetensorError) as error:
        raise InputError(f"{folder / WEIGHTS}: no adapter that can be loaded ({error}); train again") from None
    layers = dict(model.base_model.named_modules())
    names = {name.removesuffix(".a") for name in kept if name.endswith(".a")}
    if not names or any(not isinstance(layers.get(name), nn.Linear) for name in names):
        raise InputError(f"{folder}: an adapter of another model; accepted: one trained beside the model that is used")
    for name in sorted(names):
        weights: Tensor = layers[name].weight.data
        a, b = (_opened(kept, f"{name}.{part}") for part in "ab")
        if (b.shape[0], a.shape[1]) != tuple(weights.shape):
            raise InputError(
                f"{folder}: an adapter of another size; accepted: one trained beside the model that is used"
            )
        weights += (SCALE * (b @ a)).to(weights.dtype)


def _opened(kept: dict[str, Any], name: str) -> Tensor:
    opened: Tensor = kept[name].to(torch.float32) * kept[f"{name}.scale"]
    return opened
