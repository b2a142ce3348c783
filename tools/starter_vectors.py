"""Write the sentence vectors of the starter base that come with the package.

    python tools/starter_vectors.py

To be run where the starter base or the network of the package has changed; a test says so.
"""

from explanans.knowledge.base import KnowledgeBase
from explanans.knowledge.starter_vectors import HOME, KnownVectors
from explanans.knowledge.vectors import quantised
from explanans.meaning.embedder import Embedder


def main() -> None:
    """Embed every fact and every question with its answer."""
    starter, embedder = KnowledgeBase.open("starter"), Embedder.shipped()
    texts = [*(fact.text for fact in starter.facts), *(f"{item.text} {item.answer}" for item in starter.questions)]
    HOME.mkdir(exist_ok=True)
    for old in HOME.glob("*.npy"):
        old.unlink()
    KnownVectors.of(texts, quantised(embedder.embed(texts))).save(HOME, embedder.name)


if __name__ == "__main__":
    main()
