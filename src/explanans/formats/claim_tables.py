"""Claims with their sources from the records of other tools: CSV, TSV, JSON and JSON Lines.

The names of fields are those that people have: ``claim`` and ``doc`` of LLM-AggreFact; ``question``, ``answer``,
``contexts`` and ``ground_truth``, or ``user_input``, ``response``, ``retrieved_contexts`` and ``reference`` of Ragas;
``input``, ``actual_output``, ``retrieval_context`` and ``expected_output`` of DeepEval. Case, blanks, hyphens and
underscores in names make no difference.
"""

import ast
import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

import msgspec

from explanans.errors import FormatError, amount
from explanans.formats.claim_texts import ClaimTexts, read_answer
from explanans.formats.claims import ClaimRecord
from explanans.formats.codec import Codec
from explanans.formats.lines import Line, Rows, numbered

_ID = ("id", "sampleid", "recordid", "questionid", "uid", "name")
_QUESTION = ("question", "userinput", "input", "query", "prompt")
_ANSWER = ("answer", "response", "actualoutput", "output", "generatedanswer", "prediction")
_CLAIM = ("claim", "claims", "statement", "text", "sentence")
_CONTEXTS = (
    *("retrievedcontexts", "retrievalcontext", "contexts", "context", "doc", "document", "documents"),
    *("source", "sources", "evidence", "passages", "premise"),
)
_REFERENCE = ("groundtruth", "groundtruths", "reference", "referencecontexts", "expectedoutput")
_LABEL = ("label", "groundtruthlabel", "supported", "issupported", "faithful", "isfaithful", "consistent")
_SUPPORTED = frozenset(
    "1 1.0 true yes supported supports support entailment entailed consistent faithful factual attributable".split()
)
_UNSUPPORTED = frozenset(
    """
    0 0.0 false no unsupported refutes refuted contradiction contradicted neutral notsupported notenoughinfo notentailed
    inconsistent unfaithful hallucinated hallucination notfactual notattributable unknown
    """.split()
)
_MESSAGES = ("messages", "conversation", "turns")
_ANSWERING = ("assistant", "ai", "model", "bot")
_ASKING = ("user", "human")
_KNOWN = (*_CLAIM, *_ANSWER)
_READ = frozenset((*_ID, *_QUESTION, *_ANSWER, *_CLAIM, *_CONTEXTS, *_REFERENCE, *_LABEL))
"""Columns of tables that are read."""
_TEXT = ("text", "content", "pagecontent", "context", "chunk")
_LISTS = ("testcases", "goldens", "samples", "data", "records", "rows")

_ACCEPTED = (
    "a record with claim, answer, response or actual_output, and if wanted id, question and contexts, "
    "retrieved_contexts, retrieval_context, doc or source"
)
_BETWEEN_QUOTES = re.compile(r"""(['"])\s*\n\s*(?=['"])""")
"""Boundaries of texts in a list that numpy prints without commas."""

_log = logging.getLogger(__name__)


class AnswerRecord(NamedTuple):
    """An answer, or a claim, with what it is to be checked against.

    Attributes:
        text: The answer, of several sentences and perhaps Markdown; or one claim.
        source: The texts to check it against: contexts, else the reference; empty if a
            retriever found none, None if the record has no such field.
        question: The question; empty if the record has none.
        place: Where it stands, as ``file:line``.
        label: Whether people say that the source supports it; None if the record has no label.
    """

    id: str
    text: str
    is_claim: bool
    source: tuple[str, ...] | None
    question: str
    place: str
    label: bool | None = None

    def claims(self) -> ClaimTexts:
        """Return the claims of an answer, and what is set aside; there may be no claims.

        Example:
            >>> AnswerRecord("q1", "Ice melts. It floats.", False, None, "", "a.csv:2").claims().claims
            ('Ice melts.', 'It floats.')
        """
        return ClaimTexts((self.text,)) if self.is_claim else read_answer(self.text, self.place)

    def check_words(self) -> None:
        """Raise if it is a claim without a word."""
        if self.is_claim and not any(map(str.isalnum, self.text)):
            found = f"record {self.id} has the claim {self.text[:40]!r}, which holds no word"
            raise FormatError(found, self.place, accepted="a sentence or several")


