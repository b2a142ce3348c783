"""Recipes that join what does not belong together: arguments, modifiers and clauses moved or cut."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from explanans.lab.recipes.alteration import NOMINAL, Syntax, altered, in_case
from explanans.lab.recipes.claims import AlteredClaim, AlteredSource, pair
from explanans.language.analysis import is_run

_AS_OBJECT = {"he": "him", "i": "me", "she": "her", "they": "them", "we": "us", "who": "whom"}
_AS_SUBJECT = {objective: subjective for subjective, objective in _AS_OBJECT.items()}
_PAIRS = (("nsubj", "obj"), ("nsubj", "obl"), ("nsubj:pass", "obl"), ("nsubj", "iobj"), ("obj", "obl"), ("obj", "iobj"))
_SYMMETRIC = frozenset({"border", "divorce", "equal", "marry", "match", "meet", "resemble"})
"""Symmetric verbs: *A meets B* means the same as *B meets A*."""
_UNTOUCHED = frozenset({"it", "there", "that", "which", "this", "what"})


def exchange(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Let two arguments of a verb change places, such as its subject and its object.

    These are the wrong subjects and objects of verbs that section 4 of Goyal & Durrett 2020 wants to find. Arcs between
    the verb and the exchanged words are not supported; those within both phrases, and all others, still are.

    There is no draft where no verb has two arguments that can be exchanged.
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
    new_subject = other if sentence.kind(one) == "nsubj" else None
    pieces = [
        in_case(piece, _AS_SUBJECT if piece.origin == new_subject else _AS_OBJECT)
        if piece.origin in {one, other}
        else piece
        for piece in sentence.pieces(order)
    ]
    denied = frozenset({pair(verb, one), pair(verb, other)})
    return AlteredClaim.of(sentence, pieces, denied)


def _arguments(sentence: Syntax, verb: int, kind: str) -> list[int]:
    """Return the arguments of a verb of one kind whose phrases can be moved."""
    return [
        child
        for child in sentence.children(verb, kind)
        if sentence.tokens[child].pos in NOMINAL
        and sentence.tokens[child].lemma.lower() not in _UNTOUCHED
        and (phrase := _phrase(sentence, child))
        and is_run(phrase)
        and verb not in phrase
        and (kind != "obl" or sentence.children(child, "case"))
    ]


def _phrase(sentence: Syntax, word: int) -> tuple[int, ...]:
    """Return the phrase of a word without the preposition and the punctuation that tie it to the verb."""
    tied = {number for case in sentence.children(word, "case", "punct", "cc") for number in sentence.subtree(case)}
    return tuple(number for number in sentence.subtree(word) if number not in tied)


_BEFORE = ("amod", "nummod", "compound")
_AFTER = ("nmod", "acl")


def attachment(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Move a modifier from one noun to another.

    The arc from its new head to the modifier is not supported. Where the parser still attaches it to its old head, the
    arc is what it was, and supported.

    There is no draft if there is no modifier, or no other noun.
    """
    moves = list(_moves(sentence))
    if not moves:
        return None
    modifier, noun = rng.choice(moves)
    phrase = sentence.subtree(modifier)
    rest = sentence.rest(phrase)
    place = rest.index(noun) + (modifier > sentence.head(modifier))
    order = [*rest[:place], *phrase, *rest[place:]]
    denied = frozenset({pair(modifier, noun)})
    return AlteredClaim.of(sentence, sentence.pieces(order), denied)


def _moves(sentence: Syntax) -> Iterator[tuple[int, int]]:
    """Yield modifiers, and the nouns that they do not modify but could."""
    count = len(sentence.tokens)
    nouns = [number for number in range(count) if sentence.tokens[number].pos in {"NOUN", "PROPN"}]
    for modifier in range(count):
        head, phrase = sentence.head(modifier), sentence.subtree(modifier)
        kinds = _BEFORE if modifier < head else _AFTER
        if sentence.kind(modifier) not in kinds or sentence.label(modifier) == "nmod:poss" or not is_run(phrase):
            continue
        for noun in nouns:
            is_name = sentence.kind(noun) in {"compound", "flat"} or sentence.children(noun, "flat", "compound")
            related = noun == head or (noun, modifier) in sentence.linked or (noun, head) in sentence.linked
            if noun not in phrase and not related and not is_name:
                yield modifier, noun


