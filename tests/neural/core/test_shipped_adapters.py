"""The adapters that come with the package: each opens beside a block of the shape of SmolLM2's, which is made here."""

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import LlamaConfig, LlamaForCausalLM

import explanans
from explanans.neural.core.adapter import WEIGHTS, merge_adapter
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.language_models import SMOLLM2

SHIPPED = sorted(path.parent for path in Path(explanans.__path__[0]).glob("**/" + WEIGHTS))
BLOCKS = 30
WIDTHS = {"q_proj": (576, 576), "k_proj": (192, 576), "v_proj": (192, 576), "o_proj": (576, 576)}
WIDTHS |= {"gate_proj": (1536, 576), "up_proj": (1536, 576), "down_proj": (576, 1536)}
"""Outputs and inputs of the layers of each block (Ben Allal et al. 2025)."""


def one_block() -> LlamaForCausalLM:
    """Return a model with a single block of SmolLM2's shape, all of whose weights are 0."""
    shape = LlamaConfig(
        vocab_size=4,
        hidden_size=576,
        intermediate_size=1536,
        num_hidden_layers=1,
        num_attention_heads=9,
        num_key_value_heads=3,
    )
    with torch.device("meta"):
        model = LlamaForCausalLM(shape)
    model = model.to_empty(device="cpu")
    for weights in model.parameters():
        weights.data.zero_()
    return model


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: folder.name)
def test_a_shipped_adapter_opens(folder: Path, tmp_path: Path) -> None:
    manifest = read_manifest(folder)
    assert (manifest.start, manifest.examples > 1000) == (SMOLLM2, True)
    kept = load_file(folder / WEIGHTS)
    numbers = {int(name.split(".")[1]) for name in kept}
    assert numbers == set(range(min(numbers), BLOCKS))  # all blocks from one on
    last = {name.replace(f"layers.{BLOCKS - 1}.", "layers.0."): item for name, item in kept.items() if ".29." in name}
    assert len(last) * len(numbers) == len(kept)
    save_file(last, tmp_path / WEIGHTS)
    model = one_block()
    merge_adapter(model, tmp_path)
    changed = {name: layer.weight for name, layer in model.base_model.named_modules() if hasattr(layer, "weight")}
    for name, (outputs, inputs) in WIDTHS.items():
        [place] = [found for found in changed if found.endswith(name)]
        a, b = (last[f"{place}.{part}"] * last[f"{place}.{part}.scale"] for part in "ab")
        assert (a.shape[1], b.shape[0]) == (inputs, outputs)
        torch.testing.assert_close(changed[place].data, 2 * b @ a)
        assert float(changed[place].data.abs().max()) > 0
