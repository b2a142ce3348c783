"""A language model of Llama's kind on ONNX Runtime, beside the same model by another library."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from explanans.errors import InputError
from explanans.learning.decoder import GRAPH, TOKENIZER, WEIGHTS, Decoder, Shape, layout, write_weights
from explanans.learning.language_model import smooth

torch = pytest.importorskip("torch", reason="the other library is torch")
SHAPE = Shape(layers=2, width=64, hidden=96, heads=4, groups=2, words=50, base=10_000.0)
IDS = [3, 14, 15, 9, 26, 5, 35, 8, 9, 7, 9]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a model with random weights."""
    from tokenizers import Tokenizer, models

    from explanans.lab.networks.decoder_graph import write_graph

    made = tmp_path_factory.mktemp("decoder")
    write_graph(SHAPE, made / GRAPH)
    write_weights(made / WEIGHTS, SHAPE, weights())
    Tokenizer(models.WordLevel({f"w{number}": number for number in range(50)}, unk_token="w0")).save(
        str(made / TOKENIZER)
    )
    return made


def weights() -> dict[str, NDArray[np.float32]]:
    """Return random weights by their names."""
    chance = np.random.default_rng(0)
    found = {"words": chance.standard_normal((50, 64)), "last": chance.uniform(0.5, 1.5, 64)}
    sizes = {"q": (64, 64), "k": (32, 64), "v": (32, 64), "o": (64, 64)}
    sizes |= {"gate": (96, 64), "up": (96, 64), "down": (64, 96)}
    for layer in range(2):
        for name, size in sizes.items():
            found[f"{layer}.{name}"] = chance.standard_normal(size) / 8
        for name in ("before", "between"):
            found[f"{layer}.{name}"] = chance.uniform(0.5, 1.5, 64)
    return {name: values.astype(np.float32) for name, values in found.items()}


def by_torch(given: dict[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return the states of the same tokens by the same model of transformers, in full precision."""
    from transformers import LlamaConfig, LlamaModel

    model = LlamaModel(
        LlamaConfig(
            vocab_size=50,
            hidden_size=64,
            intermediate_size=96,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=2,
            rms_norm_eps=1e-5,
        )
    ).eval()
    names = {"embed_tokens": "words", "norm": "last"}
    for layer in range(2):
        own = f"layers.{layer}"
        names |= {f"{own}.self_attn.{name}_proj": f"{layer}.{name}" for name in "qkvo"}
        names |= {f"{own}.mlp.{name}_proj": f"{layer}.{name}" for name in ("gate", "up", "down")}
        names |= {f"{own}.input_layernorm": f"{layer}.before"}
        names |= {f"{own}.post_attention_layernorm": f"{layer}.between"}
    model.load_state_dict({f"{name}.weight": torch.from_numpy(given[own]) for name, own in names.items()})
    with torch.inference_mode():
        found: NDArray[np.float32] = model(input_ids=torch.tensor([IDS])).last_hidden_state[0].numpy()
    return found


def likeness(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return the least cosine of states of a token."""
    products = (one * other).sum(axis=1) / np.linalg.norm(one, axis=1) / np.linalg.norm(other, axis=1)
    return float(products.min())


def test_states_are_those_of_the_other_library_but_for_rounding(folder: Path) -> None:
    states, kept = Decoder.open(folder, SHAPE).read(IDS)
    assert states.shape == (11, 64)
    assert kept.shape == (2, 2, 2, 11, 16)
    assert likeness(states, by_torch(weights())) > 0.998


def test_reading_on_is_reading_at_once(folder: Path) -> None:
    decoder = Decoder.open(folder, SHAPE)
    together, _ = decoder.read(IDS)
    first, kept = decoder.read(IDS[:6])
    rest, _ = decoder.read(IDS[6:], kept)
    assert np.allclose(np.concatenate([first, rest]), together, atol=1e-4)


def test_states_do_not_depend_on_what_follows(folder: Path) -> None:
    decoder = Decoder.open(folder, SHAPE)
    assert np.allclose(decoder.read(IDS)[0][:4], decoder.read([*IDS[:4], 1, 2, 3])[0][:4], atol=1e-4)


def test_evened_out_weights_compute_the_same() -> None:
    chance = np.random.default_rng(1)
    given = weights()
    largest = {
        f"{layer}.{name}.largest": chance.uniform(0.1, 30, inputs).astype(np.float32)
        for layer in range(2)
        for name, (_, inputs, _) in SHAPE.matrices.items()
    }
    evened = {name: values.copy() for name, values in given.items()}
    smooth(evened, largest, SHAPE)
    assert not np.allclose(evened["0.q"], given["0.q"])
    assert np.allclose(by_torch(evened), by_torch(given), atol=1e-3)


def test_arrays_follow_one_another() -> None:
    items = list(layout(SHAPE))
    for item, after in pairwise(items):
        assert after.offset == item.offset + int(np.prod(item.shape)) * np.dtype(item.kind).itemsize


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no language model that can be opened"):
        Decoder.open(tmp_path, SHAPE)
