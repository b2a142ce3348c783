"""Conversion of pickled weights to safetensors without executing pickled code."""

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from pickle import UnpicklingError

import msgspec
import torch
from safetensors.torch import save_file
from torch import Tensor

from explanans.errors import InputError, StorageError
from explanans.io.files import not_replaceable

INDEX = "model.safetensors.index.json"
_WEIGHTS = ("pytorch_model*.bin", "*.ckpt", "*.pt", "*.pth")
_OTHERS = (*_WEIGHTS, "*.bin", "*.h5", "*.msgpack", "*.ot", "*.safetensors", INDEX, "*.bin.index.json")
"""Files of weights or of their index, in any format."""
_WITHIN = "state_dict"
"""Under which name trainers keep the weights beside other things."""


def pickled_weights(folder: Path) -> list[Path]:
    """Return the files of a folder in which weights are pickled, in order; those of the first pattern that has any."""
    found = (sorted(folder.glob(pattern)) for pattern in _WEIGHTS)
    return next((files for files in found if files), [])


def convert(folder: Path, out: Path) -> dict[str, int]:
    """Write a checkpoint whose weights are pickled into another folder, with the weights in safetensors.

    PyTorch reads the pickle as weights and nothing else, so that no program in it runs. Each file becomes one of
    safetensors; configuration and tokenizer are copied as they are. The folder takes its name when it is complete.

    Returns:
        How many ``weights`` there are, by name, and how many ``bytes`` they have.
    """
    files = pickled_weights(folder)
    if not files:
        raise InputError(f"{folder}: no pickled weights; accepted: a folder with {' or '.join(_WEIGHTS)}")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise not_replaceable(out)
    places: dict[str, str] = {}
    size = 0
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{out.name}.", suffix=".part", dir=out.parent) as workplace:
            new = Path(workplace) / "new"
            new.mkdir()
            for number, file in enumerate(files, 1):
                weights = _read(file)
                name = "model" if len(files) == 1 else f"model-{number:05}-of-{len(files):05}"
                save_file(weights, new / f"{name}.safetensors", metadata={"format": "pt"})
                places |= dict.fromkeys(weights, f"{name}.safetensors")
                size += sum(tensor.nbytes for tensor in weights.values())
            if len(files) > 1:
                index = {"metadata": {"total_size": size}, "weight_map": places}
                (new / INDEX).write_bytes(msgspec.json.format(msgspec.json.encode(index)) + b"\n")
            for other in _beside(folder):
                shutil.copy(other, new)
            if out.exists():
                out.rmdir()
            new.rename(out)
    except OSError as error:
        raise StorageError(f"{out}: cannot be written ({error.strerror or error})") from error
    return {"weights": len(places), "bytes": size}


def _read(file: Path) -> dict[str, Tensor]:
    """Return the weights of a file, each with memory of its own."""
    try:
        found = torch.load(file, map_location="cpu", weights_only=True)
    except (UnpicklingError, RuntimeError, EOFError, OSError, ValueError, KeyError) as error:
        reason = str(error).partition("\n")[0]
        raise InputError(
            f"{file}: no weights alone ({reason}); accepted: tensors by name, as PyTorch saves them"
        ) from None
    if isinstance(found, Mapping) and isinstance(found.get(_WITHIN), Mapping):
        found = found[_WITHIN]
    if not isinstance(found, Mapping) or not all(isinstance(item, Tensor) for item in found.values()) or not found:
        raise InputError(f"{file}: no weights; accepted: tensors by name, as PyTorch saves them")
    # Tied weights share memory, which safetensors do not have.
    return {str(name): tensor.clone().contiguous() for name, tensor in found.items()}


def _beside(folder: Path) -> Iterator[Path]:
    """Yield the files of a checkpoint that hold no weights."""
    for file in sorted(folder.iterdir()):
        if file.is_file() and not any(file.match(pattern) for pattern in _OTHERS):
            yield file
