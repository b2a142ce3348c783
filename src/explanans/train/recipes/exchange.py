"""Subjects and objects that change places."""

from random import Random

from explanans.train.recipes.alteration import Piece, altered, kept
from explanans.train.recipes.draft import AlteredClaim, pair
from explanans.train.recipes.syntax import NOMINAL, Syntax

_AS_OBJECT = {"he": "him", "i": "me", "she": "her", "they": "them", "we": "us", "who": "whom"}
_AS_SUBJECT = {objective: subjective for subjective, objective in _AS_OBJECT.items()}
_PAIRS = (("nsubj", "obj"), ("nsubj", "obl"), ("nsubj:pass", "obl"), ("nsubj", "iobj"), ("obj", "obl"), ("obj", "iobj"))
_SYMMETRIC = frozenset({"border", "divorce", "equal", "marry", "match", "meet", "resemble"})
"""Verbs of which *A meets B* says the same as *B meets A*."""
_UNTOUCHED = frozenset({"it", "there", "that", "which", "this", "what"})


def exchange(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Let two arguments of a verb change places, such as its subject and its object.

    These are the wrong subjects and objects of verbs that section 4 of Goyal & Durrett 2020 wants to find. Arcs between
    the verb and the exchanged words are not supported; those within both phrases, and all others, still are.

    Args:
        sentence: The sentence.
        rng: Draws the verb and the arguments.

    Returns:
        The draft; None where no verb has two arguments that can be exchanged.
    """
    found = [
        (verb, one, other)
        for verb, token in enumerate(sentence.tokens)
        if token.pos == "VERB" and token.lemma not in _SYMMETRIC
        for first, second in _PAIRS
        for one in _arguments(sentence, verb, first)
        for other in _arguments(sentence, verb, second)
        if sentence.tokens[one].lemma != sentence.tokens[other].lemma
    ]
    if not found:
        return None
    verb, one, other = rng.choice(found)
    (left, right) = sorted((_phrase(sentence, one), _phrase(sentence, other)))
    order = [
        *range(left[0]),
        *right,
        *range(left[-1] + 1, right[0]),
        *left,
        *range(right[-1] + 1, len(sentence.tokens)),
    ]
    becomes_subject = {other if sentence.kind(one) == "nsubj" else -1}
    pieces = [
        _cased(piece, to_subject=piece.origin in becomes_subject) if piece.origin in {one, other} else piece
        for piece in kept(sentence.parse, order)
    ]
    denied = frozenset({pair(verb, one), pair(verb, other)})
    return AlteredClaim(sentence, altered(sentence.parse, pieces), denied)


def _arguments(sentence: Syntax, verb: int, kind: str) -> list[int]:
    """Return the arguments of a verb of one kind whose phrases can be moved."""
    return [
        child
        for child in sentence.children(verb, kind)
        if sentence.tokens[child].pos in NOMINAL
        and sentence.tokens[child].lemma.lower() not in _UNTOUCHED
        and (phrase := _phrase(sentence, child))
        and sentence.is_whole(phrase)
        and verb not in phrase
        and (kind != "obl" or sentence.children(child, "case"))
    ]


def _phrase(sentence: Syntax, word: int) -> tuple[int, ...]:
    """Return the phrase of a word without the preposition and the punctuation that tie it to the verb."""
    tied = {number for case in sentence.children(word, "case", "punct", "cc") for number in sentence.phrase(case)}
    return tuple(number for number in sentence.phrase(word) if number not in tied)


def _cased(piece: Piece, *, to_subject: bool) -> Piece:
    """Return a pronoun in the case of its new place."""
    forms = _AS_SUBJECT if to_subject else _AS_OBJECT
    form = forms.get(piece.text.lower(), piece.text)
    return piece._replace(text="I" if form == "i" else form)
