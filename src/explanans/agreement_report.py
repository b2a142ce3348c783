"""How far raters agree: figures that a machine or a terminal can show."""

from dataclasses import dataclass

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RaterFigures:
    """How one person rates.

    Attributes:
        ratings: How many ratings there are.
        mean: Their mean.
        counts: How often each rating occurs, from 0 on.
    """

    ratings: int
    mean: float
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PairFigures:
    """How far two people agree on what both rated.

    Attributes:
        raters: Their names.
        items: How many items both rated.
        percent: The share of items that both rated the same, from 0 to 1.
        within_one: The share of items whose two ratings differ by 1 at most.
        kappa: Cohen's kappa; None where both gave one and the same rating throughout.
        kappa_linear: The same with disagreements weighted by how far they are apart.
        kappa_quadratic: The same with weights by the square of how far they are apart.
        intervals: The 95% bootstrap intervals of the kappas, over questions; empty where all items are of one question.
        confusion: How many items have each pair of ratings: rows are the first rater's, from 0 on.
    """

    raters: tuple[str, str]
    items: int
    percent: float
    within_one: float
    kappa: float | None
    kappa_linear: float | None
    kappa_quadratic: float | None
    intervals: dict[str, Interval]
    confusion: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far raters agree on items of one kind.

    Attributes:
        items: How many items were rated.
        items_compared: How many of them were rated by two people or more; the others say nothing of agreement.
        ratings: How many ratings there are.
        percent: The share of pairs of ratings of the same item that are the same, from 0 to 1.
        within_one: The share of such pairs that differ by 1 at most.
        kappa: The mean of Cohen's kappa over the pairs of raters; None where it is defined for none.
        kappa_linear: The mean of linearly weighted kappa.
        kappa_quadratic: The mean of quadratically weighted kappa.
        alpha_nominal: Krippendorff's alpha, where ratings are the same or not; None where only one rating occurs.
        alpha_ordinal: The same, where ratings are in order.
        alpha_interval: The same, where ratings are apart by their difference.
        intervals: The 95% bootstrap intervals of the shares and alphas, over questions; empty where all items are of
            one question.
        raters: How each person rates, by name.
        pairs: How far each two agree that rated the same items.
    """

    items: int
    items_compared: int
    ratings: int
    percent: float
    within_one: float
    kappa: float | None
    kappa_linear: float | None
    kappa_quadratic: float | None
    alpha_nominal: float | None
    alpha_ordinal: float | None
    alpha_interval: float | None
    intervals: dict[str, Interval]
    raters: dict[str, RaterFigures]
    pairs: tuple[PairFigures, ...]


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """How far raters agree; ``docs/measures.md`` defines the measures.

    Attributes:
        facts: On how relevant facts are; None where no fact was rated by two people.
        explanations: On whether whole explanations are complete; None where none was judged by two people.
        signature: What reproduces the report.
    """

    facts: Agreement | None
    explanations: Agreement | None
    signature: str
