"""The progress of an item: the written pair, the verifiers' labels, and the graphs round by round."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from explanans.structures.graphs import Stance
from explanans.workbench.kinds.graphs.work import Contribution, Prompt
from explanans.workbench.kinds.kind import PreviousAnnotation
from explanans.workbench.store.tables import FINISHED

Works = Sequence[PreviousAnnotation[Contribution]]

WRITE, LABEL, CREATE = "write", "label", "create"


def verify(number: int) -> str:
    """Return the name of the stage at which the graph of a round is verified.

    Args:
        number: The round, counted from 1.
    """
    return f"verify-{number}"


def refine(number: int) -> str:
    """Return the name of the stage that refines the graph of a round.

    Args:
        number: The round, counted from 1.
    """
    return f"refine-{number}"


@dataclass(frozen=True, slots=True)
class Round:
    """A graph and its verifiers' labels.

    Attributes:
        author: The author of the graph.
        made: The graph, with the pair that it explains.
        verdicts: The verifiers' labels of this graph.
        outdated: How many verdicts are about another one, since the graph was changed after them.
    """

    author: str
    made: Contribution
    verdicts: tuple[PreviousAnnotation[Contribution], ...]
    outdated: int = 0

    @property
    def label(self) -> str:
        """The verifiers' majority label; empty if no label has more than half of them."""
        return majority(work.made.label for work in self.verdicts)

    @property
    def is_correct(self) -> bool:
        """Return whether the majority's label is the stance (Saha et al. 2021, section 4.2)."""
        return self.label == self.made.stance

    def is_settled(self, verifiers: int) -> bool:
        """Return whether all verifiers have labelled the graph."""
        return len(self.verdicts) >= verifiers and not self.outdated


def done(works: Works, stage: str) -> list[PreviousAnnotation[Contribution]]:
    """Return the finished works of a stage."""
    return [work for work in works if work.stage == stage and work.state in FINISHED]


def majority(labels: Iterable[str]) -> str:
    """Return the label that more than half of all have; empty if none has.

    Example:
        >>> majority(["support", "support", "counter"]), majority(["support", "counter"])
        ('support', '')
    """
    given = list(labels)
    label, number = next(iter(Counter(given).most_common(1)), ("", 0))
    return label if 2 * number > len(given) else ""


def labelled(works: Works) -> tuple[PreviousAnnotation[Contribution], ...]:
    """Return the verifiers' labels of the current version of the pair."""
    seen = written(works)
    return tuple(work for work in done(works, LABEL) if seen and work.made.is_about(seen))


def written(works: Works) -> Contribution | None:
    """Return belief and argument as written, without the stance; None if they are not written yet."""
    found = next((work.made for work in done(works, WRITE)), None)
    return Contribution(found.belief, found.argument) if found else None


def stance_of(works: Works) -> Stance | None:
    """Return the stance that verifiers see in the pair that was written; None if it is neutral, or they differ."""
    label = majority(work.made.label for work in labelled(works))
    return Stance(label) if label in set(Stance) else None


def pair_of(works: Works, given: Prompt) -> Contribution | None:
    """Return belief, argument and stance, written or given; None if they are not there, or were dropped."""
    if given.belief:
        return Contribution(given.belief, given.argument, given.stance)
    pair, stance = written(works), stance_of(works)
    return Contribution(pair.belief, pair.argument, stance) if pair and stance else None


def rounds(works: Works) -> tuple[Round, ...]:
    """Return the graphs of an item, first to last, each with its verdicts."""
    found: list[Round] = []
    drawn = done(works, CREATE)
    while drawn:
        number = len(found) + 1
        made = drawn[0].made
        said = done(works, verify(number))
        verdicts = tuple(work for work in said if work.made.is_about(shown(made)))
        found.append(Round(drawn[0].person, made, verdicts, len(said) - len(verdicts)))
        drawn = done(works, refine(number))
    return tuple(found)


def shown(made: Contribution) -> Contribution:
    """Return the part of a graph that verifiers see: the belief and the facts, without argument and stance."""
    return Contribution(made.belief, facts=made.facts)
