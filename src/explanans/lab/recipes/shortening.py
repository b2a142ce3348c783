"""Recipes that shorten a sentence and keep it true: compressions, and single clauses."""

from collections.abc import Iterator
from random import Random

from explanans.lab.recipes.alteration import Piece
from explanans.lab.recipes.draft import AlteredClaim
from explanans.lab.recipes.syntax import NOMINAL, Syntax

_DROPPED = frozenset({"acl", "advcl", "advmod", "amod", "appos", "discourse", "nmod", "obl", "parataxis", "vocative"})
_HELD = frozenset(
    """
    all almost allegedly any at barely few fewer half hardly less little many maybe more most n't nearly never no none
    not only perhaps possibly reportedly scarcely seldom some
    """.split()
)
"""Words that hedge or bound what they modify: without them, a sentence claims more."""
_CONDITIONS = frozenset({"if", "unless", "until", "whether", "except", "without", "but", "before"})
_ASKING = frozenset({"WDT", "WP", "WP$", "WRB"})
_SAYING = frozenset(
    """
    add admit announce argue claim confirm declare explain insist mention note report reveal say state tell write
    """.split()
)
_HEADLINES = 0.2
"""The share of compressions that lose articles and auxiliaries too."""
_MOST = 4
"""Phrases that are dropped at most."""


