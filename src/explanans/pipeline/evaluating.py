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
# ruff: noqa: PLR0913 - the options of the commands are arguments here

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from explanans.errors import FormatError, InputError
from explanans.evaluation.agreement import evaluate_agreement
from explanans.evaluation.answers import evaluate_answers
from explanans.evaluation.facts.measures import Rules as FactRules
from explanans.evaluation.facts.measures import important_bar
from explanans.evaluation.facts.report import evaluate_facts
from explanans.evaluation.graphs.evaluation import evaluate_graphs
from explanans.evaluation.graphs.scores import ScoreStore
from explanans.evaluation.labels import evaluate_labels
from explanans.evaluation.measure import compare_reports, named_measures
from explanans.evaluation.rankings.report import compare_rankings, evaluate_rankings
from explanans.evaluation.readings import evaluate_readings
from explanans.evaluation.trees.measure import Rules as TreeRules
from explanans.evaluation.trees.report import evaluate_several, evaluate_trees
from explanans.formats.codec import read_questions
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.pipeline import measured_input as files
from explanans.pipeline.measured_input import Frame, Judged, LinesOf, Ranked, checked_items, items_of, items_of_all
from explanans.runtime.writing import SERIAL, WorkerConfig
from explanans.structures.explanations import JudgedAnswers
from explanans.structures.facts import Fact
from explanans.structures.grading import Annotation, AutomaticScore, Mark
from explanans.structures.graphs import ExplanationGraph, GraphPrediction
from explanans.structures.labels import Label, LabelReport
from explanans.structures.questions import Question
from explanans.structures.rankings import Ranking, RelevanceJudgment
from explanans.structures.reports import Report
from explanans.structures.trees import Prediction, Problem

__all__ = ["agreement", "answers", "evaluate", "facts", "graphs", "labels", "rankings", "reading", "trees"]

File = str | Path


def rankings(
    gold: File | Judged | Frame | Iterable[Question] | Iterable[RelevanceJudgment],
    predicted: File | Ranked | Iterable[Ranking],
    *,
    against: File | Ranked | Iterable[Ranking] | None = None,
    at_least: int | None = None,
    kb: File | None = None,
    highest: int = 3,
    measure: Sequence[str] = (),
    seed: int = 0,
    lines_of: LinesOf = read_lines,
) -> Report:
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
    judged, questions = _judged(gold, at_least, highest, lines_of)
    measures = named_measures(measure, "rankings")
    base = kb if kb is not None else files.beside(Path(gold)) if isinstance(gold, str | Path) else None
    facts: dict[str, Fact] | None = None
    if base is not None:
        facts = {fact.id: fact for fact in KnowledgeBase.open(base).facts}
    known = None if facts is None else {uid.lower() for uid in facts}

    def evaluated(given: Any, facts: dict[str, Fact] | None) -> Report:
        found = items_of(given, Ranking, "predicted", lambda path: files.rankings(path, lines_of, questions, known))
        return evaluate_rankings(judged, found, facts, at_least=at_least or 1, seed=seed, measures=measures)

    report = evaluated(predicted, facts)
    if against is not None:
        report = replace(report, comparison=compare_rankings(report, evaluated(against, None), seed))
    return _signed(report, gold=gold, run=predicted, against=against)


def _judged(
    gold: Any, at_least: int | None, highest: int, lines_of: LinesOf
) -> tuple[Sequence[Question] | Sequence[RelevanceJudgment], set[str] | None]:
    """Return the gold data of rankings, and the ids of the questions that may be ranked."""
    if not isinstance(gold, str | Path):
        items = checked_items(gold, (Question, RelevanceJudgment), "gold")
        return items, None
    path = Path(gold)
    if files.holds_ratings(path):
        judgments = files.judgments(path, highest, lines_of)
        ids = {judgment.question.lower() for judgment in judgments}
        return judgments, ids if path.suffix == ".json" else None  # people rate some of the questions of a run
    if at_least is not None:
        raise InputError(
            f"--at-least sets the lowest rating of a gold fact, and {path} holds no ratings; accepted with it: "
            "the 2021 expert ratings (.json), or ratings by people (.tsv, .csv, .jsonl)"
        )
    questions = read_questions(path, lines_of)
    return questions, {question.id.lower() for question in questions}


