"""Encoders of arcs and of whole claims side by side: how often each is right."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from explanans.exceptions import InputError
from explanans.learn.neural.fine_tuning import Split
from explanans.learn.neural.training import Schedule
from explanans.train.networks.arcs import Recipe, train_encoder
from explanans.verify.arcs.neural.arc_encoder import ArcEncoder
from explanans.verify.arcs.neural.claim_encoder import ClaimEncoder
from explanans.verify.arcs.neural.levels import accuracy, open_encoder

from .conftest import EXAMPLES, SLEEP


def always(encoder: ArcEncoder | ClaimEncoder, logits: tuple[float, float]) -> ArcEncoder | ClaimEncoder:
    """Let an encoder answer everything alike."""
    torch.nn.init.zeros_(encoder.network.layer.weight)
    encoder.network.layer.bias.data = torch.tensor(logits, dtype=torch.float32)
    return encoder


def test_accuracy_counts_arcs_or_claims(tiny_encoder: Path) -> None:
    """Of seven arcs four are supported, of four claims two."""
    arcs, claims = ArcEncoder.untrained(tiny_encoder), ClaimEncoder.untrained(tiny_encoder)
    endless = replace(EXAMPLES[2], claim=replace(SLEEP, text="cat " * 30))
    examples = [*EXAMPLES, replace(EXAMPLES[0], labels={}), endless]
    assert accuracy(always(arcs, (0, 1)), examples) == pytest.approx((7, 4 / 7, 4 / 7))
    assert accuracy(always(arcs, (1, 0)), examples) == pytest.approx((7, 3 / 7, 4 / 7))
    assert accuracy(always(claims, (0, 1)), examples[1:]) == pytest.approx((3, 2 / 3, 2 / 3))
    assert accuracy(arcs, []) == (0, 0.0, 0.0)


def test_either_level_is_opened(tiny_encoder: Path, tmp_path: Path) -> None:
    for name, kind in (("arcs", ArcEncoder), ("claims", ClaimEncoder)):
        recipe = Recipe(str(tiny_encoder), Schedule(epochs=1, batch=4, rate=1e-3), sentence_level=name == "claims")
        train_encoder(recipe, Split(EXAMPLES), tmp_path / name)
        assert type(open_encoder(tmp_path / name)) is kind
    manifest = tmp_path / "arcs" / "manifest.json"
    manifest.write_text(manifest.read_text().replace("arc-encoder", "writer"))
    with pytest.raises(InputError, match="a network of the kind writer; accepted: arc-encoder or claim-encoder"):
        open_encoder(tmp_path / "arcs")
