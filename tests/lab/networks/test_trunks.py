"""The judge's encoder, as others may start from it: what the graph computes with, by the names of BERT."""

from pathlib import Path

import pytest
import torch

from explanans.errors import InputError
from explanans.lab.networks.onnx_graphs import judge_weights, write_reader
from explanans.lab.networks.pair_reader import TrainableNli
from explanans.neural.core.device import reproducible
from tests.lab.networks.small_reader import encoder


def test_weights_are_those_that_were_trained_but_for_rounding(tmp_path: Path) -> None:
    reader = TrainableNli.untrained(encoder(tmp_path / "encoder"))
    with torch.no_grad(), reproducible(0):
        for weights in reader.encoder.parameters():
            weights.normal_()  # equal ones would be written once only
    write_reader(reader, tmp_path, {}, 0)
    found = judge_weights(tmp_path)
    wanted = {name: value for name, value in reader.encoder.state_dict().items() if not name.startswith("pooler")}
    assert set(found) == set(wanted)
    for name, value in wanted.items():
        assert found[name].shape == value.shape
        assert float((found[name] - value).abs().max()) <= 0.02 * max(float(value.abs().max()), 1e-6), name


def test_a_folder_without_a_network_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no network of a judge"):
        judge_weights(tmp_path)
