"""Facts: dates, quantities, negations, roles and other features of a sentence that the rules compare; cached."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from explanans.entailment.rules.comparisons import Comparison, Order, comparisons, orders
from explanans.entailment.rules.dates import Date, dates
from explanans.entailment.rules.modality import Mode, mode
from explanans.entailment.rules.negation import denied, excepted, replaced
from explanans.entailment.rules.quantifiers import Share, shares
from explanans.entailment.rules.quantities import Quantity, quantities
from explanans.entailment.rules.reading import Reading, Word
from explanans.entailment.rules.roles import Frame, frames

_NAMING = frozenset({"NOUN", "PROPN"})
_CONDITIONS = frozenset("if unless until till only when whenever most whoever".split())
_READINGS = 4096


class Facts:
    """Features of a sentence that the rules compare.

    Attributes:
        reading: The sentence.
        dates: Its dates.
        quantities: Its quantities.
        denied: For each word, whether it is denied.
        excepted: The words that are excepted from what it says.
        frames: Its frames by the numbers of their predicates.
        shares: Of how many something is said and by which word, by the number of the word for them.
        comparisons: What it compares.
        orders: What it says comes before what.
        replaced: The numbers of the words for what something else stands.
        conditions: The words by which it says something under a condition only, in lower case.
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.dates: tuple[Date, ...] = dates(reading)
        taken = frozenset(number for date in self.dates for number in range(date.first, date.last + 1))
        self.quantities: tuple[Quantity, ...] = quantities(reading, taken)
        self.denied = denied(reading)
        self.replaced = replaced(reading)
        self.excepted = excepted(reading) | self.replaced
        self.frames: dict[int, Frame] = frames(reading)
        self.shares: dict[int, tuple[Share, int]] = shares(reading, self.denied)
        self.comparisons: tuple[Comparison, ...] = comparisons(reading)
        self.orders: tuple[Order, ...] = orders(reading)
        self.conditions = frozenset(_conditions(reading))

    def mode(self, predicate: Word) -> Mode:
        """Return the modality of a predicate."""
        return mode(self.reading, predicate, denied=self.denied[predicate.number])


def _conditions(reading: Reading) -> Iterator[str]:
    for before, word in pairwise([None, *reading.words]):
        if word is None or word.lower not in _CONDITIONS or word.pos in _NAMING:  # who pays at the till is no *until*
            continue
        if word.lower != "most" or before is None or before.lower != "at":  # which only bounds a number
            yield word.lower


@lru_cache(_READINGS)
def facts(reading: Reading) -> Facts:
    """Return the facts of a sentence, from a cache if they are there."""
    return Facts(reading)