def compression(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Drop modifiers, subordinate clauses, second conjuncts or who said it.

    All arcs that are left are supported, also where the parser reads what is left in another way. Hedges, negations,
    conditions and bounds (*nearly*, *if*, *less than*) are never dropped, since what is left would claim more.
    Summaries are such compressions; without them a scorer takes any shorter sentence for a wrong one.

    There is no draft where nothing can be dropped.
    """
    said = _said(sentence)
    if said and rng.random() < 0.5:
        return AlteredClaim.of(sentence, sentence.pieces(said), keeps=True)
    phrases = [phrase for word in range(len(sentence.tokens)) if (phrase := _dropped(sentence, word))]
    if not phrases:
        return None
    chosen = rng.sample(phrases, rng.randint(1, min(_MOST, len(phrases))))
    rest = sentence.rest(number for phrase in chosen for number in phrase)
    if sum(sentence.tokens[number].pos != "PUNCT" for number in rest) < 3:
        return None
    if rng.random() < _HEADLINES:
        rest = tuple(number for number in rest if not _is_left_out(sentence, number))
    return AlteredClaim.of(sentence, sentence.pieces(rest), keeps=True)


def _is_left_out(sentence: Syntax, word: int) -> bool:
    """Return whether headlines leave a word out: an article, or *have* and *be* before a participle."""
    kind, lemma = sentence.kind(word), sentence.tokens[word].lemma.lower()
    past = kind == "aux" and lemma in {"be", "have"} and sentence.tokens[sentence.head(word)].tag in {"VBD", "VBN"}
    return (kind == "det" and lemma in {"a", "an", "the"}) or (past and not sentence.is_negated(sentence.head(word)))


def _dropped(sentence: Syntax, word: int) -> tuple[int, ...]:
    """Return the phrase that can be dropped with a word; nothing if it cannot."""
    kind, phrase = sentence.kind(word), sentence.phrase(word)
    low = {sentence.tokens[number].text.lower() for number in phrase}
    if kind == "conj" and not sentence.children(word, "conj"):
        marked = sentence.children(word, "cc")
        is_last = word == sentence.children(sentence.head(word), "conj")[-1]
        is_and = all(sentence.tokens[number].lemma.lower() == "and" for number in marked)
        return phrase if marked and is_last and is_and and sentence.is_whole(phrase) else ()
    if kind not in _DROPPED or not sentence.is_whole(phrase) or low & _HELD or _is_denied(sentence, word):
        return ()
    if any(sentence.tokens[number].tag in _ASKING for number in phrase) and kind not in {"acl", "advcl"}:
        return ()
    opening = {sentence.tokens[number].text.lower() for number in sentence.children(word, "case", "mark", "cc")}
    agent = sentence.label(word) in {"obl:agent", "obl:by"} or sentence.tokens[word].text.lower().endswith("n't")
    needed = kind == "nmod" and sentence.label(word) == "nmod:poss"
    return () if opening & _CONDITIONS or agent or needed else phrase


def _is_denied(sentence: Syntax, word: int) -> bool:
    """Return whether a word stands under a negation, where less said is more denied."""
    while (word := sentence.head(word)) >= 0:
        if sentence.is_negated(word):
            return True
    return False


def _said(sentence: Syntax) -> tuple[int, ...]:
    """Return the words of reported speech, without the reporting clause; empty if there is none."""
    for word in range(len(sentence.tokens)):
        head = sentence.head(word)
        if sentence.kind(word) == "ccomp" and sentence.kind(head) == "root" and sentence.subject(word) is not None:
            phrase = sentence.phrase(word)
            marks = set(sentence.children(word, "mark"))
            telling = sentence.tokens[head].lemma.lower() in _SAYING and not sentence.is_negated(head)
            only_that = all(sentence.tokens[mark].text.lower() == "that" for mark in marks)
            if telling and only_that and sentence.is_whole(phrase):
                return tuple(number for number in phrase if number not in marks)
    return ()


_RELATIVE = frozenset({"that", "which", "who"})
_FINITE = frozenset({"MD", "VBD", "VBP", "VBZ"})


def extraction(sentence: Syntax, rng: Random) -> AlteredClaim | None:
    """Return a draft of one clause of a sentence, with the subject that it has from the rest.

    *Ann came and sang* becomes *Ann sang*, *Ann, who sang, left* the same, and *Ann, a baker, left* becomes *Ann is a
    baker*. Every arc is supported. Only the syntax of the source distinguishes these examples from splices.

    There is no draft if every clause has its own subject.
    """
    found = [pieces for pieces in (*_second(sentence), *_described(sentence), *_named(sentence)) if len(pieces) > 2]
    if not found:
        return None
    return AlteredClaim.of(sentence, [*rng.choice(found), *_stop(sentence)], keeps=True)


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
            yield sentence.pieces([*sentence.phrase(subject), *clause])


def _described(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a noun with each clause that describes it and has it for its subject."""
    for verb in range(len(sentence.tokens)):
        noun, subject = sentence.head(verb), sentence.subject(verb)
        if sentence.label(verb) != "acl:relcl" or subject is None or not _is_finite(sentence, verb):
            continue
        if sentence.tokens[subject].text.lower() in _RELATIVE and sentence.tokens[noun].pos in NOMINAL:
            clause = [number for number in _without(sentence, verb, "punct") if number != subject]
            yield sentence.pieces([*_bare(sentence, noun), *clause])


def _named(sentence: Syntax) -> Iterator[list[Piece]]:
    """Yield a noun that is what its apposition says."""
    for noun, token in enumerate(sentence.tokens):
        described = sentence.head(noun)
        if sentence.kind(noun) != "appos" or token.pos != "NOUN" or sentence.tokens[described].pos != "PROPN":
            continue
        if described < noun and sentence.children(noun, "det"):
            be = Piece("is", None)
            phrase = _without(sentence, noun, "punct")
            yield [*sentence.pieces(_bare(sentence, described)), be, *sentence.pieces(phrase)]


def _is_finite(sentence: Syntax, verb: int) -> bool:
    """Return whether a verb, or the auxiliary or *be* before it, has a tense."""
    return any(sentence.tokens[word].tag in _FINITE for word in (verb, *sentence.children(verb, "aux", "cop")))


def _without(sentence: Syntax, word: int, *kinds: str) -> list[int]:
    """Return the phrase of a word without its children of some kinds."""
    gone = {number for child in sentence.children(word, *kinds) for number in sentence.phrase(child)}
    return [number for number in sentence.phrase(word) if number not in gone]


def _bare(sentence: Syntax, noun: int) -> list[int]:
    """Return the phrase of a noun without what describes it in clauses, what it is listed with, and its preposition."""
    return _without(sentence, noun, "acl", "appos", "case", "cc", "conj", "mark", "parataxis", "punct", "cop", "nsubj")


def _stop(sentence: Syntax) -> list[Piece]:
    """Return the full stop of a sentence; nothing if it has none."""
    last = len(sentence.tokens) - 1
    return sentence.pieces([last]) if sentence.tokens[last].text in {".", "!"} else []
