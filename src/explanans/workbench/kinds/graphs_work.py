"""Annotations of graph collection: tries, labels, graphs fact by fact, and the rounds of an item."""

import re
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal

import msgspec

from explanans.errors import InputError, MissingExtraError
from explanans.formats import explagraphs
from explanans.learning.model import MANIFEST
from explanans.pipeline.graphing import StanceReader, open_stances
from explanans.structures.graphs import Edge, ExplanationGraph, Relation, Stance
from explanans.workbench.kinds.tasks import PreviousAnnotation
from explanans.workbench.store.tables import FINISHED

LONGEST = 300
"""Characters of a belief or an argument."""
LONGEST_CONCEPT = 80
"""Characters of a concept."""
MOST = 8
"""Facts of a graph (Saha et al. 2021, section 3)."""
WRITE, LABEL, CREATE = "write", "label", "create"


Label = Literal["", "support", "counter", "neutral", "incorrect"]
_LOCK = threading.Lock()
_OPEN: dict[str, tuple[float, StanceReader]] = {}


class Reason(StrEnum):
    """Why a graph is incorrect (Saha et al. 2021, section 4.2, in words of our own)."""

    SENSELESS = "A fact makes no sense"
    TRIVIAL = "A fact only repeats the belief in other words"
    INCOMPLETE = "It does not lead back to the belief: something is missing"
    AMBIGUOUS = "It can be read both ways, for the belief and against it"


class Fact(msgspec.Struct, frozen=True, array_like=True):
    """A fact of a graph.

    Attributes:
        source: The concept that it is about.
    """

    source: str
    relation: Relation
    target: str

    def edge(self) -> Edge:
        """Return it as an edge."""
        return Edge(self.source, self.relation, self.target)


class Prompt(msgspec.Struct, frozen=True):
    """A prompt to write from, or a belief with an argument.

    Attributes:
        prompt: A statement on a topic; empty if belief and argument are given.
        belief: The belief; empty if it is to be written.
        facts: A graph to start from; mostly none.
    """

    prompt: str = ""
    stance: Stance = Stance.SUPPORT
    belief: str = ""
    argument: str = ""
    facts: tuple[Fact, ...] = ()


class Try(msgspec.Struct, frozen=True):
    """A belief and an argument that the model was asked about.

    Attributes:
        said: The stance that the model predicted.
        fooled: Whether the model predicted another stance than the argument was to have.
        model: The folder of the model; empty for the one that comes with the package.
    """

    belief: str
    argument: str
    said: Stance
    fooled: bool
    model: str = ""


class Contribution(msgspec.Struct, frozen=True):
    """The work of one person at one stage.

    Each stage fills in its own part and keeps what the person saw, so that a change of that can be noticed later.

    Attributes:
        belief: The belief: written here, or as it was seen.
        stance: The stance that the argument is to have, or has.
        tries: The tries of the model, in order.
        label: The verifier's label; empty if there is none yet.
        facts: The graph: made here, or as it was seen.

    Example:
        >>> made = Contribution("Zoos should be banned.", "Animals suffer.", Stance.SUPPORT)
        >>> made = made.with_fact("Zoos", "causes", "suffer")
        >>> made.facts[0].source, len(made.graph().edges)
        ('zoos', 1)
    """

    belief: str = ""
    argument: str = ""
    stance: Stance = Stance.SUPPORT
    tries: tuple[Try, ...] = ()
    label: Label = ""
    reasons: tuple[Reason, ...] = ()
    note: str = ""
    facts: tuple[Fact, ...] = ()

    def written(self, belief: str, argument: str) -> "Contribution":
        """Return it with other words."""
        return self._with(belief=_sentence(belief), argument=_sentence(argument))

    def tried(self, said: Stance, model: str) -> "Contribution":
        """Return a copy with a try of the model."""
        made = Try(self.belief, self.argument, said, said != self.stance, model)
        return self._with(tries=(*self.tries, made))

    def with_fact(self, source: str, relation: str, target: str, place: int | None = None) -> "Contribution":
        """Return it with one more fact, or with a fact in the place of another.

        Args:
            place: The place of the fact that it replaces; None to add it.
        """
        fact = Fact(_concept(source), explagraphs.decode_relation(relation, "fact"), _concept(target))
        if fact.source == fact.target:
            raise InputError(f"{fact.source!r} on both sides; accepted: two concepts")
        if fact in (*self.facts[:place], *self.facts[place + 1 :]) if place is not None else fact in self.facts:
            raise InputError("this fact is there already")
        if place is None:
            if len(self.facts) >= MOST:
                raise InputError(f"more than {MOST} facts; accepted: replace one, or remove one first")
            return self._with(facts=(*self.facts, fact))
        return self._with(facts=(*self.facts[:place], fact, *self.facts[place + 1 :]))

    def without_fact(self, place: int) -> "Contribution":
        """Return it without a fact."""
        return self._with(facts=(*self.facts[:place], *self.facts[place + 1 :]))

    def judged(self, label: Label, seen: "Contribution") -> "Contribution":
        """Return it with a verdict."""
        reasons = self.reasons if label == "incorrect" else ()
        return self._with(label=label, reasons=reasons, belief=seen.belief, argument=seen.argument, facts=seen.facts)

    def is_about(self, seen: "Contribution") -> bool:
        """Return whether a verdict is about what is to be judged as it is now."""
        return (self.belief, self.argument, self.facts) == (seen.belief, seen.argument, seen.facts)

    def ticked(self, reason: Reason, *, holds: bool) -> "Contribution":
        """Return it with a reason ticked, or not."""
        chosen = {*self.reasons, reason} if holds else {it for it in self.reasons if it != reason}
        return self._with(reasons=tuple(it for it in Reason if it in chosen))

    def noted(self, note: str) -> "Contribution":
        """Return it with a note."""
        return self._with(note=note.strip()[:LONGEST])

    def graph(self) -> ExplanationGraph:
        """Return the graph."""
        return ExplanationGraph(self.belief, self.argument, self.stance, tuple(fact.edge() for fact in self.facts))

    def _with(self, **changes: object) -> "Contribution":
        return msgspec.structs.replace(self, **changes)


