"""Details of reports: what each family is reported with beside its measures."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from explanans.fact import Role
from explanans.graph import ExplanationGraph, GraphPrediction
from explanans.report import Interval, Score


@dataclass(frozen=True, slots=True)
class PlacedFact:
    """A fact and where it stands.

    Attributes:
        id: The fact's id.
        text: The fact in words; empty where only its id is known.
        rank: Its rank, counted from 1; None where it was not ranked.
        role: The part it plays in the gold explanation; None where it has none or none is known.
    """

    id: str
    text: str
    rank: int | None
    role: Role | None


@dataclass(frozen=True, slots=True)
class PoorRanking:
    """A question whose gold facts are ranked badly.

    Attributes:
        question: The question's id.
        text: The question; empty where only its id is known.
        answer: Its right answer; empty where it is not known.
        average_precision: The question's share of ``map``.
        gold: How many gold facts it has.
        missed: Those that do not stand among the first ``gold`` facts, by rank.
        instead: The first facts, five at most, that stand there and are not gold.
    """

    question: str
    text: str
    answer: str
    average_precision: float
    gold: int
    missed: tuple[PlacedFact, ...]
    instead: tuple[PlacedFact, ...]


@dataclass(frozen=True, slots=True)
class RankingDetails:
    """What rankings are reported with; the report's breakdown has ``map``, ``map_kept``, ``recall_at_30``, ``facts``.

    Attributes:
        precision: Mean precision among the first N facts, for N from ``"1"`` to ``"20"``.
        relevance: For each grade that occurs, the mean share of the first N facts that have it or a higher one.
        without_gold: How many questions have no gold facts.
        unranked: The ids of the questions with gold facts that were not ranked.
        incomplete: How many rankings lack a gold fact, and thus count 0 in ``map``, ``map_flagged`` and ``map_2019``.
        unknown_questions: How many rankings are of questions that the gold lacks.
        unknown_facts: How many gold facts, counted once a question, are not among the facts given.
        at_least: The lowest grade that makes a judged fact a gold fact.
        worst: The ranked questions with the lowest average precision that miss something, ten at most, lowest first.
        errors: How many gold facts are ``missed``, how many others stand ``instead``, by class; empty without facts.
    """

    precision: Mapping[str, float]
    relevance: Mapping[str, Mapping[str, float]]
    without_gold: int
    unranked: tuple[str, ...]
    incomplete: int
    unknown_questions: int
    unknown_facts: int
    at_least: int
    worst: tuple[PoorRanking, ...]
    errors: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class FactScores:
    """What was measured of one explanation.

    Attributes:
        question: The question's id.
        relevance: The share of its facts that are relevant.
        completeness: The share of the gold facts that are among its facts; by equation 4 as printed, the share of its
            facts that are gold.
        f1: The harmonic mean of both.
        complete: Whether all important gold facts are among its facts (CompB).
        complete_all: Whether all gold facts are.
        f1_complete: The harmonic mean of ``relevance`` and ``complete``.
        precision: The share of its facts that are gold.
        recall: The share of the gold facts that are among its facts.
        gold_f1: The harmonic mean of both.
        length: How many different facts it has.
        gold: How many different facts the gold explanation has.
        unrated: How many of its facts nobody rated; these count as irrelevant.
    """

    question: str
    relevance: float
    completeness: float
    f1: float
    complete: bool
    complete_all: bool
    f1_complete: float
    precision: float
    recall: float
    gold_f1: float
    length: int
    gold: int
    unrated: int


@dataclass(frozen=True, slots=True)
class SideBySide:
    """One measure as people's judgement has it, beside what was measured without them.

    Attributes:
        automatic: What was measured without them.
        manual: What they say.
        underestimate: How much higher ``manual`` is.
        interval: The 95% bootstrap interval of ``underestimate``.
        questions: How many questions both are over.
    """

    automatic: float
    manual: float
    underestimate: float
    interval: Interval
    questions: int


class Correlation(NamedTuple):
    """How far a measure goes with people's judgement, over questions.

    Attributes:
        automatic: The name of the measure.
        manual: The name of what people judged.
        pearson: Pearson's correlation; None where either is the same for all questions.
        spearman: Spearman's rank correlation, with mean ranks for ties; None as above.
        questions: How many questions it is over.
    """

    automatic: str
    manual: str
    pearson: float | None
    spearman: float | None
    questions: int


@dataclass(frozen=True, slots=True)
class ManualFigures:
    """Automatic measures beside people's judgement of the same explanations.

    Attributes:
        measures: ``relevance``, and ``complete`` and ``f1_complete`` where whole explanations were judged.
        correlations: How far measures go with that judgement.
        raters: Who judged, by name.
        unjudged: How many facts of the judged explanations were rated by nobody, neither in the export nor before.
    """

    measures: Mapping[str, SideBySide]
    correlations: tuple[Correlation, ...]
    raters: tuple[str, ...]
    unjudged: int


@dataclass(frozen=True, slots=True)
class FactDetails:
    """What sets of facts are reported with.

    Attributes:
        missing: How many questions have no explanation, or an empty one, and so count 0.
        without_gold: How many questions are left out since they have no gold facts.
        without_ratings: How many more are left out since there are ratings, but none of their facts.
        without_important: How many have no gold fact that is important, so that ``complete`` asks for all gold facts.
        unrated_gold: How many gold facts nobody rated; these count as neither relevant nor important.
        manual: What people judged; None where there is no export of their judgement.
        explanations: What was measured of each question, in the order of the gold.
    """

    missing: int
    without_gold: int
    without_ratings: int
    without_important: int
    unrated_gold: int
    manual: ManualFigures | None
    explanations: tuple[FactScores, ...]


@dataclass(frozen=True, slots=True)
class AnswerDetails:
    """What judged answers are reported with beside their measures.

    The breakdowns are by ``choices``, how many a question has, and by ``share``: the part of the questions whose first
    answer stands furthest before the second.

    Attributes:
        missing: How many questions have no answers.
    """

    missing: int


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
        scores: ``percent``, ``within_one``, ``kappa``, ``kappa_linear``, ``kappa_quadratic``, as in `Agreement`; a
            kappa is None where both gave one and the same rating throughout.
        confusion: How many items have each pair of ratings: rows are the first rater's, from 0 on.
    """

    raters: tuple[str, str]
    items: int
    scores: Mapping[str, Score]
    confusion: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far raters agree on items of one kind.

    Intervals are over questions; there are none where all items are of one question, and none of mean kappas.

    Attributes:
        items: How many items were rated.
        items_compared: How many of them were rated by two people or more; the others say nothing of agreement.
        ratings: How many ratings there are.
        scores: ``percent``, the share of pairs of ratings of the same item that are the same; ``within_one``, of those
            that differ by 1 at most; ``kappa``, ``kappa_linear``, ``kappa_quadratic``, the means of Cohen's kappa over
            the pairs of raters, None where it is defined for none; ``alpha_nominal``, ``alpha_ordinal``,
            ``alpha_interval``, Krippendorff's alpha, None where only one rating occurs.
        raters: How each person rates, by name.
        pairs: How far each two agree that rated the same items.
    """

    items: int
    items_compared: int
    ratings: int
    scores: Mapping[str, Score]
    raters: Mapping[str, RaterFigures]
    pairs: tuple[PairFigures, ...]


@dataclass(frozen=True, slots=True)
class AgreementDetails:
    """How far raters agree, kind by kind; the report's scores are those of both, after ``facts_``, ``explanations_``.

    Attributes:
        facts: On how relevant facts are; None where no fact was rated by two people.
        explanations: On whether whole explanations are complete; None where none was judged by two people.
    """

    facts: Agreement | None
    explanations: Agreement | None


class Level(StrEnum):
    """How far a prediction gets in the three-level evaluation of Saha et al. 2021, section 6."""

    STANCE = "wrong stance"
    STRUCTURE = "wrong structure"
    PASSING = "passing"


@dataclass(frozen=True, slots=True)
class PlacedGraph:
    """One example with what was predicted for it.

    Attributes:
        gold: The first gold graph.
        predicted: What was predicted.
        level: How far the prediction gets.
        faults: The structural rules that it breaks, a sentence each.
        edit_distance: Its share of ``edit_distance``.
        graph_f1: Its share of ``graph_f1``.
    """

    gold: ExplanationGraph
    predicted: GraphPrediction
    level: Level
    faults: tuple[str, ...]
    edit_distance: float
    graph_f1: float


@dataclass(frozen=True, slots=True)
class GraphDetails:
    """What a report of graphs tells beside its scores; ``docs/measures.md`` defines the measures.

    The breakdowns of such a report are by what the first gold graph is like: ``depth``, the longest chain of edges
    (``1-3``, ``4-5``, ``6+``); ``shape`` (``linear``, ``non-linear``); ``external``, how many concepts are neither of
    the belief nor of the argument (``0``, ``1``, ``2+``).

    Attributes:
        trivial: The means of trivial runs by measure: ``constant chain``, ``random chain`` and ``word chain``, with the
            stances of the run, and ``gold-stance chain``, a word chain with the gold stance.
        baseline: The trivial run with the stances of the run whose graph F1 is highest; ``gain`` is measured from it.
        passing: How many examples pass.
        inexact: For how many graphs time ran out before the edit distance was known.
        faults: How many graphs with the right stance break each structural rule.
        errors: How many graphs have each kind of error as their gravest; see ``evaluate.graphs.errors``.
        graphs: The examples, in order.
    """

    trivial: Mapping[str, Mapping[str, float | None]]
    baseline: str
    passing: int
    inexact: int
    faults: Mapping[str, int]
    errors: Mapping[str, int]
    graphs: tuple[PlacedGraph, ...]


@dataclass(frozen=True, slots=True)
class Overlap:
    """How far what was predicted is what is gold; all from 0 to 1.

    Attributes:
        precision: The share of what was predicted that is right.
        recall: The share of what is gold that was predicted.
        f1: Their harmonic mean.
        exact: 1 where F1 is 1, else 0.
    """

    precision: float
    recall: float
    f1: float
    exact: float


@dataclass(frozen=True, slots=True)
class Errors:
    """How many trees have each kind of error (Dalvi et al. 2021, section 6.3); a tree may have several.

    Attributes:
        repetition: A conclusion has the words of one of its premises.
        repetition_steps: How many steps have such a conclusion.
        disconnected: A conclusion does not lead to the hypothesis, or nothing does.
        missing_leaves: A gold leaf is not used.
        extra_leaves: A leaf is used that is not gold.
        wrong_steps: The leaves are right, the steps are not.
        restructured: Those of ``wrong_steps`` that only split steps of the gold tree.
        wrong_conclusions: Leaves and steps are right, a conclusion is not, by the first similarity.
        premature_hypothesis: An intermediate conclusion has the words of the hypothesis.
        malformed: It is no tree; see ``TreeDetails.malformed``.
        empty: There is no proof.
    """

    repetition: int
    repetition_steps: int
    disconnected: int
    missing_leaves: int
    extra_leaves: int
    wrong_steps: int
    restructured: int
    wrong_conclusions: int
    premature_hypothesis: int
    malformed: int
    empty: int


@dataclass(frozen=True, slots=True)
class MalformedTree:
    """A prediction that is no tree.

    Attributes:
        problem: The id of the problem.
        line: The line of the prediction in its file.
        faults: A sentence for each way in which it is no tree.
    """

    problem: str
    line: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TreeDetails:
    """What a report of trees tells beside its scores. ``docs/measures.md`` defines all measures.

    Attributes:
        mode: ``official`` or ``corrected``.
        leaves_by: How leaves are told apart: by ``ids``, ``text`` or ``provenance``.
        thresholds: The similarity from which on two conclusions count as the same, by the name of the similarity.
        micro: Precision, recall and F1 with all that is in the trees counted together, by part; empty in the official
            mode, which counts every tree by itself.
        errors: How many trees have each kind of error.
        malformed: The predictions that are no trees.
    """

    mode: str
    leaves_by: str
    thresholds: Mapping[str, float]
    micro: Mapping[str, Overlap]
    errors: Errors
    malformed: tuple[MalformedTree, ...]


@dataclass(frozen=True, slots=True)
class GradedPart:
    """What readers say of parts of one kind.

    Attributes:
        graded: How many grades there are.
        counts: How often each grade was given.
        scores: The share of each grade, with its interval over explanations.
    """

    graded: int
    counts: Mapping[str, int]
    scores: Mapping[str, Score]


class ReadingAgreement(NamedTuple):
    """How far readers agree on parts of one kind.

    Attributes:
        compared: How many parts two people or more graded.
        same: The share of pairs of grades that are the same.
        kappa: Cohen's kappa with linear weights (Cohen 1968), the mean over pairs of people; None where chance leaves
            no room to disagree.
    """

    compared: int
    same: float
    kappa: float | None


@dataclass(frozen=True, slots=True)
class ReadingDetails:
    """What grades of explanations are reported with.

    Attributes:
        graders: Who graded.
        parts: What they say of the parts, by kind.
        faults: In how many explanations each fault was named; of several graders' the mean.
        agreement: How far they agree, by kind of part; only where two graded the same.
        stand_ins: By kind of part and program, the rank correlation of what it says with the grades, and over how many
            parts.
    """

    graders: tuple[str, ...]
    parts: Mapping[str, GradedPart]
    faults: Mapping[str, float]
    agreement: Mapping[str, ReadingAgreement]
    stand_ins: Mapping[str, Mapping[str, tuple[float | None, int]]]
