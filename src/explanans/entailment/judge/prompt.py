"""Inputs of language models: the prompt for a claim and its premises, and windows of premises that fit."""

import re
from collections.abc import Callable, Iterable, Sequence

from explanans.entailment.judge.base import Pair
from explanans.errors import InputError
from explanans.language.sentences import sentence_spans, tidy
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


def windows(premises: Sequence[str], fits: Callable[[str], bool]) -> list[str]:
    """Return premises as one text, or in windows where they do not fit; every word is in one.

    A window starts with the last sentence of the one before, where that leaves room, so that what belongs together is
    seldom torn. A sentence that does not fit is read in halves, or in halves of them.

    Raises:
        InputError: Not even one word fits.

    Example:
        >>> windows(["Ice floats. Iron sinks. Wood floats."], lambda text: len(text.split()) < 5)
        ['Ice floats. Iron sinks.', 'Iron sinks. Wood floats.']
    """
    whole = " ".join(filter(None, map(tidy, premises)))
    if fits(whole):
        return [whole]
    starts = [start for start, _ in sentence_spans(whole)]
    edges = zip([0, *starts[1:]], [*starts[1:], len(whole)], strict=True)
    units = [part for start, end in edges for part in _halves(whole[start:end].strip(), fits)]
    found, window = [], [units[0]]
    for unit in units[1:]:
        if not fits(" ".join([*window, unit])):
            found.append(" ".join(window))
            window = window[-1:] if len(window) > 1 and fits(f"{window[-1]} {unit}") else []
        window.append(unit)
    return [*found, " ".join(window)]


def _halves(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Return a text, or its halves where it does not fit, or halves of these."""
    if fits(text):
        return [text]
    if len(text) < 2:
        raise InputError("a claim that leaves no room for its premises; accepted: a shorter one")
    words = text.split()
    if len(words) == 1:
        parts = [text[: len(text) // 2], text[len(text) // 2 :]]
    else:
        parts = [" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])]
    return [half for part in parts for half in _halves(part, fits)]
