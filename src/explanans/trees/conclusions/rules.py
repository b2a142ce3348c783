"""Proposers that follow what leads to what: rules applied to cases, events that rules are about, and sequences."""

from collections.abc import Iterator, Sequence

from explanans.language.grammar import AUXILIARIES, BE, bare, is_gerund
from explanans.language.inflection import base_form, gerund
from explanans.language.tokens import informative_lemmas, is_function_word, lemma
from explanans.structures.trees import Inference
from explanans.trees.conclusions.clause import Clause, clause, conditional, head
from explanans.trees.conclusions.conclusion import Candidate
from explanans.trees.conclusions.normalization import same_lemmas, tidied
from explanans.trees.conclusions.replacement import agreeing, counts_as_plural, replace, without_article
from explanans.trees.conclusions.ties import ties

_VARIABLES = frozenset("something someone somewhere".split())
_OPEN = frozenset("a an some".split())
_OTHER = "somethingelse"
"""One word, so that *something* alone is not found in it."""
_ALIKE = 0.6
_CAUSING = frozenset(
    "become cause change contain convert create form give lead produce provide release require result turn use".split()
)
"""Verbs whose one side may stand for the other."""


def applications(rule: str, case: str) -> Iterator[Candidate]:
    """Yield the conclusions of a rule, *if … then …*, for a case.

    What the rule says of any thing is said of the things that the case names in the same places. A case that meets a
    part of the condition only leaves the rule standing for that case.

    Args:
        rule: The rule.
        case: The case.

    Example:
        >>> next(applications("if a metal is heated then the metal expands", "the iron gate is heated")).text
        'the iron gate expands'
    """
    found = conditional(rule)
    special = clause(case)
    if found is None or special is None:
        return
    general = clause(found.condition)
    if general is None or not _same_verb(general, special):
        return
    bound = [pair for pair in _bindings(general, special) if pair[0] != pair[1]]
    if len({name for name, _ in bound}) < len(bound):
        return  # one name of two things
    consequence = _bound(found.consequence, bound)
    if consequence:
        yield Candidate(consequence, Inference.RULE, "rule")
    partly = _bound(rule, bound)
    if partly and bound:
        yield Candidate(partly, Inference.RULE, "rule kept")


def _same_verb(general: Clause, special: Clause) -> bool:
    one, other = bare(general.verb[-1]), bare(special.verb[-1])
    if lemma(one) != lemma(other):
        return False
    if one not in BE and not is_function_word(one):
        return True
    return bool(informative_lemmas(" ".join(general.rest)) & informative_lemmas(" ".join(special.rest)))


def _bindings(general: Clause, special: Clause) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the open phrases of a condition, each with what stands in its place in the case."""
    yield from _binding(general.subject, special.subject)
    shared = same_lemmas(general.rest, special.rest)
    if shared and bare(general.rest[shared - 1]) in _OPEN:
        shared -= 1
    yield from _binding(general.rest[shared:], special.rest[shared:])


def _binding(general: Sequence[str], special: Sequence[str]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    if not general or not special:
        return
    name, thing = head(general), head(special)
    if name[0].lower() in _OPEN or name[0].lower() in _VARIABLES or informative_lemmas(" ".join(name)):
        yield name, thing


def _bound(text: str, bound: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]) -> str | None:
    text = text.replace("something else", _OTHER)
    bound = [(tuple(" ".join(name).replace("something else", _OTHER).split()), thing) for name, thing in bound]
    for name, thing in sorted(bound, key=lambda pair: -len(pair[0])):
        found = replace(text, name, thing)
        if found is None and name[0].lower() in _OPEN and len(name) > 2:
            found = replace(text, name[-1:], thing)  # "that conductor" for "a thermal conductor"
        text = found.text if found else text
    return tidied(text.replace(_OTHER, "something else").split()) or None


def events(rule: str, case: str) -> Iterator[Candidate]:
    """Yield the conclusion of a rule about an event for an instance of the event.

    Args:
        rule: A rule about an event, named by a gerund.
        case: An instance of the event.

    Example:
        >>> rule = "protecting a living thing has a positive impact on that living thing"
        >>> next(events(rule, "ants protect the acacia")).text
        'ants protecting the acacia has a positive impact on the acacia'
    """
    said, event = clause(rule), clause(case)
    if said is None or event is None or not is_gerund(bare(said.subject[0])) or len(said.subject) < 2:
        return
    verb = base_form(bare(event.verb[-1]))
    if bare(event.verb[-1]) in AUXILIARIES or gerund(verb) != bare(said.subject[0]) or not event.rest:
        return
    general, special = head(said.subject[1:]), head(event.rest)
    consequence = " ".join(said.predicate)
    found = replace(consequence, general, special)
    predicate = found.text if found else consequence
    yield Candidate(tidied([*event.subject, gerund(verb), *special, *predicate.split()]), Inference.RULE, "event")


def chains(first: str, second: str) -> Iterator[Candidate]:
    """Yield the effect of the first of two events by way of the second.

    Args:
        first: The first event.
        second: The event that it leads to.

    Example:
        >>> next(chains("rubbing hands causes friction", "friction causes heat")).text
        'rubbing hands causes heat'
        >>> next(chains("if it rains then the soil is wet", "if the soil is wet then seeds sprout")).text
        'if it rains then seeds sprout'
    """
    yield from _of_conditions(first, second)
    one, other = clause(first), clause(second)
    if one is None or other is None or not one.rest or not other.rest:
        return
    topic, reached = without_article(other.subject), without_article(one.rest)
    is_one = bare(other.verb[-1]) in BE and other.is_plural != one.is_plural
    if not is_one and same_lemmas(topic, reached) >= min(len(topic), len(reached)):
        number = counts_as_plural(one.subject)
        verb = agreeing(other.verb[0], is_plural=number)
        yield Candidate(tidied([*one.subject, verb, *other.predicate[1:]]), Inference.SEQUENCE, "chain")
        yield Candidate(tidied([*one.subject, *one.verb, *other.rest]), Inference.SEQUENCE, "chain kept")


def _of_conditions(first: str, second: str) -> Iterator[Candidate]:
    one, other = conditional(first), conditional(second)
    if one and other and _alike(one.consequence, other.condition):
        mark = " then " if " then " in second else ", "
        yield Candidate(f"{one.opening} {one.condition}{mark}{other.consequence}", Inference.SEQUENCE, "conditions")
    if other and not one and _alike(first, other.condition):
        yield Candidate(other.consequence, Inference.RULE, "condition met")


def transfers(fact: str, other: str) -> Iterator[Candidate]:
    """Yield a premise with the one side of a fact in the place of the other.

    Args:
        fact: An action of one thing on another.
        other: The premise that mentions one of them.

    Example:
        >>> next(transfers("friction causes heat", "heat melts ice")).text
        'friction melts ice'
    """
    for tie in ties(fact):
        if tie.kind != "verb" or not _CAUSING & set(map(base_form, fact.lower().split())):
            continue
        for old, new in ((tie.object, tie.subject), (tie.subject, tie.object)):
            found = replace(other, old, new)
            if found and not found.loose:
                yield Candidate(found.text, Inference.SEQUENCE, "transfer")


def _alike(one: str, other: str) -> bool:
    first, second = informative_lemmas(one), informative_lemmas(other)
    return 2 * len(first & second) >= _ALIKE * (len(first) + len(second)) > 0
