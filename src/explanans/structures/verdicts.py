"""Verdicts: what of a claim, an answer or a conclusion its source supports or contradicts."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from explanans.structures.facts import Document, Quote, SetAside
from explanans.structures.presentable import Presentable


class Status(StrEnum):
    """The entailment status of a claim given a text."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNKNOWN = "unknown"


ENOUGH = 0.5
"""Minimum probability of a claim that is said to be supported, or contradicted; below it nothing is said."""
BELOW_ENOUGH = 0.49
"""Maximum support of what is unknown though it was found more probable."""


class NliScores(NamedTuple):
    """The probabilities that premises support a claim, contradict it, or do neither; they sum to 1.

    Example:
        >>> NliScores(0.2, 0.7, 0.1).status
        <Status.CONTRADICTED: 'contradicted'>
        >>> undecided = NliScores(0.42, 0.38, 0.2)
        >>> undecided.status, undecided.likeliest
        (<Status.UNKNOWN: 'unknown'>, <Status.SUPPORTED: 'supported'>)
    """

    supported: float
    contradicted: float
    unknown: float

    @property
    def status(self) -> Status:
        """Supported or contradicted where that has a probability of at least `ENOUGH`, else unknown."""
        if self.supported >= ENOUGH:
            return Status.SUPPORTED
        return Status.CONTRADICTED if self.contradicted >= ENOUGH else Status.UNKNOWN

    @property
    def likeliest(self) -> Status:
        """The most probable of the three; the first of equals."""
        return max(zip(self, Status, strict=True), key=lambda item: item[0])[1]


class Verdict(NamedTuple):
    """The verdict on an answer, by the facts of a knowledge base.

    Attributes:
        status: Its status, given the facts.
        support: How probable it is that they support it, from 0 to 1.
        because: The ids of the decisive facts, the clearest first; empty if the status is unknown.
    """

    status: Status
    support: float
    because: tuple[str, ...]


class Span(NamedTuple):
    """A word or a sentence and where it stands in its text, in characters."""

    text: str
    start: int
    end: int


class Mark(NamedTuple):
    """A word or a few words of a claim that are at fault, and where they stand in it, in characters.

    Attributes:
        text: The words.
        why: The reason in a few words, as in ``1961 against 1989``; empty if unknown.
        evidence: The number, from 0, of the decisive sentence among the evidence of the claim; None for none.
    """

    text: str
    start: int
    end: int
    why: str = ""
    evidence: int | None = None


