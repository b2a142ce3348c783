import pytest

from explanans.compose.relation import Relation, RelationKind, relation


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a frog is a kind of amphibian", Relation(RelationKind.KIND, "a frog", "amphibian")),
        ("bacteria are a kind of microbe", Relation(RelationKind.KIND, "bacteria", "microbe", plural=True)),
        ("rust is an example of a chemical change", Relation(RelationKind.KIND, "rust", "chemical change")),
        ("Mars is a planet", Relation(RelationKind.KIND, "Mars", "planet")),
        ("wind means moving air", Relation(RelationKind.SYNONYM, "wind", "moving air")),
    ],
)
def test_a_relation_is_read(text: str, expected: Relation) -> None:
    assert relation(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "a frog eats insects",
        "water is a liquid at room temperature",
        "melting means changing from a solid into a liquid by adding heat",
        "ice is cold",
        "",
    ],
)
def test_other_facts_state_no_relation(text: str) -> None:
    assert relation(text) is None
