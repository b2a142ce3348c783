"""Assertions of ConceptNet."""

import pytest

from explanans.errors import FormatError
from explanans.formats.conceptnet import decode
from explanans.structures.graphs import Edge, Relation


@pytest.mark.parametrize(
    ("row", "edges"),
    [
        ("/a/x\t/r/IsA\t/c/en/cat/n/wn/animal\t/c/en/pet\t{}", [Edge("cat", Relation.IS_A, "pet")]),
        ("/r/NotDesires\t/c/en/person\t/c/en/bad_health", [Edge("person", Relation.NOT_DESIRES, "bad health")]),
        ("/r/SimilarTo\t/c/en/cat\t/c/en/kitten", [Edge("cat", Relation.SYNONYM_OF, "kitten")]),
        ("/r/RelatedTo\t/c/en/cat\t/c/en/pet", []),
        ("/r/IsA\t/c/fr/chat\t/c/en/pet", []),
        ("/r/IsA\t/c/en/cat\t/c/en/a_b_c_d", []),
        ("/r/IsA\t/c/en/cat\t/c/en/cat/n", []),
        ("  ", []),
    ],
)
def test_known_relations_between_short_english_concepts_are_kept(row: str, edges: list[Edge]) -> None:
    assert list(decode([row], "net.csv")) == edges


@pytest.mark.parametrize("row", ["cat\tIsA\tpet", "/r/IsA\t/c/en/cat", "/a/x\tIsA\t/c/en/cat\t/c/en/pet", "x"])
def test_other_rows_are_complained_of(row: str) -> None:
    with pytest.raises(FormatError, match=r"net\.csv.*2.*accepted: assertion, relation, start and end"):
        list(decode(["", row], "net.csv"))
