"""Proposers that apply rules to cases, follow sequences, join facts, or add detail from one to another."""

import re
from collections.abc import Iterator, Sequence

from explanans.language.grammar import AUXILIARIES, BE, bare, is_gerund
from explanans.language.inflection import base_form, gerund, plural
from explanans.language.lexicon import word_set
from explanans.language.tokens import informative_lemmas, is_function_word, lemma
from explanans.structures.trees import Inference
from explanans.trees.conclusions.conclusion import Candidate
from explanans.trees.conclusions.fact_parts import Clause, adjuncts, clause, conditional, head, ties
from explanans.trees.conclusions.replacement import (
    MASSES,
    agreeing,
    counts_as_plural,
    places,
    replace,
    same_lemmas,
    tidied,
    without_article,
)

_VARIABLES = frozenset("something someone somewhere".split())
_OPEN = frozenset("a an some".split())
_OTHER = "somethingelse"
"""One word, so that *something* alone is not found in it."""
_ALIKE = 0.6
_CAUSING = word_set("trees.conclusions.proposers.causing")
"""Verbs whose one side may stand for the other."""


def applications(rule: str, case: str) -> Iterator[Candidate]:
    """Yield the conclusions of a rule, *if … then …*, for a case.

    What the rule says of any thing is said of the things that the case names in the same places. A case that meets a
    part of the condition only leaves the rule standing for that case.

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


_POINTING = frozenset("it its they them their themselves itself".split())
_A_NAME = re.compile(r"\bare (?:a|an) ([a-z]+)(?= of| in\b|$)")
_SHORTEST = 4
_NEEDS_INFINITIVE = frozenset("able allow cause enable help likely make tend use".split())
"""Words that are uninformative without the following infinitive."""
_POINTS_BACK = re.compile(r"\b(?:that|it|they|this|those|its|their)\b")
"""Words that point back to a condition cannot stand without it."""


def conjunctions(first: str, second: str) -> Iterator[Candidate]:
    """Yield two facts as one sentence that names what they share once.

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