def facts(
    gold: File | Iterable[Question],
    predicted: File | Ranked | Iterable[Ranking],
    *,
    ratings: File | Judged | Frame | Iterable[RelevanceJudgment] | None = None,
    manual: File | Frame | Iterable[Annotation] | None = None,
    against: File | Ranked | Iterable[Ranking] | None = None,
    top: int | None = None,
    completeness: str = "text",
    relevant: int = 1,
    important: int | None = None,
    highest: int = 3,
    measure: Sequence[str] = (),
    seed: int = 0,
    lines_of: LinesOf = read_lines,
) -> Report:
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
    measures = named_measures(measure, "facts")
    graded = None
    if ratings is not None:
        graded = items_of(ratings, RelevanceJudgment, "ratings", lambda path: files.judgments(path, highest, lines_of))
    bar = important or important_bar(max((judgment.relevance for judgment in graded or ()), default=0))
    rules = FactRules(completeness, relevant, bar, top, seed)
    rules.check()
    questions = items_of(gold, Question, "gold", lambda path: read_questions(path, lines_of))
    known = {question.id.lower() for question in questions}

    def evaluated(given: Any, annotations: Sequence[Annotation]) -> Report:
        found = items_of(given, Ranking, "predicted", lambda path: files.explanations(path, lines_of, known))
        return evaluate_facts(questions, found, graded, annotations, rules, measures=measures)

    by_people: Sequence[Annotation] = ()
    if manual is not None:
        by_people = items_of(manual, Annotation, "manual", lambda path: files.annotations(path, highest, lines_of))
    report = _compared(evaluated(predicted, by_people), None if against is None else evaluated(against, ()), seed)
    return _signed(report, gold=gold, predicted=predicted, graded=ratings, manual=manual, against=against)


def answers(
    gold: File | Iterable[Question],
    predicted: File | Iterable[JudgedAnswers],
    *,
    against: File | Iterable[JudgedAnswers] | None = None,
    measure: Sequence[str] = (),
    seed: int = 0,
    lines_of: LinesOf = read_lines,
) -> Report:
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
    measures = named_measures(measure, "answers")
    questions = items_of(gold, Question, "gold", lambda path: read_questions(path, lines_of))

    def evaluated(given: File | Iterable[JudgedAnswers]) -> Report:
        found = items_of(given, JudgedAnswers, "predicted", lambda path: files.answers(path, lines_of))
        return evaluate_answers(questions, found, measures=measures, seed=seed)

    report = _compared(evaluated(predicted), None if against is None else evaluated(against), seed)
    return _signed(report, gold=gold, predicted=predicted, against=against)


def trees(
    gold: File | Iterable[Problem],
    predicted: File | Iterable[Prediction],
    *,
    against: File | Iterable[Prediction] | None = None,
    mode: str = "official",
    similarity: str = "",
    bleurt: File | None = None,
    by_provenance: bool = False,
    lenient: bool = False,
    measure: Sequence[str] = (),
    seed: int = 0,
    lines_of: LinesOf = read_lines,
) -> Report:
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
    others = named_measures(measure, "trees")
    compared = files.similarities(similarity, None if bleurt is None else Path(bleurt))
    rules = TreeRules(mode, by_provenance, lenient, compared, others)
    if isinstance(gold, str | Path):
        problems = files.tree_problems(Path(gold), lines_of)
    else:
        problems = [(problem,) for problem in checked_items(gold, Problem, "gold")]

    def evaluated(given: File | Iterable[Prediction]) -> Report:
        firsts = [several[0] for several in problems]
        found = items_of(given, Prediction, "predicted", lambda path: files.tree_predictions(path, firsts, lines_of))
        try:
            return evaluate_several(problems, found, rules, seed=seed)
        except FormatError as error:
            raise InputError(f"{error}; or --allow-invalid, to count what there is of such proofs") from None

    report = _compared(evaluated(predicted), None if against is None else evaluated(against), seed)
    return _signed(report, gold=gold, predicted=predicted, against=against)


def graphs(
    gold: File | Iterable[ExplanationGraph],
    predicted: File | Iterable[GraphPrediction],
    *,
    against: File | Iterable[GraphPrediction] | None = None,
    encoder: str = "",
    semantic: str = "",
    stance: str = "",
    seconds: float = 10.0,
    out: Path | None = None,
    resume: bool = False,
    measure: Sequence[str] = (),
    seed: int = 0,
    hands: WorkerConfig = SERIAL,
    lines_of: LinesOf = read_lines,
) -> Report:
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
    if isinstance(gold, str | Path):
        examples = files.gold_graphs(Path(gold), lines_of)
    else:
        examples = [(graph,) for graph in checked_items(gold, ExplanationGraph, "gold")]
    chosen = files.graph_measures(encoder, semantic, stance, seconds)
    chosen = replace(chosen, others=named_measures(measure, "graphs"))

    def evaluated(given: File | Iterable[GraphPrediction], kept: Path | None) -> Report:
        count = len(examples)
        found = items_of(
            given, GraphPrediction, "predicted", lambda path: files.graph_predictions(path, count, lines_of)
        )
        measures = replace(chosen, kept=None if kept is None else ScoreStore(kept, resume))
        return evaluate_graphs(examples, found, measures, seed=seed, hands=hands)

    report = evaluated(predicted, out)
    if against is not None:
        other = evaluated(against, out and out.with_name(f"{out.name}.against"))
        report = replace(report, comparison=compare_reports(report, other, seed))
    judges = {name: Path(folder) for name, folder in (("semantic", semantic), ("stance", stance)) if folder}
    return _signed(report, gold=gold, predicted=predicted, against=against, **judges)


