"""Claims that a language model wrote beside premises, with how probable each status of each is, and their file.

The file is compressed JSON Lines. It holds no text of a data set: a premise that stands in one is named by a digest of
it, and found again in the data set when a judge is trained.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec

from explanans.formats.lines import numbered
from explanans.io.files import read_compressed, read_lines, write_compressed
from explanans.lab.judge.examples import TrainingClaim, TrainingExample
from explanans.structures.labels import MODEL, WrittenClaim
from explanans.structures.verdicts import NliScores

SHIPPED = Path(__file__).parent / "written" / "claims.jsonl.gz"
"""The claims that come with the package."""

_log = logging.getLogger(__name__)

_KEYS = "one JSON object a line, with from, premises and claims (text, percent supported, percent contradicted)"
_WHOLE = 100


class WrittenClaims(NamedTuple):
    """Premises, and the claims that were written beside them.

    Attributes:
        source: Where the premises come from: a data set, ``texts`` for the judged texts of the package, or `MODEL`.
        premises: Their texts where the source is `MODEL`, else digests of them.
    """

    source: str
    premises: tuple[str, ...]
    claims: tuple[WrittenClaim, ...]


class _Record(msgspec.Struct, rename={"source": "from"}, forbid_unknown_fields=True):
    source: str
    premises: tuple[str, ...]
    claims: tuple[WrittenClaim, ...]


def digest(text: str) -> str:
    """Return the name under which the file knows a premise.

    Example:
        >>> digest("Ice floats.")
        '03984eae6ede7145'
    """
    return blake2b(text.encode(), digest_size=8).hexdigest()


def write_claims(items: Iterable[WrittenClaims], path: Path) -> None:
    """Write claims into a file; the same claims give the same bytes.

    Args:
        path: The file; its name ends in ``.jsonl.gz``.

    Raises:
        StorageError: It cannot be written.
    """
    records = (_Record(*item) for item in items)
    write_compressed(path, (msgspec.json.encode(record).decode() for record in records))


def read_claims(path: Path = SHIPPED) -> Iterator[WrittenClaims]:
    """Yield the claims of a file.

    Args:
        path: The file; one that ends in ``.jsonl``, as the workbench exports it, is not compressed.

    Raises:
        InputError: The file is missing or cannot be read.
        FormatError: A line is of another shape, lacks premises or a text, or has shares that are none.

    Example:
        >>> sum(len(item.claims) for item in read_claims()) > 60000
        True
    """
    decoder = msgspec.json.Decoder(_Record)
    lines = read_lines(path) if path.suffix == ".jsonl" else read_compressed(path)
    for line in numbered(lines, str(path)):
        record = line.json(decoder, _KEYS)
        if not record.premises or not all(claim.text.strip() for claim in record.claims):
            raise line.error("a line without premises or with an empty claim", _KEYS)
        if any(min(shares) < 0 or sum(shares) > _WHOLE for _, *shares in record.claims):
            raise line.error("shares that are none", "percent from 0 to 100, together at most 100")
        yield WrittenClaims(record.source, record.premises, record.claims)


def taught_claim(claim: WrittenClaim) -> TrainingClaim:
    """Return a written claim as a training example.

    Example:
        >>> taught_claim(WrittenClaim("Ice sinks.", 0, 97)).shares
        (0.0, 0.97, 0.03)
    """
    rest = _WHOLE - claim.supported - claim.contradicted
    shares = (claim.supported / _WHOLE, claim.contradicted / _WHOLE, rest / _WHOLE)
    return TrainingClaim(claim.text, frozenset((NliScores(*shares).status,)), None, shares)


def lessons_of(items: Iterable[WrittenClaims], known: Mapping[str, str]) -> list[TrainingExample]:
    """Return a lesson for the claims beside the same premises.

    Those whose premises are not known, since a data set is there in another version, are left out; a warning says how
    many these are.

    Args:
        known: The text of each digest.

    Example:
        >>> item = WrittenClaims("snli", (digest("Ice floats."),), (WrittenClaim("Ice sinks.", 0, 100),))
        >>> [lesson.premises for lesson in lessons_of([item], {digest("Ice floats."): "Ice floats."})]
        [('Ice floats.',)]
    """
    lessons, lost, count = [], 0, 0
    for item in items:
        count += 1
        found = item.premises if item.source == MODEL else tuple(known.get(name, "") for name in item.premises)
        if all(found):
            lessons.append(TrainingExample(found, tuple(taught_claim(claim) for claim in item.claims)))
        else:
            lost += 1
    if lost:
        _log.warning("%d of %d premises of written claims are in none of the data sets and are left out", lost, count)
    return lessons
