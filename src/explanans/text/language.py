"""Tell English from other languages, roughly."""

from itertools import islice

from explanans.text.dictionary import is_known
from explanans.text.lemmas import is_function_word
from explanans.text.tokens import tokens

FEWEST = 6
"""Shorter texts in Latin letters, in words, are taken as English: names alone would decide."""
_MOST = 400
_LATIN = "\u024f"  # the last letter of Latin Extended-B
_FUNCTION_WORDS = 0.2
_KNOWN_WORDS = 0.6


def reads_like_english(text: str) -> bool:
    """Tell whether a text may be English: by its letters, its function words and how many words a dictionary knows.

    The first few hundred words decide. One sentence in forty of the English Web Treebank fails, nearly all of them
    addresses and lists of names.

    Args:
        text: Any text.

    Example:
        >>> reads_like_english("The Moon orbits the Earth every month."), reads_like_english("Der Mond umkreist die "
        ... "Erde jeden Monat.")
        (True, False)
    """
    words = tuple(islice((word.lower() for word in tokens(text) if not word[0].isdigit()), _MOST))
    letters = "".join(words)
    if sum(letter > _LATIN for letter in letters) > len(letters) / 2:
        return False
    if len(words) < FEWEST:
        return True
    joining = sum(map(is_function_word, words))
    known = sum(is_known(word) for word in words)
    return joining >= _FUNCTION_WORDS * len(words) or known >= _KNOWN_WORDS * len(words)
