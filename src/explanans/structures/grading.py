"""Ratings and grades by people, of facts and of explanations; and details of the reports on grades and agreement."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from explanans.structures.reports import Score


class Part(StrEnum):
    """A part of an explanation that is graded by itself."""

    HYPOTHESIS = "hypothesis"
    """Question and answer as one statement."""
    LEAF = "leaf"
    """A fact that the tree starts from."""
    STEP = "step"
    """A conclusion on the way."""
    ROOT = "root"
    """The last step, whose conclusion is the hypothesis."""
    WHOLE = "whole"
    """The whole explanation."""


GRADES: Mapping[Part, Mapping[str, str]] = MappingProxyType(
    {
        Part.HYPOTHESIS: {
            "good": "correct English that says what question and answer say; a slip of number or article aside",
            "rough": "clumsy, but it says what question and answer say",
            "bad": "broken: no English, or it says something else",
        },
        Part.LEAF: {
            "good": "the explanation needs it, or it helps to understand it",
            "irrelevant": "it can be left out, or it is about another thing or another sense of a word",
        },
        Part.STEP: {
            "good": "it follows from its premises, is English and adds something",
            "copy": "it only repeats a premise or puts premises side by side",
            "bad": "it does not follow, is false or is no English",
        },
        Part.ROOT: {
            "good": "the hypothesis follows from the premises, with undisputed everyday knowledge",
            "gap": "something that has to be said is missing",
        },
        Part.WHOLE: {
            "show": "it can be given to a pupil as it is: the leaves say why the answer is right, each is true and to "
            "the point, nothing essential is missing, and the English is correct",
            "edit": "usable after one small edit: one missing link, one irrelevant or clumsy leaf, slightly bad "
            "English; or it only repeats the answer, and no deeper reason is in the base",
            "no": "misleading, incoherent, or hardly anything of why; or it only repeats the answer although a deeper "
            "reason is in the base",
        },
    }
)
"""The grades of each part, the best first, with their meanings."""

FAULTS: Mapping[str, str] = MappingProxyType(
    {
        "central": "the fact that the explanation turns on is missing",
        "link": "what links the facts to the question is missing",
        "irrelevant": "a fact does not belong",
        "conclusion": "a conclusion on the way is bad",
        "hypothesis": "the hypothesis is bad",
        "wording": "a fact is worded badly or wrongly",
        "false": "something is said that is false",
        "repetition": "the same is said twice",
        "verdict": "the verdict is wrong: unknown although the leaves support it, or supported although they do not",
        "restates": "it only repeats the answer",
        "half": "a fact says the wrong one of several alternatives, or half of a meaning",
    }
)
"""The fault classes of a whole explanation."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of an explanation with its grade.

    Attributes:
        item: The explanation: the knowledge base and the id of the question, such as ``starter:life-q1``.
        name: The id of the fact or of the conclusion; empty if there is only one such part.
        text: The text of the part; empty if texts must not be passed on.
        because: Its premises, or the question; empty for a fact.
        grader: The name of the grader; empty if it is not graded.
        grade: One of ``GRADES`` for this part; empty if it is not graded.
        faults: Classes of faults; only of a whole explanation.
    """

    item: str
    part: Part
    name: str = ""
    text: str = ""
    because: str = ""
    grader: str = ""
    grade: str = ""
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AutomaticScore:
    """Scores of a part of an explanation by programs.

    Attributes:
        name: The id of the fact or of the conclusion; empty if there is only one such part.
        values: The score of each program; higher is better.
    """

    item: str
    part: Part
    name: str
    values: dict[str, float]


class Annotation(NamedTuple):
    """One person's rating of a fact, or of a whole explanation.

    Attributes:
        question: The question's id.
        fact: The fact's id; empty if the whole explanation was rated.
        rating: For a fact, how relevant it is, where 0 is irrelevant; for an explanation, 1 if it is complete, else 0.
            It has one decimal place at most.
    """

    question: str
    fact: str
    rater: str
    rating: float


class Candidate(NamedTuple):
    """A fact that is to be rated for a question, with what a rater has to read."""

    question: str
    fact: str
    question_text: str
    answer: str
    text: str


@dataclass(frozen=True, slots=True)
class GradedPart:
    """The grades of parts of one kind.

    Attributes:
        counts: Number of grades by grade.
        scores: The share of each grade, with its interval over explanations.
    """

    graded: int
    counts: Mapping[str, int]
    scores: Mapping[str, Score]


class ReadingAgreement(NamedTuple):
    """The agreement of graders on parts of one kind.

    Attributes:
        compared: Number of parts with at least two graders.
        same: The share of pairs of grades that are the same.
        kappa: Cohen's kappa with linear weights (Cohen 1968), the mean over pairs of graders; None if the expected
            disagreement is 0.
    """

    compared: int
    same: float
    kappa: float | None


@dataclass(frozen=True, slots=True)
class ReadingDetails:
    """Details of the report on human grades.

    Attributes:
        parts: The grades by kind of part.
        faults: Number of explanations with each fault; the mean over graders if there are several.
        agreement: The agreement by kind of part, for kinds with two graders of the same part.
        stand_ins: By kind of part and program, the rank correlation of its scores with the grades, and the number of
            parts.
    """

    graders: tuple[str, ...]
    parts: Mapping[str, GradedPart]
    faults: Mapping[str, float]
    agreement: Mapping[str, ReadingAgreement]
    stand_ins: Mapping[str, Mapping[str, tuple[float | None, int]]]


@dataclass(frozen=True, slots=True)
class RaterFigures:
    """The rating behaviour of one person.

    Attributes:
        counts: How often each rating occurs, from 0 on.
    """

    ratings: int
    mean: float
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PairFigures:
    """The agreement of two people on items that both rated.

    Attributes:
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
        items_compared: The number of items with at least two ratings; only these count for agreement.
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
