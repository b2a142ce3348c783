"""Facts by question, best first: TextGraphs and TREC run files, qrels, and JSON lines such as ``explain --out`` writes.

A run has six columns a line, separated by blanks or tabs: question, ``Q0``, fact, rank, score and the name of the run.
Judgments have four: question, iteration, fact and relevance; the files of BEIR have three, below a header.

A TextGraphs run file has one ``question<TAB>fact`` a line, as the shared tasks of 2019 to 2021 read them.
"""

import logging
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from math import isfinite
from pathlib import Path

import msgspec

from explanans.errors import InputError, amount
from explanans.formats.codec import Codec, find
from explanans.formats.lines import Id, Line, numbered
from explanans.structures.rankings import Ranking, RelevanceJudgment

_RUN = "question, Q0, fact, rank, score and name of the run, separated by blanks"
_JUDGMENT = "question, 0, fact and a whole number, the relevance, separated by blanks"
_RUN_COLUMNS = 6
_UNUSED = "Q0"
"""The second column of a run."""
_JUDGMENT_COLUMNS = 4
_BEIR_HEADER = ("query-id", "corpus-id", "score")
_WHOLE = re.compile(r"[+-]?\d{1,9}(?:\.0+)?", re.ASCII)

_log = logging.getLogger(__name__)


def is_run(line: str) -> bool:
    r"""Return whether a line is one of a TREC run: six columns, the fifth a number, or the second ``Q0``.

    Example:
        >>> is_run("q1 Q0 f1 1 2.5 sys"), is_run("q1\tf1")
        (True, False)
    """
    columns = line.split()
    if len(columns) >= _RUN_COLUMNS - 1 and columns[1].upper() == _UNUSED:
        return True
    return len(columns) == _RUN_COLUMNS and _number(columns[4]) is not None


def decode_run(lines: Iterable[str], source: str) -> Iterator[Ranking]:
    """Yield one ranking a question, in the order in which the questions first appear.

    Facts stand in the order of falling scores; of equal scores the greater id comes first, as in ``trec_eval``, which
    does not read the ranks. A warning counts the questions whose ranks say otherwise.

    Raises:
        FormatError: A line has not six columns, a score is no finite number, or a question has a fact twice.

    Example:
        >>> next(decode_run(["q1 Q0 f1 2 0.5 sys", "q1 Q0 f2 1 1.5 sys"], "dev.run"))
        Ranking(question='q1', facts=('f2', 'f1'), scores=(1.5, 0.5))
    """
    found: dict[str, dict[str, float]] = {}
    ranks: dict[str, list[tuple[float, str]]] = {}
    for line in numbered(lines, source):
        columns = line.text.split()
        if len(columns) != _RUN_COLUMNS:
            raise line.error(amount(len(columns), "column"), _RUN)
        question, _, fact, rank, written, _ = columns
        score = _number(written)
        if score is None:
            raise line.error(f"the score {written!r}", "a finite number")
        scores = found.setdefault(question, {})
        if fact in scores:
            raise line.error(
                f"question {question!r}: the fact {fact!r} for the second time", "each fact once a question"
            )
        scores[fact] = score
        ranks.setdefault(question, []).append((_number(rank) or 0.0, fact))
    differing = 0
    for question, scores in found.items():
        facts = sorted(scores, key=lambda fact: (scores[fact], fact), reverse=True)
        differing += [fact for _, fact in sorted(ranks[question], key=lambda item: item[0])] != facts
        yield Ranking(question, tuple(facts), tuple(scores[fact] for fact in facts))
    if differing:
        _log.warning(
            "%s: in %d of %d questions the ranks differ from the order of the scores, which counts, as in trec_eval",
            source,
            differing,
            len(found),
        )


def is_judgments(line: str) -> bool:
    r"""Return whether a line is the first of a file of judgments: of TREC, or the header of BEIR.

    Example:
        >>> is_judgments("q1 0 f1 2"), is_judgments("query-id\tcorpus-id\tscore"), is_judgments("q1\tf1")
        (True, True, False)
    """
    columns = line.split()
    if tuple(column.lower() for column in columns) == _BEIR_HEADER:
        return True
    return len(columns) == _JUDGMENT_COLUMNS and _WHOLE.fullmatch(columns[3]) is not None


def decode_judgments(lines: Iterable[str], source: str) -> Iterator[RelevanceJudgment]:
    """Yield the judgments of a file, in its order; relevance below 0, which marks spam, is 0.

    Raises:
        FormatError: A line has other columns, a relevance is no whole number, or a fact is judged twice for a question.

    Example:
        >>> [judgment.relevance for judgment in decode_judgments(["q1 0 f1 2", "q1 0 f2 -1"], "dev.qrels")]
        [2, 0]
    """
    seen: set[tuple[str, str]] = set()
    count = _JUDGMENT_COLUMNS
    for line in numbered(lines, source):
        columns = line.text.split()
        if not seen and is_judgments(line.text) and len(columns) == len(_BEIR_HEADER):
            count = len(_BEIR_HEADER)
            continue
        if len(columns) != count or not _WHOLE.fullmatch(columns[-1]):
            raise line.error(f"{line.text[:60]!r}", _JUDGMENT)
        question, fact = columns[0], columns[-2]
        if (question, fact) in seen:
            raise line.error(
                f"question {question!r}: the fact {fact!r} for the second time", "each fact once a question"
            )
        seen.add((question, fact))
        yield RelevanceJudgment(question, fact, max(0, int(float(columns[-1]))))


def _number(text: str) -> float | None:
    """Return a finite number; None if the text is none."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) else None


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

    A file whose first line has six columns is a TREC run; see ``decode_run``.

    The lines of a question need not stand together, so all lines are read before the first ranking is yielded. Blank
    lines are skipped; a fact that is named twice stays twice.

    Args:
        lines: The lines, such as ``files.read_lines`` yields.
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
    if is_run(first):
        yield from _known(decode_run(lines, source), source, questions, facts)
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
                raise Line(line, source, number).error("an empty id" if tabs == 1 else amount(tabs, "tab"), _ACCEPTED)
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
            f"question {question!r}: {amount(len(scores), 'score')} for {amount(len(facts), 'fact')}",
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