def decode_answers(lines: Iterable[str], source: str) -> Iterator[AnswerRecord]:
    """Yield the records of a file, in its order.

    Args:
        lines: The lines of the file, whose format the suffix of its name tells: ``.csv``, ``.tsv``, ``.json``, else
            JSON Lines.

    Raises:
        FormatError: The file breaks its format, or a record has no claim and no answer.

    Example:
        >>> lines = ["question,answer,contexts", "What melts?,Ice melts.,['Ice melts at 0°.']"]
        >>> (record,) = decode_answers(lines, "a.csv")
        >>> record.text, record.source
        ('Ice melts.', ('Ice melts at 0°.',))
    """
    name, other = PurePath(source).name, list[Any]()
    for number, (line, values) in enumerate(_values(lines, source), 1):
        fields = _with_answer({_plain(key): value for key, value in values.items() if value not in ("", None)})
        claim, answer = (_text(fields, names, line) for names in (_CLAIM, _ANSWER))
        if claim is None and answer is None:
            if fields.keys() & {*_KNOWN} or not any(_plain(key) in _KNOWN for key in values):
                raise line.error(f"a record with the fields {', '.join(map(str, values)) or 'none'}", _ACCEPTED)
            answer = ""
        labelled = next((fields[name] for name in _LABEL if name in fields), None)
        label = None if labelled is None else _label(labelled)
        other += [labelled] * (labelled is not None and label is None)
        uid = next((fields[key] for key in _ID if isinstance(fields.get(key), str | int)), f"{name}#{number}")
        yield AnswerRecord(
            str(uid),
            claim if claim is not None else answer or "",
            claim is not None,
            _sources(fields, line),
            _text(fields, _QUESTION, line) or "",
            line.place,
            label,
        )
    if other:
        accepted = "1 or 0, true or false, supported or unsupported, and the like"
        _log.warning("%s: labels such as %r are not read; accepted: %s", source, other[0], accepted)


def decode(lines: Iterable[str], source: str) -> Iterator[ClaimRecord]:
    """Yield the claims of a file; those of an answer of several are numbered.

    Args:
        lines: The lines of the file; see ``decode_answers``.

    Raises:
        FormatError: See ``decode_answers``.

    Example:
        >>> lines = ['{"claim": "Ice melts.", "source": "Ice melts in the sun."}']
        >>> list(decode(lines, "a.jsonl"))
        [ClaimRecord(id='a.jsonl#1', claim='Ice melts.', source=('Ice melts in the sun.',), record='a.jsonl#1')]
    """
    silent = list[AnswerRecord]()
    for record in decode_answers(lines, source):
        claims = record.claims().claims
        silent += [record] * (not claims)
        for number, claim in enumerate(claims, 1):
            uid = record.id if len(claims) == 1 else f"{record.id}.{number}"
            yield ClaimRecord(uid, claim, record.source, record.id)
    warn_of_silent(silent)


def warn_of_silent(records: Sequence[AnswerRecord]) -> None:
    """Warn of records that claim nothing, so that they are not judged."""
    if records:
        named = [f"{record.id} ({record.place})" for record in records[:_NAMED]] + ["…"] * (len(records) > _NAMED)
        _log.warning("%s without a claim, not judged: %s", amount(len(records), "record"), ", ".join(named))


_NAMED = 5
"""Maximum number of records that a warning names."""


def _values(lines: Iterable[str], source: str) -> Iterator[tuple[Line, Mapping[str, Any]]]:
    """Yield the fields of each record, with its line."""
    suffix = PurePath(source).suffix.lower()
    if suffix in {".csv", ".tsv"}:
        yield from _rows(lines, source)
    elif suffix == ".json":
        yield from _document("\n".join(lines), source)
    else:
        for line in numbered(lines, source):
            record = line.json(_OBJECT, f"one JSON object a line: {_ACCEPTED}")
            yield line, record


_OBJECT = msgspec.json.Decoder(dict[str, Any])


def _rows(lines: Iterable[str], source: str) -> Iterator[tuple[Line, Mapping[str, Any]]]:
    table = Rows(lines, source, known=_KNOWN)
    if not any(_plain(column) in _KNOWN for column in table.columns):
        found = f"a header with the columns {', '.join(filter(None, table.columns)) or 'none'}"
        raise table.header.error(found, "a header with a column claim, answer or response")
    table.require_unique(column.lower() for column in table.columns if _plain(column) in _READ)
    for line, fields in table:
        if any(fields.values()):
            yield line, fields


