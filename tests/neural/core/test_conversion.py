"""Pickled weights become safetensors, and what is more than weights is refused."""

import json
import os
from pathlib import Path

import pytest
import torch
from transformers import AutoModel

from explanans.errors import InputError
from explanans.neural.core.conversion import INDEX, convert
from explanans.neural.core.encoder import Encoder
from explanans.neural.core.pretrained import load, locate


@pytest.fixture
def pickled(tiny_encoder: Path, tmp_path: Path) -> Path:
    """Return the folder of a checkpoint as it was published before safetensors."""
    folder = tmp_path / "published"
    folder.mkdir()
    for file in tiny_encoder.iterdir():
        if file.suffix != ".safetensors":
            (folder / file.name).write_bytes(file.read_bytes())
    torch.save(load(AutoModel, tiny_encoder)[0].state_dict(), folder / "pytorch_model.bin")
    return folder


def test_a_converted_encoder_is_the_same(pickled: Path, tiny_encoder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no encoder; accepted: .*model\.safetensors, which .*data convert"):
        locate(pickled, "encoder")
    found = convert(pickled, tmp_path / "out")
    assert found["weights"] > 10
    assert found["bytes"] == sum(item.nbytes for item in load(AutoModel, tiny_encoder)[0].state_dict().values())
    assert not list((tmp_path / "out").glob("*.bin"))
    texts = ["ice melts", "the sun gives heat"]
    assert (Encoder.open(tmp_path / "out").encode(texts) == Encoder.open(tiny_encoder).encode(texts)).all()


def test_shards_and_tied_weights(pickled: Path, tiny_encoder: Path, tmp_path: Path) -> None:
    weights = torch.load(pickled / "pytorch_model.bin", weights_only=True)
    names = sorted(weights)
    half = {name: weights[name] for name in names[: len(names) // 2]}
    others = {name: weights[name] for name in names[len(names) // 2 :]}
    tied = next(iter(others))
    others["tied"] = others[tied]
    (pickled / "pytorch_model.bin").unlink()
    torch.save(half, pickled / "pytorch_model-00001-of-00002.bin")
    torch.save({"state_dict": others, "epoch": 3}, pickled / "pytorch_model-00002-of-00002.bin")
    (pickled / "pytorch_model.bin.index.json").write_text("{}")
    assert convert(pickled, tmp_path / "out")["weights"] == len(names) + 1
    index = json.loads((tmp_path / "out" / INDEX).read_text())
    assert index["weight_map"]["tied"] == index["weight_map"][tied] == "model-00002-of-00002.safetensors"
    assert Encoder.open(tmp_path / "out").width == Encoder.open(tiny_encoder).width


class Burglar:
    """What would make a folder if it were unpickled."""

    def __init__(self, place: str) -> None:
        self.place = place

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (self.place,)


def test_what_is_no_weights(pickled: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no pickled weights; accepted: a folder with pytorch_model"):
        convert(tmp_path, tmp_path / "out")
    with pytest.raises(InputError, match="holds other files; accepted: a new or empty folder"):
        convert(pickled, pickled)
    others: tuple[object, ...] = ({"weights": 3}, Burglar(str(tmp_path / "stolen")), [])
    for found in others:
        torch.save(found, pickled / "pytorch_model.bin")
        with pytest.raises(InputError, match="accepted: tensors by name"):
            convert(pickled, tmp_path / "out")
    (pickled / "pytorch_model.bin").write_bytes(b"not even a pickle")
    with pytest.raises(InputError, match="no weights alone"):
        convert(pickled, tmp_path / "out")
    assert not (tmp_path / "stolen").exists()
    assert not (tmp_path / "out").exists()
