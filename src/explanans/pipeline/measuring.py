"""Measure predictions against gold, both in files or in memory, family by family.

Each function takes what the command of its name takes (``explanans evaluate``), under the same names.
"""
# ruff: noqa: PLR0913 - the options of the commands are arguments here

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from explanans.errors import FormatError, InputError
from explanans.evaluation.agreement.labels import evaluate_labels
from explanans.evaluation.agreement.report import evaluate_agreement
from explanans.evaluation.answers import evaluate_answers
from explanans.evaluation.facts.measures import Rules as FactRules
from explanans.evaluation.facts.measures import important_bar
from explanans.evaluation.facts.report import evaluate_facts
from explanans.evaluation.graphs.evaluation import evaluate_graphs
from explanans.evaluation.graphs.scores import ScoreStore
from explanans.evaluation.measure import compare_reports, named_measures
from explanans.evaluation.rankings.report import compare_rankings, evaluate_rankings
from explanans.evaluation.readings import evaluate_readings
from explanans.evaluation.trees.measure import Rules as TreeRules
from explanans.evaluation.trees.report import evaluate_several
from explanans.io.files import read_lines
from explanans.knowledge.base import KnowledgeBase
from explanans.pipeline import measured_files as files
from explanans.pipeline.measured_files import LinesOf
from explanans.pipeline.measured_values import adapted
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

Item = TypeVar("Item")
File = str | Path


def rankings(
    gold: Any,
    predicted: Any,
    *,
    against: Any = None,
    at_least: int | None = None,
    kb: File | None = None,
    highest: int = 3,
    measure: Sequence[str] = (),
    seed: int = 0,
    lines_of: LinesOf = read_lines,
) -> Report:
    """Measure rankings of facts; see ``evaluating.rankings``."""
    judged, questions = _judged(gold, at_least, highest, lines_of)
    measures = named_measures(measure, "rankings")
    base = kb if kb is not None else files.beside(Path(gold)) if isinstance(gold, str | Path) else None
    facts: dict[str, Fact] | None = None
    if base is not None:
        facts = {fact.id: fact for fact in KnowledgeBase.open(base).facts}
    known = None if facts is None else {uid.lower() for uid in facts}

    def evaluated(given: Any, facts: dict[str, Fact] | None) -> Report:
        found = _given(given, Ranking, "predicted", lambda path: files.rankings(path, lines_of, questions, known))
        return evaluate_rankings(judged, found, facts, at_least=at_least or 1, seed=seed, measures=measures)

    report = evaluated(predicted, facts)
    if against is not None:
        report = replace(report, comparison=compare_rankings(report, evaluated(against, None), seed))
    return _signed(report, gold=gold, run=predicted, against=against)


def _judged(
    gold: File | Iterable[Any], at_least: int | None, highest: int, lines_of: LinesOf
) -> tuple[Sequence[Question] | Sequence[RelevanceJudgment], set[str] | None]:
    """Return the gold data of rankings, and the ids of the questions that may be ranked."""
    if not isinstance(gold, str | Path):
        items = _checked(gold, (Question, RelevanceJudgment), "gold")
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
    questions = files.questions(path, lines_of)
    return questions, {question.id.lower() for question in questions}


def facts(
    gold: File | Iterable[Question],
    predicted: Any,
    *,
    ratings: Any = None,
    manual: Any = None,
    against: Any = None,
    top: int | None = None,
    completeness: str = "text",
    relevant: int = 1,
    important: int | None = None,
    highest: int = 3,
    measure: Sequence[str] = (),
    seed: int = 0,
    lines_of: LinesOf = read_lines,
) -> Report:
    """Measure explanations as sets of facts; see ``evaluating.facts``."""
    measures = named_measures(measure, "facts")
    graded = None
    if ratings is not None:
        graded = _given(ratings, RelevanceJudgment, "ratings", lambda path: files.judgments(path, highest, lines_of))
    bar = important or important_bar(max((judgment.relevance for judgment in graded or ()), default=0))
    rules = FactRules(completeness, relevant, bar, top, seed)
    rules.check()
    questions = _given(gold, Question, "gold", lambda path: files.questions(path, lines_of))
    known = {question.id.lower() for question in questions}

    def evaluated(given: Any, annotations: Sequence[Annotation]) -> Report:
        found = _given(given, Ranking, "predicted", lambda path: files.explanations(path, lines_of, known))
        return evaluate_facts(questions, found, graded, annotations, rules, measures=measures)

    by_people: Sequence[Annotation] = ()
    if manual is not None:
        by_people = _given(manual, Annotation, "manual", lambda path: files.annotations(path, highest, lines_of))
    report = evaluated(predicted, by_people)
    if against is not None:
        report = replace(report, comparison=compare_reports(report, evaluated(against, ()), seed))
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
    """Measure answers to multiple-choice questions; see ``evaluating.answers``."""
    measures = named_measures(measure, "answers")
    questions = _given(gold, Question, "gold", lambda path: files.questions(path, lines_of))

    def evaluated(given: File | Iterable[JudgedAnswers]) -> Report:
        found = _given(given, JudgedAnswers, "predicted", lambda path: files.answers(path, lines_of))
        return evaluate_answers(questions, found, measures=measures, seed=seed)

    report = evaluated(predicted)
    if against is not None:
        report = replace(report, comparison=compare_reports(report, evaluated(against), seed))
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
    """Measure entailment trees; see ``evaluating.trees``."""
    others = named_measures(measure, "trees")
    compared = files.similarities(similarity, None if bleurt is None else Path(bleurt))
    rules = TreeRules(mode, by_provenance, lenient, compared, others)
    if isinstance(gold, str | Path):
        problems = files.tree_problems(Path(gold), lines_of)
    else:
        problems = [(problem,) for problem in _checked(gold, Problem, "gold")]

    def evaluated(given: File | Iterable[Prediction]) -> Report:
        firsts = [several[0] for several in problems]
        found = _given(given, Prediction, "predicted", lambda path: files.tree_predictions(path, firsts, lines_of))
        try:
            return evaluate_several(problems, found, rules, seed=seed)
        except FormatError as error:
            raise InputError(f"{error}; or --lenient, to count what there is of such proofs") from None

    report = evaluated(predicted)
    if against is not None:
        report = replace(report, comparison=compare_reports(report, evaluated(against), seed))
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
    """Measure stances and explanation graphs; see ``evaluating.graphs``."""
    if isinstance(gold, str | Path):
        examples = files.gold_graphs(Path(gold), lines_of)
    else:
        examples = [(graph,) for graph in _checked(gold, ExplanationGraph, "gold")]
    chosen = files.graph_measures(encoder, semantic, stance, seconds)
    chosen = replace(chosen, others=named_measures(measure, "graphs"))

    def evaluated(given: File | Iterable[GraphPrediction], kept: Path | None) -> Report:
        count = len(examples)
        found = _given(given, GraphPrediction, "predicted", lambda path: files.graph_predictions(path, count, lines_of))
        measures = replace(chosen, kept=None if kept is None else ScoreStore(kept, resume))
        return evaluate_graphs(examples, found, measures, seed=seed, hands=hands)

    report = evaluated(predicted, out)
    if against is not None:
        other = evaluated(against, out and out.with_name(f"{out.name}.against"))
        report = replace(report, comparison=compare_reports(report, other, seed))
    judges = {name: Path(folder) for name, folder in (("semantic", semantic), ("stance", stance)) if folder}
    return _signed(report, gold=gold, predicted=predicted, against=against, **judges)


