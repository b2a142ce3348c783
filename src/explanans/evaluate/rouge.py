"""ROUGE-L: how much of one text's word order another text keeps."""

from collections.abc import Sequence

from explanans.text.lemmas import tokens


def rouge_l(candidate: str, reference: str) -> float:
    """Return ROUGE-L: the F1 over the longest common subsequence of two texts' words.

    Words are compared in lower case and are not stemmed. Precision and recall are the length of the longest common
    subsequence over the number of words of the candidate and of the reference (Lin 2004, section 3.1, with beta = 1).

    Args:
        candidate: The text to be judged.
        reference: The text it should resemble.

    Returns:
        A number from 0 to 1. Two texts without words are equal, so they score 1; where one text alone has no words,
        the score is 0.

    Example:
        >>> round(rouge_l("the Sun warms the sea", "the sun warms Earth"), 3)
        0.667
    """
    found = tokens(candidate.lower())
    wanted = tokens(reference.lower())
    if not found and not wanted:
        return 1.0
    return 2 * _common_subsequence(found, wanted) / (len(found) + len(wanted))


def _common_subsequence(first: Sequence[str], second: Sequence[str]) -> int:
    """Return the length of the longest common subsequence, one row of the table at a time."""
    above = [0] * (len(second) + 1)
    for word in first:
        row = [0]
        for column, other in enumerate(second):
            row.append(above[column] + 1 if word == other else max(above[column + 1], row[column]))
        above = row
    return above[-1]
