"""Rank facts by the cosine of sentence vectors, from an encoder as it comes or fine-tuned on explained questions."""

import logging
import os
import tempfile
from hashlib import blake2b
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from explanans.knowledge.arrays import mapped_array
from explanans.knowledge.base import KnowledgeBase
from explanans.neural.core.encoder import Encoder
from explanans.neural.core.pretrained import MINILM, digest
from explanans.registry import takes
from explanans.retrieval.ranker import query_text
from explanans.structures.questions import Question

_log = logging.getLogger(__name__)

_KEPT_IN = "EXPLANANS_CACHE"


@takes("ENCODER")
class BiEncoder:
    """The cosine between the vector of a fact and that of question and answer.

    Args:
        encoder: The encoder, or its folder or name; see ``locate_encoder``.
    """

    def __init__(self, knowledge: KnowledgeBase, encoder: Encoder | str = MINILM) -> None:
        self._encoder = Encoder.open(encoder) if isinstance(encoder, str) else encoder
        self._facts = fact_vectors(self._encoder, knowledge)

    def scores(self, question: Question) -> NDArray[np.float64]:
        """Return one cosine per fact, from -1 to 1; shape (facts,)."""
        (query,) = self._encoder.encode([query_text(question)])
        return np.asarray(self._facts @ query, dtype=np.float64)


def fact_vectors(encoder: Encoder, knowledge: KnowledgeBase) -> NDArray[np.float32]:
    """Return the vectors of all facts, mapped into memory; shape (facts, width).

    They are kept in ``embeddings`` in ``$EXPLANANS_CACHE`` or in the user's cache folder, under a name made from the
    weights of the encoder and the texts of the facts. Where that folder cannot be written, they last as long as the
    process.
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
    """Return kept vectors; None if there are none or if they were cut short."""
    try:
        vectors: NDArray[np.float32] = mapped_array(path)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        _log.warning("%s: damaged (%s); computing it again", path, error)
        return None
    return vectors if vectors.shape == shape else None
