"""Cosine similarity of sentence embeddings."""

from collections.abc import Callable, Sequence


def open_cosine() -> Callable[[Sequence[tuple[str, str]]], list[float]]:
    """Load the encoder and return a scorer of pairs of texts.

    The encoder is all-MiniLM-L6-v2 (Reimers & Gurevych 2019); see ``neural.encoder``.

    Raises:
        InputError: The encoder is not on this machine.
        MissingExtraError: The extra ``neural`` is not installed.
    """
    from explanans.neural.core.encoder import Encoder  # noqa: PLC0415 - it loads torch

    encoder = Encoder.open()

    def cosines(pairs: Sequence[tuple[str, str]]) -> list[float]:
        texts = sorted({text for pair in pairs for text in pair})
        vectors = dict(zip(texts, encoder.encode(texts), strict=True))
        return [float(vectors[found] @ vectors[wanted]) for found, wanted in pairs]

    return cosines
