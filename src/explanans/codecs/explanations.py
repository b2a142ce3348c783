"""Explanations as sets of facts: JSON lines such as ``explain --out`` writes, one explanation a line."""

from collections.abc import Container, Iterable, Iterator

import msgspec

from explanans.codecs import jsonl
from explanans.exceptions import FormatError
from explanans.ranking import Ranking


class _Fact(msgspec.Struct):
    id: str


class Explanation(msgspec.Struct):
    """An explanation; ``question`` is its id where there is no ``id``, else the words of the question."""

    facts: list[str | _Fact]
    id: str = ""
    question: str = ""


def decode(lines: Iterable[str], source: str, *, questions: Container[str] | None = None) -> Iterator[Ranking]:
    r"""Yield the facts of each explanation in their order, best first.

    A line is ``{"question": id, "facts": [id, …]}``, or a record of ``explain --out``, where the question's id is
    called ``id`` and facts are objects with an ``id``. The same in lines of question, tab and fact is a run file,
    which ``codecs.runs`` reads.

    Args:
        lines: The lines.
        source: The file's name, for complaints.
        questions: The question ids that may occur, in lower case; any where None.

    Raises:
        FormatError: A line is no such object, lacks the id of its question or of a fact, or is of a question that is
            unknown or has an explanation already.

    Example:
        >>> for explanation in decode(['{"question": "q1", "facts": ["f1", "f2"]}'], "facts.jsonl"):
        ...     print(explanation.question, explanation.facts)
        q1 ('f1', 'f2')
    """
    seen: set[str] = set()
    for number, record in jsonl.decode_numbered(lines, Explanation, source):
        uid = record.id or record.question
        facts = tuple(fact if isinstance(fact, str) else fact.id for fact in record.facts)
        if not uid or "" in facts:
            raise FormatError("an empty id", source, number, '{"question": id, "facts": [id, …]}')
        if questions is not None and uid.lower() not in questions:
            raise FormatError(f"the unknown question {uid!r}", source, number, "the id of a question that is there")
        if uid.lower() in seen:
            raise FormatError(f"a second explanation of question {uid!r}", source, number, "one explanation a question")
        seen.add(uid.lower())
        yield Ranking(uid, facts)
