"""Clauses that lend their subject from the rest of the sentence, told by themselves."""

from collections.abc import Iterator
from random import Random

from explanans.train.recipes.alteration import Piece, altered, kept
from explanans.train.recipes.draft import AlteredClaim
from explanans.train.recipes.syntax import NOMINAL, Syntax

_RELATIVE = frozenset({"that", "which", "who"})
_FINITE = frozenset({"MD", "VBD", "VBP", "VBZ"})


def extraction(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Tell one clause of a sentence by itself, with the subject that it has from the rest.

    *Ann came and sang* becomes *Ann sang*, *Ann, who sang, left* the same, and *Ann, a baker, left* becomes *Ann is a
    baker*. Whatever is told is supported. These look like splices, and only the syntax of the source tells them apart.

    Args:
        sentence: The sentence.
        rng: Draws the clause.

    Returns:
        The draft; None where every clause has a subject of its own.
    """
    found = [pieces for pieces in (*_second(sentence), *_described(sentence), *_named(sentence)) if len(pieces) > 2]
    if not found:
        return None
    return AlteredClaim(sentence, altered(sentence.parse, [*rng.choice(found), *_stop(sentence)]), keeps=True)


def _second(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield the subject of a verb with each later verb that shares it."""
    for verb in range(len(sentence.tokens)):
        first = sentence.head(verb)
        is_shared = sentence.kind(verb) == "conj" and sentence.subject(verb) is None and _is_finite(sentence, verb)
        subject = sentence.subject(first) if is_shared else None
        if subject is None or subject > first or sentence.is_negated(first):
            continue
        clause = _without(sentence, verb, "cc", "punct")
        if sentence.kind(first) in {"root", "conj", "parataxis"} and sentence.is_whole(sentence.phrase(verb)):
            yield kept(sentence.parse, [*sentence.phrase(subject), *clause])


def _described(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a noun with each clause that describes it and has it for its subject."""
    for verb in range(len(sentence.tokens)):
        noun, subject = sentence.head(verb), sentence.subject(verb)
        if sentence.label(verb) != "acl:relcl" or subject is None or not _is_finite(sentence, verb):
            continue
        if sentence.tokens[subject].text.lower() in _RELATIVE and sentence.tokens[noun].pos in NOMINAL:
            clause = [number for number in _without(sentence, verb, "punct") if number != subject]
            yield kept(sentence.parse, [*_bare(sentence, noun), *clause])


def _named(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a noun that is what its apposition says."""
    for noun, token in enumerate(sentence.tokens):
        described = sentence.head(noun)
        if sentence.kind(noun) != "appos" or token.pos != "NOUN" or sentence.tokens[described].pos != "PROPN":
            continue
        if described < noun and sentence.children(noun, "det"):
            be = Piece("is", None)
            phrase = _without(sentence, noun, "punct")
            yield [*kept(sentence.parse, _bare(sentence, described)), be, *kept(sentence.parse, phrase)]


def _is_finite(sentence: Syntax, verb: int) -> bool:
    """Tell whether a verb, or the auxiliary or *be* before it, has a tense."""
    return any(sentence.tokens[word].tag in _FINITE for word in (verb, *sentence.children(verb, "aux", "cop")))


def _without(sentence: Syntax, word: int, *kinds: str) -> list[int]:
    """Return the phrase of a word without its children of some kinds."""
    gone = {number for child in sentence.children(word, *kinds) for number in sentence.phrase(child)}
    return [number for number in sentence.phrase(word) if number not in gone]


def _bare(sentence: Syntax, noun: int) -> list[int]:
    """Return the phrase of a noun without what describes it in clauses, what it is listed with, and its preposition."""
    return _without(sentence, noun, "acl", "appos", "case", "cc", "conj", "mark", "parataxis", "punct", "cop", "nsubj")


def _stop(sentence: Syntax) -> list[Piece]:
    """Return the full stop of a sentence; nothing where it has none."""
    last = len(sentence.tokens) - 1
    return kept(sentence.parse, [last]) if sentence.tokens[last].text in {".", "!"} else []
