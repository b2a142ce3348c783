"""What simple rules conclude."""

from explanans.entailment.steps.order_features import drafts, tie
from explanans.entailment.steps.step import read


def drafted(*premises: str) -> set[str]:
    return {" ".join(terms) for terms in drafts([read(premise) for premise in premises])}


def test_a_kind_takes_the_place_of_its_class_and_back() -> None:
    found = drafted("a frog is a kind of amphibian", "an amphibian has gills")
    assert {"frog have gill", "frog be kind of amphibian and amphibian have gill"} <= found
    assert "amphibian eat fly" in drafted("a frog is a kind of amphibian", "a frog eats flies")


def test_a_condition_is_applied() -> None:
    assert "ic melt" in drafted("if something is heated then something melts", "ice is heated")


def test_what_stands_around_a_shared_phrase_is_joined() -> None:
    assert "sun caus water evapor" in drafted("the sun causes heat", "heat water evaporates")


def test_ties() -> None:
    assert tie(read("a root is part of a plant")) == (("root",), ("plant",))
    assert tie(read("birds sing")) is None


def test_premises_without_anything_in_common_are_put_side_by_side_only() -> None:
    assert drafted("birds sing", "ice melts") == {"bird sing and ic melt", "ic melt and bird sing"}