class Evidence(NamedTuple):
    """A sentence of a source and its number there, counted from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ArcVerdict:
    """The verdict on one arc of a claim.

    Attributes:
        label: The relation of the child to the head, as in ``nmod:of``.
        score: How well the source supports it, from 0 to 1.
        supported: Whether that is enough.
        evidence: The sentence of the source that supports it most by itself; None if it is not supported.
    """

    head: Span
    child: Span
    label: str
    score: float
    supported: bool
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class ClaimVerdict(Presentable):
    """The verdict on one claim.

    Attributes:
        claim: The claim on one line, without invisible characters; all places are places in it.
        arcs: One verdict for each arc that was checked, sentence by sentence, in the order of the children; none if
            arcs were not asked for, or the claim has no arc that says anything, as a single word has none.
        unsupported: Spans that the source does not support, in order; if only arcs were checked, the words none of
            whose arcs is supported.
        score: The mean of the scores of its arcs (Goyal & Durrett 2020, section 3); None if no arc was checked.
        minimum: The least of them; None if no arc was checked.
        status: Its status, given the source. Arcs alone never find a contradiction.
        support: How probable it is that the source supports it, from 0 to 1; where only arcs were checked, the score,
            or 0 if there is none.
        contradicted: Spans that the source contradicts, in order.
        evidence: The decisive sentences of the source, the most relevant first.
        judgement: The probabilities of the sentence of the claim that decided, the worst of them; None if only arcs
            were checked.
    """

    claim: str
    sentences: tuple[Span, ...]
    arcs: tuple[ArcVerdict, ...]
    unsupported: tuple[Mark, ...]
    score: float | None
    minimum: float | None
    status: Status = Status.UNKNOWN
    support: float = 0.0
    contradicted: tuple[Mark, ...] = ()
    evidence: tuple[Quote, ...] = ()
    judgement: NliScores | None = None


class RankedClaim(NamedTuple):
    """One of several candidates, and its place among them as they were given, counted from 1."""

    place: int
    verdict: ClaimVerdict


class LabelAgreement(NamedTuple):
    """How far verdicts agree with labels: a record is found supported if all of its claims are.

    Attributes:
        supported: Number of records that are labelled as supported.
        unsupported: Number of records that are labelled as not supported.
        unsupported_found: Number of these that are found not supported.

    Example:
        >>> LabelAgreement(4, 3, 2, 2).balanced_accuracy
        0.875
    """

    supported: int
    supported_found: int
    unsupported: int
    unsupported_found: int

    @property
    def records(self) -> int:
        """The number of records with a label."""
        return self.supported + self.unsupported

    @property
    def accuracy(self) -> float:
        """The share of records whose verdict is that of the label."""
        return (self.supported_found + self.unsupported_found) / self.records

    @property
    def balanced_accuracy(self) -> float | None:
        """The mean of the shares of both labels (Tang et al. 2024, section 5.1); None if only one label occurs."""
        if not self.supported or not self.unsupported:
            return None
        return (self.supported_found / self.supported + self.unsupported_found / self.unsupported) / 2


@dataclass(frozen=True, slots=True)
class CheckedClaims(Presentable):
    """Claims that were checked against one source.

    Attributes:
        claims: The claims, in the order in which to show them; one or more.
        signature: The signature that reproduces their verdicts.
        documents: The source documents; empty if they are not shown.
        set_aside: Parts of the text that assert nothing and were not judged, such as greetings and lead-ins.
        ids: The id of each claim, in the order of their places; empty if they have none.
        labels: How far the verdicts agree with the labels of the records; None if these have none.
        without_claims: The ids of records that claim nothing and were not judged.
    """

    claims: tuple[RankedClaim, ...]
    signature: str
    documents: tuple[Document, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    ids: tuple[str, ...] = ()
    labels: LabelAgreement | None = None
    without_claims: tuple[str, ...] = ()

    def name(self, place: int) -> str:
        """Return the id of a claim, else its place.

        Args:
            place: The place of the claim, counted from 1.
        """
        return self.ids[place - 1] if self.ids else str(place)


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """The verdict on one entailment step.

    Attributes:
        step: The id of the step's conclusion.
        supported: Whether nothing in the conclusion is unsupported.
        unsupported: The words of the conclusion that no premise supports, as written, in order.
        arcs: One verdict for each arc of the conclusion that was checked against its premises; their evidence is the
            number of a premise in the step. None if the step was checked word by word only.
        follows: How likely the conclusion follows from the premises and reads as a sentence, from 0 to 1; of
            conclusions on the way that the package proposes, how likely they also say something new and of use. Both
            are learnt from graded steps; None if it was not judged. It is no proof either way.
    """

    step: str
    supported: bool
    unsupported: tuple[str, ...] = ()
    arcs: tuple[ArcVerdict, ...] | None = None
    follows: float | None = None


_SEVERITY = {Status.SUPPORTED: 0, Status.UNKNOWN: 1, Status.CONTRADICTED: 2}


class Requirement(NamedTuple):
    """The acceptance criteria of each claim.

    Attributes:
        fail_on: The status that fails, as does a worse one: unknown is worse than supported, contradicted than both.
        fail_below: The minimum support; None for any.

    Example:
        >>> Requirement(Status.CONTRADICTED).is_met("unknown", 0.2), Requirement(fail_below=0.5).is_met("unknown", 0.2)
        (True, False)
    """

    fail_on: Status | None = None
    fail_below: float | None = None

    def is_met(self, status: Status | str, support: float) -> bool:
        """Return whether a claim reaches it."""
        if self.fail_on is not None and _SEVERITY[Status(status)] >= _SEVERITY[self.fail_on]:
            return False
        return self.fail_below is None or support >= self.fail_below

    def __str__(self) -> str:
        """Return a description of the failure."""
        worse = [status.value for status in (Status.UNKNOWN, Status.CONTRADICTED) if not self.is_met(status, 1.0)]
        below = [] if self.fail_below is None else [f"support below {self.fail_below:g}"]
        return " or ".join([*worse, *below]) or "nothing"


ANYTHING = Requirement()
"""No claim fails."""
SUPPORTED_ALL = Requirement(Status.UNKNOWN)
"""Each claim must be supported."""
