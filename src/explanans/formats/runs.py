"""Facts by question, best first: TextGraphs and TREC run files, and JSON lines such as ``explain --out`` writes.

A TextGraphs run file has one ``question<TAB>fact`` a line, as the shared tasks of 2019 to 2021 read them.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path

import msgspec

from explanans.errors import InputError
from explanans.formats import trec
from explanans.formats.codec import Codec, find
from explanans.formats.ids import Id
from explanans.formats.lines import Line, numbered
from explanans.structures.rankings import Ranking

_ACCEPTED = "a question id, one tab and a fact id; or the six columns of a TREC run"
_RANKING = 'one JSON object a line: {"question": id, "facts": [id, …]}, and if wanted "scores": [number, …]'


def decode(
    lines: Iterable[str],
    source: str,
    *,
    questions: Container[str] | None = None,
    facts: Container[str] | None = None,
) -> Iterator[Ranking]:
    r"""Yield one ranking a question, in the order in which the questions first appear.

    A file whose first line has six columns is a TREC run; see ``trec.decode_run``.

    The lines of a question need not stand together, so all lines are read before the first ranking is yielded. Blank
    lines are skipped; a fact that is named twice stays twice.

    Args:
        lines: The lines, such as ``files.read_lines`` yields.
        source: The file's name, for complaints.
        questions: The question ids that may occur, in lower case; any if None.
        facts: The fact ids that may occur, in lower case; any if None.

    Raises:
        FormatError: A line is not two fields, or an id is none of those that may occur.

    Example:
        >>> for ranking in decode(["q1\tf2", "q2\tf1", "q1\tf1"], "run.txt"):
        ...     print(ranking.question, ranking.facts)
        q1 ('f2', 'f1')
        q2 ('f1',)
    """
    first, lines = _first(lines)
    if trec.is_run(first):
        yield from _known(trec.decode_run(lines, source), source, questions, facts)
        return
    # A run names each fact once a question: one string for all of them keeps millions of lines small.
    interned: dict[str, str] = {}
    ranked: dict[str, list[str]] = {}
    current: str | None = None
    best: list[str] = []
    for number, line in enumerate(lines, 1):
        question, _, fact = line.partition("\t")
        known = interned.get(fact)
        if known is None or question != current:  # else nothing is left to check, as nearly always
            if not question or not fact or "\t" in fact:
                if not line.strip():
                    continue
                tabs = line.count("\t")
                raise Line(line, source, number).error("an empty id" if tabs == 1 else f"{tabs} tabs", _ACCEPTED)
            if question not in ranked:
                _check(question, questions, "question", Line(line, source, number))
            if known is None:
                _check(fact, facts, "fact", Line(line, source, number))
                known = interned[fact] = fact
            current, best = question, ranked.setdefault(question, [])
        best.append(known)
    for question in list(ranked):
        yield Ranking(question, tuple(ranked.pop(question)))


def _first(lines: Iterable[str]) -> tuple[str, Iterator[str]]:
    """Return the first line that is not blank, and all lines."""
    rest = iter(lines)
    before: list[str] = []
    for line in rest:
        before.append(line)
        if line.strip():
            return line, chain(before, rest)
    return "", iter(before)


def _check(uid: str, known: Container[str] | None, noun: str, line: Line) -> None:
    if known is not None and uid.lower() not in known:
        raise line.error(f"the unknown {noun} {uid!r}", f"the id of a {noun} that is there")


def encode(ranking: Ranking) -> str:
    r"""Return the lines of one ranking, each with its line end; scores are left out, since the format has no place.

    Raises:
        InputError: An id is empty or holds a tab or a line end, so that it would not be read back.

    Example:
        >>> encode(Ranking("q1", ("f2", "f1")))
        'q1\tf2\nq1\tf1\n'
    """
    count = len(ranking.facts)
    text = "".join((f"{ranking.question}\t", f"\n{ranking.question}\t".join(ranking.facts), "\n")) if count else ""
    if (
        text.count("\t") != count
        or text.count("\n") != count
        or "\r" in text
        or "" in (ranking.question, *ranking.facts)
    ):
        raise InputError(f"question {ranking.question!r}: a run file takes ids of one line without tabs, none empty")
    return text


class _Fact(msgspec.Struct):
    id: Id


class _Explanation(msgspec.Struct):
    """An explanation; ``question`` is its id if there is no ``id``, else the words of the question."""

    facts: list[Id | _Fact]
    id: Id = ""
    question: Id = ""
    scores: list[float] | None = None


def decode_explanations(
    lines: Iterable[str], source: str, *, questions: Container[str] | None = None
) -> Iterator[Ranking]:
    r"""Yield the facts of each explanation in their order, best first.

    A line is ``{"question": id, "facts": [id, …]}``, or a record of ``explain --out``, where the question's id is
    called ``id`` and facts are objects with an ``id``. There may be ``scores``, one a fact.

    Args:
        lines: The lines.
        source: The file's name, for complaints.
        questions: The question ids that may occur, in lower case; any if None.

    Raises:
        FormatError: A line is no such object, lacks the id of its question or of a fact, or is of a question that is
            unknown or has an explanation already; or its scores are not one a fact, no numbers, or rise.

    Example:
        >>> for explanation in decode_explanations(['{"question": "q1", "facts": ["f1", "f2"]}'], "facts.jsonl"):
        ...     print(explanation.question, explanation.facts)
        q1 ('f1', 'f2')
    """
    seen: set[str] = set()
    decoder = msgspec.json.Decoder(_Explanation)
    for line in numbered(lines, source):
        record = line.json(decoder, _RANKING)
        uid = str(record.id) or str(record.question)
        facts = tuple(str(fact.id if isinstance(fact, _Fact) else fact) for fact in record.facts)
        if not uid or "" in facts:
            raise line.error("an empty id", _RANKING)
        _check_scores(facts, record.scores, uid, line)
        _check(uid, questions, "question", line)
        if uid.lower() in seen:
            raise line.error(f"a second explanation of question {uid!r}", "one explanation a question")
        seen.add(uid.lower())
        yield Ranking(uid, facts, tuple(record.scores or ()))


def _check_scores(facts: Sequence[str], scores: Sequence[float] | None, question: str, line: Line) -> None:
    """Raise an error if scores contradict the facts that they are given for."""
    if scores is None:
        return
    if len(scores) != len(facts):
        raise line.error(
            f"question {question!r}: {len(scores)} score{'s' * (len(scores) != 1)} for {len(facts)} facts",
            "one score a fact, or no scores",
        )
    for place, (score, following) in enumerate(pairwise(scores), 1):
        if following > score:
            found = (
                f"question {question!r}: fact {facts[place]!r} has a higher score than {facts[place - 1]!r} before it"
            )
            raise line.error(found, "facts in the order of their scores, best first")


RUN = Codec("run", (".run", ".tsv", ".txt"), decode, lambda rankings: (encode(ranking)[:-1] for ranking in rankings))
EXPLANATIONS = Codec("jsonl", (".jsonl",), decode_explanations)


def read(
    name: str | Path,
    lines_of: Callable[[Path], Iterable[str]],
    questions: Container[str] | None = None,
    facts: Container[str] | None = None,
) -> Iterator[Ranking]:
    """Yield the rankings of a file in whatever format.

    Args:
        name: The file, or ``NAME:PATH`` with the name of a codec; a run file unless its suffix tells otherwise.
        lines_of: Reads the lines of a file, such as ``files.read_lines``.
        questions: The question ids that may occur, in lower case; any if None.
        facts: The fact ids that may occur, in lower case; any if None.

    Raises:
        InputError: The file cannot be read or breaks its format, or an id is none of those that may occur.
    """
    codec, path = find("rankings", name, default="run")
    lines, source = lines_of(path), str(path)
    if codec is RUN:  # these two tell the lines of unknown ids
        rankings: Iterable[Ranking] = decode(lines, source, questions=questions, facts=facts)
    elif codec is EXPLANATIONS:
        rankings = decode_explanations(lines, source, questions=questions)
    else:
        rankings = codec.decode(lines, source)
    yield from _known(rankings, source, questions, facts)


def _known(
    rankings: Iterable[Ranking], source: str, questions: Container[str] | None, facts: Container[str] | None
) -> Iterator[Ranking]:
    """Yield rankings, and raise an error at the first that has an unknown id."""
    for ranking in rankings:
        _check(ranking.question, questions, "question", Line("", source))
        for fact in ranking.facts:
            _check(fact, facts, "fact", Line("", source))
        yield ranking
