"""Proposers that join facts, add detail from one to another, or leave some out."""

import re
from collections.abc import Iterator

from explanans.language.grammar import bare
from explanans.language.inflection import plural
from explanans.language.tokens import informative_lemmas, lemma
from explanans.structures.trees import Inference
from explanans.trees.conclusions.clause import adjuncts, clause, conditional, head
from explanans.trees.conclusions.conclusion import Candidate
from explanans.trees.conclusions.normalization import same_lemmas, tidied
from explanans.trees.conclusions.replacement import MASSES, agreeing, places, without_article
from explanans.trees.conclusions.ties import ties

_POINTING = frozenset("it its they them their themselves itself".split())
_A_NAME = re.compile(r"\bare (?:a|an) ([a-z]+)(?= of| in\b|$)")
_SHORTEST = 4
_NEEDS_INFINITIVE = frozenset("able allow cause enable help likely make tend use".split())
"""Words that are uninformative without the following infinitive."""
_POINTS_BACK = re.compile(r"\b(?:that|it|they|this|those|its|their)\b")
"""Words that point back to a condition cannot stand without it."""


def conjunctions(first: str, second: str) -> Iterator[Candidate]:
    """Yield two facts as one sentence that names what they share once.

    Args:
        first: A fact.
        second: Another.

    Example:
        >>> [found.text for found in conjunctions("a frog eats insects", "a frog lives in water")]
        ['a frog eats insects and lives in water']
        >>> next(conjunctions("ice is a kind of solid", "wood is a kind of solid")).text
        'ice and wood are kinds of solid'
    """
    one, other = clause(first), clause(second)
    if one is None or other is None:
        return
    if _same(one.subject, other.subject):
        yield from _of_one_subject(first, second)
        return
    shared = same_lemmas(one.predicate, other.predicate)
    if shared == len(one.predicate) == len(other.predicate):
        verb = agreeing(one.verb[0], is_plural=True)
        text = tidied([*one.subject, "and", *other.subject, verb, *one.predicate[1:]])
        yield Candidate(_A_NAME.sub(_in_plural, text), Inference.SPECIFICATION, "both")


def _in_plural(match: re.Match[str]) -> str:
    return f"are {plural(match[1])}"


def joined(first: str, second: str) -> Iterator[Candidate]:
    """Yield two facts side by side.

    Args:
        first: A fact.
        second: Another.

    Example:
        >>> next(joined("ice is a solid", "heat melts ice")).text
        'ice is a solid, and heat melts ice'
    """
    one, other = clause(first), clause(second)
    alike = one is not None and other is not None and same_lemmas(one.verb, other.verb) == len(one.verb)
    name, link = ("joined alike", " and ") if alike else ("joined", ", and ")
    yield Candidate(f"{first}{link}{second}", Inference.SPECIFICATION, name)
    yield Candidate(f"{second}{link}{first}", Inference.SPECIFICATION, name)


def _of_one_subject(first: str, second: str) -> Iterator[Candidate]:
    one, other = clause(first), clause(second)
    if one is None or other is None:
        return
    verb = agreeing(other.verb[0], is_plural=one.verb[0] == agreeing(one.verb[0], is_plural=True))
    shared = same_lemmas(one.predicate, other.predicate)
    if shared >= len(one.verb) and len(other.predicate) > shared:
        text = tidied([*one.subject, *one.predicate, "and", *other.predicate[shared:]])
        yield Candidate(text, Inference.SPECIFICATION, "same verb")
    text = tidied([*one.subject, *one.predicate, "and", verb, *other.predicate[1:]])
    yield Candidate(text, Inference.SPECIFICATION, "same subject")
    for tie in ties(first):
        if tie.kind in {"kind", "part"}:
            text = tidied([*one.subject, *one.predicate, "that", verb, *other.predicate[1:]])
            yield Candidate(text, Inference.SPECIFICATION, "kind that")


def relatives(base: str, detail: str) -> Iterator[Candidate]:
    """Yield a fact with a detail of another fact about the thing that it ends with.

    Args:
        base: The fact that ends with a thing.
        detail: A detail about that thing.

    Example:
        >>> next(relatives("water is a part of an environment", "an environment contains gases")).text
        'water is a part of an environment that contains gases'
    """
    said = clause(detail)
    if said is None:
        return
    topic, words = without_article(said.subject), base.split()
    for start in places(words, topic):
        end = start + len(topic)
        if end == len(words) and start:
            text = tidied([*words[:end], "that", *said.predicate])
            yield Candidate(text, Inference.SPECIFICATION, "relative")


def details(base: str, detail: str) -> Iterator[Candidate]:
    """Yield a fact with an adjunct of another fact that shares its verb or its thing.

    Args:
        base: The fact to be made more precise.
        detail: A fact about place, manner, time or purpose.

    Example:
        >>> next(details("plants need light", "a plant uses light for photosynthesis")).text
        'plants need light for photosynthesis'
    """
    said, general = clause(detail), clause(base)
    if said is None or general is None:
        return
    known = informative_lemmas(base)
    for adjunct in adjuncts(said.rest):
        object_ = said.rest[: len(said.rest) - len(adjunct)]
        alike = informative_lemmas(" ".join(object_)) & informative_lemmas(" ".join(general.rest))
        points = _POINTING & {bare(word) for word in adjunct}
        if alike and not points and not informative_lemmas(" ".join(adjunct)) <= known:
            yield Candidate(tidied([*base.split(), *adjunct]), Inference.SPECIFICATION, "adjunct")


def _same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    first, second = without_article(one), without_article(other)
    return len(first) == len(second) == same_lemmas(first, second)


def shortened(text: str) -> Iterator[Candidate]:
    """Yield shorter wordings of a sentence.

    Args:
        text: The sentence.

    Example:
        >>> [found.text for found in shortened("a frog is a kind of animal that swims")]
        ['a frog is an animal that swims', 'a frog is a kind of animal']
    """
    counted = text.startswith(("a ", "an "))
    if " is a kind of " in text:
        class_ = head(text.partition(" is a kind of ")[2].split())
        article = " " if class_[-1] in MASSES and not counted else " a "
        plainer = text.replace(" a kind of ", article, 1)
        yield Candidate(tidied(plainer.split()), Inference.SPECIFICATION, "kind dropped")
    found = conditional(text)
    if found and not _POINTS_BACK.search(found.consequence):
        yield Candidate(found.consequence, Inference.RULE, "condition dropped")
    said = clause(text)
    if said is None:
        return
    words = text.split()
    for adjunct in adjuncts(said.rest):
        kept = words[: len(words) - len(adjunct)]
        needed = adjunct[0].lower() == "to" and _NEEDS_INFINITIVE & set(map(lemma, words))
        if len(kept) >= _SHORTEST and not needed:
            yield Candidate(tidied(kept), Inference.SPECIFICATION, "adjunct dropped")
