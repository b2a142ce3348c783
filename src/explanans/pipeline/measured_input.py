"""Read what ``evaluating`` measures: files, and values in memory as dictionaries, data frames and nouns."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Protocol, TypeVar

from explanans.errors import InputError
from explanans.evaluation.facts.manual import averaged
from explanans.evaluation.graphs.correctness import Judges
from explanans.evaluation.graphs.matching import Similarity as EdgeSimilarity
from explanans.evaluation.graphs.matching import bleu, rouge
from explanans.evaluation.graphs.scores import Measures
from explanans.evaluation.trees.scored import DEFAULT, Similarity, similarity
from explanans.formats import annotations as annotation_codec
from explanans.formats import entailmentbank, eqasc, explagraphs, jsonl, ratings, runs
from explanans.formats.codec import find
from explanans.formats.lines import Rows
from explanans.io.files import read_lines, read_text
from explanans.structures.explanations import JudgedAnswers
from explanans.structures.grading import Annotation, AutomaticScore, Mark
from explanans.structures.graphs import ExplanationGraph, GraphPrediction
from explanans.structures.labels import Label
from explanans.structures.rankings import Ranking, RelevanceJudgment
from explanans.structures.trees import Prediction, Problem

LinesOf = Callable[[Path], Iterable[str]]
"""Yields the lines of a file."""

STANDARD = Path("-")


def holds_ratings(path: Path) -> bool:
    """Return whether a file holds ratings and no questions, by its suffix and its first line.

    Args:
        path: The file; standard input holds questions.

    Raises:
        InputError: The file cannot be read.
    """
    if path == STANDARD or path.suffix == ".json":
        return path.suffix == ".json"
    first = _first(path)
    if path.suffix == ".jsonl":
        return '"rating"' in first
    return {"rater", "rating"} <= {*Rows([first], str(path), known=("rater", "rating")).columns} or runs.is_judgments(
        first
    )


def _first(path: Path) -> str:
    return next((line for line in read_lines(path) if line.strip()), "")


def judgments(path: Path, highest: int, lines_of: LinesOf) -> list[RelevanceJudgment]:
    """Return the ratings of a file: those of 2021, judgments of TREC, or those of people, averaged and rounded up.

    Raises:
        InputError: The file cannot be read, breaks its format, or holds no rating.
    """
    if path.suffix == ".json":
        return list(ratings.decode([read_text(path)], str(path)))
    if path != STANDARD and path.suffix != ".jsonl" and runs.is_judgments(_first(path)):
        return list(runs.decode_judgments(lines_of(path), str(path)))
    return list(averaged(annotations(path, highest, lines_of)))


def annotations(path: Path, highest: int, lines_of: LinesOf) -> list[Annotation]:
    """Return the ratings of an export.

    Args:
        path: The file: JSON lines if it is called so, else a table.

    Raises:
        InputError: The file cannot be read, breaks its format, or holds no rating.
    """
    as_jsonl = path.suffix in {".jsonl", ".parquet"}
    found = list(annotation_codec.decode(lines_of(path), str(path), highest=highest, as_jsonl=as_jsonl))
    if not found:
        raise InputError(
            f"{path}: holds no ratings; accepted: a shortlist whose columns 'rater' and 'rating' are filled"
        )
    return found


def labels(path: Path, lines_of: LinesOf) -> list[Label]:
    """Return the labels of a file: JSON lines if it is called so, else a table."""
    return list(
        annotation_codec.decode_labels(lines_of(path), str(path), as_jsonl=path.suffix in {".jsonl", ".parquet"})
    )


def marks(path: Path, lines_of: LinesOf) -> list[Mark]:
    """Return the grades of a sheet: JSON lines if it is called so, else a table."""
    source = "standard input" if path == STANDARD else str(path)
    return list(annotation_codec.decode_marks(lines_of(path), source, as_jsonl=path.suffix in {".jsonl", ".parquet"}))


def stand_ins(path: Path, lines_of: LinesOf) -> list[AutomaticScore]:
    """Return the automatic scores of explanations in a file."""
    return list(jsonl.decode(lines_of(path), AutomaticScore, str(path)))


def rankings(
    path: Path, lines_of: LinesOf, questions: Container[str] | None, facts: Container[str] | None
) -> list[Ranking]:
    """Return the rankings of a file.

    Args:
        questions: The question ids that may occur, in lower case; any if None.
        facts: The fact ids that may occur, in lower case; any if None.

    Raises:
        InputError: The file cannot be read, breaks its format, or holds no ranking.
    """
    found = list(runs.read(path, lines_of, questions, facts))
    if not found:
        raise InputError(
            f"{path}: holds no rankings; accepted: a TextGraphs run file, with a question and a fact a line"
        )
    return found


def explanations(path: Path, lines_of: LinesOf, questions: Container[str]) -> list[Ranking]:
    """Return the explanations of a file, as sets of facts in their order.

    Args:
        questions: The question ids that may occur, in lower case.

    Raises:
        InputError: The file cannot be read, breaks its format, or holds no explanation.
    """
    found = list(runs.read(path, lines_of, questions))
    if not found:
        raise InputError(
            f"{path}: holds no explanations; accepted: JSON lines (.jsonl), or a question and a fact a line"
        )
    return found


def answers(path: Path, lines_of: LinesOf) -> list[JudgedAnswers]:
    """Return the judged answers of a file.

    Raises:
        InputError: The file cannot be read, breaks its format, or holds no answers.
    """
    codec, path = find("answers", path, default="jsonl")
    found = list(codec.decode(lines_of(path), "standard input" if path == STANDARD else str(path)))
    if not found:
        raise InputError(f"{path}: holds no answers; accepted: what 'answer --out' writes")
    return found


def beside(gold: Path) -> str | None:
    """Return the WorldTree folder that a question file lies in; None if it lies in none."""
    folder = gold.resolve().parent.parent
    return str(folder) if gold.suffix != ".json" and (folder / "tables").is_dir() else None


def tree_problems(path: Path, lines_of: LinesOf) -> list[tuple[Problem, ...]]:
    """Return the problems of a file, each once for each of its gold trees.

    Raises:
        InputError: The file cannot be read, breaks its format, or has no trees.
    """
    if path.suffix == ".json":
        found = list(eqasc.decode(lines_of(path), str(path)))
        if not found:
            raise InputError(f"{path}: no question has a valid chain; accepted: eQASC's file of questions")
        return found
    if path.suffix == ".jsonl":
        found = list(entailmentbank.decode_several(lines_of(path), str(path)))
        if any(len(golds) > 1 for golds in found):
            return found
    return [(problem,) for problem in problems(path, lines_of)]


def problems(path: Path, lines_of: LinesOf) -> list[Problem]:
    """Return the problems of a task file, with their gold trees.

    Args:
        path: The file; task 3's trees are those of the file beside it in ``task_1``.

    Raises:
        InputError: The file cannot be read, breaks its format, or has no trees.
    """
    found = list(entailmentbank.decode(lines_of(path), str(path)))
    if not found:
        raise InputError(f"{path}: holds no problems; accepted: a task file of EntailmentBank")
    if all(problem.tree is None for problem in found):
        other = path.resolve().parent.parent / "task_1" / path.name
        if not other.is_file():
            raise InputError(
                f"{path}: holds no proofs, and there is no {other}; accepted: a task file with proofs, or that of "
                "task 3 beside that of task 1"
            )
        found = list(entailmentbank.with_gold(found, entailmentbank.decode(lines_of(other), str(other))))
    return found


def tree_predictions(path: Path, problems: Sequence[Problem], lines_of: LinesOf) -> list[Prediction]:
    """Return the predictions of a file, in the order of the problems.

    Raises:
        InputError: The file cannot be read, breaks its format, or does not have one prediction a problem.
    """
    return list(entailmentbank.read(path, lines_of, problems))


def similarities(names: str, bleurt: Path | None) -> tuple[Similarity, ...]:
    """Return the similarity measures of conclusions.

    Args:
        names: The names, separated by commas; empty for the default.
        bleurt: The folder of BLEURT's weights; None if it is not used.
    """
    chosen = [name.strip() for name in names.split(",") if name.strip()]
    return tuple(similarity(name, bleurt) for name in chosen or [*(("bleurt",) if bleurt else ()), *DEFAULT])


def gold_graphs(path: Path, lines_of: LinesOf) -> list[tuple[ExplanationGraph, ...]]:
    """Return the gold graphs of each belief and argument of a file.

    Args:
        path: The file: ExplaGraphs' rows, or graphs in JSON lines.

    Raises:
        InputError: The file cannot be read or breaks its format.
    """
    if path.suffix == ".jsonl":
        return [(graph,) for graph in jsonl.decode(lines_of(path), ExplanationGraph, str(path))]
    return list(explagraphs.decode(lines_of(path), str(path)))


def graph_predictions(path: Path, count: int, lines_of: LinesOf) -> list[GraphPrediction]:
    """Return the predictions of a file, in its order; a blank line is a wrong one.

    Args:
        count: The number of examples; blank lines after as many predictions are skipped.

    Raises:
        InputError: The file cannot be read or breaks its format.
    """
    codec, path = find("graphs", path, default="tsv")
    return explagraphs.matched(codec.decode(lines_of(path), str(path)), count)


def graph_measures(encoder: str = "", semantic: str = "", stance: str = "", seconds: float = 10.0) -> Measures:
    """Return how to measure graphs.

    Args:
        encoder: The encoder of BERTScore; empty for none.
        semantic: The classifier for semantic accuracy; empty for none.
        stance: The classifier for the importance of edges; empty for none.

    Raises:
        InputError: A network is not on this machine, or not what is wanted.
        MissingExtraError: One is named, and the extra ``neural`` is not installed.
    """
    compared: dict[str, EdgeSimilarity] = {"bleu": bleu, "rouge": rouge}
    if encoder:
        from explanans.neural.evaluation.bert_score import BertScore  # noqa: PLC0415 - loads torch

        measure = BertScore.open(encoder)
        compared[measure.name] = measure
    judges = Judges()
    if semantic or stance:
        from explanans.neural.evaluation.sequence_classifier import SequenceClassifier  # noqa: PLC0415 - loads torch

        judges = Judges(
            SequenceClassifier.open(semantic, ("support", "counter", "incorrect")) if semantic else None,
            SequenceClassifier.open(stance, ("support", "counter")) if stance else None,
        )
    return Measures(compared, judges, seconds)


Item = TypeVar("Item")

_JUDGED = "{question: {fact: whole number}} or {question: [fact, …]}"
_RANKED = "{question: {fact: score}} or {question: [fact, …]}"
_RECORDS: dict[type, dict[str, str]] = {
    Annotation: {"rating": "rating"},
    Label: {},
    RelevanceJudgment: {"rating": "relevance", "score": "relevance"},
}
"""The nouns that rows of a data frame are read as, and other names of their fields."""


Judged = Mapping[str, Mapping[str, int] | Iterable[str]]
"""Relevance by question and fact, as ``pytrec_eval`` has it, or the relevant facts of each question."""
Ranked = Mapping[str, Mapping[str, float] | Sequence[str]]
"""Scores by question and fact, or the facts of each question, best first."""


class Frame(Protocol):
    """A data frame of pandas or polars."""

    @property
    def columns(self) -> Any:
        """The names of the columns."""


def items_of(given: Any, kind: type[Item], name: str, read: Callable[[Path], Iterable[Item]]) -> list[Item]:
    """Return the items of a file, or those that are given themselves."""
    return list(read(Path(given))) if isinstance(given, str | Path) else checked_items(given, kind, name)


def items_of_all(given: Any, kind: type[Item], name: str, read: Callable[[Path], Iterable[Item]]) -> list[Item]:
    """Return the items of one file or of several, or those that are given themselves."""
    if isinstance(given, str | Path):
        return list(read(Path(given)))
    items = checked_items(given, (kind, str, Path), name)
    found: list[Item] = []
    for item in items:
        found += read(Path(item)) if isinstance(item, str | Path) else [item]
    return found


def checked_items(given: Any, kind: Any, name: str) -> list[Any]:
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


def adapted(given: Any, kinds: tuple[type, ...], name: str) -> Any:
    """Return dictionaries and data frames as the nouns they stand for, and anything else as it is.

    Args:
        given: Judgments as ``{question: {fact: relevance}}``, rankings as ``{question: {fact: score}}``, as
            ``pytrec_eval`` and ``ranx`` have them; or a data frame with the columns of a file of ratings or labels.

    Raises:
        InputError: A value of it is of another type, or a column is missing.

    Example:
        >>> adapted({"q1": {"f1": 0.5, "f2": 1.5}}, (Ranking,), "predicted")
        [Ranking(question='q1', facts=('f2', 'f1'), scores=(1.5, 0.5))]
    """
    if isinstance(given, Mapping) and RelevanceJudgment in kinds:
        return [judgment for question, facts in given.items() for judgment in _judgments(question, facts, name)]
    if isinstance(given, Mapping) and Ranking in kinds:
        return [_ranking(question, facts, name) for question, facts in given.items()]
    if (rows := _rows(given)) is not None:
        for kind, names in _RECORDS.items():
            if kind in kinds:
                return _records(rows, [str(column) for column in given.columns], kind, names, name)
    return given


def _judgments(question: object, facts: object, name: str) -> Iterable[RelevanceJudgment]:
    if isinstance(facts, Mapping):
        graded = facts
    elif isinstance(facts, Iterable) and not isinstance(facts, str):
        graded = dict.fromkeys(facts, 1)
    else:
        raise _error(name, question, facts, _JUDGED)
    for fact, grade in graded.items():
        if isinstance(grade, bool) or not hasattr(grade, "__index__"):
            raise _error(name, question, grade, _JUDGED)
        yield RelevanceJudgment(str(question), str(fact), max(0, int(grade)))


def _ranking(question: object, facts: object, name: str) -> Ranking:
    if not isinstance(facts, Mapping):
        if isinstance(facts, str) or not isinstance(facts, Iterable):
            raise _error(name, question, facts, _RANKED)
        return Ranking(str(question), tuple(map(str, facts)))
    scores: dict[str, float] = {}
    for fact, score in facts.items():
        if isinstance(score, bool | str) or not hasattr(score, "__float__") or not isfinite(score):
            raise _error(name, question, score, _RANKED)
        scores[str(fact)] = float(score)
    # As trec_eval: of equal scores the greater id comes first.
    order = sorted(scores, key=lambda fact: (scores[fact], fact), reverse=True)
    return Ranking(str(question), tuple(order), tuple(scores[fact] for fact in order))


def _error(name: str, question: object, value: object, accepted: str) -> InputError:
    found = f"{value!r}" if isinstance(value, int | float | str) else f"a {type(value).__name__}"
    return InputError(f"{name}, question {str(question)!r}: {found}; accepted: {accepted}")


def _rows(given: Any) -> list[dict[str, Any]] | None:
    """Return the rows of a data frame; None for anything else."""
    if not hasattr(given, "columns"):
        return None
    if hasattr(given, "to_dicts"):
        found: list[dict[str, Any]] = given.to_dicts()
        return found
    return list(given.to_dict("records")) if hasattr(given, "to_dict") else None


def _records(
    rows: list[dict[str, Any]], columns: list[str], kind: Any, names: Mapping[str, str], given: str
) -> list[Any]:
    fields = {names.get(column, column) if column not in kind._fields else column: column for column in columns}
    needed = [field for field in kind._fields if field not in kind._field_defaults or field == "relevance"]
    for missing in (field for field in needed if field not in fields):
        raise InputError(
            f"{given}: a data frame without the column {missing}; accepted: the columns {', '.join(needed)}"
        )
    found = []
    for number, row in enumerate(rows, 1):
        values = {field: row[fields[field]] for field in needed}
        last = values[needed[-1]]
        if last is None or last != last:  # noqa: PLR0124 - NaN: the row has not been rated
            continue
        if kind is not Label and (isinstance(last, str) or not isfinite(last)):
            raise InputError(f"{given}, row {number}: the {needed[-1]} {last!r}; accepted: a number")
        texts = {field: _text(values[field]) for field in needed[:-1]}
        number_type: Any = {Annotation: float, Label: str, RelevanceJudgment: int}[kind]
        found.append(kind(**texts, **{needed[-1]: number_type(last)}))
    return found


def _text(value: object) -> str:
    """Return a value as text; a missing one is empty."""
    return "" if value is None or value != value else str(value)  # noqa: PLR0124 - NaN
