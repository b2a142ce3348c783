"""Write the sentence vectors of the starter base that come with the package.

    python tools/starter_vectors.py

To be run where the starter base, the network of the package or the pointer of ``stacked`` has changed; a test says so.
"""

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.vectors import HOME, KnownVectors, quantised
from explanans.learning.embedder import Embedder
from explanans.retrieval.dual_encoder import DualEncoder
from explanans.retrieval.features.nearness import read_of
from explanans.retrieval.trained import POINTER, SHIPPED


def main() -> None:
    """Embed every fact, and every question as each network reads it."""
    starter = KnowledgeBase.open("starter")
    HOME.mkdir(exist_ok=True)
    for old in HOME.glob("*.npy"):
        old.unlink()
    for embedder in (Embedder.shipped(), DualEncoder.open(SHIPPED / "stacked" / POINTER)):
        texts = [*(fact.text for fact in starter.facts), *(read_of(embedder, item) for item in starter.questions)]
        KnownVectors.of(texts, quantised(embedder.embed(texts))).save(HOME, embedder.name)


if __name__ == "__main__":
    main()
