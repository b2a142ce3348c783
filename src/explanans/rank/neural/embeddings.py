"""The vectors of all facts of a knowledge base, computed once for each encoder and kept."""

import logging
import os
import tempfile
from hashlib import blake2b
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from explanans.knowledge.base import KnowledgeBase
from explanans.learn.neural.encoder import Encoder
from explanans.learn.neural.pretrained import digest

_log = logging.getLogger(__name__)

_KEPT_IN = "EXPLANANS_CACHE"


def fact_vectors(encoder: Encoder, knowledge: KnowledgeBase) -> NDArray[np.float32]:
    """Return the vectors of all facts, mapped into memory; shape (facts, width).

    They are kept in ``embeddings`` in ``$EXPLANANS_CACHE`` or in the user's cache folder, under a name made from the
    weights of the encoder and the texts of the facts. Where that folder cannot be written, they last as long as the
    process.

    Args:
        encoder: The encoder.
        knowledge: The knowledge base.
    """
    texts = [fact.text for fact in knowledge.facts]
    folder = Path(os.environ.get(_KEPT_IN) or platformdirs.user_cache_dir("explanans")) / "embeddings"
    content = blake2b("\n".join(texts).encode(), digest_size=8).hexdigest()
    path = folder / f"{digest(encoder.model, encoder.tokenizer)}-{content}.npy"
    kept = _read(path, (len(texts), encoder.width))
    if kept is not None:
        return kept
    vectors = encoder.encode(texts)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{path.name}.", suffix=".part", dir=folder) as workplace:
            np.save(Path(workplace) / path.name, vectors)
            (Path(workplace) / path.name).replace(path)
    except OSError as error:
        _log.warning("the vectors of the facts of %s are not kept: %s", knowledge.name, error)
    return vectors


def _read(path: Path, shape: tuple[int, int]) -> NDArray[np.float32] | None:
    """Return kept vectors; None where there are none or where they were cut short."""
    try:
        vectors: NDArray[np.float32] = np.load(path, mmap_mode="r", allow_pickle=False)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        _log.warning("%s: damaged (%s); computing it again", path, error)
        return None
    return vectors if vectors.shape == shape else None
