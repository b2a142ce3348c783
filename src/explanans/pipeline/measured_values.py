"""Gold and predictions in memory as other tools keep them: dictionaries, and the data frames of pandas and polars."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Protocol, TypeVar

from explanans.errors import InputError
from explanans.structures.grading import Annotation
from explanans.structures.labels import Label
from explanans.structures.rankings import Ranking, RelevanceJudgment

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