def agreement(
    exports: File | Frame | Iterable[File] | Iterable[Annotation],
    *,
    highest: int = 3,
    seed: int = 0,
    lines_of: LinesOf = read_lines,
) -> Report:
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
    found = items_of_all(exports, Annotation, "ratings", lambda path: files.annotations(path, highest, lines_of))
    return evaluate_agreement(found, highest=highest, seed=seed)


def labels(
    labels: File | Frame | Iterable[File] | Iterable[Label],
    *,
    automatic: File | Iterable[Label] | None = None,
    seed: int = 0,
    lines_of: LinesOf = read_lines,
) -> LabelReport:
    """Count people's labels and measure how far they agree, as ``explanans evaluate labels`` does.

    Args:
        labels: Labels, one file of them or several, or a data frame.
        automatic: Automatic labels or scores of the same items.
        seed: Random seed of the bootstrap.

    Raises:
        InputError: A file cannot be read, or an argument has another type.
    """
    people = items_of_all(labels, Label, "labels", lambda path: files.labels(path, lines_of))
    known: Sequence[Label] = ()
    if automatic is not None:
        known = items_of(automatic, Label, "automatic", lambda path: files.labels(path, lines_of))
    return evaluate_labels(people, known, seed=seed)


def reading(
    sheets: File | Iterable[File] | Iterable[Mark],
    *,
    stand_ins: File | Iterable[AutomaticScore] | None = None,
    seed: int = 0,
    lines_of: LinesOf = read_lines,
) -> Report:
    """Report on graders' grades of explanations, as ``explanans evaluate reading`` does.

    Args:
        sheets: Grades, or one sheet with grades or several.
        stand_ins: Automatic scores of the same explanations.
        seed: Random seed of the bootstrap.

    Raises:
        InputError: A file cannot be read, or an argument has another type.
    """
    marks = items_of_all(sheets, Mark, "sheets", lambda path: files.marks(path, lines_of))
    automatic: Sequence[AutomaticScore] = ()
    if stand_ins is not None:
        automatic = items_of(stand_ins, AutomaticScore, "stand_ins", lambda path: files.stand_ins(path, lines_of))
    return evaluate_readings(marks, automatic, seed=seed)


def _compared(report: Report, other: Report | None, seed: int) -> Report:
    """Return a report with its comparison with the one of another system, if there is one."""
    return report if other is None else replace(report, comparison=compare_reports(report, other, seed))


def _signed(report: Report, **given: Any) -> Report:
    """Return a report whose signature begins with the names of the files that were given."""
    names = (f"{name}:{Path(file).name}" for name, file in given.items() if isinstance(file, str | Path))
    return replace(report, signature="|".join((*names, report.signature)))


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

    def __call__(self, gold: Iterable[Any], predicted: Iterable[Any], *, seed: int = 0, **settings: Any) -> Report:
        """Measure predictions against gold in memory.

        Args:
            gold: Questions with explanations, or ratings, for rankings; questions with choices, for judged answers;
                problems with gold trees, for trees; gold graphs, or several a row, for graphs.
            predicted: As many rankings, judged answers, predictions of trees, or predictions of graphs.
            settings: Arguments of the family; see ``evaluate_rankings``, ``evaluate_answers``, ``evaluate_trees`` and
                ``evaluate_graphs``.

        Raises:
            InputError: Gold data is missing or of an unknown kind, or does not match the predictions.

        Example:
            >>> from explanans import GoldFact, Question, Ranking, Role
            >>> asked = Question("q1", "What melts ice?", explanation=(GoldFact("f1", Role.CENTRAL),))
            >>> evaluate([asked], [Ranking("q1", ("f2", "f1"))])["map"]
            0.5
        """
        known = list(gold)
        first, found = known[0] if known else None, list(predicted)
        if isinstance(first, Question) and found and isinstance(found[0], JudgedAnswers):
            return evaluate_answers(known, found, seed=seed, **settings)
        if isinstance(first, Question | RelevanceJudgment):
            return evaluate_rankings(known, found, seed=seed, **settings)
        if isinstance(first, Problem):
            return evaluate_trees(known, found, seed=seed, **settings)
        if isinstance(first, ExplanationGraph):
            known = [(graph,) for graph in known]
        if known and isinstance(known[0], tuple) and known[0] and isinstance(known[0][0], ExplanationGraph):
            return evaluate_graphs(known, found, seed=seed, **settings)
        what = f"gold of {type(first).__name__}" if known else "no gold"
        raise InputError(f"{what}; accepted: Questions, Judgments, Problems or ExplanationGraphs")


evaluate = Evaluation()
