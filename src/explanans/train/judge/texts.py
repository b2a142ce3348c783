"""The judged texts that come with the package, to train judges on."""

from pathlib import Path

from explanans.codecs.judged import decode
from explanans.files import read_lines
from explanans.judged import JudgedText

HOME = Path(__file__).parent / "texts"


def training_texts() -> list[JudgedText]:
    """Return the judged texts, in the order of their files.

    Example:
        >>> texts = training_texts()
        >>> len(texts) > 500, sum(len(text.claims) for text in texts) > 12000
        (True, True)
    """
    return [text for path in sorted(HOME.glob("*.txt")) for text in decode(read_lines(path), path.name)]
