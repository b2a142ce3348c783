"""Proposers of substitutions and inheritance: instances take properties of their kind, names stand for one another."""

import re
from collections.abc import Iterator, Mapping, Sequence

from explanans.language.grammar import CONJUNCTIONS, PREPOSITIONS, bare, is_common_verb, is_gerund, is_third_person
from explanans.language.inflection import base_form, singular
from explanans.language.parser import shared_parser
from explanans.language.tokens import informative_lemmas, is_function_word
from explanans.language.wordnet import is_word
from explanans.structures.syntax import Parse
from explanans.structures.trees import Inference
from explanans.trees.conclusions.conclusion import Candidate
from explanans.trees.conclusions.fact_parts import Tie, clause, head, ties
from explanans.trees.conclusions.replacement import (
    agreeing,
    counts_as_plural,
    replace,
    same_lemmas,
    tidied,
    without_article,
)

_ENOUGH = 0.5
"""The least share of a definition's words that a case must have."""
_FRAMES = PREPOSITIONS - {"of"} | CONJUNCTIONS | frozenset("kind type form example amount part".split())
"""Words of phrases that are no names."""


def substitutions(fact: str, other: str) -> Iterator[Candidate]:
    """Yield a premise with one of the two things that a fact ties together in the place of the other.

    Args:
        fact: A fact that relates two things, such as *is a kind of*, *means* or *is a part of*.

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


_KIND = re.compile(r"(?:an? |the )?(?P<name>.+?) (?:is|are) (?:an? )?(?:kinds?|types?|forms?) of (?P<kind>.+)")
_SOME = re.compile(
    r"\b(?:often|usually|most|mostly|some|sometimes|generally|typically|normally|many|few|rarely|average)\b",
    re.IGNORECASE,
)
_TELLS_APART = re.compile(r"\b(?:one|another|other|each other|different|same|similar)\b", re.IGNORECASE)
_OF_WORDS = frozenset("state property characteristic process kind type measure unit term word".split())
"""Kinds of what a word stands for, which a thing does not become: ice is a solid, and *solid* is a state of matter."""
_THEY = re.compile(r"\b(?:they|them|their)\b", re.IGNORECASE)
"""Plural pronouns, which have no antecedent once the kind is replaced by one thing."""
_MANY = re.compile(
    r"\b(?:mixtures?|groups?|pairs?|collections?|populations?|combinations?|numbers?|two|three|several) (?:of )?(\w+)"
)
_VERBS = re.compile(r"(?:to )?[a-z]+ means? (?:to )?[a-z]+$")
"""Definitions of verbs; a substitution would have to inflect them."""
_HAVING = frozenset("carry contain eat have hold include live make produce wear".split())
_SUPERLATIVES = {"JJS", "RBS"}
_PLURALS, _SINGULARS = {"NNS", "NNPS"}, {"NN", "NNP"}


def carries_over(text: str, premises: Sequence[str]) -> bool:  # noqa: PLR0911 - one line a sign
    """Return whether a thing inherits a property of its kind.

    Example:
        >>> snake = "a snake is a kind of animal"
        >>> carries_over("fur is often part of a snake", [snake, "fur is often part of an animal"])
        False
        >>> carries_over("a snake eats food", [snake, "an animal eats food"])
        True
    """
    kinds = {premise: match for premise in premises if (match := _KIND.fullmatch(premise))}
    rest = [premise for premise in premises if premise not in kinds] or list(kinds)
    if any(_SOME.search(premise) or _TELLS_APART.search(premise) for premise in rest):
        return False
    words = text.split()
    if any(_VERBS.match(premise) and is_word(premise.split()[0], "VERB") for premise in rest):
        return False
    for match in kinds.values():
        kind = informative_lemmas(match["kind"])
        if len(kinds) > 1 and kind & _OF_WORDS:
            return False
        if not kind & frozenset[str]().union(
            *map(informative_lemmas, (*rest, match["name"]))
        ) and kind <= informative_lemmas(text):
            return False  # the kind was put in the place of the thing
        if _is_left(match, text) or any(
            _is_part(match, premise, text) or _is_of_several(match["kind"], premise) for premise in rest
        ):
            return False
        last = bare(match["name"].split()[-1])
        if is_word(last, "ADJ") and not is_word(last, "NOUN"):
            return False
        if is_gerund(bare(match["name"].split()[0])) and bare(words[0]) != bare(match["name"].split()[0]):
            return False
    if len(kinds) > 1 and len(kinds) < len(premises):
        return False  # of two things of one kind, one would stand for the other
    said, *given = shared_parser().parse([text, *rest])
    names = {_name(bare(match["kind"].split()[-1])): match["kind"].lower().split() for match in kinds.values()}
    return not _clashes(said) and not any(_is_another(parse, names) for parse in given)


def _is_part(match: re.Match[str], premise: str, text: str) -> bool:
    """Return whether the kind stood in a longer name, as *plant* in *plant roots*, where now *a tree* stands."""
    if not re.search(rf"\ban? {re.escape(match['name'])}\b", text):
        return False
    after = re.finditer(rf"(?<!\ba )(?<!\ban )(?<!\bthe )\b{re.escape(match['kind'])} (\w+)", premise)
    return any(not is_function_word(found[1]) for found in after)


def _is_left(match: re.Match[str], text: str) -> bool:
    """Return whether *the object* points back to an object in whose place *a leaf* stands now."""
    pointing = rf"\b(?:the|that|this) {re.escape(match['kind'])}\b"
    return bool(re.search(pointing, text)) and not re.search(pointing, match["name"]) and match["name"] in text


def _is_of_several(kind: str, premise: str) -> bool:
    """Return whether a premise is about several of a kind, or about one of them."""
    # As about a mixture of solids, about solids and what *they* do, or about what contains a solid, but no solid in
    # particular.
    last = singular(bare(kind.rsplit(maxsplit=1)[-1]))
    if _THEY.search(premise) or any(singular(match[1]) == last for match in _MANY.finditer(premise)):
        return True
    said = clause(premise)
    having = said is not None and base_form(bare(said.verb[-1])) in _HAVING
    return said is not None and having and last in {singular(bare(word)) for word in head(said.rest)}


def _clashes(parse: Parse) -> bool:
    """Return whether *a* stands before a plural, or *is* ties one thing to several."""
    tags = [token.tag for token in parse.tokens]
    for arc in parse.arcs:
        word = parse.tokens[arc.child].text.lower()
        if arc.head >= 0 and tags[arc.head] in _PLURALS and not _may_be_verb(parse.tokens[arc.head].text):
            if arc.label == "det" and word in {"a", "an"}:
                return True
            bare_ = not any(other.head == arc.head and other.label in {"det", "nummod"} for other in parse.arcs)
            subject = next((o.child for o in parse.arcs if o.head == arc.head and o.label.startswith("nsubj")), None)
            if arc.label == "cop" and bare_ and subject is not None and tags[subject] in _SINGULARS and word == "is":
                return True
    return False


def _may_be_verb(word: str) -> bool:
    """Return whether what was read as a plural may be a verb, as *increases*."""
    return is_third_person(word.lower()) and is_common_verb(base_form(word.lower()))


def _is_another(parse: Parse, kinds: Mapping[str, Sequence[str]]) -> bool:
    """Return whether a kind means one thing of the kind, or some of them, or is compared with all others."""
    # As *substances* in *new substances*, *color* in *a star's color*, *metal* in *the metal*; what is fastest in
    # solids is not so in each.
    if any(token.tag in _SUPERLATIVES for token in parse.tokens):
        return True
    held = [arc for arc in parse.arcs if _name(parse.tokens[arc.child].text) in kinds]
    if not held:
        return False
    first = held[0]
    after = parse.tokens[first.child + 1].text.lower() if first.child + 1 < len(parse.tokens) else ""
    if after in {"that", "which", "who"}:
        return True
    words = kinds[_name(parse.tokens[first.child].text)]
    for arc in parse.arcs:
        word, label = parse.tokens[arc.child].text.lower(), arc.label
        if arc.head != first.child or word in words:
            continue
        definite = label == "det" and word == "the"
        if definite or label in {"nmod:poss", "acl:relcl"} or (label == "amod" and not is_gerund(word)):
            return True
    return False


def _name(word: str) -> str:
    return singular(word.lower())
