r"""Run files and relevance judgments (qrels) of TREC, as ``trec_eval`` reads them.

A run has six columns a line, separated by blanks or tabs: question, ``Q0``, fact, rank, score and the name of the run.
Judgments have four: question, iteration, fact and relevance; the files of BEIR have three, below a header.
"""

import logging
import re
from collections.abc import Iterable, Iterator
from math import isfinite

from explanans.formats.lines import numbered
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

    Args:
        line: The line.

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

    Args:
        lines: The lines; blank ones are skipped.
        source: The file's name, for complaints.

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
            raise line.error(f"{len(columns)} column{'s' * (len(columns) != 1)}", _RUN)
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

    Args:
        line: The line.

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

    Args:
        lines: The lines; blank ones are skipped.
        source: The file's name, for complaints.

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
