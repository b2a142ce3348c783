"""Measure predictions against gold from Python, as ``explanans evaluate`` does on the command line.

Each function is called as a command and takes its options under the same names, with underscores. Gold and predictions
are paths of files, or the nouns themselves. Every report has ``to_frame()``, ``to_markdown()``, ``to_latex()``,
``to_csv()``, ``to_dict()``, ``to_json()`` and ``save("report.html")``.

Example:
    >>> from explanans import GoldFact, Question, Ranking, Role
    >>> asked = Question("q1", "What melts ice?", explanation=(GoldFact("f1", Role.CENTRAL),))
    >>> report = rankings([asked], [Ranking("q1", ("f2", "f1"))])
    >>> print(report.to_markdown().splitlines()[2])
    | map | 0.5000 | 0.5000 | 0.5000 | 1 |  |
"""
# ruff: noqa: PLC0415, PLR0913 - measures load what they need; the options of the commands are arguments here

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from explanans.structures.explanations import JudgedAnswers
    from explanans.structures.grading import Annotation, AutomaticScore, Mark
    from explanans.structures.graphs import ExplanationGraph, GraphPrediction
    from explanans.structures.labels import Label, LabelReport
    from explanans.structures.questions import Question
    from explanans.structures.rankings import Ranking, RelevanceJudgment
    from explanans.structures.reports import Report
    from explanans.structures.trees import Prediction, Problem

__all__ = ["agreement", "answers", "evaluate", "facts", "graphs", "labels", "rankings", "reading", "trees"]

File = str | Path
Judged = Mapping[str, Mapping[str, int] | Iterable[str]]
"""Relevance by question and fact, as ``pytrec_eval`` has it, or the relevant facts of each question."""
Ranked = Mapping[str, Mapping[str, float] | Sequence[str]]
"""Scores by question and fact, or the facts of each question, best first."""


class Frame(Protocol):
    """A data frame of pandas or polars."""

    @property
    def columns(self) -> Any:
        """The names of the columns."""


def rankings(
    gold: "File | Judged | Frame | Iterable[Question] | Iterable[RelevanceJudgment]",
    predicted: "File | Ranked | Iterable[Ranking]",
    *,
    against: "File | Ranked | Iterable[Ranking] | None" = None,
    at_least: int | None = None,
    kb: File | None = None,
    highest: int = 3,
    measure: Sequence[str] = (),
    seed: int = 0,
) -> "Report":
    """Measure rankings of facts, as ``explanans evaluate ranking`` does.

    Args:
        gold: Questions with explanations, or judgments, which may be a dictionary or a data frame; or a file of
            questions, ratings, or TREC qrels.
        predicted: Rankings, which may be a dictionary, or a run file.
        against: Rankings of another system, to compare with.
        at_least: Minimum rating that makes a fact gold; 1 if None.
        kb: Knowledge base of the facts, for the measures by table, overlap and hops.
        highest: Highest rating that people gave a fact.
        measure: Names of measures of other packages.
        seed: Random seed of the bootstrap.

    Raises:
        InputError: A file cannot be read, an argument has another type, or gold and predictions do not fit.
    """
    from explanans.pipeline import measuring

    return measuring.rankings(
        gold, predicted, against=against, at_least=at_least, kb=kb, highest=highest, measure=measure, seed=seed
    )


