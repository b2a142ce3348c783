"""Small words that turn what a sentence says: denials, quantities, directions, likelihoods."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from explanans.entailment.steps.sentence import term

CLASSES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "denial": frozenset("not no never none nor neither nothing cannot without unable lack unlike".split()),
        "all": frozenset("all every each any always whole entire both".split()),
        "some": frozenset("some many several most few usually often sometimes generally mostly".split()),
        "only": frozenset("only just exactly alone".split()),
        "more": frozenset("more most greater greatest larger largest higher highest".split()),
        "less": frozenset("less least fewer fewest smaller smallest lower lowest".split()),
        "possible": frozenset("can could may might able possible".split()),
        "necessary": frozenset("must should need needs require requires required necessary".split()),
        "before": frozenset("before until prior".split()),
        "after": frozenset("after since following".split()),
        "different": frozenset("different other another differ differs".split()),
        "same": frozenset("same equal similar alike".split()),
    }
)
"""Words that turn what a sentence says, in lower case, by what they do."""

_OPPOSITES = """
above:below absorb:reflect absorb:release add:remove after:before alive:dead appear:disappear attract:repel
beneficial:harmful best:worst better:worse big:small bright:dark brighter:darker buy:sell clean:dirty cold:hot
colder:hotter colder:warmer cool:warm cooling:heating contract:expand create:destroy day:night dark:light
decrease:increase decreased:increased decreases:increases decreasing:increasing deep:shallow different:same
difficult:easy down:up dry:wet early:late east:west empty:full end:start enter:exit fall:rise far:near
farther:closer farther:nearer fast:slow faster:slower female:male fewer:more first:last freeze:melt
freezing:melting gain:lose give:take good:bad greater:smaller greater:less hard:soft healthy:unhealthy heat:cool
heavy:light heavier:lighter help:harm helpful:harmful high:low higher:lower highest:lowest important:unimportant
inside:outside inner:outer large:small larger:smaller largest:smallest learned:inherited left:right less:more
least:most living:nonliving long:short longer:shorter lowers:raises lower:raise lower:upper maximum:minimum
move:rest negative:positive new:old north:south northern:southern parent:offspring
possible:impossible predator:prey presence:absence producer:consumer produce:consume pull:push
rough:smooth renewable:nonrenewable sick:healthy sink:float solid:liquid strong:weak stronger:weaker summer:winter
sunrise:sunset thick:thin thicker:thinner tall:short taller:shorter top:bottom true:false together:apart
unfavorable:favorable visible:invisible with:without
"""
_NUMBERS = frozenset(
    """
    zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand
    million billion half third quarter once twice double triple first second
    """.split()
)
_REACH = 4
"""The number of words that a denial reaches."""


@cache
def opposites() -> Mapping[str, frozenset[str]]:
    """Return the antonyms of a word, by the word, in lower case."""
    found: dict[str, set[str]] = {}
    for first, second in (pair.split(":") for pair in _OPPOSITES.split()):
        found.setdefault(first, set()).add(second)
        found.setdefault(second, set()).add(first)
    return MappingProxyType({word: frozenset(others) for word, others in sorted(found.items())})


@cache
def opposite_terms() -> Mapping[str, frozenset[str]]:
    """Return the antonyms of a term, by the term."""
    found: dict[str, set[str]] = {}
    for word, others in opposites().items():
        found.setdefault(term(word), set()).update(map(term, others))
    return MappingProxyType({name: frozenset(others) - {name} for name, others in found.items()})


def is_number(word: str) -> bool:
    """Return whether a word in lower case is a number.

    Example:
        >>> is_number("24"), is_number("two"), is_number("too")
        (True, True, False)
    """
    return word[0].isdigit() or word in _NUMBERS


def is_denial(word: str) -> bool:
    """Return whether a word in lower case denies what follows it.

    Example:
        >>> is_denial("not"), is_denial("isn't"), is_denial("note")
        (True, True, False)
    """
    return word in CLASSES["denial"] or word.endswith("n't")


def denied(words: tuple[str, ...]) -> tuple[bool, ...]:
    """Return for each word whether a denial reaches it; twice denied is not denied.

    Args:
        words: The words in lower case.

    Example:
        >>> denied(("metals", "do", "not", "rot"))
        (False, False, False, True)
    """
    found, reach, is_on = [], 0, False
    for word in words:
        if is_denial(word):
            is_on = not is_on if reach else True
            reach = _REACH
            found.append(False)
        else:
            found.append(is_on and reach > 0)
            reach = max(0, reach - 1)
    return tuple(found)
