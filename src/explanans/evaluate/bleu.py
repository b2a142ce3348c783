"""BLEU: how many of a text's word sequences another text has."""

from collections import Counter
from collections.abc import Sequence
from math import exp, log

LONGEST = 4


def sentence_bleu(candidate: Sequence[str], reference: Sequence[str]) -> float:
    """Return BLEU of one sentence against one reference, up to four words in a row and without smoothing.

    The geometric mean of the clipped precisions, times the penalty for a candidate that is shorter than the reference
    (Papineni et al. 2002, section 2.3). Where any precision is 0, so is BLEU; a candidate of fewer than four words thus
    scores 0.

    Args:
        candidate: The words to be judged.
        reference: The words they should resemble.

    Returns:
        A number from 0 to 1.

    Example:
        >>> round(sentence_bleu("the sun warms the sea".split(), "the sun warms the earth".split()), 3)
        0.669
    """
    logs = 0.0
    for length in range(1, LONGEST + 1):
        found, wanted = ngrams(candidate, length), ngrams(reference, length)
        common = (found & wanted).total()
        if not common:
            return 0.0
        logs += log(common / found.total())
    penalty = min(0.0, 1 - len(reference) / len(candidate))
    return exp(penalty + logs / LONGEST)


def ngrams(words: Sequence[str], length: int) -> Counter[tuple[str, ...]]:
    """Return how often each sequence of words occurs.

    Args:
        words: The words.
        length: How many words make a sequence.

    Example:
        >>> ngrams("to be or to be".split(), 2)[("to", "be")]
        2
    """
    return Counter(zip(*(words[start:] for start in range(length)), strict=False))
