"""Details of a report of inter-rater agreement."""

from collections.abc import Mapping
from dataclasses import dataclass

from explanans.structures.reports import Score


@dataclass(frozen=True, slots=True)
class RaterFigures:
    """The rating behaviour of one person.

    Attributes:
        ratings: The number of ratings.
        mean: Their mean.
        counts: How often each rating occurs, from 0 on.
    """

    ratings: int
    mean: float
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PairFigures:
    """The agreement of two people on items that both rated.

    Attributes:
        raters: Their names.
        items: How many items both rated.
        scores: ``percent``, ``within_one``, ``kappa``, ``kappa_linear``, ``kappa_quadratic``, as in `Agreement`; a
            kappa is None if both gave one and the same rating throughout.
        confusion: How many items have each pair of ratings: rows are the first rater's, from 0 on.
    """

    raters: tuple[str, str]
    items: int
    scores: Mapping[str, Score]
    confusion: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of raters on items of one kind.

    Intervals are over questions; there are none if all items are of one question, and none of mean kappas.

    Attributes:
        items: How many items were rated.
        items_compared: The number of items with at least two ratings; only these count for agreement.
        ratings: The number of ratings.
        scores: ``percent``, the share of pairs of ratings of the same item that are the same; ``within_one``, of those
            that differ by 1 at most; ``kappa``, ``kappa_linear``, ``kappa_quadratic``, the means of Cohen's kappa over
            the pairs of raters, None if it is defined for none; ``alpha_nominal``, ``alpha_ordinal``,
            ``alpha_interval``, Krippendorff's alpha, None if only one rating occurs.
        raters: How each person rates, by name.
        pairs: How far each two agree that rated the same items.
        step: The difference of two neighbouring ratings in ``counts`` and ``confusion``.
    """

    items: int
    items_compared: int
    ratings: int
    scores: Mapping[str, Score]
    raters: Mapping[str, RaterFigures]
    pairs: tuple[PairFigures, ...]
    step: float = 1.0


@dataclass(frozen=True, slots=True)
class AgreementDetails:
    """The agreement of raters by kind; the report's scores are those of both, after ``facts_``, ``explanations_``.

    Attributes:
        facts: On how relevant facts are; None if no fact was rated by two people.
        explanations: On whether whole explanations are complete; None if none was judged by two people.
    """

    facts: Agreement | None
    explanations: Agreement | None
