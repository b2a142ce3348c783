"""Cuts that join words of two clauses which do not belong together (as bad summaries do)."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from explanans.train.recipes.alteration import altered, kept
from explanans.train.recipes.draft import AlteredClaim, pair
from explanans.train.recipes.syntax import NOMINAL, Syntax

_FORMLESS = frozenset({"it", "that", "there", "this", "what", "which", "who", "whom"})
_QUANTITIES = frozenset(
    """
    bit bottle box couple cup group kind lot number pair piece plenty set sort ton type variety form city month day year
    """.split()
)
_POSSESSIVE = frozenset({"PRP$", "WP$"})
_SHORTEST, _LONGEST = 1, 14
"""Words that are cut out, at least and at most."""


class _Cut(NamedTuple):
    """A span to cut out, and the two words that meet where it was."""

    start: int
    end: int
    words: tuple[int, int]


def splice(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Cut a span out of a sentence so that a noun meets a verb that it does not belong to.

    A subject meets the verb of another clause (*X said Y did Z* becomes *X did Z*), a verb meets the object of another
    one, or the owner stands for what is owned (*the son of X sang* becomes *X sang*). The arc between the two words
    that meet is not supported; arcs of the sentence that are left still are. Summarisers that compress sentences make
    this very error.

    Args:
        sentence: The sentence.
        rng: Draws the cut.

    Returns:
        The draft; None where no cut joins words of two clauses.
    """
    cuts = [*_subjects(sentence), *_objects(sentence), *_owners(sentence)]
    cuts = [cut for cut in cuts if _SHORTEST <= cut.end - cut.start <= _LONGEST]
    if not cuts:
        return None
    cut = rng.choice(cuts)
    rest = sentence.rest(range(cut.start, cut.end))
    return AlteredClaim(sentence, altered(sentence.parse, kept(sentence.parse, rest)), frozenset({pair(*cut.words)}))


def _subjects(sentence: Syntax) -> Iterator[_Cut]:
    """Yield the cuts after which a verb follows a noun of another clause."""
    for verb in range(len(sentence.tokens)):
        subject = sentence.subject(verb)
        if subject is None or subject > verb or sentence.tokens[subject].pos not in {"NOUN", "PROPN"}:
            continue  # a pronoun may stand for the very noun that would take its place
        start = _start(sentence, verb, subject)
        if sentence.tokens[start].text.startswith(("'", "’")):
            continue
        own = set(sentence.phrase(subject))
        for noun in range(subject):
            end = _end(sentence, noun)
            if noun in own or end >= start or not _stands(sentence, noun) or _shares(sentence, noun, verb):
                continue
            if subject in range(end + 1, start) and not sentence.children(noun, "case"):
                yield _Cut(end + 1, start, (noun, verb))


def _objects(sentence: Syntax) -> Iterator[_Cut]:
    """Yield the cuts after which a verb is followed by the object of another verb."""
    for verb, token in enumerate(sentence.tokens):
        if token.pos != "VERB" or not sentence.children(verb, "obj"):
            continue
        for noun in range(verb + 1, len(sentence.tokens)):
            phrase = sentence.phrase(noun)
            if sentence.kind(noun) != "obj" or sentence.head(noun) == verb or not sentence.is_whole(phrase):
                continue
            if phrase[0] > verb and _stands(sentence, noun) and (verb, noun) not in sentence.linked:
                yield _Cut(verb + 1, phrase[0], (verb, noun))


def _owners(sentence: Syntax) -> Iterator[_Cut]:
    """Yield the cuts after which what a noun is of, or whose it is, takes the place of the noun."""
    for noun, token in enumerate(sentence.tokens):
        governor = sentence.head(noun)
        is_argument = token.pos == "NOUN" and governor >= 0 and sentence.kind(noun) in {"nsubj", "obj"}
        if not is_argument or token.lemma.lower() in _QUANTITIES:
            continue
        for owner in sentence.children(noun, "nmod"):
            case = [sentence.tokens[number].text.lower() for number in sentence.children(owner, "case")]
            phrase = sentence.phrase(owner)
            if not _stands(sentence, owner) or not sentence.is_whole(phrase):
                continue
            if case == ["of"] and owner > noun:
                yield _Cut(sentence.phrase(noun)[0], sentence.children(owner, "case")[0] + 1, (governor, owner))
            elif case in (["'s"], ["’s"], ["'"]) and owner < noun:
                yield _Cut(phrase[-1], noun + 1, (governor, owner))


def _start(sentence: Syntax, verb: int, subject: int) -> int:
    """Return the first word of a verb with its auxiliaries and adverbs, after its subject."""
    before = [child for child in sentence.children(verb, "aux", "cop", "advmod") if subject < child < verb]
    return min([*before, verb])


def _end(sentence: Syntax, noun: int) -> int:
    """Return the last word of a name or noun without what follows to describe it."""
    return max([noun, *(child for child in sentence.children(noun, "flat", "compound") if child > noun)])


def _stands(sentence: Syntax, noun: int) -> bool:
    """Tell whether a word can be an argument by itself."""
    token = sentence.tokens[noun]
    inner = sentence.kind(noun) in {"compound", "flat", "fixed", "det"}
    return token.pos in NOMINAL and not inner and token.tag not in _POSSESSIVE and token.lemma.lower() not in _FORMLESS


def _shares(sentence: Syntax, noun: int, verb: int) -> bool:
    """Tell whether a noun and a verb have to do with each other, be it through a list or an apposition."""
    near = {noun, *sentence.children(noun, "appos", "conj"), *_above(sentence, noun)}
    verbs = {verb, *sentence.children(verb, "conj", "xcomp"), *_above(sentence, verb)}
    return any((one, other) in sentence.linked for one in near for other in verbs)


def _above(sentence: Syntax, word: int) -> tuple[int, ...]:
    """Return what a word is listed or identified with."""
    return (sentence.head(word),) if sentence.kind(word) in {"appos", "conj", "xcomp"} else ()
