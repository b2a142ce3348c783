"""Assertions of ConceptNet (Speer et al. 2017) as edges between English concepts."""

from collections.abc import Iterable, Iterator

from explanans.formats.codec import Codec
from explanans.formats.lines import numbered
from explanans.structures.graphs import Edge, Relation

_ROW = "assertion, relation, start and end, separated by tabs, such as /r/IsA, /c/en/cat/n and /c/en/animal"
RELATIONS = {
    "Antonym": Relation.ANTONYM_OF,
    "DistinctFrom": Relation.ANTONYM_OF,
    "Synonym": Relation.SYNONYM_OF,
    "SimilarTo": Relation.SYNONYM_OF,
    "AtLocation": Relation.AT_LOCATION,
    "LocatedNear": Relation.AT_LOCATION,
    "CapableOf": Relation.CAPABLE_OF,
    "NotCapableOf": Relation.NOT_CAPABLE_OF,
    "Causes": Relation.CAUSES,
    "CausesDesire": Relation.CAUSES,
    "CreatedBy": Relation.CREATED_BY,
    "IsA": Relation.IS_A,
    "Desires": Relation.DESIRES,
    "NotDesires": Relation.NOT_DESIRES,
    "HasSubevent": Relation.HAS_SUBEVENT,
    "HasFirstSubevent": Relation.HAS_SUBEVENT,
    "HasLastSubevent": Relation.HAS_SUBEVENT,
    "PartOf": Relation.PART_OF,
    "HasContext": Relation.HAS_CONTEXT,
    "HasProperty": Relation.HAS_PROPERTY,
    "NotHasProperty": Relation.NOT_HAS_PROPERTY,
    "MadeOf": Relation.MADE_OF,
    "ReceivesAction": Relation.RECEIVES_ACTION,
    "UsedFor": Relation.USED_FOR,
}
"""Relations of ConceptNet that the task has too, some of them merged as in Saha et al. 2021, section 3."""
_MOST_WORDS = 3


def decode(lines: Iterable[str], source: str) -> Iterator[Edge]:
    r"""Yield the assertions between two English concepts of one to three words; blank lines are skipped.

    Assertions of other languages, longer concepts and relations that the task does not have are passed over.

    Args:
        lines: The lines of the file; its columns are the assertion's own address, which may be left out, relation,
            start, end and maybe more.

    Raises:
        FormatError: A row has no relation, start and end.

    Example:
        >>> row = "/a/[/r/IsA/,/c/en/cat/,/c/en/house_pet/]\t/r/IsA\t/c/en/cat/n\t/c/en/house_pet\t{}"
        >>> [(edge.source, edge.relation.value, edge.target) for edge in decode([row], "assertions.tsv")]
        [('cat', 'is a', 'house pet')]
    """
    for line in numbered(lines, source):
        columns = [column.strip() for column in line.text.split("\t")]
        first = 0 if columns[0].startswith("/r/") else 1
        relation, ends = "".join(columns[first : first + 1]), columns[first + 1 : first + 3]
        if len(ends) != 2 or not relation.startswith("/r/") or not all(end.startswith("/c/") for end in ends):
            raise line.error(f"{line.text.strip()[:60]!r}", _ROW)
        known = RELATIONS.get(relation.split("/")[2])
        start, end = map(_concept, ends)
        if known and start and end and start != end:
            yield Edge(start, known, end)


def _concept(address: str) -> str:
    """Return the words of an English concept; nothing for any other."""
    parts = address.split("/")
    if len(parts) < 4 or parts[2] != "en":
        return ""
    words = parts[3].replace("_", " ").split()
    return " ".join(words) if 1 <= len(words) <= _MOST_WORDS else ""


CONCEPTNET = Codec("conceptnet", (".csv", ".tsv"), decode)
