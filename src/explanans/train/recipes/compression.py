"""Sentences made shorter, and still true (as summaries are)."""

from random import Random

from explanans.train.recipes.alteration import altered, kept
from explanans.train.recipes.draft import AlteredClaim
from explanans.train.recipes.syntax import Syntax

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

    Args:
        sentence: The sentence.
        rng: Draws what is dropped.

    Returns:
        The draft; None where nothing can be dropped.
    """
    said = _said(sentence)
    if said and rng.random() < 0.5:
        return AlteredClaim(sentence, altered(sentence.parse, kept(sentence.parse, said)), keeps=True)
    phrases = [phrase for word in range(len(sentence.tokens)) if (phrase := _dropped(sentence, word))]
    if not phrases:
        return None
    chosen = rng.sample(phrases, rng.randint(1, min(_MOST, len(phrases))))
    rest = sentence.rest(number for phrase in chosen for number in phrase)
    if sum(sentence.tokens[number].pos != "PUNCT" for number in rest) < 3:
        return None
    if rng.random() < _HEADLINES:
        rest = tuple(number for number in rest if not _is_left_out(sentence, number))
    return AlteredClaim(sentence, altered(sentence.parse, kept(sentence.parse, rest)), keeps=True)


def _is_left_out(sentence: Syntax, word: int) -> bool:
    """Tell whether headlines leave a word out: an article, or *have* and *be* before a participle."""
    kind, lemma = sentence.kind(word), sentence.tokens[word].lemma.lower()
    past = kind == "aux" and lemma in {"be", "have"} and sentence.tokens[sentence.head(word)].tag in {"VBD", "VBN"}
    return (kind == "det" and lemma in {"a", "an", "the"}) or (past and not sentence.is_negated(sentence.head(word)))


def _dropped(sentence: Syntax, word: int) -> tuple[int, ...]:
    """Return the phrase that can be dropped with a word; nothing where it cannot."""
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
    """Tell whether a word stands under a negation, where less said is more denied."""
    while (word := sentence.head(word)) >= 0:
        if sentence.is_negated(word):
            return True
    return False


def _said(sentence: Syntax) -> tuple[int, ...]:
    """Return the words of what somebody says in a sentence, without who says it; nothing where nobody does."""
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
