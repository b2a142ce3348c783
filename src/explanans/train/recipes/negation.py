"""Negations put in and taken out."""

from random import Random

from explanans.text.inflection import base_form
from explanans.train.recipes.alteration import Piece, altered, kept
from explanans.train.recipes.draft import AlteredClaim, pair
from explanans.train.recipes.syntax import Syntax

_NEGATIVE = frozenset({"not", "n't", "n’t", "never"})
_WHOLE = {"ca": "can", "wo": "will", "sha": "shall"}
"""What is left of the auxiliary in *can't*, *won't* and *shan't*."""
_CONTRACTED = frozenset("are could did do does had has have is should was were would".split())
"""Auxiliaries that *n't* is simply added to."""
_TENSES = {"VBZ": "does", "VBP": "do", "VBD": "did"}
_FINITE = frozenset({"MD", "VBD", "VBP", "VBZ"})
_ARGUMENTS = frozenset({"nsubj", "csubj", "obj", "iobj", "ccomp", "xcomp"})


def negation(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Negate a clause, or take its negation away.

    The arc to the negation is not supported, nor are those of the verb to its arguments, which now say the opposite;
    of the other arcs of the verb, such as that to where it happened, nothing is known (see section 7.2 of Goyal &
    Durrett 2020 on negation).

    Args:
        sentence: The sentence.
        rng: Draws the clause.

    Returns:
        The draft; None where no clause can be negated.
    """
    verbs = [number for number in range(len(sentence.tokens)) if sentence.subject(number) is not None]
    rng.shuffle(verbs)
    for verb in verbs:
        pieces = _affirmed(sentence, verb) if sentence.is_negated(verb) else _negated(sentence, verb, rng)
        if pieces:
            arcs = [arc for arc in sentence.arcs if arc.head == verb]
            arguments = [arc.child for arc in arcs if arc.label.partition(":")[0] in _ARGUMENTS]
            denied = frozenset(pair(verb, child) for child in arguments)
            doubtful = frozenset(pair(verb, arc.child) for arc in arcs)
            return AlteredClaim(sentence, altered(sentence.parse, pieces), denied, doubtful)
    return None


def _affirmed(sentence: Syntax, verb: int) -> list[Piece]:
    """Return the words of a sentence without the negation of a verb; none where another word negates it."""
    negations = [child for child in sentence.children(verb) if sentence.tokens[child].text.lower() in _NEGATIVE]
    if len(negations) != 1:
        return []
    pieces = kept(sentence.parse, range(len(sentence.tokens)))
    before = negations[0] - 1
    whole = _WHOLE.get(pieces[before].text.lower()) if before >= 0 else None
    if whole:
        pieces[before] = pieces[before]._replace(text=whole)
    del pieces[negations[0]]
    return pieces


def _negated(sentence: Syntax, verb: int, rng: Random) -> list[Piece]:
    """Return the words of a sentence with a verb negated; none where it has no form that can be."""
    subject = sentence.subject(verb)
    if subject is not None and sentence.is_negated(subject):
        return []
    pieces = kept(sentence.parse, range(len(sentence.tokens)))
    new = Piece(rng.choice(("not", "n't")), None, changed=True)
    auxiliaries = sentence.children(verb, "aux", "cop")
    if auxiliaries:
        finite = auxiliaries[0]
        if sentence.tokens[finite].tag not in _FINITE:
            return []
        if sentence.tokens[finite].text.lower() not in _CONTRACTED:
            new = new._replace(text="not")
        return [*pieces[: finite + 1], new, *pieces[finite + 1 :]]
    token = sentence.tokens[verb]
    if token.pos != "VERB" or token.tag not in _TENSES:
        return []
    bare = pieces[verb]._replace(text=base_form(token.text.lower()))
    return [*pieces[:verb], Piece(_TENSES[token.tag], None), new, bare, *pieces[verb + 1 :]]
