"""Coverage of the words of a hypothesis by facts, facts that only name a thing, and sentences about missing facts."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from explanans.language.grammar import PREPOSITIONS, RELATIVES, is_gerund, is_plural_form, is_plural_subject, is_verb
from explanans.language.lexicon import word_set
from explanans.language.statements.answers import decapitalize
from explanans.language.tokens import informative_lemmas
from explanans.language.wordnet import likeness, related
from explanans.structures.facts import Fact

_MOST_WORDS = 5
"""Longer phrases are descriptions, not names."""
_NO_NAME = PREPOSITIONS - {"of"} | RELATIVES | {"if", "then", "not", "to", "and", "or", "is", "are"}
_KINDS = re.compile(r"(.+?) (?:is|are) an? (?:kind|type|form|example) of (.+)")
_SYNONYMS = re.compile(
    r"(.+?) (?:means?|(?:is|are) (?:similar to|synonymous with|the same as|another (?:name|word) for)) (.+)"
)
_OPPOSITES = re.compile(r"(.+?) (?:is|are) the opposite of (.+)")
_LONGEST_VERB = 14
"""Words of a fact that defines a verb."""
_BEINGS = re.compile(r"(.+?) is an? (.+)")
_ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)


class Naming(NamedTuple):
    """Two names of one thing, as a fact ties them.

    Attributes:
        name: The thing with its article, as in ``a frog``.
        class_: Its class or definition, without an article, as in ``amphibian``.
        telling: Whether it states more than the class of the thing, as that it is a poor conductor of heat.
    """

    name: str
    class_: str
    synonym: bool = False
    opposite: bool = False
    telling: bool = False


@lru_cache(maxsize=16_384)
def naming(text: str) -> Naming | None:
    """Return the class or the definition that a fact states; None if it states something else.

    Example:
        >>> naming("a frog is a kind of amphibian").class_, naming("rapidly means quickly").synonym
        ('amphibian', True)
        >>> naming("a frog eats insects") is None
        True
    """
    for pattern in (_KINDS, _OPPOSITES, _SYNONYMS, _BEINGS):
        match = pattern.fullmatch(text)
        if match and _is_name(match[1]) and _is_name(match[2]):
            class_ = _ARTICLE.sub("", match[2])
            telling = pattern is _BEINGS and len(class_.split()) > 1
            return Naming(match[1], class_, pattern is _SYNONYMS, pattern is _OPPOSITES, telling)
        longest = _LONGEST_VERB if match and match[1].startswith("to ") else _MOST_WORDS
        if match and pattern is _SYNONYMS and len(text.split()) <= longest:
            return Naming(match[1], match[2], synonym=True)
    return None


def _is_name(phrase: str) -> bool:
    words = phrase.lower().split()
    return len(words) <= _MOST_WORDS and not _NO_NAME & set(words)


LONE = 0.4
"""Minimum share of the hypothesis's words that a fact has to hold to be shown alone."""

_LIKE = 0.15
"""Minimum share of their uses in which two words mean the same, for one to stand for the other."""
_LIGHT_VERBS = frozenset("cause give make take use".split())
_REASON = re.compile(r"(?P<effect>.+?),? because (?P<cause>.+)")
_CONDITION = re.compile(r"(?:if|when|whenever|after|as) [^,]+(?:, [^,]+)*, (?P<claim>[^,]+)")
_FRAMES = word_set("trees.missing-links.frames")
"""Lemmas that tie a question to its answer: that no fact has one says nothing of what is missing."""
_TYING = frozenset("a an the of and or".split())
_MOST_BETWEEN = 2
_MOSTLY = 0.5
"""Minimum share of the words of a claim that no fact has, for the whole claim to be named as missing."""
_LONGEST_CLAIM = 24
_EDGES = ".,;:!?()\"'“”"


def sought_lemmas(hypothesis: str) -> frozenset[str]:
    """Return the lemmas of a hypothesis that facts have to supply, without those it needs for its grammar only.

    Example:
        >>> sorted(sought_lemmas("oil is used to make plastic"))
        ['oil', 'plastic']
    """
    return informative_lemmas(hypothesis) - _LIGHT_VERBS


def share(hypothesis: str, text: str) -> float:
    """Return the share of the content words of a hypothesis that a text has.

    Example:
        >>> share("oil is used to make plastic", "plastic is made of oil"), share("ice floats", "ice melts")
        (1.0, 0.5)
    """
    wanted = sought_lemmas(hypothesis)
    return len(wanted & informative_lemmas(text)) / len(wanted) if wanted else 0.0


