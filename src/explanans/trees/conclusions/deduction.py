"""Deductions by the form of facts: rules whose condition is met, chains, and consequences that lead to a hypothesis."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations

from explanans.language.grammar import BE, bare
from explanans.language.inflection import base_form
from explanans.language.tokens import informative_lemmas, lemma
from explanans.structures.trees import Inference
from explanans.trees.conclusions.conclusion import Candidate
from explanans.trees.conclusions.fact_parts import Clause, clause, conditional, head, ties
from explanans.trees.conclusions.replacement import (
    agreeing,
    counts_as_plural,
    plain,
    plain_premises,
    replace,
    tidied,
    without_article,
)
from explanans.trees.conclusions.substitution import carries_over, inheritances, substitutions
from explanans.trees.conclusions.wellformed import faults

APPLIED, LINKED, CAUSED = "rule met", "conditions linked", "cause of a cause"
"""The names of the proposers, whose conclusions follow by the form of the premises."""

_ANYTHING = frozenset("something someone object material substance thing".split())
"""Subjects of rules that hold for any thing."""
_DENIALS = frozenset("not no never cannot without".split())
_IT = re.compile(r"\bit\b")
_BEFORE_THIS = re.compile(r"\b(?:this|that|these|those) (?!is|are)\b")
_CAUSES = frozenset("cause create generate produce".split())
_EFFECTS = _CAUSES | frozenset("change damage decrease harm increase kill melt prevent reduce warm".split())


def deductions(premises: Sequence[str]) -> Iterator[Candidate]:
    """Yield well-formed conclusions of two premises by their form; none for more premises.

    Args:
        premises: Plain sentences; see ``replacement.plain``.

    Example:
        >>> premises = "tin is a good conductor", "if a material is a good conductor then it feels cold"
        >>> [found.text for found in deductions(premises)]
        ['tin feels cold']
    """
    said = {premise.lower() for premise in premises}
    if len(premises) > 2:
        return
    for one, other in permutations(premises, 2):
        for propose in _PROPOSERS:
            for found in propose(one, other):
                if found.text.lower() not in said and not faults(found.text):
                    said.add(found.text.lower())
                    yield found


def applied(rule: str, case: str) -> Iterator[Candidate]:
    """Yield the conclusions of a rule, *if … then …*, for a case that meets its whole condition.

    Example:
        >>> next(applied("if an object is magnetic then a magnet attracts it", "an iron nail is magnetic")).text
        'a magnet attracts an iron nail'
        >>> list(applied("if a material is a poor conductor then it feels warm", "tin is a good conductor"))
        []
    """
    found = conditional(rule)
    if found is None or found.opening != "if":
        return
    general, special = clause(found.condition), clause(case)
    if general is None or special is None or not _meets(general, special):
        return
    name = head(general.subject)
    bound = _bound(found.consequence, name, special.subject)
    if bound:
        yield Candidate(tidied(bound.split()), Inference.RULE, APPLIED)


def _meets(general: Clause, special: Clause) -> bool:
    """Return whether a case meets a whole condition, for a thing that the condition is about."""
    if _verb(general) != _verb(special) or _denies(general) != _denies(special):
        return False
    if not informative_lemmas(" ".join(general.rest)) <= informative_lemmas(" ".join(special.rest)):
        return False
    about, thing = informative_lemmas(" ".join(general.subject)), informative_lemmas(" ".join(special.subject))
    if about and about <= thing:
        return len(special.subject) == len(head(special.subject))
    name = without_article(head(general.subject))
    return len(name) == 1 and len(general.subject) <= 2 and lemma(name[0].lower()) in _ANYTHING


def _verb(said: Clause) -> list[str]:
    words = [bare(word) for word in said.verb]
    return ["be" if word in BE else lemma(base_form(word)) for word in words if word not in _DENIALS]


def _denies(said: Clause) -> bool:
    return bool(_DENIALS & {bare(word) for word in said.predicate})


def _bound(consequence: str, name: Sequence[str], thing: Sequence[str]) -> str | None:
    """Return a consequence with the subject of the rule replaced by a thing; None if it has another subject."""
    if name[-1].lower() not in _ANYTHING and informative_lemmas(" ".join(name)) == informative_lemmas(" ".join(thing)):
        return consequence
    found = replace(consequence, name, thing)
    if found:
        return found.text
    named = _IT.subn(" ".join(thing), consequence, count=1)
    if named[1]:
        said = clause(named[0])
        if said and said.subject == tuple(thing):
            verb = agreeing(said.verb[0], is_plural=counts_as_plural(thing))
            return " ".join((*said.subject, verb, *said.predicate[1:]))
        return named[0]
    return None


def linked(first: str, second: str) -> Iterator[Candidate]:
    """Yield conditional conclusions by chaining two rules.

    Example:
        >>> next(linked("if it rains then the soil is wet", "if the soil is wet then seeds sprout")).text
        'if it rains then seeds sprout'
    """
    one, other = conditional(first), conditional(second)
    if one is None or other is None or one.opening != "if" or other.opening != "if":
        return
    demanded, given = (_in_order(text) for text in (other.condition, one.consequence))
    alike = _is_within(demanded, given) and 2 * len(demanded) > len(given)
    denied = [bool(_DENIALS & set(text.lower().split())) for text in (one.consequence, other.condition)]
    if alike and len(set(denied)) == 1 and not _BEFORE_THIS.search(other.consequence):
        yield Candidate(f"if {one.condition} then {other.consequence}", Inference.SEQUENCE, LINKED)


def _in_order(text: str) -> list[str]:
    return [name for word in text.split() for name in informative_lemmas(bare(word))]


def _is_within(some: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether words stand among others in their order: Earth's shadow on the Moon is not the Moon's on Earth."""
    rest = iter(words)
    return bool(some) and all(word in rest for word in some)


