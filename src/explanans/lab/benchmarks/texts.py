"""The project's own set: texts with claims and questions labelled by people.

One half is for development; the other is kept for figures that are reported, and nothing is chosen by it. Beside them
are texts with claims alone, fresh ones: far more, and written by others.
"""

from pathlib import Path

from explanans.errors import InputError
from explanans.formats.judged import decode
from explanans.io.files import read_lines
from explanans.structures.labelled import LabelledDocument

SPLITS = ("dev", "reported", "fresh")
"""The two halves, and what was written afterwards."""
_HOME = Path(__file__).parent / "texts"


def own_texts(split: str = "dev") -> list[LabelledDocument]:
    """Return the texts of a part of the set.

    Args:
        split: One of `SPLITS`.

    Raises:
        InputError: There is no such part.

    Example:
        >>> texts = own_texts()
        >>> len(texts), sum(len(text.claims) for text in texts), sum(len(text.questions) for text in texts)
        (30, 182, 120)
    """
    if split not in SPLITS:
        raise InputError(f"the split {split!r} of the project's own set; accepted: {', '.join(SPLITS)}")
    files = sorted((_HOME / split).glob("*.txt"))
    return [text for path in files for text in decode(read_lines(path), str(path))]
