"""Similarities of texts: chrF++, ROUGE-L, F1 of tokens, BLEU, cosine of embeddings, and BLEURT if it is installed."""

import string
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from math import exp, log
from pathlib import Path

from explanans.errors import InputError
from explanans.language.tokens import tokens

_CHARACTERS = 6
_WORDS = 2
_BETA = 2


def chrf(candidate: str, reference: str) -> float:
    """Return chrF++ of one text against one reference, as sacrebleu computes it.

    Sequences of up to six characters (spaces left out) and of up to two words (a sign at the start or the end of a word
    is a word of its own) are counted; precision and recall are averaged over the lengths that both texts have, and
    recall weighs twice as much (Popović 2017, section 2, with beta = 2). Case counts.

    Returns:
        A number from 0 to 1; 0 if either text is empty.

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


def rouge_l(candidate: str, reference: str) -> float:
    """Return ROUGE-L: the F1 over the longest common subsequence of two texts' words.

    Words are compared in lower case and are not stemmed. Precision and recall are the length of the longest common
    subsequence over the number of words of the candidate and of the reference (Lin 2004, section 3.1, with beta = 1).

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


_ARTICLES = frozenset(("a", "an", "the"))


def token_f1(candidate: str, reference: str) -> float:
    """Return the F1 over the words of two texts, as in question answering (Rajpurkar et al. 2016, section 6.1).

    Words are compared in lower case; articles and punctuation are left out.

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

    Example:
        >>> sorted(content("The Sun warms the sea."))
        ['sea', 'sun', 'warms']
    """
    return Counter(word for word in tokens(text.lower()) if word not in _ARTICLES)


LONGEST = 4


def sentence_bleu(candidate: Sequence[str], reference: Sequence[str]) -> float:
    """Return BLEU of one sentence against one reference, up to four words in a row and without smoothing.

    The geometric mean of the clipped precisions, times the penalty for a candidate that is shorter than the reference
    (Papineni et al. 2002, section 2.3). Where any precision is 0, so is BLEU; a candidate of fewer than four words thus
    scores 0.

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

    Example:
        >>> ngrams("to be or to be".split(), 2)[("to", "be")]
        2
    """
    return Counter(zip(*(words[start:] for start in range(length)), strict=False))


def open_cosine() -> Callable[[Sequence[tuple[str, str]]], list[float]]:
    """Load the encoder and return a scorer of pairs of texts.

    The encoder is all-MiniLM-L6-v2 (Reimers & Gurevych 2019); see ``neural.encoder``.

    Raises:
        InputError: The encoder is not on this machine.
        MissingExtraError: The extra ``neural`` is not installed.
    """
    from explanans.neural.core.encoder import Encoder  # noqa: PLC0415 - it loads torch

    encoder = Encoder.open()

    def cosines(pairs: Sequence[tuple[str, str]]) -> list[float]:
        texts = sorted({text for pair in pairs for text in pair})
        vectors = dict(zip(texts, encoder.encode(texts), strict=True))
        return [float(vectors[found] @ vectors[wanted]) for found, wanted in pairs]

    return cosines


_CONFIGURATION = "bleurt_config.json"
_BATCH = 16


def open_bleurt(folder: Path) -> Callable[[Sequence[tuple[str, str]]], list[float]]:
    """Load BLEURT and return a scorer of pairs of a text and its reference.

    EntailmentBank was scored with BLEURT-Large-512.

    Raises:
        InputError: The package ``bleurt`` is not installed, or the folder holds no weights.
    """
    if find_spec("bleurt") is None:
        raise InputError(
            "bleurt: the package bleurt is not installed; accepted: pip install "
            "git+https://github.com/google-research/bleurt.git"
        )
    if not (folder / _CONFIGURATION).is_file():
        raise InputError(
            f"{folder}: no {_CONFIGURATION}; accepted: the folder of BLEURT's weights, such as BLEURT-Large-512"
        )
    scorer = import_module("bleurt.score").BleurtScorer(str(folder))

    def scores(pairs: Sequence[tuple[str, str]]) -> list[float]:
        found, wanted = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        return [float(score) for score in scorer.score(references=wanted, candidates=found, batch_size=_BATCH)]

    return scores
