"""chrF++: how many of a text's character and word sequences another text has."""

import string
from collections import Counter
from functools import lru_cache

_CHARACTERS = 6
_WORDS = 2
_BETA = 2


def chrf(candidate: str, reference: str) -> float:
    """Return chrF++ of one text against one reference, as sacrebleu computes it.

    Sequences of up to six characters (spaces left out) and of up to two words (a sign at the start or the end of a word
    is a word of its own) are counted; precision and recall are averaged over the lengths that both texts have, and
    recall weighs twice as much (Popović 2017, section 2, with beta = 2). Case counts.

    Args:
        candidate: The text to be judged.
        reference: The text it should resemble.

    Returns:
        A number from 0 to 1; 0 where either text is empty.

    Example:
        >>> round(chrf("the sun warms the sea", "the sun warms the earth"), 3)
        0.748
    """
    precision = recall = 0.0
    lengths = 0
    for found, wanted in zip(_sequences(candidate), _sequences(reference), strict=True):
        if found and wanted:
            common = (found & wanted).total()
            precision += common / found.total()
            recall += common / wanted.total()
            lengths += 1
    if not precision + recall:
        return 0.0
    precision, recall = precision / lengths, recall / lengths
    return (1 + _BETA**2) * precision * recall / (_BETA**2 * precision + recall)


@lru_cache(maxsize=4096)  # a conclusion is compared with many
def _sequences(text: str) -> tuple[Counter[str], ...]:
    """Return how often each sequence occurs, for each length of characters and then of words."""
    characters = "".join(text.split())
    words = [part for word in text.split() for part in _parted(word)]
    return (
        *(
            Counter(characters[start : start + length] for start in range(len(characters) - length + 1))
            for length in range(1, _CHARACTERS + 1)
        ),
        *(
            Counter(" ".join(words[start : start + length]) for start in range(len(words) - length + 1))
            for length in range(1, _WORDS + 1)
        ),
    )


def _parted(word: str) -> tuple[str, ...]:
    if len(word) > 1 and word[-1] in string.punctuation:
        return word[:-1], word[-1]
    if len(word) > 1 and word[0] in string.punctuation:
        return word[0], word[1:]
    return (word,)