def changes(first: tuple[Fact, ...], now: tuple[Fact, ...]) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """Return the facts that were added to a graph, and those that were removed from it.

    Example:
        >>> rain, mud = Fact("rain", Relation.CAUSES, "mud"), Fact("mud", Relation.IS_A, "dirt")
        >>> added, removed = changes((rain,), (mud,))
        >>> added == (mud,), removed == (rain,)
        (True, True)
    """
    return tuple(fact for fact in now if fact not in first), tuple(fact for fact in first if fact not in now)


def _sentence(text: str) -> str:
    words = " ".join(text.split())
    if len(words) > LONGEST:
        raise InputError(f"a sentence of {len(words)} characters; accepted: {LONGEST} at most")
    return words


def _concept(text: str) -> str:
    words = " ".join(text.lower().split())
    if not words:
        raise InputError("a concept is empty; accepted: one to three words on each side")
    if re.search(r"[();]", words) or len(words) > LONGEST_CONCEPT:
        raise InputError(f"the concept {words[:LONGEST_CONCEPT]!r}; accepted: words without brackets and semicolons")
    if len(words.split()) > 3:
        raise InputError(f"{words!r} has {len(words.split())} words; accepted: three at most")
    return words


Works = Sequence[PreviousAnnotation[Contribution]]


def verify(number: int) -> str:
    """Return the name of the stage at which the graph of a round is verified."""
    return f"verify-{number}"


def refine(number: int) -> str:
    """Return the name of the stage that refines the graph of a round."""
    return f"refine-{number}"


@dataclass(frozen=True, slots=True)
class Round:
    """A graph and its verifiers' labels.

    Attributes:
        made: The graph, with the pair that it explains.
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


def predict_stance(belief: str, argument: str, folder: str = "") -> Stance:
    """Return the stance that the model tells.

    A model whose folder was written anew, such as after a round of collection, is opened anew.

    Args:
        folder: The folder made by ``lab train stance`` or ``lab train stance-encoder``; empty for the one that
            comes with the package.

    Example:
        >>> predict_stance("Zoos should be banned.", "Animals suffer in narrow cages.").value
        'support'
    """
    with _LOCK:  # one at a time: models are not made for several threads
        return _opened(folder)(belief, argument)


def check_model(folder: str) -> None:
    """Refuse a folder that holds no model of stances.

    Args:
        folder: The folder; empty for the model that comes with the package.
    """
    try:
        with _LOCK:
            _opened(folder)
    except MissingExtraError as error:
        raise InputError(str(error)) from None


def _opened(folder: str) -> StanceReader:
    manifest = Path(folder) / MANIFEST
    written = manifest.stat().st_mtime if folder and manifest.exists() else 0.0
    if folder not in _OPEN or _OPEN[folder][0] != written:
        _OPEN[folder] = (written, open_stances(Path(folder) if folder else None))
    return _OPEN[folder][1]