def agreement(
    exports: Any,
    *,
    highest: int = 3,
    seed: int = 0,
    lines_of: LinesOf = read_lines,
) -> Report:
    """Measure how far raters agree; see ``evaluating.agreement``."""
    found = _gathered(exports, Annotation, "ratings", lambda path: files.annotations(path, highest, lines_of))
    return evaluate_agreement(found, highest=highest, seed=seed)


def labels(
    labels: Any,
    *,
    automatic: File | Iterable[Label] | None = None,
    seed: int = 0,
    lines_of: LinesOf = read_lines,
) -> LabelReport:
    """Measure how far people agree on labels; see ``evaluating.labels``."""
    people = _gathered(labels, Label, "labels", lambda path: files.labels(path, lines_of))
    known: Sequence[Label] = ()
    if automatic is not None:
        known = _given(automatic, Label, "automatic", lambda path: files.labels(path, lines_of))
    return evaluate_labels(people, known, seed=seed)


def reading(
    sheets: File | Iterable[File] | Iterable[Mark],
    *,
    stand_ins: File | Iterable[AutomaticScore] | None = None,
    seed: int = 0,
    lines_of: LinesOf = read_lines,
) -> Report:
    """Report on graders' grades of explanations; see ``evaluating.reading``."""
    marks = _gathered(sheets, Mark, "sheets", lambda path: files.marks(path, lines_of))
    automatic: Sequence[AutomaticScore] = ()
    if stand_ins is not None:
        automatic = _given(stand_ins, AutomaticScore, "stand_ins", lambda path: files.stand_ins(path, lines_of))
    return evaluate_readings(marks, automatic, seed=seed)


def _given(given: Any, kind: type[Item], name: str, read: Callable[[Path], Iterable[Item]]) -> list[Item]:
    """Return the items of a file, or those that are given themselves."""
    return list(read(Path(given))) if isinstance(given, str | Path) else _checked(given, kind, name)


def _gathered(given: Any, kind: type[Item], name: str, read: Callable[[Path], Iterable[Item]]) -> list[Item]:
    """Return the items of one file or of several, or those that are given themselves."""
    if isinstance(given, str | Path):
        return list(read(Path(given)))
    items = _checked(given, (kind, str, Path), name)
    found: list[Item] = []
    for item in items:
        found += read(Path(item)) if isinstance(item, str | Path) else [item]
    return found


def _checked(given: Any, kind: Any, name: str) -> list[Any]:
    """Return items; raise an error if one is of another type."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    nouns = [f"{it.__name__}s" for it in kinds if it not in (str, Path)]
    nouns += ["a dictionary"] * (Ranking in kinds or RelevanceJudgment in kinds)
    nouns += ["a data frame"] * bool({Annotation, Label, RelevanceJudgment}.intersection(kinds))
    accepted = f"the path of a file, {', '.join(nouns[:-1])}{' ' * (len(nouns) > 1)}or {nouns[-1]}"
    try:
        items = list(adapted(given, kinds, name))
    except TypeError:
        raise InputError(f"{name} of the type {type(given).__name__}; accepted: {accepted}") from None
    for item in items:
        if not isinstance(item, kinds):
            raise InputError(f"{name} with an item of the type {type(item).__name__}; accepted: {accepted}")
    return items


def _signed(report: Report, **given: Any) -> Report:
    """Return a report whose signature begins with the names of the files that were given."""
    names = (f"{name}:{Path(file).name}" for name, file in given.items() if isinstance(file, str | Path))
    return replace(report, signature="|".join((*names, report.signature)))