def _document(text: str, source: str) -> Iterator[tuple[Line, Mapping[str, Any]]]:
    """Yield the objects of a JSON document: a list of them, one in an object, or an object of columns."""
    whole = Line(text, source).json(msgspec.json.Decoder(dict[str, Any] | list[dict[str, Any]]), _ACCEPTED)
    if isinstance(whole, dict):
        named = {_plain(key): value for key, value in whole.items()}
        found = next((named[key] for key in _LISTS if isinstance(named.get(key), list)), None)
        if found is None:
            lengths = {len(value) for value in whole.values() if isinstance(value, list)}
            columns = bool(whole) and len(lengths) == 1 and all(isinstance(value, list) for value in whole.values())
            found = (
                [dict(zip(whole, row, strict=True)) for row in zip(*whole.values(), strict=True)]
                if columns
                else [whole]
            )
        whole = found
    for number, record in enumerate(whole, 1):
        if not isinstance(record, dict):
            raise FormatError(f"record {number} is no object", source, accepted=_ACCEPTED)
        yield Line("", f"{source}, record {number}"), record


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.lower())


def _text(fields: Mapping[str, Any], names: Iterable[str], line: Line) -> str | None:
    """Return the text of the first field that is there; None if none is."""
    for name in names:
        value = fields.get(name)
        if value is None:
            continue
        if isinstance(value, str):
            return value
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
            return value[0]
        raise line.error(f"the field {name!r} is {_kind(value)}", "a text")
    return None


def _with_answer(fields: dict[str, Any]) -> dict[str, Any]:
    """Return fields with the last answer of a conversation and what was asked before it, if there is one."""
    names = (name for name in (*_MESSAGES, "userinput", "input") if _is_conversation(fields.get(name)))
    if (name := next(names, None)) is None:
        return fields
    asked, said = "", None
    for message in fields[name]:
        who, text = str(message.get("role", message.get("type", ""))).lower(), message.get("content")
        if not isinstance(text, str):
            continue
        if who in _ANSWERING:
            said = (asked, text)
        elif who in _ASKING:
            asked = text
    rest = {key: value for key, value in fields.items() if key != name}
    return {"question": said[0], "answer": said[1], **rest} if said else fields


def _is_conversation(value: Any) -> bool:
    if not isinstance(value, list) or not value:
        return False
    return all(isinstance(item, dict) and "content" in item for item in value)


def _label(value: Any) -> bool | None:
    """Return whether a label says that a record is supported; None if it is no such label."""
    word = str(value) if isinstance(value, float) else _plain(str(value))
    return word in _SUPPORTED if word in _SUPPORTED or word in _UNSUPPORTED else None


def _sources(fields: Mapping[str, Any], line: Line) -> tuple[str, ...] | None:
    """Return the texts of the first field of contexts that has any, else of the first reference."""
    for name in (*_CONTEXTS, *_REFERENCE):
        if name in fields and (texts := tuple(text for text in _texts(fields[name], name, line) if text.strip())):
            return texts
    # Contexts that are there and empty: a retriever found nothing.
    return () if any(fields.get(name) == [] for name in _CONTEXTS) else None


def _texts(value: Any, name: str, line: Line) -> Iterator[str]:
    if isinstance(value, str):
        yield from _listed(value)
    elif isinstance(value, list):
        for item in value:
            yield from [item] if isinstance(item, str) else _texts(item, name, line)
    elif isinstance(value, dict) and (
        text := next((item for key, item in value.items() if _plain(key) in _TEXT and isinstance(item, str)), None)
    ):
        yield text
    else:
        raise line.error(f"the field {name!r} holds {_kind(value)}", "a text, or a list of texts")


def _listed(text: str) -> list[str]:
    """Return the texts of a list that a cell of a table holds, as JSON or as Python prints it; else the text itself."""
    if not (text.startswith("[") and text.rstrip().endswith("]")):
        return [text]
    try:
        found = ast.literal_eval(_BETWEEN_QUOTES.sub(r"\1, ", text))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return [text]
    return found if isinstance(found, list) and all(isinstance(item, str) for item in found) else [text]


def _kind(value: Any) -> str:
    names = {bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names.get(type(value), "null")


JSONL = Codec("jsonl", (".jsonl",), decode)
JSON = Codec("json", (".json",), decode)
CSV = Codec("csv", (".csv",), decode)
TSV = Codec("tsv", (".tsv",), decode)
