"""Faults that make a sentence ill-formed beyond doubt, and the words that a conclusion may use."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from explanans.language.grammar import (
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    MODALS,
    PREPOSITIONS,
    RELATIVES,
    bare,
    is_common_verb,
    is_third_person,
)
from explanans.language.inflection import (
    base_form,
    forms,
    is_participle,
    is_plural,
    third_person,
)
from explanans.language.tokens import informative_lemmas, is_function_word, lemma, stem, tokens, untelling_words
from explanans.trees.conclusions.fact_parts import Clause, clause, conditional, head
from explanans.trees.conclusions.replacement import agreeing, counts_as_plural, without_article

_ARTICLES = frozenset("a an the".split())
_NO_END = (
    (
        PREPOSITIONS
        - frozenset(
            "about above around behind below down in inside near off on out outside over up past against".split()
        )
    )
    | _ARTICLES
    | CONJUNCTIONS
    | RELATIVES - {"that"}
    | AUXILIARIES
    | frozenset("to not if then when because its their very something's".split())
)
_NO_START = CONJUNCTIONS | (RELATIVES - {"that"}) | AUXILIARIES | frozenset("of by into then than also them".split())
_NOT_AFTER_ARTICLE = (
    AUXILIARIES
    | CONJUNCTIONS
    | (PREPOSITIONS - {"above", "near", "inside", "outside", "over", "off", "past", "down"})
    | _ARTICLES
    | frozenset("to then if that which this each every some its their it they them is".split())
) - {"can", "will", "might"}
_POINTING = re.compile(r"\b(?:that|those|these|this) ([a-z]+)")
_NEVER_BEFORE_VERBS = frozenset("at by during for from into of through toward towards with within without".split())
_DETERMINING = DETERMINERS - _ARTICLES - {"all", "both", "that", "no"}
_MODALS = MODALS - {"can", "will"}  # which are nouns as well
_VERBS = BE | {"has", "have"}
_FINITE = BE | MODALS - {"might", "will"} | {"has", "have", "does"}
_OPENS_CLAUSE = (
    RELATIVES
    | CONJUNCTIONS
    | frozenset("if when because as so than while since until after before how what then to".split())
)
_TAKES_CLAUSE = frozenset("mean indicate say show know think believe ensure conclude predict find assume see".split())
_SAID_AGAIN = re.compile(r"([a-z]+) that (?:is|are|means?) (?:an? |the )?(?:kinds? of )?(?:an? )?([a-z]+)\b(?! [a-z])")
_WANT_MORE = frozenset("made used called located known considered composed based".split())
_WHEN = re.compile(r"\bthat (?:is|are) when\b")
_REPEATABLE = frozenset({"that", "had"})
_WHOLE_SENTENCE = frozenset("a an each every one this that another".split())


def faults(text: str) -> tuple[str, ...]:
    """Return a name for each fault of a sentence; empty if none is found.

    Example:
        >>> faults("a frog breathes through its skin")
        ()
        >>> faults("a frogs breathe through the"), faults("the heat of the sun")
        (('article before a plural', 'nothing after the'), ('no verb',))
    """
    return tuple(dict.fromkeys(_faults(text)))


def _faults(text: str) -> Iterator[str]:
    words = text.split()
    low = [bare(word) for word in words]
    if not low or not low[0]:
        yield "no words"
        return
    if low[0] in _NO_START:
        yield f"starts with {low[0]}"
    yield from _sequence_faults(words, low)
    if _WHEN.search(text):
        yield "that is when"
    yield from _end_faults(words, low)
    yield from _pointing_faults(text)
    for match in _SAID_AGAIN.finditer(text):
        if lemma(match[1]) == lemma(match[2]):
            yield "says nothing"
    rule = conditional(text)
    if rule:
        for part in (rule.condition, rule.consequence):
            yield from _clause_faults(clause(part))
    elif low[0] in {"if", "as", "when"}:
        yield "a condition of nothing"
    else:
        yield from _clause_faults(clause(text))


def _end_faults(words: Sequence[str], low: Sequence[str]) -> Iterator[str]:
    if low[-1] in _NO_END:
        yield f"nothing after {low[-1]}"
    if words[-1][-1] in ",;:":
        yield "ends in a comma"
    if low[-1] in _WANT_MORE and BE & set(low[-3:-1]):
        yield f"nothing after {low[-1]}"


def _sequence_faults(words: Sequence[str], low: Sequence[str]) -> Iterator[str]:
    for place, (one, other) in enumerate(pairwise(low)):
        if one == other and one not in _REPEATABLE:
            yield "a doubled word"
        if words[place][-1] in ",;:":
            continue
        if one in {"a", "an"} and is_plural(other) and _ends_phrase(words, place + 1):
            yield "article before a plural"
        if _clash(one, other):
            yield f"{one} before {other}"


def _clash(one: str, other: str) -> bool:
    """Return whether no sentence has the second word right after the first."""
    if one in _ARTICLES:
        return other in _NOT_AFTER_ARTICLE
    if one in _DETERMINING:
        return other in _ARTICLES
    if one in _MODALS:
        return other in BE or (is_third_person(other) and is_common_verb(base_form(other)))
    if one in _VERBS:
        return other in _VERBS or other in {"does", "do"}
    if one in CONJUNCTIONS:
        return other in CONJUNCTIONS
    return (one == "to" and other in BE | {"has"}) or (one in _NEVER_BEFORE_VERBS and other in AUXILIARIES)


def _ends_phrase(words: Sequence[str], place: int) -> bool:
    after = bare(words[place + 1]) if place + 1 < len(words) else ""
    return (
        words[place][-1] in ",;:"
        or not after
        or is_function_word(after)
        or is_third_person(after)
        or is_common_verb(after)
    )


def _pointing_faults(text: str) -> Iterator[str]:
    """Yield a fault for each *that thing* without a thing before it."""
    for match in _POINTING.finditer(text):
        name = lemma(match[1])
        before = text[: match.start()].lower()
        if match[0].startswith("that") and before and not f" {before}".rstrip().endswith(tuple(_GOVERNING)):
            continue  # as in "objects that float"
        if name in {"kind", "type", "process", "way", "case"} or not informative_lemmas(name):
            continue
        if name not in {lemma(bare(word)) for word in before.split()}:
            yield f"{match[0]} points to nothing"


_GOVERNING = frozenset(f" {word}" for word in PREPOSITIONS) | {" then", ","}


def _clause_faults(found: Clause | None) -> Iterator[str]:
    if found is None:
        yield "no verb"
        return
    subject = [bare(word) for word in found.subject]
    topic, said = informative_lemmas(" ".join(found.subject)), informative_lemmas(" ".join(found.rest))
    if topic and topic == said and found.verb[-1] in BE | {"means", "mean"}:
        yield "says nothing"
    if found.rest and [lemma(bare(word)) for word in without_article(found.subject)] == [
        lemma(bare(word)) for word in without_article(head(found.rest))
    ]:
        yield "says nothing"
    if _has_second_verb(found):
        yield "two verbs"
    yield from _agreement_faults(subject, bare(found.verb[0]))


def _has_second_verb(found: Clause) -> bool:
    """Return whether a second finite verb follows without a word that opens a clause for it."""
    low = [bare(word) for word in found.rest]
    for place, word in enumerate(low):
        if word in _OPENS_CLAUSE or found.rest[place][-1] in ",;:":
            return False
        if word in _FINITE and not (word == "can" and low[place - 1 : place] in (["a"], ["the"], ["tin"])):
            return lemma(bare(found.verb[-1])) not in _TAKES_CLAUSE
    return False


def _agreement_faults(subject: Sequence[str], verb: str) -> Iterator[str]:
    """Yield a fault where a short subject and its verb disagree beyond doubt."""
    name = head(subject)
    if "and" in subject or "of" in subject or "or" in subject or len(name) != len(subject):
        return
    one = name[0] in _WHOLE_SENTENCE and not is_plural(name[-1])
    several = is_plural(name[-1]) and counts_as_plural(name)
    is_one = verb in {"is", "was", "has", "does", "means"} or (
        verb not in AUXILIARIES and is_third_person(verb) and third_person(base_form(verb)) == verb
    )
    is_many = verb in {"are", "were", "have", "do", "mean"} or (
        verb not in AUXILIARIES
        and is_common_verb(verb)
        and agreeing(verb, is_plural=False) != verb
        and not is_participle(verb)
    )
    if (one and is_many) or (several and is_one and verb != "means"):
        yield "subject and verb disagree"


_OWNS = re.compile(r"['’]s?$")
_EDGES = re.compile(r"^[^\w%°]+|(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bMrs)[^\w%°]+$")


def foreign(text: str, premises: Sequence[str], hypothesis: str = "") -> tuple[str, ...]:
    """Return the content words of a conclusion that neither its premises nor its hypothesis carry, as lemmas.

    A word is carried that has the lemma or the stem of one that is.

    Args:
        hypothesis: The hypothesis; empty if there is none.

    Example:
        >>> foreign("a frog has slimy skins", ["a frog is an amphibian", "amphibians have skin"])
        ('slimy',)
    """
    known = {base for source in (*premises, hypothesis) for base in map(lemma, tokens(source))}
    stems = {stem(base) for base in known}
    return tuple(sorted(base for base in informative_lemmas(text) - known if stem(base) not in stems))


def spellings(premises: Sequence[str], hypothesis: str = "") -> frozenset[str]:
    """Return the words that a conclusion may be spelt with, each as it may stand between two blanks.

    Args:
        hypothesis: The hypothesis; empty if there is none.

    Example:
        >>> words = spellings(["a frog is a kind of amphibian", "cold-blooded amphibians jump"])
        >>> {"frogs", "cold-blooded", "jumping", "because"} <= words, "toad" in words
        (True, False)
        >>> "Mrs." in spellings(["Mrs. Lind has a toad."])
        True
    """
    sources = (*premises, hypothesis)
    written = {_EDGES.sub("", piece) for source in sources for piece in source.split()}
    words = {part for source in sources for word in tokens(source) for part in (word, _OWNS.sub("", word))}
    other = {form for word in words if word.isalpha() for form in forms(word.lower())}
    return frozenset(filter(None, {*written, *words, *(word.lower() for word in written | words), *other})) | _FREE


_FREE = untelling_words() | {form for word in untelling_words() if not is_function_word(word) for form in forms(word)}