def facts(
    gold: "File | Iterable[Question]",
    predicted: "File | Ranked | Iterable[Ranking]",
    *,
    ratings: "File | Judged | Frame | Iterable[RelevanceJudgment] | None" = None,
    manual: "File | Frame | Iterable[Annotation] | None" = None,
    against: "File | Ranked | Iterable[Ranking] | None" = None,
    top: int | None = None,
    completeness: str = "text",
    relevant: int = 1,
    important: int | None = None,
    highest: int = 3,
    measure: Sequence[str] = (),
    seed: int = 0,
) -> "Report":
    """Measure explanations as sets of facts, as ``explanans evaluate facts`` does.

    Args:
        gold: Questions with explanations, or a file of them.
        predicted: Explanations as rankings of their facts, or a file.
        ratings: Graded ratings of facts, or a file of them.
        manual: People's ratings of these explanations, or an export.
        against: Explanations of another system, to compare with.
        top: Number of facts of each explanation that count; all if None.
        completeness: ``text`` or ``equation``: what completeness is a share of.
        relevant: Minimum rating that makes a fact relevant.
        important: Minimum rating that makes a gold fact important; 2, or 3 if ratings are above 3, if None.
        highest: Highest rating that people gave a fact.
        measure: Names of measures of other packages.
        seed: Random seed of the bootstrap.

    Raises:
        InputError: A file cannot be read, an argument has another type, or gold and predictions do not fit.
    """
    from explanans.pipeline import measuring

    return measuring.facts(
        gold,
        predicted,
        ratings=ratings,
        manual=manual,
        against=against,
        top=top,
        completeness=completeness,
        relevant=relevant,
        important=important,
        highest=highest,
        measure=measure,
        seed=seed,
    )


def answers(
    gold: "File | Iterable[Question]",
    predicted: "File | Iterable[JudgedAnswers]",
    *,
    against: "File | Iterable[JudgedAnswers] | None" = None,
    measure: Sequence[str] = (),
    seed: int = 0,
) -> "Report":
    """Measure answers to multiple-choice questions, as ``explanans evaluate answers`` does.

    Args:
        gold: Questions with choices and a key, or a file of them.
        predicted: Judged answers, or the file that ``answer --out`` wrote.
        against: Answers of another system, to compare with.
        measure: Names of measures of other packages.
        seed: Random seed of the bootstrap.

    Raises:
        InputError: A file cannot be read, an argument has another type, or gold and predictions do not fit.
    """
    from explanans.pipeline import measuring

    return measuring.answers(gold, predicted, against=against, measure=measure, seed=seed)


def trees(
    gold: "File | Iterable[Problem]",
    predicted: "File | Iterable[Prediction]",
    *,
    against: "File | Iterable[Prediction] | None" = None,
    mode: str = "official",
    similarity: str = "",
    bleurt: File | None = None,
    by_provenance: bool = False,
    lenient: bool = False,
    measure: Sequence[str] = (),
    seed: int = 0,
) -> "Report":
    """Measure entailment trees, as ``explanans evaluate trees`` does.

    Args:
        gold: Problems with gold trees, or a task file of EntailmentBank.
        predicted: A proof for each problem, or a file of them.
        against: Proofs of another system, to compare with.
        mode: ``official``, as the released scorer, or ``corrected``.
        similarity: Similarity measures of conclusions, separated by commas; empty for the default.
        bleurt: Folder of BLEURT's weights.
        by_provenance: Whether leaves that are the same row of WorldTree are the same; corrected mode.
        lenient: Whether to count what there is of proofs that are no trees.
        measure: Names of measures of other packages.
        seed: Random seed of the bootstrap.

    Raises:
        InputError: A file cannot be read, an argument has another type, or gold and predictions do not fit.
    """
    from explanans.pipeline import measuring

    return measuring.trees(
        gold,
        predicted,
        against=against,
        mode=mode,
        similarity=similarity,
        bleurt=bleurt,
        by_provenance=by_provenance,
        lenient=lenient,
        measure=measure,
        seed=seed,
    )


