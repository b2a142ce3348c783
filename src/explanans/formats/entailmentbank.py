"""EntailmentBank's problems and prediction files, of tasks 1, 2 and 3 (Dalvi et al. 2021, section 4)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

import msgspec

from explanans.errors import FormatError, amount
from explanans.formats import proof
from explanans.formats.codec import Codec, find
from explanans.formats.lines import Line, numbered, read_record
from explanans.formats.worldtree import UID_COLUMN
from explanans.structures.facts import Cell, Fact
from explanans.structures.trees import Prediction, Problem

_PROBLEM = (
    "one JSON object a line, with id, hypothesis, proof and meta.triples, as EntailmentBank's task files have them"
)
_PREDICTION = "one JSON object a line, with id, slots.proof and, for task 3, worldtree_provenance"


class _Source(msgspec.Struct):
    """The WorldTree row behind a sentence, by the id of the sentence."""

    uuid: str
    original_text: str = ""


class _Retrieved(msgspec.Struct):
    """The WorldTree row behind a sentence that task 3 gives."""

    sid: str
    uuid: str


class _Meta(msgspec.Struct):
    triples: dict[str, str]
    worldtree_provenance: dict[str, _Source] | list[_Retrieved] = {}


class _Row(msgspec.Struct):
    id: str
    hypothesis: str
    proof: str
    meta: _Meta
    question: str = ""
    answer: str = ""
    proofs: list[str] = []


class _Slots(msgspec.Struct):
    proof: str = ""


class _Predicted(msgspec.Struct):
    id: str
    slots: _Slots
    worldtree_provenance: dict[str, _Source] = {}


def decode(lines: Iterable[str], source: str) -> Iterator[Problem]:
    """Yield the problems of a task file.

    The ids of the premises are those that proofs use, ``sent1`` and so on. Where a file tells which WorldTree row a
    premise is, ``row_uid`` tells its uid. Five ids of the training split stand for two problems each. Task 3 gives the
    sentences that the authors' retriever found and no gold tree; see ``with_gold``.

    Args:
        lines: The lines of the file; blank ones are skipped.

    Raises:
        FormatError: A line is no JSON of this shape, or its proof breaks the proof language.

    Example:
        >>> line = '{"id": "q1", "hypothesis": "heat melts ice", "proof": "sent1 & sent2 -> hypothesis; ", "meta": '
        >>> line += '{"triples": {"sent1": "ice is a solid", "sent2": "heat melts a solid"}}}'
        >>> problem = next(decode([line], "dev.jsonl"))
        >>> problem.premises[1].text, problem.tree.steps[0].premises
        ('heat melts a solid', ('sent1', 'sent2'))
    """
    decoder = msgspec.json.Decoder(_Row)
    for line in numbered(lines, source):
        yield _problem(read_record(line, decoder, _PROBLEM), line)


def decode_several(lines: Iterable[str], source: str) -> Iterator[tuple[Problem, ...]]:
    """Yield the problems of a task file whose lines may have several gold proofs: the same problem once for each.

    Further proofs stand in the list ``proofs`` beside ``proof``; official files have none.

    Args:
        lines: The lines of the file; blank ones are skipped.

    Raises:
        FormatError: See ``decode``.
    """
    decoder = msgspec.json.Decoder(_Row)
    for line in numbered(lines, source):
        row = read_record(line, decoder, _PROBLEM)
        first = _problem(row, line)
        others = (proof.decode_tree(text, first, line.source, line.number) for text in row.proofs)
        yield (first, *(replace(first, tree=tree) for tree in others))


def with_gold(problems: Iterable[Problem], gold: Iterable[Problem]) -> Iterator[Problem]:
    """Yield problems of task 3 with the trees of task 1.

    The leaves of the tree that a problem is given are the premises of task 1, whose ids are not those of the problem's
    own premises: compare them by text or by ``row_uid``.

    Args:
        gold: Those of task 1, in the same order.

    Raises:
        FormatError: The two are not the same problems.
    """
    for number, (problem, answer) in enumerate(zip_longest(problems, gold), 1):
        if problem is None or answer is None or problem.id != answer.id:
            found = f"problem {problem.id if problem else answer.id}, where the files differ"
            raise FormatError(found, "task 3 and task 1", number, "the same problems in the same order")
        yield replace(problem, tree=answer.tree)


def row_uid(fact: Fact) -> str:
    """Return the uid of the WorldTree row that a premise is; empty if it is none or none is known."""
    return next((cell.text for cell in fact.cells if cell.column == UID_COLUMN), "")


def decode_proofs(lines: Iterable[str], source: str) -> Iterator[Prediction]:
    """Yield the proofs of a file with one a line; an empty line is an empty proof.

    Args:
        lines: The lines of the file, such as ``$proof$ = sent1 & sent2 -> hypothesis;``.

    Returns:
        Predictions that name no problem: they stand in the order of the task file.
    """
    return (Prediction("", text, (), number, source) for number, text in enumerate(lines, 1))


def decode_proof_records(lines: Iterable[str], source: str) -> Iterator[Prediction]:
    """Yield the proofs of a JSON Lines file.

    Args:
        lines: The lines of the file; blank ones are skipped. Where one has ``worldtree_provenance``, its sentences are
            those that its proof may name.

    Raises:
        FormatError: A line is no JSON of this shape.
    """
    decoder = msgspec.json.Decoder(_Predicted)
    for line in numbered(lines, source):
        row = read_record(line, decoder, _PREDICTION)
        premises = tuple(
            _premise(name, item.original_text, item.uuid, line.place) for name, item in row.worldtree_provenance.items()
        )
        yield Prediction(row.id, row.slots.proof, premises, line.number, source)


def matched(predictions: Iterable[Prediction], problems: Sequence[Problem], source: str) -> Iterator[Prediction]:
    """Yield predictions in the order of the problems, each with the sentences that its proof may name.

    Those that name no problem are in that order already; empty ones after the last problem are passed over. Those that
    bring no sentences of their own are about those of their problem.

    Raises:
        FormatError: There is not one prediction for each problem and its id.

    Example:
        >>> problems = [Problem("q1", "heat melts ice", ()), Problem("q2", "ice floats", ())]
        >>> proofs = decode_proofs(["$proof$ = sent1 & sent2 -> hypothesis;", ""], "run.tsv")
        >>> for prediction in matched(proofs, problems, "run.tsv"):
        ...     print(prediction.problem, repr(prediction.proof))
        q1 '$proof$ = sent1 & sent2 -> hypothesis;'
        q2 ''
    """
    found = list(predictions)
    if any(prediction.problem for prediction in found):
        found = _in_order(found, problems, source)
    while len(found) > len(problems) and not found[-1].proof.strip():
        found.pop()
    if len(found) != len(problems):
        counts = f"{amount(len(found), 'prediction')} for {amount(len(problems), 'problem')}"
        raise FormatError(counts, source, accepted="one prediction a problem")
    for prediction, problem in zip(found, problems, strict=True):
        yield replace(prediction, problem=problem.id, premises=prediction.premises or problem.premises)


def _in_order(predictions: Iterable[Prediction], problems: Sequence[Problem], source: str) -> list[Prediction]:
    """Return predictions by the ids of their problems."""
    ids = {problem.id for problem in problems}
    if len(ids) < len(problems):
        raise FormatError(
            "predictions by id for problems that share an id", source, accepted="problems whose ids occur once"
        )
    found: dict[str, Prediction] = {}
    for prediction in predictions:
        uid, line = prediction.problem, Line("", source, prediction.line)
        if uid not in ids:
            raise line.error(f"the unknown problem {uid!r}", "ids of the task file")
        if uid in found:
            raise line.error(f"problem {uid} for the second time", "each id once")
        found[uid] = prediction
    return [found[problem.id] for problem in problems if problem.id in found]


def _problem(row: _Row, line: Line) -> Problem:
    uids = _uids(row.meta)
    premises = tuple(_premise(name, text, uids.get(name, ""), line.place) for name, text in row.meta.triples.items())
    problem = Problem(row.id, row.hypothesis, premises, None, row.question, row.answer)
    if row.proof.strip():
        problem = replace(problem, tree=proof.decode_tree(row.proof, problem, line.source, line.number))
    return problem


def _premise(name: str, text: str, uid: str, place: str) -> Fact:
    return Fact(name, text, cells=(Cell(UID_COLUMN, uid),) if uid else (), source=place)


def _uids(meta: _Meta) -> Mapping[str, str]:
    """Return the uids of WorldTree rows by the ids of sentences."""
    # Task 3 names the sentences. In tasks 1 and 2 the ids are those from before the sentences were shuffled, so that
    # only the words tell which sentence a row became.
    if isinstance(meta.worldtree_provenance, list):
        return {item.sid: item.uuid for item in meta.worldtree_provenance}
    rows = [(_words(item.original_text), item.uuid) for item in meta.worldtree_provenance.values()]
    uids = {}
    for name, text in meta.triples.items():
        words = _words(text)
        row = max(rows, key=lambda row: len(words & row[0]) / max(1, len(words | row[0])), default=None)
        if row and 2 * len(words & row[0]) > len(words | row[0]):
            uids[name] = row[1]
    return uids


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.lower()))


def read(
    name: str | Path, lines_of: Callable[[Path], Iterable[str]], problems: Sequence[Problem]
) -> Iterator[Prediction]:
    """Yield the predictions of a file in whatever format, in the order of the problems; see ``matched``.

    Args:
        name: The file, or ``NAME:PATH`` with the name of a codec; one proof a line unless its suffix tells otherwise.
        lines_of: Reads the lines of a file, such as ``files.read_lines``.

    Raises:
        InputError: The file cannot be read or breaks its format, or there is not one prediction for each problem.
    """
    codec, path = find("proofs", name, default="tsv")
    return matched(codec.decode(lines_of(path), str(path)), problems, str(path))


PROOFS = Codec("tsv", (".tsv", ".txt"), decode_proofs)
PROOF_RECORDS = Codec("jsonl", (".jsonl",), decode_proof_records)
