"""Cut English words down to stems (Porter 1980, "An algorithm for suffix stripping")."""

from Stemmer import Stemmer

_PORTER = Stemmer("porter")


def stem(word: str) -> str:
    """Return the stem of an English word, by the five steps of Porter 1980.

    Args:
        word: One word in lower case.

    Returns:
        The stem, which need not be a word; words of one or two letters stay as they are.

    Example:
        >>> [stem(word) for word in ("relational", "hopping", "happy", "generalizations")]
        ['relat', 'hop', 'happi', 'gener']
    """
    if len(word) <= 2:
        return word
    stemmed: str = _PORTER.stemWord(word)
    return stemmed
