"""TextGraphs run files: one ``question<TAB>fact`` a line, best first, as the shared tasks of 2019 to 2021 read them."""

from collections.abc import Container, Iterable, Iterator

from explanans.exceptions import FormatError, InputError
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
                raise FormatError("an empty id" if tabs == 1 else f"{tabs} tabs", source, number, _ACCEPTED)
            if question not in ranked:
                _check(question, questions, "question", source, number)
            if known is None:
                _check(fact, facts, "fact", source, number)
                known = interned[fact] = fact
            current, best = question, ranked.setdefault(question, [])
        best.append(known)
    for question in list(ranked):
        yield Ranking(question, tuple(ranked.pop(question)))


def _check(uid: str, known: Container[str] | None, noun: str, source: str, number: int) -> None:
    if known is not None and uid.lower() not in known:
        raise FormatError(f"the unknown {noun} {uid!r}", source, number, f"the id of a {noun} that is there")


def encode(ranking: Ranking) -> str:
    r"""Return the lines of one ranking, each with its line end; scores are left out, since the format has no place.

    Args:
        ranking: The ranking.

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
