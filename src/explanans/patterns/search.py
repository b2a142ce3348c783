"""Depth-first search with forward checking over the candidates of every row.

Each slot's candidates that are still possible are the bits of one integer; for a slot, a variable and a value, the bits
of the candidates that agree are found once, by an index over the words at each position, and kept.
"""

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from explanans.errors import ExplanansError
from explanans.patterns.matching import Candidate, Value

ABSENT = -1
_STEPS_BETWEEN_LOOKS = 4096
Choice = tuple[int, ...]
"""One candidate a slot, by its number, or ``ABSENT``."""


class OutOfTimeError(ExplanansError):
    """The time for a search is over."""


@dataclass(slots=True)
class Domain:
    """The candidates of one slot.

    Attributes:
        candidates: The candidates, in order.
        optional: Whether the slot may stay empty.
        relaxed: The variables that a relaxed term has in some candidate.
    """

    candidates: Sequence[Candidate]
    optional: bool
    relaxed: set[str] = field(default_factory=set, init=False)
    _agreeing: dict[tuple[str, Value], int] = field(default_factory=dict, init=False)
    _by_word: dict[str, dict[tuple[int, int, str], int]] = field(default_factory=dict, init=False)
    _free: dict[str, int] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        for number, candidate in enumerate(self.candidates):
            # Only the first occurrence of a variable is looked up; the search itself compares the others.
            first = {binding.variable: binding for binding in reversed(candidate.bindings)}
            self.relaxed |= {binding.variable for binding in candidate.bindings if binding.relaxed}
            for variable, value, _ in first.values():
                self._free[variable] = self._free.get(variable, self.everything) & ~(1 << number)
                index = self._by_word.setdefault(variable, {})
                for position, spellings in enumerate(value):
                    for word in spellings:
                        key = (len(value), position, word)
                        index[key] = index.get(key, 0) | 1 << number

    @property
    def everything(self) -> int:
        """All candidates, as bits."""
        return (1 << len(self.candidates)) - 1

    @property
    def variables(self) -> frozenset[str]:
        """The variables that occur in a candidate."""
        return frozenset(self._free)

    def without(self, variable: str) -> int:
        """Return the candidates, as bits, in which a variable does not occur.

        Args:
            variable: The variable's name; it occurs in another candidate.
        """
        return self._free[variable]

    def agreeing(self, variable: str, value: Value) -> int:
        """Return the candidates, as bits, that may stand beside a value of a variable.

        Args:
            variable: The variable's name; it occurs in a candidate.
        """
        key = (variable, value)
        if (known := self._agreeing.get(key)) is None:
            index = self._by_word.get(variable, {})
            bits = self.everything
            for position, spellings in enumerate(value):
                here = 0
                for word in spellings:
                    here |= index.get((len(value), position, word), 0)
                bits &= here
            known = self._agreeing[key] = bits | self._free[variable]
        return known


def prune(domains: Sequence[Domain], watched: Collection[str]) -> list[int]:
    """Return, as bits, the candidates of each slot that have a partner in the slot that binds each of their variables.

    Where the first slot with a variable must be filled and always binds it, its candidate gives the variable its value,
    so that others must agree with one of its candidates, and it with one of each slot that must be filled (arc
    consistency).

    Args:
        watched: The variables whose values do not change once they are bound.
    """
    alive = [domain.everything for domain in domains]
    holders = {
        variable: [number for number, domain in enumerate(domains) if variable in domain.variables]
        for variable in sorted(watched)
    }
    changed = True
    while changed:
        changed = False
        for variable, (first, *others) in holders.items():
            if not domains[first].optional and not domains[first].without(variable):
                for other in others:
                    changed |= _revise(domains, alive, variable, first, other)
    return alive


def _revise(domains: Sequence[Domain], alive: list[int], variable: str, first: int, other: int) -> bool:
    """Drop candidates of two slots without a compatible candidate in the other, and return whether there were any."""
    partners = kept = 0
    for number in bits_of(alive[first]):
        value = next(value for name, value, _ in domains[first].candidates[number].bindings if name == variable)
        agreeing = domains[other].agreeing(variable, value) & alive[other]
        partners |= agreeing
        if agreeing or domains[other].optional:
            kept |= 1 << number
    changed = (alive[first], alive[other]) != (kept, partners)
    alive[first], alive[other] = kept, partners
    return changed


