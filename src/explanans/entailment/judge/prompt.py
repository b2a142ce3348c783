"""The prompt for a claim and its premises, and the conversion of answers to probabilities."""

import re
from collections.abc import Iterable

from explanans.entailment.judge.base import Pair
from explanans.language.sentences import tidy
from explanans.structures.verdicts import NliScores, Status

WORDS = tuple(status.value for status in Status)
"""The answers, in the order of a judgement."""

SURE = 0.9
"""How probable a status is of which a model says the word and no probability."""

_WORD = re.compile(r"[a-z]+")
_THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)


def prompt(pair: Pair) -> str:
    """Return what a language model is asked.

    Example:
        >>> print(prompt(Pair(("Ice floats.",), "Ice sinks.")))
        What does the text say of the claim? Answer with one word:
        supported, if the claim follows from the text;
        contradicted, if the text says otherwise;
        unknown, if the text does not tell.
        <BLANKLINE>
        Text: Ice floats.
        Claim: Ice sinks.
    """
    return (
        "What does the text say of the claim? Answer with one word:\n"
        "supported, if the claim follows from the text;\n"
        "contradicted, if the text says otherwise;\n"
        "unknown, if the text does not tell.\n"
        "\n"
        f"Text: {' '.join(tidy(premise) for premise in pair.premises)}\n"
        f"Claim: {tidy(pair.claim)}"
    )


def of_word(answer: str) -> NliScores | None:
    """Return the judgement of a model that said a word, and nothing of how sure it is; None if it is no such word.

    Args:
        answer: What it said; what it thought aloud before, as ``<think>…</think>``, is passed over.

    Example:
        >>> of_word(" **Contradicted**.").status
        <Status.CONTRADICTED: 'contradicted'>
        >>> of_word("not supported") is None
        True
    """
    first = _WORD.search(_THOUGHT.sub("", answer).lower())
    if first is None or first[0] not in WORDS:
        return None
    return NliScores(*(SURE if word == first[0] else (1 - SURE) / 2 for word in WORDS))


def of_tokens(tokens: Iterable[tuple[str, float]]) -> NliScores | None:
    """Return the judgement of a model that says how probable the first tokens of its answer were; None without any.

    A token counts for the word that it is, or that begins with it.

    Args:
        tokens: Tokens, each with its probability.

    Example:
        >>> of_tokens([("contr", 0.375), (" Supported", 0.125), ("The", 0.5)])
        NliScores(supported=0.25, contradicted=0.75, unknown=0.0)
    """
    shares = dict.fromkeys(WORDS, 0.0)
    for token, probability in tokens:
        start = token.strip(" \n\t▁Ġ*\"'").lower()
        for word in WORDS:
            if start and word.startswith(start):
                shares[word] += probability
    whole = sum(shares.values())
    return NliScores(*(share / whole for share in shares.values())) if whole > 0 else None
