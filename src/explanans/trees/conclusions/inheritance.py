"""Properties that an instance inherits from its kind: not those of some instances, nor those that distinguish two."""

import re
from collections.abc import Mapping, Sequence

from explanans.language.grammar import bare, is_common_verb, is_gerund, is_third_person
from explanans.language.inflection import base_form, singular
from explanans.language.parser import shared_parser
from explanans.language.tokens import informative_lemmas, is_function_word
from explanans.language.wordnet import is_word
from explanans.structures.syntax import Parse
from explanans.trees.conclusions.clause import clause, head

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

    Args:
        text: The conclusion.
        premises: Its premises: the class of the thing, and a property of the class.

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
    """Return whether a premise is about several of a kind, or about one of them.

    As about a mixture of solids, about solids and what *they* do, or about what contains a solid, but no solid in
    particular.
    """
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
    """Return whether a kind means one thing of the kind, or some of them, or is compared with all others.

    As *substances* in *new substances*, *color* in *a star's color*, *metal* in *the metal*; what is fastest in solids
    is not so in each.
    """
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
