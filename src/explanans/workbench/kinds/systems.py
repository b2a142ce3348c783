"""Explanations of questions by several systems, as sets or rankings of facts: read from a folder, or from one file.

A folder holds a file ``questions`` (.tsv, .csv or .jsonl), a file for each system that is called as the system is, and
maybe a file ``ratings`` (.json, .tsv or .jsonl). A file of a system has JSON lines, as ``explain --out`` writes them,
or a question and a fact a line, as a run of ``rank`` has them. One file alone has JSON lines with the questions in
words; the key ``system`` then names the system, ``gold`` the facts of the gold explanation, and facts may have a
``rating``.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from explanans.errors import InputError
from explanans.evaluation.facts.manual import averaged
from explanans.formats import annotations, runs
from explanans.formats import ratings as ratings_file
from explanans.formats.codec import load
from explanans.formats.lines import Line, numbered
from explanans.io.files import read_lines, read_text
from explanans.structures.rankings import RelevanceJudgment
from explanans.workbench.bases import Base

QUESTIONS, RATINGS = "questions", "ratings"
"""The names of the files of a folder that are no system's."""
_ACCEPTED = "JSON lines with question, answer and facts, as 'explain --out' writes them, and maybe system and gold"


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question.

    Attributes:
        gold: The ids of the facts of its gold explanation.
    """

    text: str
    answer: str
    gold: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Systems:
    """The outputs of several systems for questions.

    Attributes:
        questions: The questions by their ids, in order.
        made: The ids of facts, best first, by system and question.
        ratings: Earlier ratings of facts by question and fact.
        texts: Facts in words, by their ids.
    """

    questions: dict[str, GoldQuestion] = field(default_factory=dict)
    made: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    ratings: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    texts: dict[str, str] = field(default_factory=dict)

    def text(self, fact: str, base: Base) -> str:
        """Return a fact in words."""
        if fact in self.texts:
            return self.texts[fact]
        found = base.fact(fact)
        if found is None:
            raise InputError(f"the fact {fact!r} is in no file in words, and not in the knowledge base")
        return found.text


class _Fact(msgspec.Struct):
    id: str
    text: str = ""
    rating: int | None = None


class _Record(msgspec.Struct):
    facts: list[str | _Fact]
    id: str = ""
    question: str = ""
    answer: str = ""
    system: str = ""
    gold: list[str] = []


def read_systems(path: Path) -> Systems:
    """Return the outputs of systems, from a folder or a file; see the module."""
    found = Systems()
    files = sorted(it for it in path.iterdir() if it.is_file()) if path.is_dir() else [path]
    by_name = {file.stem: file for file in files}
    if path.is_dir():
        if QUESTIONS not in by_name:
            raise InputError(f"{path}: no file {QUESTIONS}; accepted: a folder with the questions and a file a system")
        for question in load(by_name.pop(QUESTIONS), "questions"):
            gold = tuple(fact.fact for fact in question.explanation)
            found.questions[question.id] = GoldQuestion(question.text, question.answer, gold)
        for judgment in _judgments(by_name.pop(RATINGS, None)):
            found.ratings[judgment.question.lower()][judgment.fact.lower()] = judgment.relevance
    for name, file in by_name.items():
        read = _records(file) if file.suffix == ".jsonl" else _run(file, found.questions)
        for line, record in read:
            _add(found, record, record.system or name, line)
    if not found.made:
        raise InputError(f"{path}: nothing that a system made; accepted: {_ACCEPTED}")
    return found


def _add(found: Systems, record: _Record, system: str, line: Line) -> None:
    key = record.id or record.question
    if key not in found.questions:
        if not record.question.strip() or not record.answer.strip() or not key:
            raise line.error(f"the question {key!r}, whose words are not known", _ACCEPTED)
        found.questions[key] = GoldQuestion(record.question, record.answer, tuple(record.gold))
    facts = [fact if isinstance(fact, _Fact) else _Fact(fact) for fact in record.facts]
    found.texts.update({fact.id: fact.text for fact in facts if fact.text})
    rated = {fact.id.lower(): fact.rating for fact in facts if fact.rating is not None}
    if rated:
        found.ratings[key.lower()].update(rated)
    made = found.made.setdefault(system, {})
    if key in made:
        raise line.error(f"question {key!r} a second time by {system!r}", "one explanation a question and system")
    made[key] = tuple(dict.fromkeys(fact.id for fact in facts))


def _records(path: Path) -> Iterator[tuple[Line, _Record]]:
    decoder = msgspec.json.Decoder(_Record)
    for line in numbered(read_lines(path), str(path)):
        yield line, line.json(decoder, _ACCEPTED)


def _run(path: Path, questions: Mapping[str, GoldQuestion]) -> Iterator[tuple[Line, _Record]]:
    known = {key.lower() for key in questions}
    for ranking in runs.decode(read_lines(path), str(path), questions=known):
        yield Line("", str(path)), _Record(list(ranking.facts), ranking.question)


def _judgments(path: Path | None) -> Iterable[RelevanceJudgment]:
    if path is None:
        return ()
    if path.suffix == ".json":
        return ratings_file.decode([read_text(path)], str(path))
    return averaged(annotations.decode(read_lines(path), str(path), as_jsonl=path.suffix == ".jsonl"))
