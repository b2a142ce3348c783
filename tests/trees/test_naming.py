import pytest

from explanans.trees.missing_links import Naming, naming


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a frog is a kind of amphibian", Naming("a frog", "amphibian")),
        ("bacteria are a kind of microbe", Naming("bacteria", "microbe")),
        ("rust is an example of a chemical change", Naming("rust", "chemical change")),
        ("Mars is a planet", Naming("Mars", "planet")),
        ("wind means moving air", Naming("wind", "moving air", synonym=True)),
        ("to cause means to result in", Naming("to cause", "to result in", synonym=True)),
        ("rubber is a poor conductor", Naming("rubber", "poor conductor", telling=True)),
        ("dark is the opposite of light", Naming("dark", "light", opposite=True)),
    ],
)
def test_what_a_thing_is_is_read(text: str, expected: Naming) -> None:
    assert naming(text) == expected


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
def test_other_facts_name_nothing(text: str) -> None:
    assert naming(text) is None
