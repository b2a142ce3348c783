"""The judge's encoder, as others may start from it: what the graph computes with, by the names of BERT."""

from pathlib import Path

import pytest
import torch
from tests.train.networks.small_reader import encoder

from explanans.exceptions import InputError
from explanans.learn.neural.device import reproducible
from explanans.train.networks.onnx_graphs import write_reader
from explanans.train.networks.pair_reader import PairReader
from explanans.train.networks.trunks import judge_weights


def test_weights_are_those_that_were_trained_but_for_rounding(tmp_path: Path) -> None:
    reader = PairReader.untrained(encoder(tmp_path / "encoder"))
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