def graphs(
    gold: "File | Iterable[ExplanationGraph]",
    predicted: "File | Iterable[GraphPrediction]",
    *,
    against: "File | Iterable[GraphPrediction] | None" = None,
    encoder: str = "",
    semantic: str = "",
    stance: str = "",
    seconds: float = 10.0,
    measure: Sequence[str] = (),
    seed: int = 0,
) -> "Report":
    """Measure stances and explanation graphs, as ``explanans evaluate graphs`` does.

    Args:
        gold: Gold graphs, or a file of ExplaGraphs.
        predicted: Predictions in the same order, or a file of them.
        against: Predictions of another system, to compare with.
        encoder: Encoder of BERTScore; empty for none.
        semantic: Folder of the classifier for semantic accuracy; empty for none.
        stance: Folder of the classifier for the importance of edges; empty for none.
        seconds: Maximum time of the search for one edit distance, in seconds.
        measure: Names of measures of other packages.
        seed: Random seed of the bootstrap.

    Raises:
        InputError: A file cannot be read, an argument has another type, or gold and predictions do not fit.
    """
    from explanans.pipeline import measuring

    return measuring.graphs(
        gold,
        predicted,
        against=against,
        encoder=encoder,
        semantic=semantic,
        stance=stance,
        seconds=seconds,
        measure=measure,
        seed=seed,
    )


def agreement(
    exports: "File | Frame | Iterable[File] | Iterable[Annotation]", *, highest: int = 3, seed: int = 0
) -> "Report":
    """Measure how far raters agree, as ``explanans evaluate agreement`` does.

    Args:
        exports: Ratings, which may be a data frame; or one file of them or several.
        highest: Highest rating that people gave a fact.
        seed: Random seed of the bootstrap.

    Raises:
        InputError: A file cannot be read, an argument has another type, or no two people rated the same.

    Example:
        >>> from explanans.structures.grading import Annotation
        >>> rated = [Annotation("q1", "f1", rater, rating) for rater, rating in (("ann", 3), ("bob", 2.5))]
        >>> agreement(rated)["facts_within_one"]
        1.0
    """
    from explanans.pipeline import measuring

    return measuring.agreement(exports, highest=highest, seed=seed)


def labels(
    labels: "File | Frame | Iterable[File] | Iterable[Label]",
    *,
    automatic: "File | Iterable[Label] | None" = None,
    seed: int = 0,
) -> "LabelReport":
    """Count people's labels and measure how far they agree, as ``explanans evaluate labels`` does.

    Args:
        labels: Labels, one file of them or several, or a data frame.
        automatic: Automatic labels or scores of the same items.
        seed: Random seed of the bootstrap.

    Raises:
        InputError: A file cannot be read, or an argument has another type.
    """
    from explanans.pipeline import measuring

    return measuring.labels(labels, automatic=automatic, seed=seed)


def reading(
    sheets: "File | Iterable[File] | Iterable[Mark]",
    *,
    stand_ins: "File | Iterable[AutomaticScore] | None" = None,
    seed: int = 0,
) -> "Report":
    """Report on graders' grades of explanations, as ``explanans evaluate reading`` does.

    Args:
        sheets: Grades, or one sheet with grades or several.
        stand_ins: Automatic scores of the same explanations.
        seed: Random seed of the bootstrap.

    Raises:
        InputError: A file cannot be read, or an argument has another type.
    """
    from explanans.pipeline import measuring

    return measuring.reading(sheets, stand_ins=stand_ins, seed=seed)


class Evaluation:
    """The functions of this module as attributes; called itself, it measures by the type of gold."""

    agreement = staticmethod(agreement)
    answers = staticmethod(answers)
    facts = staticmethod(facts)
    graphs = staticmethod(graphs)
    labels = staticmethod(labels)
    rankings = staticmethod(rankings)
    reading = staticmethod(reading)
    trees = staticmethod(trees)

    def __call__(self, gold: Iterable[Any], predicted: Iterable[Any], *, seed: int = 0, **settings: Any) -> "Report":
        """Measure predictions against gold; see ``explanans.evaluation.predictions.evaluate``.

        Args:
            gold: Questions, judgments, problems or explanation graphs.
            predicted: As many predictions of that type.
            seed: Random seed of the bootstrap.
            settings: Options of the measures of that type.

        Raises:
            InputError: Gold is empty or of no known type, or gold and predictions do not fit.
        """
        from explanans.evaluation.predictions import evaluate as dispatch

        return dispatch(gold, predicted, seed=seed, **settings)


evaluate = Evaluation()
