"""Facts by question, best first: TextGraphs run files, and JSON lines such as ``explain --out`` writes.

A run file has one ``question<TAB>fact`` a line, as the shared tasks of 2019 to 2021 read them.
"""

from collections.abc import Callable, Container, Iterable, Iterator
from pathlib import Path

import msgspec

from explanans.codecs.codec import Codec, find
from explanans.codecs.lines import Line, numbered
from explanans.exceptions import InputError
from explanans.ranking import Ranking

_ACCEPTED = "a question id, one tab and a fact id"


def decode(
    lines: Iterable[str],
    source: str,
    *,
    questions: Container[str] | None = None,
    facts: Container[str] | None = None,
) -> Iterator[Ranking]:
    r"""Yield one ranking a question, in the order in which the questions first appear.

    The lines of a question need not stand together, so all lines are read before the first ranking is yielded. Blank
    lines are skipped; a fact that is named twice stays twice.

    Args:
        lines: The lines, such as ``files.read_lines`` yields.
        source: The file's name, for complaints.
        questions: The question ids that may occur, in lower case; any where None.
        facts: The fact ids that may occur, in lower case; any where None.

    Raises:
        FormatError: A line is not two fields, or an id is none of those that may occur.

    Example:
        >>> for ranking in decode(["q1\tf2", "q2\tf1", "q1\tf1"], "run.txt"):
        ...     print(ranking.question, ranking.facts)
        q1 ('f2', 'f1')
        q2 ('f1',)
    """
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
    id: str


class _Explanation(msgspec.Struct):
    """An explanation; ``question`` is its id where there is no ``id``, else the words of the question."""

    facts: list[str | _Fact]
    id: str = ""
    question: str = ""


def decode_explanations(
    lines: Iterable[str], source: str, *, questions: Container[str] | None = None
) -> Iterator[Ranking]:
    r"""Yield the facts of each explanation in their order, best first.

    A line is ``{"question": id, "facts": [id, …]}``, or a record of ``explain --out``, where the question's id is
    called ``id`` and facts are objects with an ``id``.

    Args:
        lines: The lines.
        source: The file's name, for complaints.
        questions: The question ids that may occur, in lower case; any where None.

    Raises:
        FormatError: A line is no such object, lacks the id of its question or of a fact, or is of a question that is
            unknown or has an explanation already.

    Example:
        >>> for explanation in decode_explanations(['{"question": "q1", "facts": ["f1", "f2"]}'], "facts.jsonl"):
        ...     print(explanation.question, explanation.facts)
        q1 ('f1', 'f2')
    """
    seen: set[str] = set()
    decoder = msgspec.json.Decoder(_Explanation)
    for line in numbered(lines, source):
        record = line.json(decoder, "one JSON object a line, with the keys of Explanation")
        uid = record.id or record.question
        facts = tuple(fact if isinstance(fact, str) else fact.id for fact in record.facts)
        if not uid or "" in facts:
            raise line.error("an empty id", '{"question": id, "facts": [id, …]}')
        _check(uid, questions, "question", line)
        if uid.lower() in seen:
            raise line.error(f"a second explanation of question {uid!r}", "one explanation a question")
        seen.add(uid.lower())
        yield Ranking(uid, facts)


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
        questions: The question ids that may occur, in lower case; any where None.
        facts: The fact ids that may occur, in lower case; any where None.

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
    for ranking in rankings:
        _check(ranking.question, questions, "question", Line("", source))
        for fact in ranking.facts:
            _check(fact, facts, "fact", Line("", source))
        yield ranking