def missing_links(
    hypothesis: str, chosen: Sequence[Fact], at_hand: Sequence[Fact] = (), *, is_tree: bool = True
) -> tuple[str, ...]:
    """Return sentences about the parts of a hypothesis that no chosen fact supports.

    Args:
        at_hand: Facts that may give other names for what the chosen ones speak of.
        is_tree: Whether they make a tree; a single insufficient fact makes none.

    Example:
        >>> missing_links("ice floats in Lyon", [Fact("f1", "ice floats"), Fact("f2", "ice is a solid")])
        ('No fact says anything about ‘Lyon’.',)
        >>> missing_links("ice floats on water", [Fact("f1", "ice melts")])
        ('No fact says that ice floats on water.',)
        >>> missing_links("coal and natural gas give off heat", [
        ...     Fact("f1", "fossil fuels give off heat"), Fact("f2", "coal is a kind of fossil fuel")])
        ('No fact says that natural gas is a kind of fossil fuel.',)
    """
    if not chosen:
        return ("No fact of the knowledge base bears on the hypothesis.",)
    if not is_tree:
        alone = f"Only one fact, and so no tree: {chosen[0].text!r} alone bears on the hypothesis."
        return (alone, *_unsaid(hypothesis, chosen, at_hand))
    return tuple(_unsaid(hypothesis, chosen, at_hand))


def missing_parts(hypothesis: str, chosen: Sequence[Fact], granted: str = "") -> tuple[str, ...]:
    """Return the sentences about whole parts of a hypothesis that no chosen fact speaks of; see ``missing_links``.

    Such a part is a member of an enumeration, or a cause or an effect.

    Args:
        granted: The part that the question says, of which no fact has to speak; empty if there is none.
    """
    words = unmentioned(hypothesis, chosen)
    return (*_members(hypothesis, chosen, words), *_clauses(hypothesis, chosen, granted))


def unmentioned(hypothesis: str, chosen: Sequence[Fact], at_hand: Sequence[Fact] = ()) -> list[str]:
    """Return the words of a hypothesis for things that no chosen fact mentions by any name, in order.

    Args:
        at_hand: Facts that may give other names for what the chosen ones speak of.

    Example:
        >>> chosen, names = [Fact("f1", "its pull holds air")], [Fact("f2", "gravity means pull")]
        >>> unmentioned("gravity on rocks holds air", chosen), unmentioned("gravity on rocks holds air", chosen, names)
        (['gravity', 'rocks'], ['rocks'])
    """
    known = _known(chosen)
    named = frozenset[str]().union(*(own for _, own, other in _names(at_hand) if other <= known))
    words = (word.strip(_EDGES) for word in hypothesis.split())
    return [word for word in dict.fromkeys(words) if sought_lemmas(word) and not _is_named(word, known, named)]


