"""The judged texts that come with the package, to train judges on."""

from pathlib import Path

from explanans.io.files import read_lines
from explanans.lab.datasets.judged import decode
from explanans.structures.labels import LabelledDocument

HOME = Path(__file__).parent / "texts"
HELD_OUT = HOME / "held-out"
"""The folder of the texts that the network of the judge does not learn from."""
SHORT = HOME / "short"
"""The folder of short texts that only a language model learns from."""


def training_texts() -> list[LabelledDocument]:
    """Return the judged texts of which networks learn most, in the order of their files.

    Example:
        >>> texts = training_texts()
        >>> len(texts) > 500, sum(len(text.claims) for text in texts) > 12000
        (True, True)
    """
    return _read(HOME)


def held_out_texts() -> list[LabelledDocument]:
    """Return the judged texts that teach the combination of readings, in the order of their files.

    The network of the judge learns from none of them, the language reader from two of three.

    Example:
        >>> texts = held_out_texts()
        >>> len(texts), sum(len(text.claims) for text in texts) > 8000
        (256, True)
    """
    return _read(HELD_OUT)


def short_texts() -> list[LabelledDocument]:
    """Return the judged texts of a few sentences, in the order of their files; their claims differ in little.

    Example:
        >>> texts = short_texts()
        >>> len(texts) > 2000, sum(len(text.claims) for text in texts) > 20000
        (True, True)
    """
    return _read(SHORT)


def held_out_short_texts() -> list[LabelledDocument]:
    """Return the short judged texts that neither the network nor the language model learns from."""
    return _read(SHORT / "held-out")


def _read(folder: Path) -> list[LabelledDocument]:
    return [text for path in sorted(folder.glob("*.txt")) for text in decode(read_lines(path), path.name)]
