"""Small matrices that are learnt beside the weights of a language model."""

from pathlib import Path

import pytest
import torch

from explanans.errors import InputError
from explanans.neural.core.adapter import LowRank, adapt, merge_adapter, save_adapter
from explanans.neural.core.checkpoint import Manifest, Schedule, versions
from explanans.neural.core.language_models import load_language_model
from tests.lab.networks.small_steps import language_model

MANIFEST = Manifest(
    network="writer:conclusions",
    start="small",
    data="none",
    examples=1,
    schedule=Schedule(epochs=1, batch=1, rate=1.0),
    versions=versions(),
)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return language_model(tmp_path_factory.mktemp("small"))


def test_what_was_learnt_is_added_to_the_weights(small: Path, tmp_path: Path) -> None:
    adapted, plain = (load_language_model(small).model for _ in range(2))
    ids = torch.arange(8)[None]
    before = plain(ids).logits
    learnt = adapt(adapted, 4)
    assert sum(isinstance(layer, LowRank) for layer in adapted.modules()) == 14  # seven in each of two blocks
    assert len(learnt) == 28
    torch.testing.assert_close(adapted(ids).logits, before)  # nothing is learnt yet
    chance = torch.Generator().manual_seed(0)
    for weights in learnt:
        weights.data = torch.randn(weights.shape, generator=chance) / 10
    save_adapter(adapted, tmp_path / "adapter", MANIFEST)
    merge_adapter(plain, tmp_path / "adapter")
    assert not torch.allclose(plain(ids).logits, before)
    torch.testing.assert_close(plain(ids).logits, adapted(ids).logits, atol=0.1, rtol=0.1)  # of eight bits


def test_an_adapter_of_another_model(small: Path, tmp_path: Path) -> None:
    adapted = load_language_model(small).model
    adapt(adapted, 2)
    save_adapter(adapted, tmp_path / "adapter", MANIFEST)
    with pytest.raises(InputError, match="an adapter of another model; accepted: "):
        merge_adapter(adapted, tmp_path / "adapter")  # its layers are changed already
    other = load_language_model(small).model
    for layer in other.modules():
        if isinstance(layer, torch.nn.Linear):
            layer.weight.data = layer.weight.data[:2]
    with pytest.raises(InputError, match="an adapter of another size; accepted: "):
        merge_adapter(other, tmp_path / "adapter")