_FORMLESS = frozenset({"it", "that", "there", "this", "what", "which", "who", "whom"})
_QUANTITIES = frozenset(
    """
    bit bottle box couple cup group kind lot number pair piece plenty set sort ton type variety form city month day year
    """.split()
)
_POSSESSIVE = frozenset({"PRP$", "WP$"})
_SHORTEST_CUT, _LONGEST_CUT = 1, 14
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

    There is no draft where no cut joins words of two clauses.
    """
    cuts = [*_subjects(sentence), *_objects(sentence), *_owners(sentence)]
    cuts = [cut for cut in cuts if _SHORTEST_CUT <= cut.end - cut.start <= _LONGEST_CUT]
    if not cuts:
        return None
    cut = rng.choice(cuts)
    rest = sentence.rest(range(cut.start, cut.end))
    return AlteredClaim.of(sentence, sentence.pieces(rest), frozenset({pair(*cut.words)}))


def _subjects(sentence: Syntax) -> Iterator[_Cut]:
    """Yield the cuts after which a verb follows a noun of another clause."""
    for verb in range(len(sentence.tokens)):
        subject = sentence.subject(verb)
        if subject is None or subject > verb or sentence.tokens[subject].pos not in {"NOUN", "PROPN"}:
            continue  # a pronoun may stand for the very noun that would take its place
        start = _start(sentence, verb, subject)
        if sentence.tokens[start].text.startswith(("'", "’")):
            continue
        own = set(sentence.subtree(subject))
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
            phrase = sentence.subtree(noun)
            if sentence.kind(noun) != "obj" or sentence.head(noun) == verb or not is_run(phrase):
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
            phrase = sentence.subtree(owner)
            if not _stands(sentence, owner) or not is_run(phrase):
                continue
            if case == ["of"] and owner > noun:
                yield _Cut(sentence.subtree(noun)[0], sentence.children(owner, "case")[0] + 1, (governor, owner))
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
    """Return whether a word can be an argument by itself."""
    token = sentence.tokens[noun]
    inner = sentence.kind(noun) in {"compound", "flat", "fixed", "det"}
    return token.pos in NOMINAL and not inner and token.tag not in _POSSESSIVE and token.lemma.lower() not in _FORMLESS


def _shares(sentence: Syntax, noun: int, verb: int) -> bool:
    """Return whether a noun and a verb have to do with each other, be it through a list or an apposition."""
    near = {noun, *sentence.children(noun, "appos", "conj"), *_above(sentence, noun)}
    verbs = {verb, *sentence.children(verb, "conj", "xcomp"), *_above(sentence, verb)}
    return any((one, other) in sentence.linked for one in near for other in verbs)


def _above(sentence: Syntax, word: int) -> tuple[int, ...]:
    """Return the head of a conjunct, apposition or open complement; empty for other words."""
    return (sentence.head(word),) if sentence.kind(word) in {"appos", "conj", "xcomp"} else ()


_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})
_LONGEST_REMOVED = 6
"""Words of the longest span that is removed at random."""
_LEFT = 3
"""Words that must be left of the source."""
_DROPPED = frozenset("acl advcl advmod amod appos ccomp compound conj nmod nummod obj obl xcomp".split())


def hallucination(sentence: Syntax, rng: Random) -> AlteredSource | None:
    """Remove a span of words from the source of a sentence, which then claims more than its source.

    Section 5.3 removes any span; here half of the spans are whole phrases, since what systems make up are phrases, and
    the rest of the source stays a sentence. Arcs that touch a removed word are not supported. Section 5.3 leaves it at
    these; here the arcs that source and claim share are known to be supported as well.

    There is no draft where the sentence is too short.
    """
    count = len(sentence.tokens)
    if count < 2 * _LEFT:
        return None
    phrases = [
        phrase
        for number in range(count)
        if sentence.kind(number) in _DROPPED
        and is_run(phrase := sentence.subtree(number))
        and len(phrase) <= count - _LEFT
    ]
    if phrases and rng.random() < 0.5:
        gone = rng.choice(phrases)
    else:
        length = rng.randint(1, min(_LONGEST_REMOVED, count - _LEFT))
        start = rng.randint(0, count - length)
        gone = tuple(range(start, start + length))
    rest = sentence.rest(gone)
    has_content = any(sentence.tokens[number].pos in _CONTENT for number in gone)
    if not has_content or sum(sentence.tokens[number].pos != "PUNCT" for number in rest) < _LEFT:
        return None
    return AlteredSource(sentence, altered(sentence.parse, sentence.pieces(rest)))