def bits_of(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, rising.

    Example:
        >>> list(bits_of(0b1011))
        [0, 1, 3]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def search(domains: Sequence[Domain], deadline: float) -> Iterator[tuple[Choice, dict[str, Value]]]:
    """Yield every choice of candidates that agree on the variables, and what these stand for.

    The last slot varies fastest, and staying empty comes after all candidates. A variable stands for what the first
    slot that has it says; later ones must agree with that in the word or lemma at every position.

    Args:
        deadline: When to give up, in seconds of ``time.monotonic``.

    Raises:
        OutOfTimeError: The time is over.
    """
    relaxed = frozenset[str]().union(*(domain.relaxed for domain in domains))
    watched = frozenset[str]().union(*(domain.variables for domain in domains)) - relaxed
    alive = prune(domains, watched)
    if any(not bits and not domain.optional for bits, domain in zip(alive, domains, strict=True)):
        return
    later = [
        {
            variable: [other for other in range(number + 1, len(domains)) if variable in domains[other].variables]
            for variable in domain.variables & watched
        }
        for number, domain in enumerate(domains)
    ]
    yield from _Search(domains, later, deadline).below(0, alive, {}, ())


class _Search:
    """One search: what does not change while it goes on, and the steps that it has made."""

    def __init__(self, domains: Sequence[Domain], later: list[dict[str, list[int]]], deadline: float) -> None:
        self._domains = domains
        self._later = later
        self._deadline = deadline
        self._steps = 0

    def below(
        self, number: int, alive: list[int], values: dict[str, Value], choice: Choice
    ) -> Iterator[tuple[Choice, dict[str, Value]]]:
        """Yield the ways to fill the slots from a number on."""
        if number == len(self._domains):
            yield choice, values
            return
        domain = self._domains[number]
        for picked in bits_of(alive[number]):
            self._look_at_the_clock()
            bindings = domain.candidates[picked].bindings
            if not bindings:
                yield from self.below(number + 1, alive, values, (*choice, picked))
                continue
            bound = _bound(values, bindings)
            if bound is not None and (left := self._checked(number, alive, values, bound)) is not None:
                yield from self.below(number + 1, left, bound, (*choice, picked))
        if domain.optional:
            yield from self.below(number + 1, alive, values, (*choice, ABSENT))

    def _checked(
        self, number: int, alive: list[int], values: dict[str, Value], bound: dict[str, Value]
    ) -> list[int] | None:
        """Return the candidate rows of later slots, or None if a required slot has none left."""
        left = alive
        for variable, others in self._later[number].items():
            value = bound.get(variable)
            if value is None or values.get(variable) == value:
                continue
            for other in others:
                bits = left[other] & self._domains[other].agreeing(variable, value)
                if not bits and not self._domains[other].optional:
                    return None
                if bits != left[other]:
                    if left is alive:
                        left = list(alive)
                    left[other] = bits
        return left

    def _look_at_the_clock(self) -> None:
        self._steps += 1
        if self._steps % _STEPS_BETWEEN_LOOKS == 0 and time.monotonic() > self._deadline:
            raise OutOfTimeError("the time for a search is over")


def _bound(values: dict[str, Value], bindings: tuple[tuple[str, Value, bool], ...]) -> dict[str, Value] | None:
    """Return the values after one more row, or None if it does not agree with them."""
    bound = dict(values)
    for variable, value, relaxed in bindings:
        known = bound.get(variable)
        if known is None:
            bound[variable] = value
        elif relaxed:
            bound[variable] = _shared(known, value) or known
        elif not _agree(known, value):
            return None
    return bound


def _agree(left: Value, right: Value) -> bool:
    return left == right or (
        len(left) == len(right)
        and all(not set(here).isdisjoint(there) for here, there in zip(left, right, strict=True))
    )


def _shared(left: Value, right: Value) -> Value:
    """Return the spellings that two values of the same length share, without the positions where they share none."""
    if len(left) != len(right):
        return ()
    both = (tuple(word for word in here if word in there) for here, there in zip(left, right, strict=True))
    return tuple(spellings for spellings in both if spellings)
