"""Language models with adapters; merged models are cached."""

from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

from transformers import AutoModelForCausalLM, PreTrainedModel, PreTrainedTokenizerBase

from explanans.errors import InputError, StorageError
from explanans.io.files import cache_folder, write_folder
from explanans.neural.core.adapter import WEIGHTS, merge_adapter
from explanans.neural.core.checkpoint import read_manifest
from explanans.neural.core.language_models import Loaded, load_language_model, located_language_model
from explanans.neural.core.pretrained import load, quiet

_KEPT = "config.json"


def open_adapted(folder: Path) -> Loaded:
    """Load the language model of an adapter with the adapter applied, in 16-bit precision.

    The first time takes a quarter of a minute where the model is in GGUF; what comes out of it is kept in the folder
    for what can be made again, see ``files.cache_folder``.
    """
    try:
        learnt = (folder / WEIGHTS).read_bytes()
    except OSError as error:
        raise InputError(f"{folder}: no adapter ({error.strerror or error}); train again") from None
    found = _opened(read_manifest(folder).start, learnt, lambda model: merge_adapter(model, folder))
    return found._replace(title=f"{found.title},{blake2b(learnt, digest_size=4).hexdigest()}")


def open_plain(name: str) -> Loaded:
    """Load a language model without adapter, in 16-bit precision, and cache it."""
    return _opened(name, b"", lambda _: None)


def _opened(start: str, learnt: bytes, change: Callable[[PreTrainedModel], None]) -> Loaded:
    place = located_language_model(start)
    state = place.stat()
    digest = blake2b(learnt, digest_size=8)
    digest.update(f"{place.name} {state.st_size} {state.st_mtime_ns}".encode())
    kept = cache_folder() / "writers" / digest.hexdigest()
    if (kept / _KEPT).is_file():
        return Loaded(*load(AutoModelForCausalLM, kept, "language model"), place.stem)
    model, tokenizer, _ = load_language_model(start)
    change(model)
    model.bfloat16()
    _keep(model, tokenizer, kept)
    return Loaded(model, tokenizer, place.stem)


def _keep(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, folder: Path) -> None:
    """Cache a model; without a writable cache, it is converted at each start."""
    # What was read from GGUF has no quantised weights any more, but a mark of them, with which nothing can be saved.
    model.config.__dict__.pop("quantization_config", None)
    model.is_quantized, model.hf_quantizer = False, None  # type: ignore[assignment]
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with write_folder(folder, _KEPT) as new, quiet():
            model.save_pretrained(new)
            tokenizer.save_pretrained(new)
    except (OSError, StorageError):
        return
