"""Rule instantiation: a general rule is applied to a case."""

from collections.abc import Iterator, Sequence

from explanans.compose.conclusions.conclusion import Candidate
from explanans.compose.conclusions.phrases import head
from explanans.compose.conclusions.reading import Clause, clause, conditional
from explanans.compose.conclusions.replacement import replace
from explanans.compose.conclusions.wording import same_lemmas, tidied
from explanans.text.grammar import BE, bare
from explanans.text.lemmas import is_function_word, lemma, telling_lemmas
from explanans.tree import Inference

_VARIABLES = frozenset("something someone somewhere".split())
_OPEN = frozenset("a an some".split())
_OTHER = "somethingelse"
"""One word, so that *something* alone is not found in it."""


def applications(rule: str, case: str) -> Iterator[Candidate]:
    """Yield what a rule, *if … then …*, says of a case.

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
    return bool(telling_lemmas(" ".join(general.rest)) & telling_lemmas(" ".join(special.rest)))


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
    if name[0].lower() in _OPEN or name[0].lower() in _VARIABLES or telling_lemmas(" ".join(name)):
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
