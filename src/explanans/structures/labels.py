"""Labels by people of steps, trees, graphs, stances and arcs; and labelled texts, claims and questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from explanans.structures.reports import Cell, Interval, PlainTable, Tabular
from explanans.structures.verdicts import Status


class Label(NamedTuple):
    """A label that one person gave to an item.

    Attributes:
        kind: The kind of item, such as ``step``; one of ``LABELS``, or a word of the user.
        item: Names the item within its kind, such as ``q1#int2`` for a step.
        label: The word; for kinds of ``LABELS`` one of theirs.
    """

    kind: str
    item: str
    rater: str
    label: str


LABELS: dict[str, tuple[str, ...]] = {
    "step": ("correct", "nearly", "repetition", "invalid", "misjudged"),
    "tree": ("valid", "leaves", "steps", "disconnected", "conclusions"),
    "graph": ("support", "counter", "incorrect"),
    "stance": ("support", "counter", "neutral"),
    "arc": ("entailed", "not entailed"),
    "sentence": ("factual", "not factual"),
    "same": ("same", "different"),
    "fact": ("gold", "highly relevant", "possibly relevant", "not relevant"),
}
"""The labels of each kind of item, as the papers have them.

Steps and trees: Dalvi et al. 2021, section 6.3; whether two sentences say the same: there, section 6.1. Graphs and
stances: Saha et al. 2021, section 4. Arcs and sentences: Goyal & Durrett 2020, sections 5.1 and 6.2. Facts: Jansen &
Ustalov 2019, "Manual Evaluation of Explanation Quality".
"""


class SheetRow(NamedTuple):
    """An item that is to be labelled, with what a rater has to read.

    Attributes:
        automatic: Its automatic label; empty for none. It is written to a separate file.
    """

    kind: str
    item: str
    text: str
    automatic: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """The number of items with a label, and its share of all.

    Attributes:
        interval: Its 95% bootstrap interval over items.
    """

    items: int
    share: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Threshold:
    """The threshold of a score for the first label, chosen for the best F1.

    Attributes:
        sensitivity: The share of the items with the first label that are predicted as such.
        specificity: The share of the others that are predicted as others.
    """

    score: float
    f1: float
    sensitivity: float
    specificity: float


@dataclass(frozen=True, slots=True)
class Automatic:
    """Automatic labels or scores compared with the majority of people's labels.

    Attributes:
        agreement: The share of items with the same label; None for scores.
        interval: Its 95% bootstrap interval over items; None for scores.
        kappa: Cohen's kappa of the two; None for scores, or where chance leaves no room.
        confusion: Counts of people's labels, by automatic label; empty for scores.
        correlation: For scores, Pearson's correlation with people's first label; None otherwise.
        auc: For scores, how often an item of the first label scores above another; None otherwise.
        threshold: For scores, the best one; None otherwise.
    """

    items: int
    agreement: float | None = None
    interval: Interval | None = None
    kappa: float | None = None
    confusion: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    correlation: float | None = None
    auc: float | None = None
    threshold: Threshold | None = None


@dataclass(frozen=True, slots=True)
class Labelled:
    """Figures of people's labels of one kind.

    Attributes:
        raters: How many labels each person gave.
        compared: How many items were labelled by two people or more.
        majority: The number of items with each label by majority.
        undecided: How many items have no label that is more frequent than any other.
        fleiss: Fleiss' kappa over the items that were compared; None if chance leaves no room, or there are none.
        fleiss_interval: Its 95% bootstrap interval over items.
        alpha: Krippendorff's alpha, nominal; None as above.
        percent: The share of pairs of labels of an item that are the same; None if nothing was compared.
        kappas: Cohen's kappa of each two people with items in common.
        automatic: The automatic labels; None if there are none.
    """

    items: int
    labels: int
    raters: Mapping[str, int]
    compared: int
    majority: Mapping[str, Share]
    undecided: int
    fleiss: float | None
    fleiss_interval: Interval | None
    alpha: float | None
    percent: float | None
    kappas: Mapping[str, float | None]
    automatic: Automatic | None = None


@dataclass(frozen=True, slots=True)
class LabelReport(Tabular):
    """A report of people's labels, by the kind of item.

    Attributes:
        kinds: The figures of each kind.
    """

    kinds: Mapping[str, Labelled]
    signature: str

    def table(self) -> PlainTable:
        """Return the counts and the agreement of people's labels as a table."""
        columns = ("kind", "measure", "value", "low", "high", "items")
        rows: list[tuple[Cell, ...]] = []
        for kind, found in self.kinds.items():
            for label, share in found.majority.items():
                rows.append((kind, f"most say {label}", share.share, *share.interval, share.items))
            ends = found.fleiss_interval or (None, None)
            rows.append((kind, "same label", found.percent, None, None, found.compared))
            rows.append((kind, "Fleiss' kappa", found.fleiss, *ends, found.compared))
            rows.append((kind, "Krippendorff's alpha, nominal", found.alpha, None, None, found.compared))
        return PlainTable(columns, tuple(rows))


class LabelledClaim(NamedTuple):
    """A claim with the label that its text gives it.

    Attributes:
        kind: The phenomenon that decides the label, such as ``number`` or ``passive``.
    """

    text: str
    status: Status
    kind: str


class LabelledQuestion(NamedTuple):
    """A question that a text answers, with its right and wrong answers."""

    text: str
    right: str
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelledDocument:
    """A text with claims and questions about it.

    Attributes:
        claims: Claims, each self-contained.
    """

    title: str
    paragraphs: tuple[str, ...]
    claims: tuple[LabelledClaim, ...]
    questions: tuple[LabelledQuestion, ...]


MODEL = "model"
"""Source of premises written by the language model; the file of claims holds these in full."""
_PERCENT = 100


class WrittenClaim(NamedTuple):
    """A generated claim with its label probabilities.

    Attributes:
        supported: Probability that its premises support it, in percent.
        contradicted: Probability that they contradict it, in percent; the rest is *unknown*.
    """

    text: str
    supported: int
    contradicted: int

    @classmethod
    def of(cls, text: str, shares: Sequence[float]) -> "WrittenClaim":
        """Return a claim whose shares are rounded to percent.

        Args:
            shares: The probabilities of *supported*, *contradicted* and *unknown*.

        Example:
            >>> WrittenClaim.of("Ice sinks.", (0.004, 0.996, 0.0))
            WrittenClaim(text='Ice sinks.', supported=0, contradicted=100)
        """
        supported = round(_PERCENT * float(shares[0]))
        return cls(text, supported, min(round(_PERCENT * float(shares[1])), _PERCENT - supported))
