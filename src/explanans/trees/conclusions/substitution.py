"""Proposers of substitutions: substitution, inheritance, classes by their properties, fuller names."""

from collections.abc import Iterator

from explanans.language.grammar import CONJUNCTIONS, PREPOSITIONS, bare
from explanans.language.tokens import informative_lemmas, is_function_word
from explanans.structures.trees import Inference
from explanans.trees.conclusions.clause import clause, head
from explanans.trees.conclusions.conclusion import Candidate
from explanans.trees.conclusions.normalization import same_lemmas, tidied
from explanans.trees.conclusions.replacement import agreeing, counts_as_plural, replace, without_article
from explanans.trees.conclusions.ties import Tie, ties

_ENOUGH = 0.5
"""The least share of a definition's words that a case must have."""
_FRAMES = PREPOSITIONS - {"of"} | CONJUNCTIONS | frozenset("kind type form example amount part".split())
"""Words of phrases that are no names."""


def substitutions(fact: str, other: str) -> Iterator[Candidate]:
    """Yield a premise with one of the two things that a fact ties together in the place of the other.

    Args:
        fact: A fact that relates two things, such as *is a kind of*, *means* or *is a part of*.
        other: The premise that mentions one of them.

    Example:
        >>> next(substitutions("wind means moving air", "a kite needs wind")).text
        'a kite needs moving air'
    """
    for tie in ties(fact):
        if tie.kind == "verb":
            continue
        short = head(tie.object)
        turns = [(tie.object, tie.subject, "narrower"), (tie.subject, tie.object, "wider")]
        if short != tie.object:
            turns += [(short, tie.subject, "narrower"), (tie.subject, short, "wider")]
        for old, new, direction in turns:
            if direction == "wider" and tie.kind in {"definition", "whole"}:
                continue  # a clause is no name, and what holds of a thing need not hold of what it is made of
            if direction == "narrower" and any(_says_what_it_is(known, old) for known in ties(other)):
                continue  # two kinds of one class are not kinds of one another
            for once in (False, True):
                found = replace(other, old, new, once=once)
                if found:
                    name = f"{direction} {tie.kind}"
                    yield Candidate(found.text, Inference.SUBSTITUTION, name, found.loose)


def _says_what_it_is(tie: Tie, class_: tuple[str, ...]) -> bool:
    name = without_article(head(tie.object))
    return tie.kind in {"kind", "being"} and same_lemmas(name[::-1], without_article(head(class_))[::-1]) > 0


def inheritances(fact: str, other: str) -> Iterator[Candidate]:
    """Yield properties that a kind inherits from its class.

    Args:
        fact: A fact that a thing is a kind of a class, or a part of a whole.
        other: A property of the class.

    Example:
        >>> next(inheritances("a frog is a kind of amphibian", "all amphibians have moist skin")).text
        'a frog has moist skin'
    """
    said = clause(other)
    if said is None:
        return
    topic = without_article(said.subject)
    for tie in ties(fact):
        class_ = without_article(head(tie.object))
        if tie.kind in {"verb", "synonym"} or same_lemmas(topic, class_) < len(class_):
            continue
        first = agreeing(said.verb[0], is_plural=counts_as_plural(tie.subject))
        added = topic[len(class_) :]  # as in "objects made of metal"
        if not added:
            text = tidied([*tie.subject, first, *said.verb[1:], *said.rest])
            yield Candidate(text, Inference.INHERITANCE, f"inherited {tie.kind}")


def memberships(definition: str, case: str) -> Iterator[Candidate]:
    """Yield that a thing belongs to a class whose definition it meets.

    Args:
        definition: The definition of the class.
        case: A property of the thing.

    Example:
        >>> next(memberships("a herbivore is an animal that eats plants", "a cow eats plants")).text
        'a cow is a herbivore'
    """
    said = clause(case)
    if said is None:
        return
    has = informative_lemmas(" ".join(said.predicate))
    for tie in ties(definition):
        demands = informative_lemmas(" ".join(tie.object))
        new = informative_lemmas(" ".join(tie.subject))
        if (
            tie.kind not in {"being", "definition", "synonym"}
            or not demands
            or new & (has | informative_lemmas(" ".join(said.subject)))
        ):
            continue
        if len(demands & has) >= _ENOUGH * len(demands):
            verb = "are" if said.is_plural else "is"
            yield Candidate(tidied([*said.subject, verb, *tie.subject]), Inference.CLASS, f"member {tie.kind}")


def enrichments(base: str, detail: str) -> Iterator[Candidate]:
    """Yield a fact with a name in it put as another fact has it.

    Args:
        base: The fact that names a thing shortly.
        detail: The fact that names it more precisely.

    Example:
        >>> next(enrichments("a spoon gets hot in soup", "a metal spoon stirs the soup")).text
        'a metal spoon gets hot in soup'
    """
    said = clause(detail)
    if said is None:
        return
    for phrase in dict.fromkeys((said.subject, head(said.subject), head(said.rest) if said.rest else ())):
        name = without_article(phrase) if phrase else ()
        if len(name) < 2 or is_function_word(bare(name[0])) or _FRAMES & {bare(word) for word in name}:
            continue
        short = head(name)[-1:]
        if not informative_lemmas(short[0]) or " ".join(name).lower() in base.lower():
            continue
        found = replace(base, short, phrase, once=True, longer=True)
        if found and not found.loose:
            yield Candidate(found.text, Inference.SPECIFICATION, "enriched")