def links(hypothesis: str, chosen: Sequence[Fact], at_hand: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return facts at hand by which chosen facts speak of things that the hypothesis names otherwise.

    That a verb means another goes without saying.

    Example:
        >>> chosen, names = [Fact("f1", "gravity causes orbits")], [Fact("f2", "gravity means pull")]
        >>> [fact.id for fact in links("gravitational pull causes orbits", chosen, names)]
        ['f2']
    """
    known, sought = _known(chosen), sought_lemmas(hypothesis)
    found = list[Fact]()
    for fact, own, other in _names(at_hand):
        first = fact.text.split()[0]
        new = own <= sought - _FRAMES and other <= known and not (first == "to" or is_gerund(first))
        if new and not other <= sought and not all(_is_named(lemma, known) for lemma in own):
            found.append(fact)
            known |= own
    return tuple(found)


def _names(facts: Sequence[Fact]) -> Iterator[tuple[Fact, frozenset[str], frozenset[str]]]:
    """Yield facts that give two names of one thing, with the lemmas of one name and those of the other."""
    for fact in facts:
        named = naming(fact.text)
        if named and named.synonym and not _is_event(named.class_):
            one, other = informative_lemmas(named.name), informative_lemmas(named.class_)
            if one and other:
                yield from ((fact, one, other), (fact, other, one))


def _is_event(phrase: str) -> bool:
    """Return whether a phrase is a clause, such as *chemical bonds change*."""
    words = phrase.lower().split()
    return len(words) > 1 and is_plural_form(words[-2]) and is_verb(words[-1])


def _is_named(word: str, known: frozenset[str], named: frozenset[str] = frozenset()) -> bool:
    """Return whether a word, or by WordNet one of its synonyms or derivations, is known, or it is named otherwise."""
    lemmas = informative_lemmas(word)
    return bool(lemmas & (known | named)) or any(_is_like(lemma, other) for lemma in lemmas for other in known)


@lru_cache(maxsize=65_536)
def _is_like(one: str, other: str) -> bool:
    return any(
        likeness(one, other, pos) >= _LIKE or other in {word for word, _ in related(one, pos)}
        for pos in ("NOUN", "VERB", "ADJ")
    )


def _known(chosen: Sequence[Fact]) -> frozenset[str]:
    return frozenset[str]().union(*(informative_lemmas(fact.text) for fact in chosen))


def covered(claim: frozenset[str], chosen: Sequence[Fact], at_hand: Sequence[Fact]) -> float:
    """Return the share of the words of a claim, as lemmas, that facts mention by some name; 1 if there are none.

    Args:
        at_hand: Facts that may give other names for what the chosen ones speak of.
    """
    wanted = sorted(claim - _FRAMES - _LIGHT_VERBS)
    return 1 - len(unmentioned(" ".join(wanted), chosen, at_hand)) / len(wanted) if wanted else 1.0


def _unsaid(hypothesis: str, chosen: Sequence[Fact], at_hand: Sequence[Fact]) -> Iterator[str]:
    """Yield one sentence for each part that no fact speaks of, and one for the words that are left."""
    said = list(missing_parts(hypothesis, chosen))
    yield from said
    reported = frozenset[str]().union(*map(informative_lemmas, said))
    left = [
        word for word in unmentioned(hypothesis, chosen, at_hand) if not informative_lemmas(word) <= reported | _FRAMES
    ]
    claim = _claim(hypothesis)
    wanted = sought_lemmas(claim) - _FRAMES
    lacking = wanted & frozenset[str]().union(*map(informative_lemmas, left))
    if len(lacking) >= _MOSTLY * len(wanted) > 0 and not said and len(claim.split()) <= _LONGEST_CLAIM:
        yield f"No fact says that {decapitalize(claim.rstrip(' .'))}."
    elif left:
        yield f"No fact says anything about {_listed(_phrases(hypothesis, left))}."


def _claim(hypothesis: str) -> str:
    """Return a hypothesis without the condition that it starts with, and without its full stop."""
    match = _CONDITION.fullmatch(hypothesis)
    return (match["claim"] if match else hypothesis).strip().rstrip(".")


def _phrases(hypothesis: str, words: Sequence[str]) -> list[str]:
    """Return words of a hypothesis, those as one phrase between which only words of grammar stand."""
    wanted, phrases, between = set(words), list[list[str]](), list[str]()
    is_open = False
    for token in hypothesis.split():
        word = token.strip(_EDGES)
        if word in wanted:
            if is_open:
                phrases[-1] += [*between, word]
            else:
                phrases.append([word])
            between, is_open = [], token[-1] not in _EDGES
        elif is_open and word in _TYING and len(between) < _MOST_BETWEEN and token[-1] not in _EDGES:
            between.append(word)
        else:
            is_open = False
    return list(dict.fromkeys(map(" ".join, phrases)))


def _members(hypothesis: str, chosen: Sequence[Fact], words: Sequence[str]) -> Iterator[str]:
    """Yield the members of enumerations that lack support although others have it, as in *coal and natural gas*."""
    for fact in chosen:
        named = naming(fact.text)
        if named is None or named.synonym or named.opposite:
            continue
        for other in _beside(hypothesis, named.name):
            if any(informative_lemmas(word) & informative_lemmas(other) for word in words):
                verb, kinds = ("are", "kinds") if is_plural_subject(other.split()) else ("is", "a kind")
                yield f"No fact says that {other} {verb} {kinds} of {named.class_}."


def _beside(hypothesis: str, name: str) -> Iterator[str]:
    """Yield the phrases that a hypothesis joins with a name by *and*."""
    bare = re.sub(r"^(?:an?|the) ", "", name)
    thing = re.escape(bare)
    for pattern in (rf"\b{thing}s? and (?P<other>(?:\w+ )?\w+)", rf"\b(?P<other>(?:\w+ )?\w+) and {thing}s?\b"):
        for match in re.finditer(pattern, hypothesis):
            words = match["other"].split()
            yield " ".join(words if all(map(informative_lemmas, words)) else words[-1:])


def _clauses(hypothesis: str, chosen: Sequence[Fact], granted: str) -> Iterator[str]:
    """Yield that no fact states a cause or an effect, if none has a telling word of it that the other part lacks."""
    match = _REASON.fullmatch(hypothesis.rstrip(" ."))
    if match is None or match["cause"].startswith("of "):
        return
    known = _known(chosen)
    for part, other in (("cause", "effect"), ("effect", "cause")):
        own = sought_lemmas(match[part]) - sought_lemmas(match[other])
        if own and not own & known and match[part] != granted:
            yield f"No fact says that {decapitalize(match[part])}."


def _listed(words: Sequence[str]) -> str:
    quoted = [f"‘{word}’" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
