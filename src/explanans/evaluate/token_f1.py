"""Token F1: how many of a text's words another text has, in whatever order."""

from collections import Counter

from explanans.text.lemmas import tokens

_ARTICLES = frozenset(("a", "an", "the"))


def token_f1(candidate: str, reference: str) -> float:
    """Return the F1 over the words of two texts, as in question answering (Rajpurkar et al. 2016, section 6.1).

    Words are compared in lower case; articles and punctuation are left out.

    Args:
        candidate: The text to be judged.
        reference: The text it should resemble.

    Returns:
        A number from 0 to 1. Two texts without words are equal, so they score 1; where one text alone has no words,
        the score is 0.

    Example:
        >>> round(token_f1("the Sun warms the sea", "a sun warms Earth"), 3)
        0.667
    """
    found, wanted = content(candidate), content(reference)
    if not found and not wanted:
        return 1.0
    return 2 * (found & wanted).total() / (found.total() + wanted.total())


def content(text: str) -> Counter[str]:
    """Return how often each word of a text occurs, in lower case and without articles.

    Args:
        text: The text.

    Example:
        >>> sorted(content("The Sun warms the sea."))
        ['sea', 'sun', 'warms']
    """
    return Counter(word for word in tokens(text.lower()) if word not in _ARTICLES)