def caused(first: str, second: str) -> Iterator[Candidate]:
    """Yield the effects of a cause by way of its direct effect.

    Example:
        >>> next(caused("rubbing hands causes friction", "friction causes heat")).text
        'rubbing hands causes heat'
    """
    one, other = clause(first), clause(second)
    if one is None or other is None or not one.rest or not other.rest or len(one.verb) != 1 or len(other.verb) != 1:
        return
    if base_form(bare(one.verb[0])) not in _CAUSES or base_form(bare(other.verb[0])) not in _EFFECTS:
        return
    reached = [lemma(bare(word)) for word in without_article(one.rest)]
    if reached == [lemma(bare(word)) for word in without_article(other.subject)]:
        verb = agreeing(other.verb[0], is_plural=counts_as_plural(one.subject))
        yield Candidate(tidied([*one.subject, verb, *other.rest]), Inference.SEQUENCE, CAUSED)


_PROPOSERS: tuple[Callable[[str, str], Iterator[Candidate]], ...] = (applied, linked, caused)


_SOUND = frozenset(
    f"{how} {tie}" for how in ("inherited", "narrower") for tie in ("kind", "synonym", "being", "definition")
) | {"wider synonym"}
"""Sound substitutions: a thing for its class, and a name for a synonym, not a class for a thing."""
_MOST = 4
"""Maximum number of consequences, also of those that are joined with the facts once more."""


def consequences(facts: Sequence[str], hypothesis: str) -> tuple[str, ...]:
    """Return consequences of facts by their form, each with more words of the hypothesis than its premises.

    What is so of a class is so of what is a kind of it; names of one thing stand for one another; rules apply where
    their condition is met. What follows is joined with each fact once more.

    Returns:
        At most four, those with most words of the hypothesis first.

    Example:
        >>> facts = ["if a metal is heated then the metal expands", "copper is a kind of metal"]
        >>> consequences(facts, "when copper is heated, it expands")
        ('if copper is heated then copper expands',)
    """
    sought = informative_lemmas(hypothesis)
    found = {plain(fact).lower(): "" for fact in facts}

    def near(text: str) -> int:
        return len(informative_lemmas(text) & sought)

    def take(one: str, other: str) -> None:
        # That a soccer ball is an object is no nearer to a hypothesis than its premises, but leads on.
        least = max(near(one), near(other)) + (not (_is_kind(one) and _is_kind(other)))
        for candidate in _of_pair(*plain_premises((one, other), hypothesis)):
            if candidate.text.lower() not in found and near(candidate.text) >= least:
                found[candidate.text.lower()] = candidate.text

    def best(least: int) -> list[str]:
        worth = [text for text in found.values() if text and near(text) >= least]
        return sorted(worth, key=lambda text: (-near(text), len(text)))[:_MOST]

    for one, other in combinations(facts, 2):
        take(one, other)
    for first in best(0):
        for fact in facts:
            take(first, fact)
    return tuple(text for text in best(1) if not _is_kind(text) or _is_kind(plain(hypothesis)))


def _is_kind(text: str) -> bool:
    """Return whether a fact names the kind of a thing."""
    return any(tie.kind == "kind" for tie in ties(text))


def _of_pair(one: str, other: str) -> Iterator[Candidate]:
    offered = list(deductions((one, other)))
    for tied, said in permutations((one, other)):
        for propose in (inheritances, substitutions):
            offered += (found for found in propose(tied, said) if found.proposer in _SOUND and not found.loose)
    for candidate in offered:
        if not faults(candidate.text) and carries_over(candidate.text, (one, other)):
            yield candidate
